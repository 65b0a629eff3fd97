public import BaseValues

/// Turns 8-bit RGBA pictures into `yuva420p8`.
public enum RGBAConversion {
  /// Components times alpha have white at 255 · alpha; over 255² that leaves alpha / 255.
  private static let pixelScale = 255 * 255

  /// Converts pixels to premultiplied BT.709 limited-range codes with alpha.
  ///
  /// Luma is code × alpha / 255; a chroma sample is the mean of code × alpha / 255 over the pixels
  /// around where it is sited, at the left as in H.264: columns 2i − 1, 2i and 2i + 1 of two rows
  /// with weights ¼, ½, ¼, where beyond the ends the last pixel counts again. So colours of
  /// transparent pixels do not bleed in. Both are computed in exact integers from R′G′B′ and rounded
  /// once, to nearest, ties up.
  ///
  /// - Parameters:
  ///   - pixels: R, G, B, A bytes: straight alpha, full range, gamma-coded sRGB or BT.709 (taken
  ///     as the same); row y begins at `y * bytesPerRow`.
  ///   - size: size of the picture.
  ///   - bytesPerRow: at least `4 * size.width`.
  ///   - isPremultiplied: whether R, G and B are multiplied by alpha already; those that are
  ///     greater than alpha count as alpha.
  /// - Precondition: `size` is not empty and `pixels` holds all rows.
  /// - Note: bit-exact with `Reference.premultiplied`.
  public static func image(
    from pixels: Span<UInt8>, size: Size, bytesPerRow: Int,
    isPremultiplied: Bool = false, pool: ImagePool? = nil
  ) -> Image {
    precondition(!size.isEmpty && bytesPerRow >= 4 * size.width, "rows of \(bytesPerRow) bytes")
    precondition(
      pixels.count >= (size.height - 1) * bytesPerRow + 4 * size.width, "too few pixels")
    func pixelRow(_ y: Int) -> Range<Int> { y * bytesPerRow..<y * bytesPerRow + 4 * size.width }
    var image = MutableImage(format: .yuva420p8, size: size, pool: pool)
    for y in 0..<size.height {
      let pixelRow = pixels.extracting(pixelRow(y))
      var luma = image.mutableRow(Plane.luma, y)
      writeLuma(pixelRow, isPremultiplied: isPremultiplied, into: &luma)
      var alpha = image.mutableRow(Plane.alpha, y)
      for x in alpha.indices { alpha[x] = pixelRow[4 &* x &+ 3] }
    }
    // One picture lends one row for writing at a time, so chroma goes through scratch rows.
    let width = size.chroma.width
    var cb = [UInt8](repeating: 0, count: width)
    var cr = [UInt8](repeating: 0, count: width)
    var alpha = [UInt8](repeating: 0, count: width)
    for y in 0..<size.chroma.height {
      var cbRow = cb.mutableSpan
      var crRow = cr.mutableSpan
      var alphaRow = alpha.mutableSpan
      writeChroma(
        upper: pixels.extracting(pixelRow(2 * y)),
        lower: 2 * y + 1 < size.height ? pixels.extracting(pixelRow(2 * y + 1)) : nil,
        isPremultiplied: isPremultiplied, cb: &cbRow, cr: &crRow, alpha: &alphaRow)
      image.write(cb.span, plane: Plane.cb, row: y)
      image.write(cr.span, plane: Plane.cr, row: y)
      image.write(alpha.span, plane: Plane.chromaAlpha, row: y)
    }
    return image.freeze()
  }

  /// Writes premultiplied luma: one sample for each pixel of `pixels` (R, G, B, A bytes).
  ///
  /// - Precondition: `pixels` has four times as many bytes as `luma` samples.
  static func writeLuma(
    _ pixels: Span<UInt8>, isPremultiplied: Bool = false, into luma: inout MutableSpan<UInt8>
  ) {
    precondition(pixels.count == 4 * luma.count, "rows of unequal length")
    for x in luma.indices {
      luma[x] = UInt8(
        truncatingIfNeeded: pixel(pixels, x, isPremultiplied).luma(scale: pixelScale))
    }
  }

  /// Writes one premultiplied chroma row from two pixel rows; `lower` is `nil` below the picture.
  private static func writeChroma(
    upper: Span<UInt8>, lower: Span<UInt8>?, isPremultiplied: Bool, cb: inout MutableSpan<UInt8>,
    cr: inout MutableSpan<UInt8>, alpha: inout MutableSpan<UInt8>
  ) {
    let last = upper.count / 4 - 1
    for i in cb.indices {
      let middle = 2 &* i
      let (before, after) = (max(0, middle &- 1), min(last, middle &+ 1))
      var sum = pixel(upper, middle, isPremultiplied)
      sum += sum
      sum += pixel(upper, before, isPremultiplied)
      sum += pixel(upper, after, isPremultiplied)
      if let lower {
        let below = pixel(lower, middle, isPremultiplied)
        sum += below
        sum += below
        sum += pixel(lower, before, isPremultiplied)
        sum += pixel(lower, after, isPremultiplied)
      }
      if sum.weight == 0 {
        (cb[i], cr[i], alpha[i]) = (0, 0, 0)
        continue
      }
      let count = lower == nil ? 4 : 8
      let scale = pixelScale &* count
      cb[i] = UInt8(truncatingIfNeeded: sum.cb(scale: scale))
      cr[i] = UInt8(truncatingIfNeeded: sum.cr(scale: scale))
      // The weight is 255 times the alphas; the mean is rounded to nearest, ties up.
      alpha[i] = UInt8(truncatingIfNeeded: (sum.weight / 255 &+ count / 2) / count)
    }
  }

  @inline(__always)
  private static func pixel(
    _ row: Span<UInt8>, _ x: Int, _ isPremultiplied: Bool
  ) -> WeightedRGB {
    let (red, green, blue) = (row[4 &* x], row[4 &* x &+ 1], row[4 &* x &+ 2])
    let alpha = row[4 &* x &+ 3]
    if isPremultiplied {
      return WeightedRGB(
        red: 255 &* Int(min(red, alpha)), green: 255 &* Int(min(green, alpha)),
        blue: 255 &* Int(min(blue, alpha)), weight: 255 &* Int(alpha))
    }
    return WeightedRGB(red: red, green: green, blue: blue, alpha: alpha)
  }
}
