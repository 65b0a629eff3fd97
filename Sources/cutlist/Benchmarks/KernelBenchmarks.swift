import Glibc
import BaseValues
import Raster

/// Row operations over 1920 samples beside a plain copy of memory.
enum KernelBenchmarks {
  static let width = 1920

  static func run() {
    print("kernels: 1920 samples, least of 40 runs")
    row("", "ns/row", "GB/s", "of memcpy")
    let rows = Rows()
    var output = [UInt8](repeating: 0, count: width)
    var weights = rows.weights
    let base = rows.memoryCopy(into: &output)
    func report(_ name: String, bytes: Int, _ body: () -> Void) {
      let time = leastNanoseconds(repeats: 40, calls: 2000, body)
      let rate = Double(bytes) / time
      row(name, decimal(time, 1), decimal(rate, 1), decimal(rate / base, 2))
    }
    row("memcpy", decimal(Double(2 * width) / base, 1), decimal(base, 1), "1.00")
    report("copy", bytes: 2 * width) {
      var result = output.mutableSpan
      Kernels.copy(rows.a.span, into: &result)
    }
    report("merge, one weight", bytes: 3 * width) {
      var result = output.mutableSpan
      Kernels.merge(rows.a.span, rows.b.span, weight: 12_345, into: &result)
    }
    report("merge, weights", bytes: 5 * width) {
      var result = output.mutableSpan
      Kernels.merge(rows.a.span, rows.b.span, weights: rows.weights.span, into: &result)
    }
    report("blend, one weight", bytes: 3 * width) {
      var result = output.mutableSpan
      Kernels.blend(rows.a.span, weight: 12_345, into: &result)
    }
    report("blend, weights", bytes: 5 * width) {
      var result = output.mutableSpan
      Kernels.blend(rows.a.span, weights: rows.weights.span, into: &result)
    }
    report("over, full weight", bytes: 4 * width) {
      var result = output.mutableSpan
      Kernels.over(rows.premultiplied.span, alpha: rows.alpha.span, weight: 32768, into: &result)
    }
    report("over, one weight", bytes: 4 * width) {
      var result = output.mutableSpan
      Kernels.over(rows.premultiplied.span, alpha: rows.alpha.span, weight: 12_345, into: &result)
    }
    report("over, transparent", bytes: width) {
      var result = output.mutableSpan
      Kernels.over(rows.zero.span, alpha: rows.zero.span, weight: 32768, into: &result)
    }
    report("over, weights", bytes: 6 * width) {
      var result = output.mutableSpan
      Kernels.over(
        rows.premultiplied.span, alpha: rows.alpha.span, weights: rows.weights.span, into: &result)
    }
    report("accumulate, two weights", bytes: 4 * width) {
      var result = output.mutableSpan
      Kernels.accumulate(
        from: rows.a.span, weight: 9000, to: rows.b.span, weight: 12_345, into: &result)
    }
    report("accumulate, weights", bytes: 8 * width) {
      var result = output.mutableSpan
      Kernels.accumulate(
        from: rows.a.span, weights: rows.halves.span, to: rows.b.span, weights: rows.halves.span,
        into: &result)
    }
    report("accumulate premultiplied, two weights", bytes: 6 * width) {
      var result = output.mutableSpan
      Kernels.accumulatePremultiplied(
        from: rows.premultiplied.span, alpha: rows.alpha.span, weight: 9000,
        to: rows.premultiplied.span, alpha: rows.alpha.span, weight: 12_345, into: &result)
    }
    report("accumulate premultiplied, weights", bytes: 10 * width) {
      var result = output.mutableSpan
      Kernels.accumulatePremultiplied(
        from: rows.premultiplied.span, alpha: rows.alpha.span, weights: rows.halves.span,
        to: rows.premultiplied.span, alpha: rows.alpha.span, weights: rows.halves.span,
        into: &result)
    }
    report("halve", bytes: 2 * width + width / 2) {
      var whole = output.mutableSpan
      var result = whole._mutatingExtracting(0..<width / 2)
      Kernels.halve(rows.a.span, rows.b.span, into: &result)
    }
    report("mask", bytes: 5 * width) {
      var result = weights.mutableSpan
      Kernels.mask(rows.a.span, weights: &result)
    }
    report("cover, weights", bytes: 4 * width) {
      var result = output.mutableSpan
      Kernels.cover(&result, weights: rows.weights.span)
    }
    chroma(report)
    projection(report)
    deep(rows, report)
    blending(report)
    effects(report)
    fields(report)
    light(report)
    print()
  }

