import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite struct MaskKernelTests {
  private static let widths = [0, 1, 2, 3, 15, 16, 17, 33, 64, 65, 129]

  @Test("masked rows of any length are the reference's and stay inside", arguments: widths)
  func lengths(width: Int) {
    check(width, UInt8.self)
    check(width, UInt16.self)
  }

  private func check<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    let seed = UInt64(7000 + width)
    var generator = SeededGenerator(seed: seed)
    let upper = generator.samples(width, as: Sample.self)
    let lower = generator.samples(width, as: Sample.self)
    let weights = generator.weights(width)
    var row = GuardedWeights(weights)
    row.write { Kernels.mask(upper.span, weights: &$0) }
    let luma = (0..<width).map { Reference.mask(weights[$0], by: [upper[$0]]) }
    #expect(row.weights == luma && row.isGuardIntact, "seed \(seed)")

    let chromaWeights = Array(weights.prefix(width / 2 + width % 2))
    row = GuardedWeights(chromaWeights)
    row.write { Kernels.maskChroma(upper.span, lower.span, weights: &$0) }
    let chroma = chromaWeights.indices.map { i in
      let columns = 2 * i..<min(2 * i + 2, width)
      return Reference.mask(chromaWeights[i], by: Array(upper[columns] + lower[columns]))
    }
    #expect(row.weights == chroma && row.isGuardIntact, "seed \(seed)")
  }

  @Test("every coverage of a full weight is that share, rounded to nearest, ties up")
  func everyCoverage() {
    let coverage = (0...255).map { UInt8($0) }
    var weights = [UInt16](repeating: 32768, count: 256)
    do {
      var span = weights.mutableSpan
      Kernels.mask(coverage.span, weights: &span)
    }
    #expect(weights == (0...255).map { UInt16((Double($0) * 32768 / 255).rounded()) })
    #expect(weights.first == 0 && weights.last == 32768)
    // 255 / 1020 of 2 is half of one.
    var tie: [UInt16] = [2]
    var span = tie.mutableSpan
    let (upper, lower): ([UInt8], [UInt8]) = ([255, 0], [0, 0])
    Kernels.maskChroma(upper.span, lower.span, weights: &span)
    #expect(span[0] == 1)
  }

  @Test("a mask that covers everything changes nothing, one that covers nothing hides all")
  func ends() {
    var generator = SeededGenerator(seed: 71)
    let weights = generator.weights(50)
    for (value, expected) in [(1023, weights), (0, [UInt16](repeating: 0, count: 50))] {
      let coverage = [UInt16](repeating: UInt16(value), count: 100)
      var row = GuardedWeights(weights)
      row.write { Kernels.maskChroma(coverage.span, coverage.span, weights: &$0) }
      #expect(row.weights == expected)
    }
  }
}

/// Weights between two stretches that must stay as they are.
private struct GuardedWeights {
  private var storage: [UInt16]
  private let inside: Range<Int>

  init(_ weights: [UInt16]) {
    let band = [UInt16](repeating: 0xA5A5, count: 48)
    storage = band + weights + band
    inside = 48..<48 + weights.count
  }

  var weights: [UInt16] { Array(storage[inside]) }

  var isGuardIntact: Bool {
    (storage[..<inside.lowerBound] + storage[inside.upperBound...]).allSatisfy { $0 == 0xA5A5 }
  }

  mutating func write(_ body: (inout MutableSpan<UInt16>) -> Void) {
    let inside = inside
    var whole = storage.mutableSpan
    var row = whole._mutatingExtracting(inside)
    body(&row)
  }
}
