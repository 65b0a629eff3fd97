/// A curve through points that rises where they rise and falls where they fall: piecewise cubic (F. Fritsch
/// and J. Butland, *A Method for Constructing Local Monotone Piecewise Cubic Interpolants*, 1984).
///
/// Left of the first point and right of the last one it goes on level.
public struct MonotoneCurve: Sendable {
  private let points: [(x: Double, y: Double)]
  private let slopes: [Double]

  /// A curve; points that are not right of the one before do not count.
  public init(_ points: [(x: Double, y: Double)]) {
    var rising: [(x: Double, y: Double)] = []
    for point in points where rising.last.map({ $0.x < point.x }) ?? true { rising.append(point) }
    self.points = rising
    slopes = Self.slopes(of: rising)
  }

  /// The value at a place.
  ///
  /// - Complexity: O(points).
  public func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if x <= first.x { return first.y }
    guard let next = points.firstIndex(where: { $0.x > x }) else { return last.y }
    let (a, b) = (points[next - 1], points[next])
    let width = b.x - a.x
    let t = (x - a.x) / width
    let (square, cube) = (t * t, t * t * t)
    return (2 * cube - 3 * square + 1) * a.y + (cube - 2 * square + t) * width * slopes[next - 1]
      + (3 * square - 2 * cube) * b.y + (cube - square) * width * slopes[next]
  }

  private static func slopes(of points: [(x: Double, y: Double)]) -> [Double] {
    if points.count < 2 { return points.map { _ in 0 } }
    let widths = zip(points, points.dropFirst()).map { $1.x - $0.x }
    let secants = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    if points.count == 2 { return [secants[0], secants[0]] }
    let inner = zip(secants, secants.dropFirst()).enumerated().map { index, pair in
      if pair.0 * pair.1 <= 0 { return 0.0 }
      let (before, after) = (widths[index], widths[index + 1])
      let (first, second) = (2 * after + before, after + 2 * before)
      return (first + second) / (first / pair.0 + second / pair.1)
    }
    let count = secants.count
    let first = end(widths[0], widths[1], secants[0], secants[1])
    let last = end(
      widths[count - 1], widths[count - 2], secants[count - 1], secants[count - 2])
    return [first] + inner + [last]
  }

  /// The slope at an end: of the parabola through three points, within what keeps the curve monotone.
  private static func end(
    _ width: Double, _ next: Double, _ secant: Double, _ nextSecant: Double
  ) -> Double {
    let slope = ((2 * width + next) * secant - width * nextSecant) / (width + next)
    if slope * secant <= 0 { return 0 }
    if secant * nextSecant <= 0, slope.magnitude > 3 * secant.magnitude { return 3 * secant }
    return slope
  }
}