  /// Some of the above in 10 bits.
  private static func deep(_ rows: Rows, _ report: (String, Int, () -> Void) -> Void) {
    func deepened(_ row: [UInt8]) -> [UInt16] { row.map { UInt16($0) << 2 } }
    let (a, b, alpha) = (deepened(rows.a), deepened(rows.b), deepened(rows.alpha))
    let premultiplied = deepened(rows.premultiplied)
    var output = a
    report("10 bits: merge, weights", 8 * width) {
      var result = output.mutableSpan
      Kernels.merge(a.span, b.span, weights: rows.weights.span, into: &result)
    }
    report("10 bits: over, full weight", 8 * width) {
      var result = output.mutableSpan
      Kernels.over(premultiplied.span, alpha: alpha.span, weight: 32768, into: &result)
    }
    report("10 bits: over, weights", 10 * width) {
      var result = output.mutableSpan
      Kernels.over(
        premultiplied.span, alpha: alpha.span, weights: rows.weights.span, into: &result)
    }
    report("10 bits: accumulate, weights", 12 * width) {
      var result = output.mutableSpan
      Kernels.accumulate(
        from: a.span, weights: rows.halves.span, to: b.span, weights: rows.halves.span,
        into: &result)
    }
  }

  /// Two luma rows and their chroma, changed by effects.
  private static func effects(_ report: (String, Int, () -> Void) -> Void) {
    var noise = Noise()
    var picture = MutableImage(format: .yuv420p8, size: Size(width: width, height: 2))
    for plane in 0..<3 {
      for y in 0..<picture.height(of: plane) {
        let bytes = noise.bytes(picture.width(of: plane))
        picture.write(bytes.span, plane: plane, row: y)
      }
    }
    let image = picture.freeze()
    let entries = (0..<33 * 33 * 33).map { SIMD4<Float>(repeating: Float($0 % 1024) / 1023) }
    let table = ComponentTable(Array(entries[..<1024]), domain: .full)
    let cube = ColorCube(size: 33, entries, domain: .full)
    let gains = [ColorMatrix(gain: 1.2), ColorMatrix(gain: 1.1, offset: -0.05)]
    let changes = [
      ("gains, twice", ColorChange(inTurn: gains.map { ColorChange($0) })),
      ("matrix", ColorChange(ColorMatrix(saturation: 1.4))),
      ("vibrance", ColorChange.vibrance(0.5)),
      ("lut of 1024 entries", ColorLook([.table(table)]).change(amount: 1)),
      ("lut of 33 points a side", ColorLook([.cube(cube)]).change(amount: 1)),
      ("half of it", ColorLook([.cube(cube)]).change(amount: 0.5)),
    ]
    for (name, change) in changes {
      report("effect \(name), two rows", 6 * width) { _ = change.applied(to: image) }
    }
  }

  /// Two luma rows and their chroma, with alpha, mixed with an opaque frame's.
  private static func blending(_ report: (String, Int, () -> Void) -> Void) {
    var noise = Noise()
    var rows = CellRows<UInt8>(width: width)
    var below = CellRows<UInt8>(width: width)
    for side in 0..<2 {
      (rows.luma[side], below.luma[side]) = (noise.bytes(width), noise.bytes(width))
      rows.alpha[side] = Array(repeating: 255, count: width)
      below.alpha[side] = rows.alpha[side]
    }
    rows.chromaAlpha = Array(repeating: 255, count: width / 2)
    below.chromaAlpha = rows.chromaAlpha
    var scratch = BlendMode.Scratch()
    for mode in [.multiply, .softLight, .hue] as [BlendMode] {
      report("blend \(mode.name), two rows", 9 * width) {
        mode.mix(&rows, with: below, columns: 0..<width / 2, through: &scratch)
      }
    }
    for side in 0..<2 { rows.alpha[side] = Array(repeating: 200, count: width) }
    report("blend multiply, alpha, two rows", 12 * width) {
      BlendMode.multiply.mix(&rows, with: below, columns: 0..<width / 2, through: &scratch)
    }
  }

