/// A figure about the origin that hides none of itself from there. A wipe grows it from nothing.
enum WipeOutline: Sendable {
  /// Corners clockwise, y down.
  case polygon([Point])
  /// A disc that holds the origin.
  case disc(x: Double, y: Double, radius: Double)
  /// An ellipse about the origin.
  case ellipse(width: Double, height: Double)
  /// A rectangle about the origin with round corners.
  case roundedRectangle(width: Double, height: Double, radius: Double)
  /// All of some figures.
  indirect case union([WipeOutline])
  /// What is in all of some figures.
  indirect case intersection([WipeOutline])

  struct Point: Sendable {
    let x, y: Double

    init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// How large the figure has to be for a point to lie on it, 1 as it is (its Minkowski functional).
  func scale(at x: Double, _ y: Double) -> Double {
    if x == 0, y == 0 { return 0 }
    switch self {
    case .polygon(let corners): return Self.scale(at: x, y, corners)
    case .disc(let centerX, let centerY, let radius):
      return Self.scale(at: x, y, centerX, centerY, radius)
    case .ellipse(let width, let height):
      let (across, down) = (2 * x / width, 2 * y / height)
      return (across * across + down * down).squareRoot()
    case .roundedRectangle(let width, let height, let radius):
      let (x, y) = (x.magnitude, y.magnitude)
      let (middleX, middleY) = (width / 2 - radius, height / 2 - radius)
      let edge = max(2 * x / width, 2 * y / height)
      if x <= middleX * edge || y <= middleY * edge { return edge }
      return Self.scale(at: x, y, middleX, middleY, radius)
    case .union(let parts):
      return parts.reduce(.infinity) { min($0, $1.scale(at: x, y)) }
    case .intersection(let parts): return parts.reduce(0) { max($0, $1.scale(at: x, y)) }
    }
  }

  /// Of a disc: the ray from the origin through the point leaves it where |s·p − c| = r.
  private static func scale(
    at x: Double, _ y: Double, _ centerX: Double, _ centerY: Double, _ radius: Double
  ) -> Double {
    let along = x * centerX + y * centerY
    let length = x * x + y * y
    let rest = radius * radius - centerX * centerX - centerY * centerY
    return length / (along + max(0, along * along + length * rest).squareRoot())
  }

  /// Of a polygon: by the side that the ray from the origin through the point leaves it through.
  private static func scale(at x: Double, _ y: Double, _ corners: [Point]) -> Double {
    var previous = corners[corners.count - 1]
    for corner in corners {
      // On the inner side of both rays through the side's ends.
      if previous.x * y - previous.y * x >= 0, x * corner.y - y * corner.x >= 0 {
        let (sideX, sideY) = (corner.x - previous.x, corner.y - previous.y)
        return (sideX * y - sideY * x) / (sideX * previous.y - sideY * previous.x)
      }
      previous = corner
    }
    return 0
  }

  /// The figure turned clockwise by quarters.
  func turned(_ quarters: Int) -> WipeOutline {
    guard quarters > 0, case .polygon(let corners) = self else { return self }
    return WipeOutline.polygon(corners.map { Point(-$0.y, $0.x) }).turned(quarters - 1)
  }
}
