import RasterReference
import Raster
import Testing
import SeededNumbers

/// Row lengths around the widths of vector registers, odd ones included.
private let widths = [0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 257]

@Suite struct MergeTests {
  @Test("every weight gives the reference's result")
  func everyWeight() {
    let ends: [UInt8] = [0, 1, 16, 127, 128, 235, 254, 255]
    let a = ends.flatMap { value in ends.map { _ in value } }
    let b = ends.flatMap { _ in ends }
    for weight in 0...32768 {
      var row = GuardedRow(count: a.count)
      row.write { Kernels.merge(a.span, b.span, weight: weight, into: &$0) }
      for (i, sample) in row.samples.enumerated()
      where sample != Reference.merge(a[i], b[i], weight: weight) {
        Issue.record("\(a[i]), \(b[i]) at \(weight): \(sample)")
      }
    }
  }

  @Test(
    "every pair of samples gives the reference's result",
    arguments: [0, 1, 16384, 20000, 32767, 32768])
  func everyPair(weight: Int) {
    let b = (0...255).map { UInt8($0) }
    for value in b {
      let a = [UInt8](repeating: value, count: 256)
      var row = GuardedRow(count: 256)
      row.write { Kernels.merge(a.span, b.span, weight: weight, into: &$0) }
      let expected = b.map { Reference.merge(value, $0, weight: weight) }
      if row.samples != expected { Issue.record("\(value) at \(weight)") }
    }
  }

  @Test(
    "dithered mixtures take the threshold of their position, and whole ones stay", arguments: widths
  )
  func dithered(width: Int) {
    var generator = SeededGenerator(seed: 23)
    let (a, b, below) = (
      generator.bytes(width), generator.bytes(width), generator.bytes(width)
    )
    let rounding = Rounding.dithered(row: 7, plane: 1).advanced(by: 3)
    for (fromWeight, toWeight) in [(32768, 0), (20_000, 12_768), (10_000, 12_768), (0, 32768)] {
      var row = GuardedRow(below)
      if fromWeight + toWeight == 32768 {
        row.write { Kernels.merge(a.span, b.span, weight: toWeight, rounding, into: &$0) }
      } else {
        row.write {
          Kernels.accumulate(
            from: a.span, weight: fromWeight, to: b.span, weight: toWeight, rounding, into: &$0)
        }
      }
      #expect(row.isGuardIntact)
      let expected = (0..<width).map { x in
        let sum =
          Int(a[x]) * fromWeight + Int(b[x]) * toWeight
          + Int(below[x]) * (32768 - fromWeight - toWeight)
        return UInt8((sum + Int(rounding.part(x))) / 32768)
      }
      #expect(row.samples == expected)
      let (from, to) = (
        [UInt16](repeating: UInt16(fromWeight), count: width),
        [UInt16](repeating: UInt16(toWeight), count: width)
      )
      var varied = GuardedRow(below)
      varied.write {
        Kernels.accumulate(
          from: a.span, weights: from.span, to: b.span, weights: to.span, rounding, into: &$0)
      }
      #expect(varied.samples == expected)
    }
  }

  @Test("ties are rounded up, whichever row is brighter")
  func ties() {
    #expect(Reference.merge(10 as UInt8, 11, weight: 16384) == 11)
    #expect(Reference.merge(11 as UInt8, 10, weight: 16384) == 11)
  }

  @Test("weights at the ends give the rows themselves, weights beyond are cut")
  func ends() {
    var generator = SeededGenerator(seed: 11)
    let a = generator.bytes(99)
    let b = generator.bytes(99)
    for (weight, expected) in [(0, a), (-5, a), (32768, b), (40000, b), (.max, b)] {
      var row = GuardedRow(count: 99)
      row.write { Kernels.merge(a.span, b.span, weight: weight, into: &$0) }
      #expect(row.samples == expected)
    }
  }

  @Test("rows of any length, constant weights and weight rows, stay inside", arguments: widths)
  func lengths(width: Int) {
    checkLengths(width, UInt8.self)
    checkLengths(width, UInt16.self)
  }

