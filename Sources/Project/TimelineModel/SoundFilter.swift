public import Diagnostics
public import BaseValues

/// A chain of libavfilter that the sound of a clip or a track goes through, before its gain.
public struct SoundFilter: Hashable, Sendable {
  /// How much of the sound before a moment the chain has heard when it comes to it.
  public enum Memory: Hashable, Sendable {
    /// That of so many seconds, above 0.
    case seconds(Rational)
    /// All from the beginning on: of the clip as it is heard, or of the track's edit.
    case start
  }

  /// The item of `Timeline.media` that is the chain.
  public var media: MediaID
  /// What the chain remembers.
  public var memory: Memory
  /// Where the value of its key stands in the project file.
  public var range: SourceRange

  /// What a chain remembers where nothing is said, in seconds.
  public static let usualMemory = Rational(2)

  /// The longest that a chain may be said to remember, in seconds.
  public static let longestMemory = Rational(60)

  /// A chain that is an item of the media.
  public init(media: MediaID, memory: Memory = .seconds(usualMemory), range: SourceRange) {
    self.media = media
    self.memory = memory
    self.range = range
  }
}
