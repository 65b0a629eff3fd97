/// What is done where material that the edit uses is damaged in its file.
public enum DamagePolicy: String, CaseIterable, Sendable {
  /// The render ends and says where the damage is.
  case error
  /// The last good picture before it is shown, and sound that cannot be decoded is silent.
  case conceal
}
