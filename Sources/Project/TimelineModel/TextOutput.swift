public import BaseValues

/// How the texts of a track of titles leave.
public enum TextOutput: String, Hashable, NamedChoice {
  case burn, track, both

  /// What the word means.
  public var summary: String {
    switch self {
    case .burn: "titles are drawn into the picture"
    case .track: "their texts are subtitles of the movie, which players show where they are wanted"
    case .both: "they are drawn, and their texts are subtitles too"
    }
  }

  /// Whether titles are part of the picture.
  public var draws: Bool { self != .track }
  /// Whether texts are subtitles.
  public var writes: Bool { self != .burn }
}
