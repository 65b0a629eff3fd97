import BaseValues

/// What is done where material that the edit uses is damaged in its file.
package enum DamagePolicy: String, NamedChoice {
  /// The render ends and says where the damage is.
  case error
  /// The last good picture before it is shown, and sound that cannot be decoded is silent.
  case conceal

  /// What the word means.
  package var summary: String {
    switch self {
    case .error: "stops and says where the damage is"
    case .conceal: "holds the last whole picture; damaged sound is silent"
    }
  }
}
