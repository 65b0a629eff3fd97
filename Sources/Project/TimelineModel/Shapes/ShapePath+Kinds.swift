import BaseValues

// Outlines begin at the top, or at the upper left corner, and go round clockwise. Lengths are in 1/65536 pixel.

extension ShapePath {
  /// How far the control points of a quarter of a circle lie from its ends, in 1/65536 of the radius.
  private static let quarterReach = 36_195

  private static func reach(_ radius: Int) -> Int {
    Int(roundDivide(Int128(radius) * Int128(quarterReach), by: 65_536))
  }

  /// A rectangle; corners that are rounder than it is wide or high are as round as they can be.
  package static func rectangle(width: Int, height: Int, radius: Int) -> ShapePath {
    func place(_ x: Int, _ y: Int) -> Place { Place(x: x, y: y) }
    let r = min(radius, width / 2, height / 2)
    guard r > 0 else {
      return ShapePath([
        .move(place(0, 0)), .line(place(width, 0)), .line(place(width, height)),
        .line(place(0, height)), .close,
      ])
    }
    // From a control point to the corner.
    let c = r - reach(r)
    let (right, bottom) = (width, height)
    return ShapePath([
      .move(place(r, 0)), .line(place(right - r, 0)),
      .curve(place(right - c, 0), place(right, c), place(right, r)),
      .line(place(right, bottom - r)),
      .curve(place(right, bottom - c), place(right - c, bottom), place(right - r, bottom)),
      .line(place(r, bottom)),
      .curve(place(c, bottom), place(0, bottom - c), place(0, bottom - r)),
      .line(place(0, r)), .curve(place(0, c), place(c, 0), place(r, 0)), .close,
    ])
  }

  /// An ellipse, from its top.
  package static func ellipse(width: Int, height: Int) -> ShapePath {
    func place(_ x: Int, _ y: Int) -> Place { Place(x: x, y: y) }
    let (x, y) = (width / 2, height / 2)
    let (across, down) = (reach(x), reach(y))
    return ShapePath([
      .move(place(x, 0)),
      .curve(place(x + across, 0), place(width, y - down), place(width, y)),
      .curve(place(width, y + down), place(x + across, height), place(x, height)),
      .curve(place(x - across, height), place(0, y + down), place(0, y)),
      .curve(place(0, y - down), place(x - across, 0), place(x, 0)), .close,
    ])
  }

  /// A polygon whose corners lie on the ellipse in a box, the first one at its top.
  ///
  /// - Precondition: `sides >= 3`.
  package static func polygon(sides: Int, width: Int, height: Int) -> ShapePath {
    corners((0..<sides).map { corner($0, of: sides, width, height, share: 65_536) })
  }

  /// A star whose points lie on the ellipse in a box, the first one at its top.
  ///
  /// - Parameters:
  ///   - points: how many; 3 or more.
  ///   - inner: how far the corners between points lie from the centre, in 1/65536 of the way.
  package static func star(points: Int, inner: Int, width: Int, height: Int) -> ShapePath {
    corners(
      (0..<2 * points).map {
        corner($0, of: 2 * points, width, height, share: $0 % 2 == 0 ? 65_536 : inner)
      })
  }

  /// A corner on a part of the ellipse in a box, clockwise from the top.
  private static func corner(
    _ index: Int, of count: Int, _ width: Int, _ height: Int, share: Int
  ) -> Place {
    let (sine, cosine) = CircleAngle.sineAndCosine(degrees: Double(index) * 360 / Double(count))
    let reach = Double(share) / 131_072
    return Place(
      x: width / 2 + Int((sine * reach * Double(width)).rounded()),
      y: height / 2 - Int((cosine * reach * Double(height)).rounded()))
  }

  private static func corners(_ places: [Place]) -> ShapePath {
    polyline(places, isClosed: true)
  }

  /// Straight lines from point to point.
  package static func polyline(_ places: [Place], isClosed: Bool) -> ShapePath {
    var parts: [Part] = places.enumerated().map { $0 == 0 ? .move($1) : .line($1) }
    if isClosed, !parts.isEmpty { parts.append(.close) }
    return ShapePath(parts)
  }
}

/// Sine and cosine from sums and products alone, which IEEE 754 defines to the last bit: they are the same
/// numbers on every machine, unlike those of a C library.
enum CircleAngle {
  /// To about 10⁻¹⁵; exact at multiples of 90 degrees.
  static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let angle = turned < 0 ? turned + 360 : turned
    let quadrant = Int(angle / 90) % 4
    let rest = angle - Double(quadrant) * 90
    let (sine, cosine) = firstQuadrant(min(max(rest, 0), 90))
    switch quadrant {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  private static func firstQuadrant(_ degrees: Double) -> (sine: Double, cosine: Double) {
    if degrees > 45 {
      let (sine, cosine) = series(90 - degrees)
      return (cosine, sine)
    }
    return series(degrees)
  }

  /// The Taylor series, whose terms after these are below 10⁻¹⁷ up to 45 degrees.
  private static func series(_ degrees: Double) -> (sine: Double, cosine: Double) {
    let x = degrees * 0.017453292519943295
    let square = x * x
    var (sine, cosine) = (x, 1.0)
    var (odd, even) = (x, 1.0)
    for step in 1...9 {
      let n = Double(2 * step)
      even = -even * square / (n * (n - 1))
      odd = -odd * square / (n * (n + 1))
      cosine += even
      sine += odd
    }
    return (sine, cosine)
  }
}
