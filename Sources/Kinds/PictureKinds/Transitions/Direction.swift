/// Which way something travels.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// Where a transition's pictures, or the edge between them, travel.
  static let parameter = Parameter<Direction>.choice(
    "direction", "a direction", "Where the pictures, or the edge between them, travel.",
    default: .left, examples: [.right])
}
