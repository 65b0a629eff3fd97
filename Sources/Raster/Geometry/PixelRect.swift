/// A rectangle of whole luma samples, half-open: `x..<x + width` by `y..<y + height`.
///
/// The origin is the top left corner of the picture; x grows rightwards, y downwards. Coordinates
/// may be negative. Numbers are expected to stay within ±2^30.
public struct PixelRect: Hashable, Sendable {
  /// First column.
  public var x: Int
  /// First row.
  public var y: Int
  /// Number of columns; none if zero or less.
  public var width: Int
  /// Number of rows; none if zero or less.
  public var height: Int

  /// A rectangle by its top left corner and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle by its columns and rows.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The empty rectangle at the origin.
  public static var empty: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }

  /// Whether the rectangle holds no sample.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Width and height.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The columns of the rectangle; an empty range where it has none.
  public var columns: Range<Int> { x..<(x &+ max(0, width)) }

  /// The rows of the rectangle; an empty range where it has none.
  public var rows: Range<Int> { y..<(y &+ max(0, height)) }

  /// Whether the sample at (`x`, `y`) is inside.
  public func contains(x: Int, y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  /// Whether every sample of `other` is inside; true for an empty `other`.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// The samples that are in both; `PixelRect.empty` where there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(columns.upperBound, other.columns.upperBound)
    let bottom = min(rows.upperBound, other.rows.upperBound)
    guard left < right, top < bottom else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle moved by whole samples.
  public func offset(x dx: Int, y dy: Int) -> PixelRect {
    PixelRect(x: x &+ dx, y: y &+ dy, width: width, height: height)
  }
}

extension PixelRect: CustomStringConvertible {
  /// Size and corner as in `640x360+10-20`.
  public var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}
