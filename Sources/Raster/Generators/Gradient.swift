/// A straight change from one colour to another across the picture.
///
/// With n columns (rows where the direction is up or down), column k from the starting side has
///
///     code = from + (to - from) · k / (n - 1), rounded to nearest, ties up
///
/// in each of Y, Cb and Cr, so the first column is exactly `from` and the last exactly `to`; a
/// chroma sample is the rounded mean of the values of the luma samples below it. With n = 1 the
/// picture is `from`.
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
    size: PixelSize, window: PixelRect? = nil, from: YCbCr, to: YCbCr,
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

  /// The colour of line `index` of `count`.
  static func color(from: YCbCr, to: YCbCr, at index: Int, of count: Int) -> YCbCr {
    guard count > 1 else { return from }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      // All at least zero: a share of `a` and the rest of `b`.
      let steps = count - 1
      let sum = Int(a) * (steps - index) + Int(b) * index
      return UInt8(truncatingIfNeeded: (2 * sum + steps) / (2 * steps))
    }
    return YCbCr(y: mix(from.y, to.y), cb: mix(from.cb, to.cb), cr: mix(from.cr, to.cr))
  }
}
