/// A closed line of straight pieces; what winds around a place, in whichever sense, holds it (the
/// `nonzero` rule of SVG).
///
/// In luma samples from a picture's top left corner, x to the right and y down.
struct MaskOutline: Sendable {
  /// A corner.
  struct Point: Hashable, Sendable {
    var x, y: Double
  }

  private(set) var points: [Point]

  init(points: [Point]) { self.points = points }

  /// A rectangle about the origin whose corners are quarters of circles, those of a radius of half the
  /// shorter side at most.
  static func rectangle(width: Double, height: Double, radius: Double) -> MaskOutline {
    let (right, bottom) = (width / 2, height / 2)
    let radius = min(max(0, radius), right, bottom)
    if radius <= 0 {
      return MaskOutline(points: [
        Point(x: -right, y: -bottom), Point(x: right, y: -bottom), Point(x: right, y: bottom),
        Point(x: -right, y: bottom),
      ])
    }
    let count = pieces(ofQuarter: radius)
    return MaskOutline(
      points: (0..<4).flatMap { quarter in
        // The corner at the bottom right comes first.
        let isLeft = quarter == 1 || quarter == 2
        let middle = Point(
          x: (right - radius) * (isLeft ? -1 : 1), y: (bottom - radius) * (quarter > 1 ? -1 : 1))
        return (0...count).map { step in
          let turns = (Double(quarter) + Double(step) / Double(count)) / 4
          return Point(
            x: middle.x + radius * Sine.of(turns: turns + 0.25),
            y: middle.y + radius * Sine.of(turns: turns))
        }
      })
  }

  /// An ellipse about the origin.
  static func ellipse(width: Double, height: Double) -> MaskOutline {
    let count = 4 * pieces(ofQuarter: max(width, height) / 2)
    return MaskOutline(
      points: (0..<count).map { step in
        let turns = Double(step) / Double(count)
        return Point(
          x: width / 2 * Sine.of(turns: turns + 0.25), y: height / 2 * Sine.of(turns: turns))
      })
  }

  /// A closed curve through the points: E. Catmull and R. Rom's of evenly counted pieces.
  var smoothed: MaskOutline {
    let count = points.count
    if count < 3 { return self }
    let steps = 24
    return MaskOutline(
      points: points.indices.flatMap { index in
        let near = (-1...2).map { points[(index + $0 + count) % count] }
        return (0..<steps).map { step in
          let place = Double(step) / Double(steps)
          func along(_ axis: (Point) -> Double) -> Double {
            let (a, b, c, d) = (axis(near[0]), axis(near[1]), axis(near[2]), axis(near[3]))
            let cubic = (3 * (b - c) + d - a) * place + (2 * a - 5 * b + 4 * c - d)
            return b + (cubic * place + (c - a)) * place / 2
          }
          return Point(x: along(\.x), y: along(\.y))
        }
      })
  }

  /// Turned clockwise about the origin and moved.
  func turned(by turns: Double, x: Double, y: Double) -> MaskOutline {
    let (sine, cosine) = (
      turns == 0 ? 0 : Sine.of(turns: turns), turns == 0 ? 1 : Sine.of(turns: turns + 0.25)
    )
    return MaskOutline(
      points: points.map {
        Point(x: x + $0.x * cosine - $0.y * sine, y: y + $0.x * sine + $0.y * cosine)
      })
  }

  /// So many that they lie within a hundredth of a sample of the arc.
  private static func pieces(ofQuarter radius: Double) -> Int {
    min(128, max(4, Int((6 * max(0, radius).squareRoot()).rounded(.up))))
  }
}
