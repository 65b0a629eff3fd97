package import BaseValues

/// A line of straight and curved parts along which something moves.
package struct MotionPath: Hashable, Sendable {
  /// The way from one point to the next.
  package enum Part: Hashable, Sendable {
    case line(to: Point)
    /// A cubic Bézier curve by its control points.
    case curve(Point, Point, to: Point)
  }

  /// Where it begins.
  package var start: Point
  /// One after the other.
  package var parts: [Part]

  /// A path from a point on.
  package init(start: Point, parts: [Part] = []) {
    self.start = start
    self.parts = parts
  }

  /// Chords for a curve.
  private static let chords = 48
  /// Parts of a pixel that are told apart.
  private static let unit: Int128 = 1 << 20

  /// A path as straight ways.
  package struct Chords: Hashable, Sendable {
    /// At least one.
    package var points: [Point]
    /// When each is reached at an even speed, 0…1 rising.
    package var keyTimes: [Rational]
    /// Where it leads from each point, in degrees clockwise from the right, without jumps of more than
    /// half a turn.
    package var headings: [Rational]
    /// How the heading goes on from each point but the last: held along lines.
    package var easings: [Easing]
  }

  /// The path in chords, curves in 48 each; points that follow at less than a millionth of a pixel are
  /// left out. Lengths are exact to 2⁻²⁰ pixels, times to 2⁻²⁴ of the whole, headings to 10⁻⁵ degrees.
  package var inChords: Chords {
    var places = [Self.raw(start)]
    var isCurved: [Bool] = []
    func add(_ place: (x: Int128, y: Int128), isCurve: Bool) {
      guard let last = places.last, last != place else { return }
      places.append(place)
      isCurved.append(isCurve)
    }
    for part in parts {
      guard let from = places.last else { break }
      switch part {
      case .line(let to): add(Self.raw(to), isCurve: false)
      case .curve(let first, let second, let to):
        let (a, b, c) = (Self.raw(first), Self.raw(second), Self.raw(to))
        for step in 1...Self.chords {
          func mixed(_ p: Int128, _ q: Int128, _ r: Int128, _ s: Int128) -> Int128 {
            let (n, t) = (Int128(Self.chords), Int128(step))
            let u = n - t
            return roundDivide(
              u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s, by: n * n * n)
          }
          add((mixed(from.x, a.x, b.x, c.x), mixed(from.y, a.y, b.y, c.y)), isCurve: true)
        }
      }
    }
    return Self.chords(places, isCurved)
  }

  private static func chords(
    _ places: [(x: Int128, y: Int128)], _ isCurved: [Bool]
  ) -> Chords {
    var lengths: [Int128] = [0]
    var headings: [Int128] = []
    for (from, to) in zip(places, places.dropFirst()) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      lengths.append(
        lengths[lengths.count - 1] + max(1, Int128(squareRoot(UInt128(dx * dx + dy * dy)))))
      var heading = Self.heading(dx, dy)
      let turn: Int128 = 360 << 32
      if let last = headings.last {
        heading += roundDivide(last - heading, by: turn) * turn
      }
      headings.append(heading)
    }
    headings.append(headings.last ?? 0)
    // Times are rounded to short fractions; each is after the one before.
    let (whole, fine) = (max(lengths[lengths.count - 1], 1), Int128(1) << 24)
    var times: [Int128] = []
    for length in lengths {
      times.append(max(roundDivide(length * fine, by: whole), (times.last ?? -1) + 1))
    }
    let end = max(times[times.count - 1], 1)
    return Chords(
      points: places.map { Point(x: pixels($0.x), y: pixels($0.y)) },
      keyTimes: times.map { Rational(Int64(clamping: $0), Int64(clamping: end)) ?? .zero },
      headings: headings.map { Rational(Int64(clamping: $0), 1 << 32) ?? .zero },
      easings: isCurved.map { $0 ? .linear : .hold })
  }

  private static func raw(_ point: Point) -> (x: Int128, y: Int128) {
    func raw(_ number: Rational) -> Int128 {
      let limit = unit << 20
      return min(
        max(roundDivide(Int128(number.numerator) * unit, by: Int128(number.denominator)), -limit),
        limit)
    }
    return (raw(point.x), raw(point.y))
  }

  private static func pixels(_ raw: Int128) -> Rational {
    Rational(Int64(clamping: raw), Int64(unit)) ?? .zero
  }

  /// The angle of a vector in degrees · 2^32, −180…180: turned onto the axis by ever smaller known angles
  /// (CORDIC).
  private static func heading(_ dx: Int128, _ dy: Int128) -> Int128 {
    if dy == 0 { return dx >= 0 ? 0 : 180 << 32 }
    if dx == 0 { return dy > 0 ? 90 << 32 : -90 << 32 }
    var (x, y) = (abs(dx) << 40, abs(dy) << 40)
    var angle: Int128 = 0
    for (shift, step) in arctangents.enumerated() {
      let (u, v) = (x >> shift, y >> shift)
      if y > 0 {
        (x, y) = (x + v, y - u)
        angle += step
      } else {
        (x, y) = (x - v, y + u)
        angle -= step
      }
    }
    if dx < 0 { angle = (180 << 32) - angle }
    return dy < 0 ? -angle : angle
  }

  /// The angles whose tangents are 2⁻ⁿ, in degrees · 2^32.
  private static let arctangents: [Int128] = [
    193_273_528_320, 114_096_026_022, 60_285_206_653, 30_601_712_202, 15_360_239_180,
    7_687_607_525, 3_844_741_810, 1_922_488_225, 961_258_780, 480_631_223, 240_315_841,
    120_157_949, 60_078_978, 30_039_490, 15_019_745, 7_509_872, 3_754_936, 1_877_468, 938_734,
    469_367, 234_684, 117_342, 58_671, 29_335, 14_668, 7_334, 3_667, 1_833, 917, 458, 229, 115,
  ]
}
