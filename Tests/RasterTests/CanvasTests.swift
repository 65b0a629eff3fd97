import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite("canvases with alpha") struct CanvasTests {
  @Test("an opaque row covers a canvas's alpha as the reference says", arguments: [0, 1, 17, 130])
  func cover(width: Int) {
    checkCover(width, UInt8.self)
    checkCover(width, UInt16.self)
  }

  private func checkCover<Sample: PixelSample>(_ width: Int, _: Sample.Type) {
    var generator = SeededGenerator(seed: UInt64(8000 + width))
    let alpha = generator.samples(width, as: Sample.self)
    let weights = generator.weights(width)
    for weight in [-1, 0, 1, 12345, 32767, 32768, 99999] {
      var row = GuardedRow(alpha)
      row.write { Kernels.cover(&$0, weight: weight) }
      let share = min(max(weight, 0), 32768)
      #expect(row.samples == alpha.map { Reference.cover($0, weight: share) })
      #expect(row.isGuardIntact)
    }
    var row = GuardedRow(alpha)
    row.write { Kernels.cover(&$0, weights: weights.span) }
    #expect(row.samples == (0..<width).map { Reference.cover(alpha[$0], weight: Int(weights[$0])) })
    #expect(row.isGuardIntact)
  }

  /// A row of a canvas: samples and alpha.
  private struct CanvasRow<Sample: PixelSample> {
    var samples: GuardedRow<Sample>
    var alpha: GuardedRow<Sample>

    init(width: Int) {
      samples = GuardedRow([Sample](repeating: 0, count: width))
      alpha = samples
    }

    mutating func lay(_ source: [Sample], alpha sourceAlpha: [Sample]?, weights: [UInt16]) {
      guard let sourceAlpha else {
        samples.write { Kernels.blend(source.span, weights: weights.span, into: &$0) }
        alpha.write { Kernels.cover(&$0, weights: weights.span) }
        return
      }
      samples.write {
        Kernels.over(source.span, alpha: sourceAlpha.span, weights: weights.span, into: &$0)
      }
      alpha.write {
        Kernels.over(sourceAlpha.span, alpha: sourceAlpha.span, weights: weights.span, into: &$0)
      }
    }
  }

  @Test("layers on a canvas follow Porter and Duff's over, and no sample is above its alpha")
  func layers() {
    checkLayers(UInt8.self)
    checkLayers(UInt16.self)
  }

  private func checkLayers<Sample: PixelSample>(_: Sample.Type) {
    let (width, full) = (400, Double(Sample.maximum))
    for seed: UInt64 in 0..<20 {
      var generator = SeededGenerator(seed: seed)
      var canvas = CanvasRow<Sample>(width: width)
      var (colour, cover) = (
        [Double](repeating: 0, count: width), [Double](repeating: 0, count: width)
      )
      for layer in 0..<3 {
        let alpha = generator.samples(width, as: Sample.self)
        let source = generator.premultiplied(alpha)
        let weights = generator.weights(width)
        let isOpaque = (Int(seed) + layer) % 3 == 0
        canvas.lay(source, alpha: isOpaque ? nil : alpha, weights: weights)
        for x in 0..<width {
          let weight = Double(weights[x]) / 32768
          let share = isOpaque ? weight : Double(alpha[x]) / full * weight
          colour[x] = Double(source[x]) * weight + colour[x] * (1 - share)
          cover[x] = full * share + cover[x] * (1 - share)
        }
      }
      let (samples, alpha) = (canvas.samples.samples, canvas.alpha.samples)
      for x in 0..<width {
        #expect(samples[x] <= alpha[x], "seed \(seed)")
        // Half a code for each layer.
        #expect(abs(Double(samples[x]) - colour[x]) <= 1.5, "seed \(seed)")
        #expect(abs(Double(alpha[x]) - cover[x]) <= 1.5, "seed \(seed)")
      }
    }
  }

  @Test("a group of one layer over a frame is the layer over the frame")
  func groupOfOne() {
    var generator = SeededGenerator(seed: 5)
    let alpha = generator.samples(300, as: UInt16.self)
    let source = generator.premultiplied(alpha)
    let below = generator.samples(300, as: UInt16.self)
    let full = [UInt16](repeating: 32768, count: 300)
    var canvas = CanvasRow<UInt16>(width: 300)
    canvas.lay(source, alpha: alpha, weights: full)
    #expect(canvas.samples.samples == source && canvas.alpha.samples == alpha)
    var (direct, grouped) = (GuardedRow(below), GuardedRow(below))
    direct.write { Kernels.over(source.span, alpha: alpha.span, weight: 20000, into: &$0) }
    let (samples, cover) = (canvas.samples.samples, canvas.alpha.samples)
    grouped.write { Kernels.over(samples.span, alpha: cover.span, weight: 20000, into: &$0) }
    #expect(direct.samples == grouped.samples)
  }

  @Test("two layers accumulated on a canvas have the alpha of both shares")
  func accumulated() {
    var generator = SeededGenerator(seed: 6)
    let (from, to) = (generator.bytes(200), generator.bytes(200))
    let alpha = generator.bytes(200)
    let source = generator.premultiplied(alpha)
    // A picture with alpha dissolving to an opaque one.
    let opaque = [UInt8](repeating: 255, count: 200)
    var (samples, cover) = (GuardedRow(source), GuardedRow(alpha))
    samples.write {
      Kernels.accumulatePremultiplied(
        from: source.span, alpha: alpha.span, weight: 8192, to: to.span, alpha: opaque.span,
        weight: 16384, into: &$0)
    }
    cover.write {
      Kernels.accumulatePremultiplied(
        from: alpha.span, alpha: alpha.span, weight: 8192, to: opaque.span, alpha: opaque.span,
        weight: 16384, into: &$0)
    }
    #expect(zip(samples.samples, cover.samples).allSatisfy { $0 <= $1 })
    // Two opaque ones: the colour is theirs, the alpha that of their weights together.
    var (colour, both) = (GuardedRow(source), GuardedRow(alpha))
    colour.write {
      Kernels.accumulate(from: from.span, weight: 8192, to: to.span, weight: 16384, into: &$0)
    }
    both.write { Kernels.cover(&$0, weight: 24576) }
    var twice = GuardedRow(alpha)
    twice.write {
      Kernels.accumulate(
        from: opaque.span, weight: 8192, to: opaque.span, weight: 16384, into: &$0)
    }
    #expect(both.samples == twice.samples)
    #expect(zip(colour.samples, both.samples).allSatisfy { $0 <= $1 })
  }
}
