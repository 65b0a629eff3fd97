internal import BaseValues
internal import PlanModel

/// A rectangle in output pixels, not rounded. Only findings depend on it, no picture does.
struct Bounds: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ rect: Rect) {
    self.init(
      left: Double(rect.x), top: Double(rect.y), right: Double(rect.x + rect.width),
      bottom: Double(rect.y + rect.height))
  }

  static func union(_ a: Bounds, _ b: Bounds) -> Bounds {
    Bounds(
      left: min(a.left, b.left), top: min(a.top, b.top), right: max(a.right, b.right),
      bottom: max(a.bottom, b.bottom))
  }
}

extension Projection {
  /// What a rectangle of the picture covers in the output at most; `nil` where a part of it lies
  /// behind the eye.
  func bounds(of area: Bounds) -> Bounds? {
    let (a, b, c) = (Double(a), Double(b), Double(c))
    let (d, e, f) = (Double(d), Double(e), Double(f))
    let (g, h, i) = (Double(g), Double(h), Double(i))
    var result: Bounds?
    for (x, y) in [
      (area.left, area.top), (area.right, area.top), (area.left, area.bottom),
      (area.right, area.bottom),
    ] {
      // The adjugate of the map, times the corner in half pixels.
      let (u, v) = (2 * x, 2 * y)
      let across = (e * i - f * h) * u + (c * h - b * i) * v + (b * f - c * e)
      let down = (f * g - d * i) * u + (a * i - c * g) * v + (c * d - a * f)
      let unit = (d * h - e * g) * u + (b * g - a * h) * v + (a * e - b * d)
      guard unit != 0 else { return nil }
      let (column, row) = (across / unit, down / unit)
      guard g * column + h * row + i > 0, column.isFinite, row.isFinite else { return nil }
      let corner = Bounds(left: column / 2, top: row / 2, right: column / 2, bottom: row / 2)
      result = result.map { .union($0, corner) } ?? corner
    }
    return result
  }
}

extension Geometry {
  /// What a rectangle of a picture, or one relative to a text's anchor, covers in the output.
  func bounds(of area: Bounds) -> Bounds? {
    switch self {
    case .offset(let x, let y):
      Bounds(
        left: area.left + Double(x), top: area.top + Double(y), right: area.right + Double(x),
        bottom: area.bottom + Double(y))
    case .projective(let projection), .nearest(let projection):
      projection.bounds(of: area)
    }
  }
}

/// How many pixels of a rectangle lie beyond each edge of the picture; 0 for none.
struct Overhang: Hashable, Sendable {
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0

  init(_ bounds: Bounds, width: Int, height: Int) {
    func pixels(_ length: Double) -> Int {
      // Less than half a pixel is nothing that anybody sees.
      length < 0.5 ? 0 : Int(min(length.rounded(.up), 1e9))
    }
    left = pixels(-bounds.left)
    top = pixels(-bounds.top)
    right = pixels(bounds.right - Double(width))
    bottom = pixels(bounds.bottom - Double(height))
  }

  private init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Whether it reaches beyond two edges that face each other, so that no place is right.
  var isOnBothSides: Bool { left > 0 && right > 0 || top > 0 && bottom > 0 }

  var isNone: Bool { left == 0 && top == 0 && right == 0 && bottom == 0 }

  /// The smaller number at each edge.
  static func least(_ a: Overhang, _ b: Overhang) -> Overhang {
    Overhang(
      left: min(a.left, b.left), top: min(a.top, b.top), right: min(a.right, b.right),
      bottom: min(a.bottom, b.bottom))
  }

  /// Without the edges at which something is cut off on purpose: a picture that goes beyond two
  /// opposite ones fills the space between them.
  var withoutBleed: Overhang {
    var result = self
    if left > 0, right > 0 { (result.left, result.right) = (0, 0) }
    if top > 0, bottom > 0 { (result.top, result.bottom) = (0, 0) }
    return result
  }

  /// `34 pixels beyond the right edge`, for every edge that is crossed.
  var text: String {
    [("left", left), ("top", top), ("right", right), ("bottom", bottom)].filter { $0.1 > 0 }
      .map { "\($0.1) pixel\($0.1 == 1 ? "" : "s") beyond the \($0.0) edge" }
      .joined(separator: " and ")
  }
}
