public import BaseValues

/// Turns RGBA pictures of 8 bits into `yuva420p8`, and those of 16 bits into `yuva420p10`.
public enum RGBAConversion {
  /// Converts pixels to premultiplied BT.709 limited-range codes with alpha.
  ///
  /// Luma is code × alpha, which is full at 1; a chroma sample is the mean of code × alpha over the pixels
  /// around where it is sited, at the left as in H.264: columns 2i − 1, 2i and 2i + 1 of two rows
  /// with weights ¼, ½, ¼, where beyond the ends the last pixel counts again. So colours of
  /// transparent pixels do not bleed in. Both are computed in exact integers from R′G′B′ and rounded
  /// once, to nearest, ties up.
  ///
  /// - Parameters:
  ///   - pixels: R, G, B, A, each with all bits of its type: straight alpha, full range, gamma-coded
  ///     sRGB or BT.709 (taken as the same); row y begins at `y * componentsPerRow`.
  ///   - size: size of the picture.
  ///   - componentsPerRow: at least `4 * size.width`.
  ///   - isPremultiplied: whether R, G and B are multiplied by alpha already; those that are
  ///     greater than alpha count as alpha.
  ///   - color: what the codes are to be. The components are that movie's R′G′B′.
  /// - Precondition: `size` is not empty and `pixels` holds all rows.
  /// - Note: bit-exact with `Reference.premultiplied`.
  public static func image<Sample: PixelSample>(
    from pixels: Span<Sample>, size: Size, componentsPerRow: Int,
    isPremultiplied: Bool = false, color: PictureColor = .sdr, pool: ImagePool? = nil
  ) -> Image {
    color.isHighDynamicRange
      ? image(
        from: pixels, size: size, componentsPerRow: componentsPerRow,
        isPremultiplied: isPremultiplied, pool: pool, by: LumaShares2020.self)
      : image(
        from: pixels, size: size, componentsPerRow: componentsPerRow,
        isPremultiplied: isPremultiplied, pool: pool, by: LumaShares709.self)
  }

  @_specialize(where Sample == UInt8, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares2020)
  private static func image<Sample: PixelSample, Shares: LumaShares>(
    from pixels: Span<Sample>, size: Size, componentsPerRow: Int, isPremultiplied: Bool,
    pool: ImagePool?, by shares: Shares.Type
  ) -> Image {
    let sample = Sample.self
    precondition(
      !size.isEmpty && componentsPerRow >= 4 * size.width, "rows of \(componentsPerRow)")
    precondition(
      pixels.count >= (size.height - 1) * componentsPerRow + 4 * size.width, "too few pixels")
    func pixelRow(_ y: Int) -> Range<Int> {
      y * componentsPerRow..<y * componentsPerRow + 4 * size.width
    }
    var image = MutableImage(
      format: PixelFormat(sample, hasAlpha: true), size: size, pool: pool)
    for y in 0..<size.height {
      let pixelRow = pixels.extracting(pixelRow(y))
      var luma = image.mutableRow(Plane.luma, y, as: sample)
      writeLuma(pixelRow, isPremultiplied: isPremultiplied, by: shares, into: &luma)
      var alpha = image.mutableRow(Plane.alpha, y, as: sample)
      for x in alpha.indices {
        alpha[x] = mean(Int(pixelRow[4 &* x &+ 3]), of: 1)
      }
    }
    // One picture lends one row for writing at a time, so chroma goes through scratch rows.
    let width = size.chroma.width
    var cb = [Sample](repeating: 0, count: width)
    var cr = [Sample](repeating: 0, count: width)
    var alpha = [Sample](repeating: 0, count: width)
    for y in 0..<size.chroma.height {
      var cbRow = cb.mutableSpan
      var crRow = cr.mutableSpan
      var alphaRow = alpha.mutableSpan
      writeChroma(
        upper: pixels.extracting(pixelRow(2 * y)),
        lower: 2 * y + 1 < size.height ? pixels.extracting(pixelRow(2 * y + 1)) : nil,
        isPremultiplied: isPremultiplied, by: shares, cb: &cbRow, cr: &crRow, alpha: &alphaRow)
      image.write(cb.span, plane: Plane.cb, row: y)
      image.write(cr.span, plane: Plane.cr, row: y)
      image.write(alpha.span, plane: Plane.chromaAlpha, row: y)
    }
    return image.freeze()
  }

