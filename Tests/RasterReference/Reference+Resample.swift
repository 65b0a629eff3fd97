package import Raster

extension Reference {
  /// Twin of `SeparableSampler` for one sample.
  ///
  /// - Parameters:
  ///   - x: column of the output's plane; `y` its row.
  package static func resample<Sample: PixelSample>(
    _ homography: Homography, x: Int, y: Int, plane: Int, of image: Image
  ) -> Sample {
    let isChroma = image.format.isChroma(plane: plane)
    let sample = fineSample(homography, x, y, plane, image, Sample.self)
    guard image.format.hasAlpha else {
      return Sample(min(max(rounded(sample, over: 1 << (28 - Sample.depth)), 0), full(Sample.self)))
    }
    let alphaPlane = isChroma ? Plane.chromaAlpha : Plane.alpha
    let alpha = fineSample(homography, x, y, alphaPlane, image, Sample.self)
    func fine(_ sum: Int) -> Int { min(max(rounded(sum, over: 16384), -32768), 32767) }
    return limited(fine(sample), alpha: fine(alpha))
  }

  /// Twin of `Kernels.limit`.
  package static func limited<Sample: PixelSample>(_ sample: Int, alpha: Int) -> Sample {
    let unit = 1 << (14 - Sample.depth)
    let most = full(Sample.self) * unit
    var sample = sample
    if alpha > most { sample = (sample * most + alpha / 2) / alpha }
    let limit = rounded(min(max(alpha, 0), most), over: unit)
    return Sample(min(max(rounded(sample, over: unit), 0), limit))
  }

  /// The sum of all samples times taps in 1/16384 across of sums in 1/16384 down.
  private static func fineSample<Sample: PixelSample>(
    _ homography: Homography, _ x: Int, _ y: Int, _ plane: Int, _ image: Image, _: Sample.Type
  ) -> Int {
    let span = image.format.isChroma(plane: plane) ? 4 : 2
    let (a, c) = (Int(homography.a), Int(homography.c))
    let (e, f) = (Int(homography.e), Int(homography.f))
    let siteX = 1
    let across = window(
      a, c, x, span, siteX, Int(homography.i), count: image.width(of: plane))
    let down = window(
      e, f, y, span, span / 2, Int(homography.i), count: image.height(of: plane))
    var sum = 0
    for (column, tap) in across {
      var mixed = 0
      for (row, tap) in down { mixed += Int(image.row(plane, row, as: Sample.self)[column]) * tap }
      sum += rounded(mixed, over: 1 << Sample.depth) * tap
    }
    return sum
  }

  /// Samples of a plane and their taps, edges repeated.
  private static func window(
    _ slope: Int, _ constant: Int, _ index: Int, _ span: Int, _ site: Int, _ unit: Int, count: Int
  ) -> [(Int, Int)] {
    let numerator = slope * (span * index + site) + constant - site * unit
    let kernel = LanczosKernel(step: Int64(min(abs(slope), count * unit)), over: Int64(unit))
    var taps = [Int32](repeating: 0, count: kernel.count)
    var row = taps.mutableSpan
    let first = kernel.write(
      at: Int64(rounded(numerator * 1024, over: span * unit)), into: &row)
    return taps.enumerated().map { (min(max(first + $0.offset, 0), count - 1), Int($0.element)) }
  }
}
