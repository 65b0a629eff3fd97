import BaseValues

internal import CText

/// The edge of a glyph as straight segments, in 1/64 raster pixel, y upwards.
struct OutlinePath {
  struct Point: Equatable {
    var x: Int
    var y: Int
  }

  private(set) var segments: [(from: Point, to: Point)] = []
  private var start = Point(x: 0, y: 0)
  private var current = Point(x: 0, y: 0)

  init() {}

  /// Flattens an outline; nil where FreeType finds it invalid.
  init?(_ outline: FT_Outline) {
    var functions = unsafe FT_Outline_Funcs(
      move_to: { to, context in
        unsafe OutlinePath.edit(context, to) { $0.move(to: $1) }
      },
      line_to: { to, context in
        unsafe OutlinePath.edit(context, to) { $0.line(to: $1) }
      },
      conic_to: { control, to, context in
        guard let control = unsafe control?.pointee else { return 1 }
        return unsafe OutlinePath.edit(context, to) { $0.curve(Point(control), to: $1) }
      },
      cubic_to: { first, second, to, context in
        guard let first = unsafe first?.pointee, let second = unsafe second?.pointee else {
          return 1
        }
        return unsafe OutlinePath.edit(context, to) {
          $0.curve(Point(first), Point(second), to: $1)
        }
      }, shift: 0, delta: 0)
    var outline = unsafe outline
    let status = unsafe withUnsafeMutablePointer(to: &self) { path in
      unsafe FT_Outline_Decompose(&outline, &functions, path)
    }
    guard status == 0 else { return nil }
    close()
  }

  /// Safe: FreeType hands back the pointer it was given, during the call only.
  private static func edit(
    _ context: UnsafeMutableRawPointer?, _ to: UnsafePointer<FT_Vector>?,
    _ change: (inout OutlinePath, Point) -> Void
  ) -> Int32 {
    guard let context = unsafe context, let to = unsafe to?.pointee else { return 1 }
    unsafe change(&context.assumingMemoryBound(to: OutlinePath.self).pointee, Point(to))
    return 0
  }

  // MARK: - Building

  mutating func move(to point: Point) {
    close()
    start = point
    current = point
  }

  mutating func line(to point: Point) {
    guard point != current else { return }
    segments.append((current, point))
    current = point
  }

  /// Ends the contour where it began.
  mutating func close() {
    line(to: start)
  }

  /// A quadratic curve, as chords within 1/32 pixel of it.
  mutating func curve(_ control: Point, to end: Point) {
    let begin = current
    let bend = Self.bend(begin, control, end)
    // n chords are off by bend / (4 n²).
    let count = Self.chordCount(bend, over: 8)
    for index in 1...count {
      let (i, j) = (index, count - index)
      func mix(_ a: Int, _ b: Int, _ c: Int) -> Int {
        floorDivide(j * j * a + 2 * i * j * b + i * i * c, by: count * count)
      }
      line(
        to: index == count
          ? end
          : Point(x: mix(begin.x, control.x, end.x), y: mix(begin.y, control.y, end.y)))
    }
  }

  /// A cubic curve, as chords within 1/32 pixel of it.
  mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    let begin = current
    let bend = max(Self.bend(begin, first, second), Self.bend(first, second, end))
    // n chords are off by at most 6 · bend / (8 n²).
    let count = Self.chordCount(3 * bend, over: 8)
    for index in 1...count {
      let (i, j) = (index, count - index)
      func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
        floorDivide(
          j * j * j * a + 3 * i * j * j * b + 3 * i * i * j * c + i * i * i * d,
          by: count * count * count)
      }
      line(
        to: index == count
          ? end
          : Point(
            x: mix(begin.x, first.x, second.x, end.x), y: mix(begin.y, first.y, second.y, end.y)))
    }
  }

  /// How far the middle control point is from making the curve a straight line, at most.
  private static func bend(_ a: Point, _ b: Point, _ c: Point) -> Int {
    abs(a.x - 2 * b.x + c.x) + abs(a.y - 2 * b.y + c.y)
  }

  /// The root of `bend / unit`, rounded up, 1…200.
  private static func chordCount(_ bend: Int, over unit: Int) -> Int {
    var count = 1
    while count < 200, count * count * unit < bend { count += 1 }
    return count
  }
}

extension OutlinePath.Point {
  fileprivate init(_ vector: FT_Vector) {
    // Kept where the sums of a cubic curve fit in 64 bits.
    self.init(
      x: max(-(1 << 36), min(Int(vector.x), 1 << 36)),
      y: max(-(1 << 36), min(Int(vector.y), 1 << 36)))
  }
}
