package import Diagnostics
package import BaseValues

/// A chain of libavfilter that the sound of a clip or a track goes through, before its gain.
package struct SoundFilter: Hashable, Sendable {
  /// How much of the sound before a moment the chain has heard when it comes to it.
  package enum Memory: Hashable, Sendable {
    /// That of so many seconds, above 0.
    case seconds(Rational)
    /// All from the beginning on: of the clip as it is heard, or of the track's edit.
    case start
  }

  /// The item of `Timeline.media` that is the chain.
  package var media: MediaID
  /// What the chain remembers.
  package var memory: Memory
  /// Where the value of its key stands in the project file.
  package var range: SourceRange

  /// What a chain remembers where nothing is said, in seconds.
  package static let usualMemory = Rational(2)

  /// The longest that a chain may be said to remember, in seconds.
  package static let longestMemory = Rational(60)

  /// A chain that is an item of the media.
  package init(media: MediaID, memory: Memory = .seconds(usualMemory), range: SourceRange) {
    self.media = media
    self.memory = memory
    self.range = range
  }
}
