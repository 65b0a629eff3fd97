package import BaseValues

/// A chain of libavfilter that the pictures of a clip's source go through, before all else.
package struct PictureFilter: Hashable, Sendable {
  /// How many of the pictures before one the chain has seen when it comes to it.
  package enum Memory: Hashable, Sendable {
    /// None: each picture is treated by itself.
    case none
    /// Those of so many seconds of source time, above 0.
    case seconds(Rational)
    /// All from the clip's first one on.
    case start
  }

  /// The item of `Timeline.media` that is the clip's media behind the chain; of a clip whose picture is
  /// drawn, the chain itself.
  package var media: MediaID
  /// What the chain remembers.
  package var memory: Memory

  /// A chain that is an item of the media.
  package init(media: MediaID, memory: Memory = .none) {
    self.media = media
    self.memory = memory
  }
}