  /// Components times alpha have white at full · alpha; over full² that leaves the share that alpha is.
  @inline(__always)
  private static func pixelScale<Sample: PixelSample>(_: Sample.Type) -> Int {
    Int(Sample.max) &* Int(Sample.max)
  }

  /// The mean of so many alphas, rounded to nearest, ties up.
  @inline(__always)
  private static func mean<Sample: PixelSample>(_ sum: Int, of count: Int) -> Sample {
    let (full, divisor) = (Int(Sample.maximum), count &* Int(Sample.max))
    if Sample.depth == Sample.bitWidth {
      return Sample(truncatingIfNeeded: (sum &+ count / 2) / count)
    }
    return Sample(truncatingIfNeeded: (2 &* sum &* full &+ divisor) / (2 &* divisor))
  }

  /// Writes premultiplied luma: one sample for each pixel of `pixels` (R, G, B, A).
  ///
  /// - Precondition: `pixels` has four times as many components as `luma` samples.
  @_specialize(where Sample == UInt8, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares2020)
  static func writeLuma<Sample: PixelSample, Shares: LumaShares>(
    _ pixels: Span<Sample>, isPremultiplied: Bool = false,
    by shares: Shares.Type = LumaShares709.self, into luma: inout MutableSpan<Sample>
  ) {
    precondition(pixels.count == 4 * luma.count, "rows of unequal length")
    let scale = pixelScale(Sample.self)
    for x in luma.indices {
      luma[x] = Sample(
        truncatingIfNeeded: pixel(pixels, x, isPremultiplied, shares).luma(scale: scale))
    }
  }

  /// Writes one premultiplied chroma row from two pixel rows; `lower` is `nil` below the picture.
  @_specialize(where Sample == UInt8, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares709)
  @_specialize(where Sample == UInt16, Shares == LumaShares2020)
  private static func writeChroma<Sample: PixelSample, Shares: LumaShares>(
    upper: Span<Sample>, lower: Span<Sample>?, isPremultiplied: Bool, by shares: Shares.Type,
    cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    let last = upper.count / 4 - 1
    for i in cb.indices {
      let middle = 2 &* i
      let (before, after) = (max(0, middle &- 1), min(last, middle &+ 1))
      var sum = pixel(upper, middle, isPremultiplied, shares)
      sum += sum
      sum += pixel(upper, before, isPremultiplied, shares)
      sum += pixel(upper, after, isPremultiplied, shares)
      if let lower {
        let below = pixel(lower, middle, isPremultiplied, shares)
        sum += below
        sum += below
        sum += pixel(lower, before, isPremultiplied, shares)
        sum += pixel(lower, after, isPremultiplied, shares)
      }
      if sum.weight == 0 {
        (cb[i], cr[i], alpha[i]) = (0, 0, 0)
        continue
      }
      let count = lower == nil ? 4 : 8
      let scale = pixelScale(Sample.self) &* count
      cb[i] = Sample(truncatingIfNeeded: sum.cb(scale: scale))
      cr[i] = Sample(truncatingIfNeeded: sum.cr(scale: scale))
      // The weight is full times the alphas, in the depth's unit.
      let alphas = (sum.weight &>> ColorCodes<Sample>.unit) / Int(Sample.max)
      alpha[i] = mean(alphas, of: count)
    }
  }

  /// A pixel's components times its alpha, in the unit of the depth's codes.
  @inline(__always)
  private static func pixel<Sample: PixelSample, Shares: LumaShares>(
    _ row: Span<Sample>, _ x: Int, _ isPremultiplied: Bool, _: Shares.Type
  ) -> WeightedRGB<Shares> {
    let (red, green, blue) = (row[4 &* x], row[4 &* x &+ 1], row[4 &* x &+ 2])
    let alpha = row[4 &* x &+ 3]
    let unit = ColorCodes<Sample>.unit
    let full = Int(Sample.max) &<< unit
    if isPremultiplied {
      return WeightedRGB(
        red: full &* Int(min(red, alpha)), green: full &* Int(min(green, alpha)),
        blue: full &* Int(min(blue, alpha)), weight: full &* Int(alpha))
    }
    let share = Int(alpha) &<< unit
    return WeightedRGB(
      red: Int(red) &* share, green: Int(green) &* share, blue: Int(blue) &* share,
      weight: full &* Int(alpha))
  }
}