  private func checkLengths<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    let seed = UInt64(1000 + width)
    var generator = SeededGenerator(seed: seed)
    let a = generator.samples(width, as: Sample.self)
    let b = generator.samples(width, as: Sample.self)
    let weights = generator.weights(width)
    let weight = Int(generator.next() % 32769)
    let byRow = (0..<width).map { Reference.merge(a[$0], b[$0], weight: Int(weights[$0])) }
    let byConstant = (0..<width).map { Reference.merge(a[$0], b[$0], weight: weight) }

    var row = GuardedRow(count: width, of: Sample.self)
    row.write { Kernels.merge(a.span, b.span, weight: weight, into: &$0) }
    #expect(row.samples == byConstant && row.isGuardIntact, "seed \(seed)")
    row = GuardedRow(count: width, of: Sample.self)
    row.write { Kernels.merge(a.span, b.span, weights: weights.span, into: &$0) }
    #expect(row.samples == byRow && row.isGuardIntact, "seed \(seed)")
    row = GuardedRow(a)
    row.write { Kernels.blend(b.span, weight: weight, into: &$0) }
    #expect(row.samples == byConstant && row.isGuardIntact, "seed \(seed)")
    row = GuardedRow(a)
    row.write { Kernels.blend(b.span, weights: weights.span, into: &$0) }
    #expect(row.samples == byRow && row.isGuardIntact, "seed \(seed)")
  }

  @Test("rows of unequal length stop the program")
  func unequalLengths() async {
    await #expect(processExitsWith: .failure) {
      let a: [UInt8] = [1, 2, 3]
      var result: [UInt8] = [0, 0]
      var span = result.mutableSpan
      Kernels.merge(a.span, a.span, weight: 0, into: &span)
    }
  }
}

@Suite struct AccumulateTests {
  @Test("gives the reference's result for rows of any length", arguments: widths)
  func lengths(width: Int) {
    checkLengths(width, UInt8.self)
    checkLengths(width, UInt16.self)
  }

  private func checkLengths<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    let seed = UInt64(2000 + width)
    var generator = SeededGenerator(seed: seed)
    let from = generator.samples(width, as: Sample.self)
    let to = generator.samples(width, as: Sample.self)
    let below = generator.samples(width, as: Sample.self)
    let fromWeights = generator.weights(width)
    let toWeights = fromWeights.map { UInt16(generator.next() % UInt64(32769 - Int($0))) }

    var row = GuardedRow(below)
    row.write {
      Kernels.accumulate(
        from: from.span, weights: fromWeights.span, to: to.span, weights: toWeights.span, into: &$0)
    }
    let byRow = (0..<width).map {
      Reference.accumulate(
        from: from[$0], weight: Int(fromWeights[$0]), to: to[$0], weight: Int(toWeights[$0]),
        onto: below[$0])
    }
    #expect(row.samples == byRow && row.isGuardIntact, "seed \(seed)")