  /// Chroma of a picture at an odd place: 960 samples and their weights.
  private static func chroma(_ report: (String, Int, () -> Void) -> Void) {
    let size = Size(width: width, height: 16)
    let image = noiseImage(size)
    let placement = ChromaPlacement(
      source: size, x: 1, y: 1, region: size.bounds, output: size)
    var samples = [UInt8](repeating: 0, count: placement.columns.count)
    var weights = [UInt16](repeating: 0, count: placement.columns.count)
    report("chroma at an odd place (960)", placement.columns.count * 7) {
      var samples = samples.mutableSpan
      var weights = weights.mutableSpan
      placement.write(plane: 1, of: image, row: 4, samples: &samples, weights: &weights)
    }
  }

  /// A row of a picture turned by about 6 degrees, and of one in perspective.
  private static func projection(_ report: (String, Int, () -> Void) -> Void) {
    let size = Size(width: width, height: 1080)
    let image = noiseImage(size)
    let turn = Homography(normalizing: [9945, 1045, -500 * 20_000, -1045, 9945, 0, 0, 0, 10_000])
    let tilt = Homography(
      normalizing: [11_000, 0, -1_000_000, 0, 10_000, -1000, 1, 0, 10_000])
    for (name, map) in [("turned picture", turn), ("picture in perspective", tilt)] {
      guard let sampler = ProjectiveSampler(homography: map, layer: size, output: size) else {
        complain("the turned picture cannot be drawn")
        return
      }
      let levels = sampler.levels.map { image.resized(to: $0.size, part: $0.part) }
      let columns = sampler.columns(ofRow: 540)
      var samples = [UInt8](repeating: 0, count: columns.count)
      var alpha = samples
      var scratch = TurningScratch()
      report("\(name) (\(columns.count), \(levels.count))", columns.count * 3) {
        var samples = samples.mutableSpan
        var alpha = alpha.mutableSpan
        sampler.writeLuma(
          of: levels, row: 540, columns: columns, scratch: &scratch, samples: &samples,
          alpha: &alpha)
      }
    }
  }
}

/// The rows that kernels work on.
private struct Rows {
  let a: [UInt8]
  let b: [UInt8]
  let alpha: [UInt8]
  let premultiplied: [UInt8]
  let zero = [UInt8](repeating: 0, count: KernelBenchmarks.width)
  let weights: [UInt16]
  let halves: [UInt16]

  init() {
    var noise = Noise()
    let width = KernelBenchmarks.width
    a = noise.bytes(width)
    b = noise.bytes(width)
    let alpha = noise.bytes(width)
    self.alpha = alpha
    premultiplied = zip(a, alpha).map { UInt8(Int($0) * Int($1) / 255) }
    weights = alpha.map { UInt16($0) * 128 }
    halves = alpha.map { UInt16($0) * 64 }
  }

  /// Bytes read and written in a nanosecond by `memcpy`.
  func memoryCopy(into result: inout [UInt8]) -> Double {
    let width = KernelBenchmarks.width
    let time = leastNanoseconds(repeats: 40, calls: 2000) {
      // Safe: both rows hold `width` bytes.
      unsafe a.withUnsafeBytes { source in
        unsafe result.withUnsafeMutableBytes { target in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          _ = unsafe memcpy(to, from, width)
        }
      }
    }
    return Double(2 * width) / time
  }
}

/// An opaque picture of noise.
func noiseImage(_ size: Size, seedBytes: Int = 0) -> Image {
  var noise = Noise()
  _ = noise.bytes(seedBytes)
  var result = MutableImage(format: .yuv420p8, size: size)
  for plane in 0..<result.planeCount {
    for y in 0..<result.height(of: plane) {
      result.write(noise.bytes(result.width(of: plane)).span, plane: plane, row: y)
    }
  }
  return result.freeze()
}
