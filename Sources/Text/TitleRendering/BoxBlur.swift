internal import BaseValues
internal import Raster

/// Blurs coverage like a Gaussian by three box filters in integers.
///
/// The box widths are those of the W3C's Filter Effects Module Level 1, clause 9.7
/// (`feGaussianBlur`): within 3 % of the Gaussian.
struct BoxBlur {
  /// Width of the boxes in pixels; 1 or less leaves the picture as it is.
  let width: Int

  /// - Parameter deviation: standard deviation of the Gaussian in 1/65536 pixel.
  init(deviation: Int) {
    // 3 · sqrt(2 π) / 4 = 1.87997…, in 1/65536.
    let factor = 123_206
    width = (max(0, deviation) * factor / 65536 + 32768) / 65536
  }

  /// How far the blur reaches on each side.
  var reach: Int { width <= 1 ? 0 : 3 * (width / 2) }

  /// The blurred mask, larger by `reach` on each side.
  func apply(to mask: CoverageMask) -> CoverageMask {
    guard width > 1, !mask.bounds.isEmpty else { return mask }
    let bounds = Rect(
      x: mask.bounds.x - reach, y: mask.bounds.y - reach,
      width: mask.bounds.width + 2 * reach, height: mask.bounds.height + 2 * reach)
    // 16 bits between the passes, so that their rounding stays out of the result.
    var samples = [UInt16](repeating: 0, count: bounds.width * bounds.height)
    for y in 0..<mask.bounds.height {
      for x in 0..<mask.bounds.width {
        samples[(y + reach) * bounds.width + x + reach] =
          UInt16(mask.samples[y * mask.bounds.width + x]) * 257
      }
    }
    var line = [UInt16](repeating: 0, count: max(bounds.width, bounds.height))
    for y in 0..<bounds.height {
      pass(&samples, &line, start: y * bounds.width, step: 1, count: bounds.width)
    }
    for x in 0..<bounds.width {
      pass(&samples, &line, start: x, step: bounds.width, count: bounds.height)
    }
    return CoverageMask(
      bounds: bounds, samples: samples.map { UInt8(truncatingIfNeeded: (Int($0) &+ 128) / 257) })
  }

  /// The three boxes over one row or column. Boxes of even width lie half a pixel to the left, half
  /// a pixel to the right, and the third is one wider, so that nothing moves.
  private func pass(
    _ samples: inout [UInt16], _ line: inout [UInt16], start: Int, step: Int, count: Int
  ) {
    let half = width / 2
    let short = width % 2 == 1 ? half : half - 1
    for (before, after) in [(half, short), (short, half), (half, half)] {
      for index in 0..<count { line[index] = samples[start &+ index &* step] }
      let size = before + after + 1
      var sum = 0
      for index in 0..<min(after, count) { sum &+= Int(line[index]) }
      for index in 0..<count {
        if index &+ after < count { sum &+= Int(line[index &+ after]) }
        if index &- before &- 1 >= 0 { sum &-= Int(line[index &- before &- 1]) }
        samples[start &+ index &* step] = UInt16(truncatingIfNeeded: (sum &+ size / 2) / size)
      }
    }
  }
}
