public import FileSystem
import LibAV
package import MediaOpening
package import MediaTime
public import TimelineModel

/// What was found out about a media item, for planning and for opening it again.
public struct MediaSource: Hashable, Sendable {
  /// As the project says.
  public var content: MediaContent
  /// Where its file was found; `nil` for what is made.
  public var place: MediaLocator.Place?
  /// What planning sees of it.
  public var facts: MediaFacts
  /// How the pictures are meant.
  public var reading = PictureReading()
  /// What is done where it is damaged.
  public var onDamage = DamagePolicy.error
  /// What a person should know who uses it: lower case, no full stop, about "it".
  public var notes: [String] = []
  /// Stream number in the container.
  package var videoStream: Int?
  package var index: PictureIndex?
  /// The streams of sound of a file, whose channels are put together in this order.
  package var sounds: [SoundTrack] = []
  package var orientation: Orientation = .upright
  /// Source time 0 on the container's clock, in seconds.
  package var origin: Rational = .zero
  package var fields = StoredFields()
  /// Brightest light of an HDR programme in cd/m²; `nil` if it is unknown.
  package var peakLuminance: Int?
  /// The name of a matrix that cannot be undone, which the pictures say they were made with.
  package var unknownMatrix: String?
  package var isStill = false
  /// The files of a sequence; then `place` is `nil`.
  package var series: FileSeries?
  /// libav's name of the container format.
  package var formatName = ""
  package var headerSuffices = HeaderSufficiency()
  /// Runs the filter in a process of its own; `nil` to run it in this one.
  package var program: ReaderProgram?
  /// What people may want to know; nothing depends on it.
  package var details = FileDetails()

  package init(content: MediaContent, place: MediaLocator.Place?, facts: MediaFacts) {
    self.content = content
    self.place = place
    self.facts = facts
  }
}

/// A stream of sound that is heard.
package struct SoundTrack: Hashable, Sendable {
  /// Number in the container.
  package var stream: Int
  package var sampleRate: Int
  package var channels: Int
  /// Whether each packet can be decoded without those before it.
  package var isLossless: Bool
  package var index: SoundIndex?
  /// Where the file is read in parts, one after another; empty for a file that is read as a whole.
  package var links: [SoundLink] = []

  package init(
    stream: Int, sampleRate: Int, channels: Int, isLossless: Bool, index: SoundIndex?
  ) {
    self.stream = stream
    self.sampleRate = sampleRate
    self.channels = channels
    self.isLossless = isLossless
    self.index = index
  }
}

/// A part of a file that is read like a file of its own: a link of a chain of streams, or what
/// follows something that is no sound.
package struct SoundLink: Hashable, Sendable {
  package var bytes: Range<Int64>
  /// First source sample.
  package var place: Int64
  /// Its own sample 0 on its clock, in seconds.
  package var origin: Rational
  /// Places counted from its own sample 0.
  package var index: SoundIndex?

  package init(bytes: Range<Int64>, place: Int64, origin: Rational, index: SoundIndex?) {
    self.bytes = bytes
    self.place = place
    self.origin = origin
    self.index = index
  }
}

extension MediaSource {
  /// The source with its pictures meant, and damage treated, as a project says.
  package func read(as item: MediaItem) -> MediaSource {
    var source = self
    source.reading = item.reading
    source.onDamage = item.onDamage
    if item.reading.alpha == .ignore { source.facts.video?.hasAlpha = false }
    if let unknownMatrix, item.reading.colors.matrix == nil {
      source.notes.append(
        "its matrix (\(unknownMatrix)) is not known: colours will be wrong unless \"colorSpace\" "
          + "says another")
    }
    return source
  }
}
