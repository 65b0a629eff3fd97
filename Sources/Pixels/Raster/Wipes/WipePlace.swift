/// A place on a canvas, as wipes see it.
///
/// Only IEEE additions, multiplications, divisions and square roots decide where it is, so that it is
/// the same everywhere.
struct WipePlace: Sendable {
  /// From the upper left corner in pixels; a pixel's centre is at a half.
  let x, y: Double
  /// Of the canvas in pixels.
  let width, height: Double

  /// The share of the width on its left.
  var u: Double { x / width }
  /// The share of the height above it.
  var v: Double { y / height }
  /// From the vertical middle line, 1 at the left and right edges.
  var across: Double { (2 * u - 1).magnitude }
  /// From the horizontal middle line, 1 at the upper and lower edges.
  var down: Double { (2 * v - 1).magnitude }

  // MARK: - The same place seen otherwise

  /// Left and right exchanged.
  var mirrored: WipePlace { WipePlace(x: width - x, y: y, width: width, height: height) }
  /// Top and bottom exchanged.
  var flipped: WipePlace { WipePlace(x: x, y: height - y, width: width, height: height) }
  /// Turned by half a turn.
  var turned: WipePlace {
    WipePlace(x: width - x, y: height - y, width: width, height: height)
  }
  /// Columns and rows exchanged.
  var transposed: WipePlace { WipePlace(x: y, y: x, width: height, height: width) }
  /// As the left half of the canvas sees it: the right one is its mirror image.
  var inLeftHalf: WipePlace { u < 0.5 ? self : mirrored }
  /// As the upper half of the canvas sees it: the lower one is its mirror image.
  var inUpperHalf: WipePlace { v < 0.5 ? self : flipped }

  /// On a canvas of its own that is a half, a quarter … of this one.
  func part(columns: Double, rows: Double) -> WipePlace {
    let (width, height) = (width / columns, height / rows)
    return WipePlace(
      x: x - (x / width).rounded(.down) * width, y: y - (y / height).rounded(.down) * height,
      width: width, height: height)
  }

  // MARK: - Angles

  /// Which way a hand points, in turns clockwise from twelve o'clock.
  enum Hour: Double {
    case up = 0
    case right = 0.25
    case down = 0.5
    case left = 0.75
  }

  /// The angle, in turns clockwise within 0…1, from a hand to the line from its pivot to the place.
  ///
  /// - Parameters:
  ///   - pivotU: share of the width on the pivot's left.
  ///   - pivotV: share of the height above it.
  func sweep(_ pivotU: Double, _ pivotV: Double, from hour: Hour) -> Double {
    let turns = Self.turns(x - pivotU * width, y - pivotV * height) - hour.rawValue
    return turns < 0 ? turns + 1 : turns
  }

  /// The same angle to whichever side it is smaller, 0…½.
  func spread(_ pivotU: Double, _ pivotV: Double, from hour: Hour) -> Double {
    let sweep = sweep(pivotU, pivotV, from: hour)
    return min(sweep, 1 - sweep)
  }

  /// The turns clockwise from twelve o'clock to a point, y down, within 0…1; 0 at the origin itself.
  static func turns(_ x: Double, _ y: Double) -> Double {
    let (width, height) = (x.magnitude, y.magnitude)
    if width == 0, height == 0 { return 0 }
    // Within a quarter, from the vertical.
    let quarter = width <= height ? eighth(width / height) : 0.25 - eighth(height / width)
    switch (x >= 0, y <= 0) {
    case (true, true): return quarter
    case (true, false): return 0.5 - quarter
    case (false, false): return 0.5 + quarter
    case (false, true): return 1 - quarter
    }
  }

  /// The angle whose tangent is 0…1 in turns, to some 10⁻⁶; an eighth at 1.
  ///
  /// Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49, scaled to end on an eighth.
  private static func eighth(_ tangent: Double) -> Double {
    let s = tangent * tangent
    let series = 0.9998660 + s * (-0.3302995 + s * (0.1801410 + s * (-0.0851330 + s * 0.0208351)))
    return tangent * series * (0.125 / 0.7854096)
  }
}
