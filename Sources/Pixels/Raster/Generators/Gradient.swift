public import BaseValues

/// A straight change from one colour to another across the picture.
///
/// With n columns (rows where the direction is up or down), column k from the starting side has
///
///     code = from + (to - from) · k / (n - 1)
///
/// in each of Y, Cb and Cr, dithered by position, so the first column is exactly `from` and the last
/// exactly `to`, and between them there are no steps. A chroma sample is the value where it is sited:
/// at column 2i, and between two rows. With n = 1 the picture is `from`. Alpha runs in the same way;
/// colours are mixed before they are multiplied by it.
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
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, from: SolidColor, to: SolidColor,
    direction: Direction = .right, as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let window = window ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    let isVertical = direction == .up || direction == .down
    let count = isVertical ? size.height : size.width
    let isReversed = direction == .left || direction == .up
    let (fromCodes, toCodes) = (from.codes(as: sample), to.codes(as: sample))
    let ends = (from.alpha(as: sample), to.alpha(as: sample))
    let lines = (isVertical ? window.rows : window.columns).map { line in
      let index = isReversed ? count - 1 - line : line
      func value(_ a: Sample, _ b: Sample) -> Int { exact(a, b, at: index, of: count) }
      let alpha = value(ends.0, ends.1)
      return Line(
        y: value(fromCodes.y, toCodes.y), cb: value(fromCodes.cb, toCodes.cb),
        cr: value(fromCodes.cr, toCodes.cr), alpha: alpha
      ).premultiplied(maximum: Int(Sample.maximum))
    }
    let format = PixelFormat(sample, hasAlpha: !(from.isOpaque && to.isOpaque))
    var image = MutableImage(format: format, size: window.size, pool: pool)
    func write(_ plane: Int, of values: [Int], to image: inout MutableImage) {
      let shift = format.isChroma(plane: plane) ? 1 : 0
      let values = shift == 0 ? values : sited(values, isVertical: isVertical)
      // With one threshold for colour and alpha no colour is above its alpha.
      let kind = shift == 0 ? Plane.luma : Plane.cb
      for y in 0..<image.height(of: plane) {
        let rounding = Rounding.dithered(row: window.y >> shift + y, plane: kind)
        var row = image.mutableRow(plane, y, as: sample)
        for x in row.indices {
          let value = UInt32(truncatingIfNeeded: values[isVertical ? y : x])
          let threshold = rounding.threshold(window.x >> shift &+ x) &>> UInt32(32 - fractionBits)
          row[x] = Sample(code: (value &+ threshold) &>> UInt32(fractionBits))
        }
      }
    }
    write(Plane.luma, of: lines.map(\.y), to: &image)
    write(Plane.cb, of: lines.map(\.cb), to: &image)
    write(Plane.cr, of: lines.map(\.cr), to: &image)
    if format.hasAlpha {
      write(Plane.alpha, of: lines.map(\.alpha), to: &image)
      write(Plane.chromaAlpha, of: lines.map(\.alpha), to: &image)
    }
    return image.freeze()
  }

  private static let fractionBits = 16

  /// A line's codes, in parts of 2¹⁶.
  private struct Line {
    var y: Int
    var cb: Int
    var cr: Int
    var alpha: Int

    func premultiplied(maximum: Int) -> Line {
      let full = maximum << fractionBits
      func product(_ value: Int) -> Int { (value * alpha + full / 2) / full }
      return alpha == full
        ? self : Line(y: product(y), cb: product(cb), cr: product(cr), alpha: alpha)
    }
  }

  /// A sample of line `index` of `count`, in parts of 2¹⁶.
  private static func exact<Sample: PixelSample>(
    _ a: Sample, _ b: Sample, at index: Int, of count: Int
  ) -> Int {
    guard count > 1 else { return Int(a) << fractionBits }
    let steps = count - 1
    let sum = (Int(a) * (steps - index) + Int(b) * index) << fractionBits
    return (sum + steps / 2) / steps
  }

  /// Values where chroma is sited: at every second column, or between two rows.
  private static func sited(_ values: [Int], isVertical: Bool) -> [Int] {
    stride(from: 0, to: values.count, by: 2).map { first in
      let second = isVertical ? min(first + 1, values.count - 1) : first
      return (values[first] + values[second] + 1) / 2
    }
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
