import BaseValues

/// How the texts of a track of titles leave.
package enum TextOutput: String, Hashable, NamedChoice {
  case burn, track, both

  /// What the word means.
  package var summary: String {
    switch self {
    case .burn: "titles are drawn into the picture"
    case .track: "their texts are subtitles of the movie, which players show where they are wanted"
    case .both: "they are drawn, and their texts are subtitles too"
    }
  }

  /// Whether titles are part of the picture.
  package var draws: Bool { self != .track }
  /// Whether texts are subtitles.
  package var writes: Bool { self != .burn }
}