    let fromWeight = Int(generator.next() % 32769)
    let toWeight = Int(generator.next() % UInt64(32769 - fromWeight))
    row = GuardedRow(below)
    row.write {
      Kernels.accumulate(
        from: from.span, weight: fromWeight, to: to.span, weight: toWeight, into: &$0)
    }
    let byConstant = (0..<width).map {
      Reference.accumulate(
        from: from[$0], weight: fromWeight, to: to[$0], weight: toWeight, onto: below[$0])
    }
    #expect(row.samples == byConstant && row.isGuardIntact, "seed \(seed)")
  }

  @Test("two full shares are the mixture of the two, whatever is below")
  func fullShares() {
    var generator = SeededGenerator(seed: 3)
    let from = generator.bytes(200)
    let to = generator.bytes(200)
    let below = generator.bytes(200)
    for weight in [0, 1, 9999, 16384, 32768] {
      var row = GuardedRow(below)
      row.write {
        Kernels.accumulate(
          from: from.span, weight: 32768 - weight, to: to.span, weight: weight, into: &$0)
      }
      #expect(row.samples == (0..<200).map { Reference.merge(from[$0], to[$0], weight: weight) })
    }
  }

  @Test("shares of more than everything are cut")
  func excessiveShares() {
    let from: [UInt8] = [200]
    let to: [UInt8] = [100]
    var row = GuardedRow<UInt8>([50])
    row.write {
      Kernels.accumulate(from: from.span, weight: 32768, to: to.span, weight: 32768, into: &$0)
    }
    #expect(row.samples == [200])
  }

  @Test("premultiplied rows give the reference's result for any length", arguments: widths)
  func premultiplied(width: Int) {
    checkPremultiplied(width, UInt8.self)
    checkPremultiplied(width, UInt16.self)
  }

  private func checkPremultiplied<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    let seed = UInt64(3000 + width)
    var generator = SeededGenerator(seed: seed)
    let fromAlpha = generator.samples(width, as: Sample.self)
    let toAlpha = generator.samples(width, as: Sample.self)
    let from = generator.premultiplied(fromAlpha)
    let to = generator.premultiplied(toAlpha)
    let below = generator.samples(width, as: Sample.self)
    for fromWeight in [0, 1, 12345, 32768] {
      let toWeight = (32768 - fromWeight) / 3
      var row = GuardedRow(below)
      row.write {
        Kernels.accumulatePremultiplied(
          from: from.span, alpha: fromAlpha.span, weight: fromWeight, to: to.span,
          alpha: toAlpha.span, weight: toWeight, into: &$0)
      }
      let expected = (0..<width).map {
        Reference.accumulatePremultiplied(
          from: from[$0], alpha: fromAlpha[$0], weight: fromWeight, to: to[$0], alpha: toAlpha[$0],
          weight: toWeight, onto: below[$0])
      }
      #expect(row.samples == expected && row.isGuardIntact, "seed \(seed)")
    }
    let fromWeights = generator.weights(width)
    let toWeights = fromWeights.map { UInt16(generator.next() % UInt64(32769 - Int($0))) }
    var row = GuardedRow(below)
    row.write {
      Kernels.accumulatePremultiplied(
        from: from.span, alpha: fromAlpha.span, weights: fromWeights.span, to: to.span,
        alpha: toAlpha.span, weights: toWeights.span, into: &$0)
    }
    let expected = (0..<width).map {
      Reference.accumulatePremultiplied(
        from: from[$0], alpha: fromAlpha[$0], weight: Int(fromWeights[$0]), to: to[$0],
        alpha: toAlpha[$0], weight: Int(toWeights[$0]), onto: below[$0])
    }
    #expect(row.samples == expected && row.isGuardIntact, "seed \(seed)")
  }

  @Test("a copied row is the row", arguments: widths)
  func copy(width: Int) {
    var generator = SeededGenerator(seed: UInt64(4000 + width))
    let source = generator.bytes(width)
    var row = GuardedRow(count: width)
    row.write { Kernels.copy(source.span, into: &$0) }
    #expect(row.samples == source && row.isGuardIntact)
  }
}

@Suite struct OverTests {
  @Test(
    "every premultiplied sample over dark and bright gives the reference's result",
    arguments: [1, 128, 8192, 16384, 32767, 32768])
  func everySample(weight: Int) {
    for below: UInt8 in [0, 16, 77, 128, 235, 255] {
      for alpha: UInt8 in 0...255 {
        let source = (0...alpha).map { $0 }
        let alphas = [UInt8](repeating: alpha, count: source.count)
        var row = GuardedRow([UInt8](repeating: below, count: source.count))
        row.write { Kernels.over(source.span, alpha: alphas.span, weight: weight, into: &$0) }
        let expected = source.map {
          Reference.over($0, alpha: alpha, weight: weight, onto: below)
        }
        if row.samples != expected { Issue.record("alpha \(alpha) over \(below) at \(weight)") }
      }
    }
  }

