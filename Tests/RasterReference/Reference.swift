package import BaseValues
package import Raster

/// The row operations of `Kernels` once more, as plainly as they can be said.
///
/// Nothing here is fast; tests compare the kernels with it.
package enum Reference {
  /// `numerator / denominator` rounded to nearest, ties up (towards positive infinity).
  package static func rounded(_ numerator: Int, over denominator: Int) -> Int {
    let doubled = 2 * numerator + denominator
    let quotient = doubled / (2 * denominator)
    return quotient * 2 * denominator > doubled ? quotient - 1 : quotient
  }

  /// Full alpha at the depth of `Sample`.
  package static func full<Sample: PixelSample>(_: Sample.Type) -> Int { 1 << Sample.depth - 1 }

  /// Twin of `Kernels.merge` and, with `a` as the destination, of `Kernels.blend`.
  package static func merge<Sample: PixelSample>(
    _ a: Sample, _ b: Sample, weight: Int
  ) -> Sample {
    Sample(rounded(Int(a) * (32768 - weight) + Int(b) * weight, over: 32768))
  }

  /// Twin of `Kernels.addWeighted` with `Kernels.roundWeighted`.
  package static func mean<Sample: PixelSample>(_ samples: [(Sample, weight: Int)]) -> Sample {
    Sample(rounded(samples.reduce(0) { $0 + Int($1.0) * $1.weight }, over: 32768))
  }

  /// Twin of `Kernels.accumulate`.
  package static func accumulate<Sample: PixelSample>(
    from: Sample, weight fromWeight: Int, to: Sample, weight toWeight: Int, onto below: Sample
  ) -> Sample {
    let rest = 32768 - fromWeight - toWeight
    let sum = Int(from) * fromWeight + Int(to) * toWeight + Int(below) * rest
    return Sample(rounded(sum, over: 32768))
  }

  /// Twin of `Kernels.over`.
  package static func over<Sample: PixelSample>(
    _ source: Sample, alpha: Sample, weight: Int, onto below: Sample
  ) -> Sample {
    let full = full(Sample.self)
    let sum = Int(source) * full * weight + Int(below) * (full * 32768 - Int(alpha) * weight)
    return Sample(min(rounded(sum, over: full * 32768), full))
  }

  /// Twin of `Kernels.accumulatePremultiplied`.
  package static func accumulatePremultiplied<Sample: PixelSample>(
    from: Sample, alpha fromAlpha: Sample, weight fromWeight: Int,
    to: Sample, alpha toAlpha: Sample, weight toWeight: Int, onto below: Sample
  ) -> Sample {
    let full = full(Sample.self)
    let colour = (Int(from) * fromWeight + Int(to) * toWeight) * full
    let cover = Int(fromAlpha) * fromWeight + Int(toAlpha) * toWeight
    let sum = colour + Int(below) * (full * 32768 - cover)
    return Sample(min(rounded(sum, over: full * 32768), full))
  }

  /// Twin of `Kernels.cover`.
  package static func cover<Sample: PixelSample>(_ alpha: Sample, weight: Int) -> Sample {
    let full = full(Sample.self)
    return Sample(rounded(Int(alpha) * (32768 - weight) + full * weight, over: 32768))
  }

  /// Twin of `Kernels.mask`: `samples` are the mask's one luma sample, or those under a chroma
  /// sample.
  package static func mask<Sample: PixelSample>(_ weight: UInt16, by samples: [Sample]) -> UInt16 {
    let sum = samples.reduce(0) { $0 + Int($1) }
    return UInt16(rounded(Int(weight) * sum, over: samples.count * full(Sample.self)))
  }

  /// Twin of `ChromaPlacement.write` for one output chroma sample: looks at each of its luma
  /// samples in turn. `nil` where none of them shows the picture.
  package static func chroma<Sample: PixelSample>(
    column: Int, row: Int, of plane: Int, in image: Image, x: Int, y: Int, region: Rect,
    output: Size, as sample: Sample.Type = UInt8.self
  ) -> (sample: Sample, weight: UInt16)? {
    var sum = 0
    var shown = 0
    var existing = 0
    for lumaY in [2 * row, 2 * row + 1] {
      for lumaX in [2 * column, 2 * column + 1] {
        guard output.bounds.contains(x: lumaX, y: lumaY) else { continue }
        existing += 1
        guard region.contains(x: lumaX, y: lumaY),
          image.size.bounds.contains(x: lumaX - x, y: lumaY - y)
        else { continue }
        shown += 1
        sum += Int(image.row(plane, (lumaY - y) / 2, as: sample)[(lumaX - x) / 2])
      }
    }
    guard shown > 0 else { return nil }
    return (Sample(rounded(sum, over: shown)), UInt16(rounded(32768 * shown, over: existing)))
  }

  /// Twin of `Kernels.halve` for one sample of a plane.
  package static func halve<Sample: PixelSample>(
    column: Int, row: Int, of plane: Int, in image: Image, as sample: Sample.Type = UInt8.self
  ) -> Sample {
    var sum = 0
    var count = 0
    for y in [2 * row, 2 * row + 1] where y < image.height(of: plane) {
      for x in [2 * column, 2 * column + 1] where x < image.width(of: plane) {
        sum += Int(image.row(plane, y, as: sample)[x])
        count += 1
      }
    }
    return Sample(rounded(sum, over: count))
  }

  /// Luma, blue difference and red difference of an opaque colour as exact fractions: numerators
  /// over 255 · 10000, 255 · 18556 and 255 · 15748.
  private static func codes(red: Int, green: Int, blue: Int) -> (y: Int, cb: Int, cr: Int) {
    let luma = 2126 * red + 7152 * green + 722 * blue
    return (
      16 * 255 * 10_000 + 219 * luma,
      128 * 255 * 18_556 + 224 * (10_000 * blue - luma),
      128 * 255 * 15_748 + 224 * (10_000 * red - luma)
    )
  }

  /// Twin of `YCbCr.init(red:green:blue:)` for bytes.
  package static func color(red: Int, green: Int, blue: Int) -> YCbCr {
    let codes = codes(red: red, green: green, blue: blue)
    return YCbCr(
      y: UInt8(rounded(codes.y, over: 255 * 10_000)),
      cb: UInt8(rounded(codes.cb, over: 255 * 18_556)),
      cr: UInt8(rounded(codes.cr, over: 255 * 15_748)))
  }

  /// Twin of `RGBAConversion` for one sample: the mean of some pixels (R, G, B, A), each code times
  /// alpha / 255.
  package static func premultiplied(
    _ pixels: [(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)]
  ) -> (y: UInt8, cb: UInt8, cr: UInt8, alpha: UInt8) {
    var sums = (y: 0, cb: 0, cr: 0, alpha: 0)
    for pixel in pixels {
      let codes = codes(red: Int(pixel.red), green: Int(pixel.green), blue: Int(pixel.blue))
      sums.y += codes.y * Int(pixel.alpha)
      sums.cb += codes.cb * Int(pixel.alpha)
      sums.cr += codes.cr * Int(pixel.alpha)
      sums.alpha += Int(pixel.alpha)
    }
    let scale = 255 * 255 * pixels.count
    return (
      UInt8(rounded(sums.y, over: scale * 10_000)),
      UInt8(rounded(sums.cb, over: scale * 18_556)),
      UInt8(rounded(sums.cr, over: scale * 15_748)),
      UInt8(rounded(sums.alpha, over: pixels.count))
    )
  }
}
