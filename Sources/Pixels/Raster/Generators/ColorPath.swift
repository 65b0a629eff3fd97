import BaseValues

/// Where along its colours each place of a picture is in a gradient.
///
/// The ways are those of CSS (W3C, CSS Images Module Level 4, chapter 3), at the centres of pixels. Only
/// IEEE additions, multiplications, divisions and square roots decide, so that they are the same
/// everywhere.
public enum ColorPath: Hashable, Sendable {
  /// A line through the middle, so long that the corners in its direction have the first and the last
  /// colour; in turns clockwise, 0 leading up and a quarter to the right.
  case line(turns: Double)
  /// From a point outwards, in shares of the width and height. The radius is in heights, and of an
  /// ellipse across in widths; `nil` reaches the farthest corner, of an ellipse with the sides' shape
  /// about the point.
  case rays(x: Double, y: Double, radius: Double?, isCircle: Bool)
  /// Around a point, clockwise from a hand at some turns from the top.
  case circles(x: Double, y: Double, turns: Double)
}

extension ColorPath {
  /// How far along a place is: within 0…1 between the first and the last colour.
  ///
  /// - Parameters:
  ///   - size: the whole picture's.
  /// - Returns: a function of a place in pixels from the upper left corner.
  func position(on size: Size) -> (_ x: Double, _ y: Double) -> Double {
    position(width: Double(size.width), height: Double(size.height))
  }

  /// The same on a picture with sides that need not be whole pixels.
  func position(width: Double, height: Double) -> (_ x: Double, _ y: Double) -> Double {
    switch self {
    case .line(let turns):
      // To the right and down.
      let (across, down) = (Sine.of(turns: turns), -Sine.of(turns: turns + 0.25))
      let length = max((width * across).magnitude + (height * down).magnitude, 1e-9)
      return { ((($0 - width / 2) * across) + ($1 - height / 2) * down) / length + 0.5 }
    case .rays(let u, let v, let radius, let isCircle):
      let (centerX, centerY) = (u * width, v * height)
      let (radiusX, radiusY) = Self.radii(
        width, height, centerX, centerY, radius: radius, isCircle: isCircle)
      return { x, y in
        let (across, down) = ((x - centerX) / radiusX, (y - centerY) / radiusY)
        return (across * across + down * down).squareRoot()
      }
    case .circles(let u, let v, let turns):
      let (centerX, centerY) = (u * width, v * height)
      return { (WipePlace.turns($0 - centerX, $1 - centerY) - turns).fraction }
    }
  }

  /// Above 0.
  private static func radii(
    _ width: Double, _ height: Double, _ x: Double, _ y: Double, radius: Double?, isCircle: Bool
  ) -> (Double, Double) {
    let least = 1e-6
    if let radius {
      return (max(radius * (isCircle ? height : width), least), max(radius * height, least))
    }
    // The farthest sides', and through the corner between them.
    let (across, down) = (
      max(x.magnitude, (width - x).magnitude), max(y.magnitude, (height - y).magnitude)
    )
    if isCircle {
      let corner = max((across * across + down * down).squareRoot(), least)
      return (corner, corner)
    }
    return (max(across * 2.0.squareRoot(), least), max(down * 2.0.squareRoot(), least))
  }
}
