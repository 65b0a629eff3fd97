package import BaseValues

/// A stream of sound that is heard.
package struct AudioTrack: Hashable, Sendable {
  /// Number in the container.
  package var stream: Int
  package var sampleRate: Int
  package var channels: Int
  /// Whether each packet can be decoded without those before it.
  package var isLossless: Bool
  /// Whether it is added to the others by its own layout, and not one part of a layout with them.
  package var isMixed: Bool
  package var index: AudioIndex?
  /// Where the file is read in parts, one after another; empty for a file that is read as a whole.
  package var links: [AudioLink] = []

  package init(
    stream: Int, sampleRate: Int, channels: Int, isLossless: Bool, isMixed: Bool = false,
    index: AudioIndex?
  ) {
    self.stream = stream
    self.sampleRate = sampleRate
    self.channels = channels
    self.isLossless = isLossless
    self.isMixed = isMixed
    self.index = index
  }
}

/// A part of a file that is read like a file of its own: a link of a chain of streams, or what
/// follows something that is no sound; or an edit of an edit list, which shows a part of the file's
/// media.
package struct AudioLink: Hashable, Sendable {
  package var bytes: Range<Int64>
  /// First source sample.
  package var place: Int64
  /// Its own sample 0 on its clock, in seconds.
  package var origin: Rational
  /// Places counted from its own sample 0.
  package var index: AudioIndex?

  package init(bytes: Range<Int64>, place: Int64, origin: Rational, index: AudioIndex?) {
    self.bytes = bytes
    self.place = place
    self.origin = origin
    self.index = index
  }
}