  @Test("every weight gives the reference's result")
  func everyWeight() {
    var generator = SeededGenerator(seed: 5)
    let alpha = generator.bytes(33)
    let source = alpha.map { UInt8(generator.next() % (UInt64($0) + 1)) }
    let below = generator.bytes(33)
    for weight in 0...32768 {
      var row = GuardedRow(below)
      row.write { Kernels.over(source.span, alpha: alpha.span, weight: weight, into: &$0) }
      for (i, sample) in row.samples.enumerated()
      where sample != Reference.over(source[i], alpha: alpha[i], weight: weight, onto: below[i]) {
        Issue.record("\(source[i])/\(alpha[i]) over \(below[i]) at \(weight): \(sample)")
      }
    }
  }

  @Test("an opaque sample at full weight is the source, a transparent one leaves what is below")
  func ends() {
    let all = (0...255).map { UInt8($0) }
    let opaque = [UInt8](repeating: 255, count: 256)
    let clear = [UInt8](repeating: 0, count: 256)
    for below: UInt8 in [0, 100, 255] {
      let destination = [UInt8](repeating: below, count: 256)
      var row = GuardedRow(destination)
      row.write { Kernels.over(all.span, alpha: opaque.span, weight: 32768, into: &$0) }
      #expect(row.samples == all)
      for weight in [0, 5, 32768] {
        row = GuardedRow(destination)
        row.write { Kernels.over(clear.span, alpha: clear.span, weight: weight, into: &$0) }
        #expect(row.samples == destination)
      }
    }
  }

  @Test("rows of any length with transparent stretches stay inside", arguments: widths)
  func lengths(width: Int) {
    checkLengths(width, UInt8.self)
    checkLengths(width, UInt16.self)
  }

  private func checkLengths<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    let seed = UInt64(4000 + width)
    var generator = SeededGenerator(seed: seed)
    // Stretches of 70 transparent samples: longer than a block that is skipped.
    let alpha = (0..<width).map { x in
      x / 70 % 2 == 1 ? 0 : generator.samples(1, as: Sample.self)[0]
    }
    let source = generator.premultiplied(alpha)
    let below = generator.samples(width, as: Sample.self)
    let weights = generator.weights(width)
    for weight in [20000, 32768] {
      var row = GuardedRow(below)
      row.write { Kernels.over(source.span, alpha: alpha.span, weight: weight, into: &$0) }
      let expected = (0..<width).map {
        Reference.over(source[$0], alpha: alpha[$0], weight: weight, onto: below[$0])
      }
      #expect(row.samples == expected && row.isGuardIntact, "seed \(seed)")
    }
    var row = GuardedRow(below)
    row.write { Kernels.over(source.span, alpha: alpha.span, weights: weights.span, into: &$0) }
    let expected = (0..<width).map {
      Reference.over(source[$0], alpha: alpha[$0], weight: Int(weights[$0]), onto: below[$0])
    }
    #expect(row.samples == expected && row.isGuardIntact, "seed \(seed)")
  }

  @Test("samples above their alpha are cut to 255, not wrapped")
  func notPremultiplied() {
    let source: [UInt8] = [255, 255, 200]
    let alpha: [UInt8] = [1, 100, 3]
    let weights: [UInt16] = [32768, 32768, 32768]
    var row = GuardedRow<UInt8>([255, 255, 255])
    row.write { Kernels.over(source.span, alpha: alpha.span, weight: 32768, into: &$0) }
    #expect(row.samples == [255, 255, 255])
    row = GuardedRow<UInt8>([255, 255, 255])
    row.write { Kernels.over(source.span, alpha: alpha.span, weights: weights.span, into: &$0) }
    #expect(row.samples == [255, 255, 255])
    row = GuardedRow<UInt8>([255, 255, 255])
    row.write { Kernels.over(source.span, alpha: alpha.span, weight: 32767, into: &$0) }
    #expect(row.samples == [255, 255, 255])
  }
}
