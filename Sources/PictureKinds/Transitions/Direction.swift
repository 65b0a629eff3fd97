/// Which way something travels.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// Where a transition's pictures, or the edge between them, travel.
  static let parameter = Parameter<Direction>.choice(
    "direction", "a direction", "Where a push moves the pictures, or a wipe its edge.",
    default: .left, examples: [.right])
}
