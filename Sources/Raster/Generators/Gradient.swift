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
    let isReversed = direction == .left || direction == .up
    func color(_ line: Int, of count: Int) -> YCbCr {
      Self.color(from: from, to: to, at: isReversed ? count - 1 - line : line, of: count)
    }
    var painter = BandPainter(size: size, window: window)
    switch direction {
    case .left, .right:
      painter.add(
        endRow: size.height,
        runs: painter.window.columns.map { x in (x + 1, color(x, of: size.width)) })
    case .up, .down:
      for y in painter.window.rows {
        painter.add(endRow: y + 1, runs: [(size.width, color(y, of: size.height))])
      }
    }
    return painter.image(pool: pool)
  }

  /// Draws the gradient between two colours that may be seen through: `yuv420p8` if both are opaque,
  /// else `yuva420p8`.
  ///
  /// - Precondition: `window` lies in the picture and is not empty.
  public static func image(
    size: Size, window: Rect? = nil, from: SolidColor, to: SolidColor,
    direction: Direction = .right, pool: ImagePool? = nil
  ) -> Image {
    if from.isOpaque, to.isOpaque {
      return image(
        size: size, window: window, from: from.color, to: to.color, direction: direction, pool: pool
      )
    }
    let window = window ?? size.bounds
    let isVertical = direction == .up || direction == .down
    let count = isVertical ? size.height : size.width
    let isReversed = direction == .left || direction == .up
    func line(_ line: Int) -> SolidColor {
      let index = isReversed ? count - 1 - line : line
      return SolidColor(
        color: color(from: from.color, to: to.color, at: index, of: count),
        alpha: mix(from.alpha, to.alpha, at: index, of: count))
    }
    let lines = (isVertical ? window.rows : window.columns).map(line)
    let codes = lines.map { $0.premultiplied() }
    var image = MutableImage(format: .yuva420p8, size: window.size, pool: pool)
    func write(_ plane: Int, of values: [UInt8], to image: inout MutableImage) {
      let isChroma = PixelFormat.yuva420p8.isChroma(plane: plane)
      for y in 0..<image.height(of: plane) {
        if isVertical {
          let first = values[isChroma ? 2 * y : y]
          // A chroma sample is the mean of the two rows that lie below it, rounded up.
          let second = isChroma ? values[min(2 * y + 1, values.count - 1)] : first
          let value = UInt8(truncatingIfNeeded: (Int(first) + Int(second) + 1) / 2)
          let width = isChroma ? window.size.chroma.width : window.width
          image.write([UInt8](repeating: value, count: width).span, plane: plane, row: y)
        } else if isChroma {
          var halved = [UInt8](repeating: 0, count: window.size.chroma.width)
          var row = halved.mutableSpan
          Kernels.halve(values.span, values.span, into: &row)
          image.write(halved.span, plane: plane, row: y)
        } else {
          image.write(values.span, plane: plane, row: y)
        }
      }
    }
    write(Plane.luma, of: codes.map(\.y), to: &image)
    write(Plane.cb, of: codes.map(\.cb), to: &image)
    write(Plane.cr, of: codes.map(\.cr), to: &image)
    write(Plane.alpha, of: lines.map(\.alpha), to: &image)
    write(Plane.chromaAlpha, of: lines.map(\.alpha), to: &image)
    return image.freeze()
  }

  /// The colour of line `index` of `count`.
  static func color(from: YCbCr, to: YCbCr, at index: Int, of count: Int) -> YCbCr {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { Self.mix(a, b, at: index, of: count) }
    return YCbCr(y: mix(from.y, to.y), cb: mix(from.cb, to.cb), cr: mix(from.cr, to.cr))
  }

  private static func mix(_ a: UInt8, _ b: UInt8, at index: Int, of count: Int) -> UInt8 {
    guard count > 1 else { return a }
    // All at least zero: a share of `a` and the rest of `b`.
    let steps = count - 1
    let sum = Int(a) * (steps - index) + Int(b) * index
    return UInt8(truncatingIfNeeded: (2 * sum + steps) / (2 * steps))
  }
}
