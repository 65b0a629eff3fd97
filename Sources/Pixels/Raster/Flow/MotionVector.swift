/// How far something moves from one picture to another, in quarters of a sample.
struct MotionVector: Hashable, Sendable {
  var x: Int
  var y: Int

  static let zero = MotionVector(x: 0, y: 0)

  static func + (a: MotionVector, b: MotionVector) -> MotionVector {
    MotionVector(x: a.x + b.x, y: a.y + b.y)
  }

  /// The way back.
  var reversed: MotionVector { MotionVector(x: -x, y: -y) }

  /// The same movement in a picture twice as large.
  var doubled: MotionVector { MotionVector(x: 2 * x, y: 2 * y) }

  /// Quarters of samples across and down together.
  func distance(_ other: MotionVector) -> Int { abs(x - other.x) + abs(y - other.y) }

  /// Across and down each the one in the middle of three.
  static func median(_ a: MotionVector, _ b: MotionVector, _ c: MotionVector) -> MotionVector {
    func middle(_ a: Int, _ b: Int, _ c: Int) -> Int { max(min(a, b), min(max(a, b), c)) }
    return MotionVector(x: middle(a.x, b.x, c.x), y: middle(a.y, b.y, c.y))
  }

  /// The eight around it, so many quarters away.
  func neighbours(_ distance: Int) -> [MotionVector] {
    Self.directions.map { self + MotionVector(x: $0.x * distance, y: $0.y * distance) }
  }

  private static let directions = [
    MotionVector(x: -1, y: 0), MotionVector(x: 1, y: 0), MotionVector(x: 0, y: -1),
    MotionVector(x: 0, y: 1), MotionVector(x: -1, y: -1), MotionVector(x: 1, y: -1),
    MotionVector(x: -1, y: 1), MotionVector(x: 1, y: 1),
  ]
}
