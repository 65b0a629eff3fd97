public import PixelGeometry

/// A straight change from one colour to another across the picture.
///
/// With n columns (rows where the direction is up or down), column k from the starting side has
///
///     code = from + (to - from) · k / (n - 1), rounded to nearest, ties up
///
/// in each of Y, Cb and Cr, so the first column is exactly `from` and the last exactly `to`; a
/// chroma sample is the rounded mean of the values of the luma samples below it. With n = 1 the
/// picture is `from`. Alpha runs in the same way; colours are mixed before they are multiplied by it.
public enum Gradient {
  /// The way in which `from` turns into `to`.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// `from` at the right edge.
    case left
    /// `from` at the left edge.
    case right
    /// `from` at the bottom edge.
    case up
    /// `from` at the top edge.
    case down
  }

  /// Draws the gradient, or the part of it that lies in `window`; the picture is the same for every
  /// frame.
  ///
  /// - Precondition: `window` lies in the picture and is not empty.
  public static func image(
    size: Size, window: Rect? = nil, from: YCbCr, to: YCbCr,
    direction: Direction = .right, pool: ImagePool? = nil
  ) -> Image {
    image(
      size: size, window: window, from: SolidColor(color: from), to: SolidColor(color: to),
      direction: direction, pool: pool)
  }

  /// Draws the gradient between two colours that may be seen through: without alpha if both are
  /// opaque.
  ///
  /// - Precondition: `window` lies in the picture and is not empty.
  public static func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, from: SolidColor, to: SolidColor,
    direction: Direction = .right, as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let window = window ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    let isVertical = direction == .up || direction == .down
    let count = isVertical ? size.height : size.width
    let isReversed = direction == .left || direction == .up
    let (fromCodes, toCodes) = (from.codes(as: sample), to.codes(as: sample))
    let lines = (isVertical ? window.rows : window.columns).map { line in
      let index = isReversed ? count - 1 - line : line
      let alpha = mix(from.alpha(as: sample), to.alpha(as: sample), at: index, of: count)
      let color = color(from: fromCodes, to: toCodes, at: index, of: count)
      return (color: color.premultiplied(by: alpha), alpha: alpha)
    }
    let format = PixelFormat(sample, hasAlpha: !(from.isOpaque && to.isOpaque))
    var image = MutableImage(format: format, size: window.size, pool: pool)
    func write(_ plane: Int, of values: [Sample], to image: inout MutableImage) {
      let isChroma = format.isChroma(plane: plane)
      var halved = [Sample](repeating: 0, count: (values.count + 1) / 2)
      if isChroma {
        // A chroma sample is the mean of the two lines below it.
        var row = halved.mutableSpan
        Kernels.halve(values.span, values.span, into: &row)
      }
      let values = isChroma ? halved : values
      for y in 0..<image.height(of: plane) {
        if isVertical {
          var row = image.mutableRow(plane, y, as: sample)
          row.update(repeating: values[y])
        } else {
          image.write(values.span, plane: plane, row: y)
        }
      }
    }
    write(Plane.luma, of: lines.map(\.color.y), to: &image)
    write(Plane.cb, of: lines.map(\.color.cb), to: &image)
    write(Plane.cr, of: lines.map(\.color.cr), to: &image)
    if format.hasAlpha {
      write(Plane.alpha, of: lines.map(\.alpha), to: &image)
      write(Plane.chromaAlpha, of: lines.map(\.alpha), to: &image)
    }
    return image.freeze()
  }

  /// The colour of line `index` of `count`.
  static func color<Sample: PixelSample>(
    from: ColorCodes<Sample>, to: ColorCodes<Sample>, at index: Int, of count: Int
  ) -> ColorCodes<Sample> {
    func mix(_ a: Sample, _ b: Sample) -> Sample { Self.mix(a, b, at: index, of: count) }
    return ColorCodes(y: mix(from.y, to.y), cb: mix(from.cb, to.cb), cr: mix(from.cr, to.cr))
  }

  private static func mix<Sample: PixelSample>(
    _ a: Sample, _ b: Sample, at index: Int, of count: Int
  ) -> Sample {
    guard count > 1 else { return a }
    // All at least zero: a share of `a` and the rest of `b`.
    let steps = count - 1
    let sum = Int(a) * (steps - index) + Int(b) * index
    return Sample(truncatingIfNeeded: (2 * sum + steps) / (2 * steps))
  }
}
