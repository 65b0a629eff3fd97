/// A rectangle of whole luma samples, half-open: `x..<x + width` by `y..<y + height`.
///
/// The origin is the top left corner of the picture; x grows rightwards, y downwards. Coordinates
/// may be negative; ends beyond the range of `Int` are at its end.
public struct Rect: Hashable, Sendable {
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
  public static var empty: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// Whether the rectangle holds no sample.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Number of samples inside.
  public var area: Int {
    isEmpty ? 0 : width.multipliedReportingOverflow(by: height).overflow ? .max : width * height
  }

  /// Width and height.
  public var size: Size { Size(width: width, height: height) }

  /// The columns of the rectangle; an empty range where it has none.
  public var columns: Range<Int> { x..<x.adding(max(0, width)) }

  /// The rows of the rectangle; an empty range where it has none.
  public var rows: Range<Int> { y..<y.adding(max(0, height)) }

  /// Whether the sample at (`x`, `y`) is inside.
  public func contains(x: Int, y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  /// Whether every sample of `other` is inside; true for an empty `other`.
  public func contains(_ other: Rect) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// The samples that are in both; `Rect.empty` where there are none.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(columns.upperBound, other.columns.upperBound)
    let bottom = min(rows.upperBound, other.rows.upperBound)
    guard left < right, top < bottom else { return .empty }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle moved by whole samples.
  public func offset(x dx: Int, y dy: Int) -> Rect {
    Rect(x: x.adding(dx), y: y.adding(dy), width: width, height: height)
  }
}

extension Rect: CustomStringConvertible {
  /// Size and corner as in `640x360+10-20`.
  public var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}

extension Int {
  /// The sum, or the end of the range where it does not fit.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
