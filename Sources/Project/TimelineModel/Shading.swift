import BaseValues

/// A picture of colours that run into each other along a line, from a point or around one, as the
/// gradients of CSS do (W3C, CSS Images Module Level 4, chapter 3).
package struct Shading: Hashable, Sendable {
  /// What colours run along.
  package enum Kind: String, Hashable, NamedChoice {
    /// A straight line.
    case linear
    /// All rays from a point.
    case radial
    /// Circles around a point, clockwise.
    case conic

    /// What the word means.
    package var summary: String {
      switch self {
      case .linear: "along a straight line"
      case .radial: "outwards from a point"
      case .conic: "around a point, clockwise"
      }
    }
  }

  /// A colour and where it is.
  package struct Stop: Hashable, Sendable {
    /// With straight alpha.
    package var color: Color
    /// Millionths of the way, 0…1 000 000; never less than that of the stop before.
    package var position: Int

    /// A colour at a share of the way, in millionths.
    package init(_ color: Color, at position: Int) {
      self.color = color
      self.position = position
    }
  }

  /// A full turn in thousandths of a degree.
  package static let fullTurn = 360_000
  /// A position at the end of the way.
  package static let end = 1_000_000
  /// How many stops there may be.
  package static let stopLimits = 2...64
  /// Where a centre may be, in millionths of a side.
  package static let centerLimits = -100 * end...100 * end
  /// How long a radius may be, in millionths of a side.
  package static let radiusLimits = 1...100 * end

  /// What its colours run along.
  package var kind: Kind
  /// Thousandths of a degree clockwise, below a full turn: where a linear one leads, 0 being up, or
  /// where a conic one begins.
  package var angle: Int
  /// Millionths of the picture's width.
  package var centerX: Int
  /// Millionths of the picture's height.
  package var centerY: Int
  /// Millionths of the picture's height, of an ellipse across those of its width; `nil` reaches the
  /// farthest corner. Counts for radial ones.
  package var radius: Int?
  /// Whether a radial one is as wide as high.
  package var isCircle: Bool
  /// Two or more, in the order of their positions.
  package var stops: [Stop]

  /// A shading whose numbers are within their limits.
  package init(
    _ kind: Kind, angle: Int = 0, centerX: Int = end / 2, centerY: Int = end / 2,
    radius: Int? = nil, isCircle: Bool = false, stops: [Stop]
  ) {
    self.kind = kind
    self.angle = angle
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.isCircle = isCircle
    self.stops = stops
  }
}
