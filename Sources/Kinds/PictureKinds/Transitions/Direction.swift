import BaseValues

/// Which way something travels.
package enum Direction: String, Hashable, NamedChoice {
  case left, right, up, down

  /// Where a transition's pictures, or the edge between them, travel.
  static let parameter = Parameter<Direction>.choice(
    "direction", "a direction",
    "The direction in which the pictures, or the edge between them, move.",
    default: .left, examples: [.right])

  /// What the word means.
  package var summary: String {
    switch self {
    case .left: "to the left"
    case .right: "to the right"
    case .up: "upwards"
    case .down: "downwards"
    }
  }
}
