import LibAV
import MediaTime
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
  var videoStream: Int?
  var index: PictureIndex?
  /// The streams of sound of a file, whose channels are put together in this order.
  var sounds: [SoundTrack] = []
  var orientation: Orientation = .upright
  /// Source time 0 on the container's clock, in seconds.
  var origin: Rational = .zero
  var fields = StoredFields()
  /// Brightest light of an HDR programme in cd/m²; `nil` if it is unknown.
  var peakLuminance: Int?
  /// The name of a matrix that cannot be undone, which the pictures say they were made with.
  var unknownMatrix: String?
  var isStill = false
  /// The files of a sequence; then `place` is `nil`.
  var series: FileSeries?
  /// libav's name of the container format.
  var formatName = ""
  var headerSuffices = HeaderSufficiency()
  /// Runs the filter in a process of its own; `nil` to run it in this one.
  var program: ReaderProgram?
  /// What people may want to know; nothing depends on it.
  var details = FileDetails()
}

/// A stream of sound that is heard.
struct SoundTrack: Hashable, Sendable {
  /// Number in the container.
  var stream: Int
  var sampleRate: Int
  var channels: Int
  /// Whether each packet can be decoded without those before it.
  var isLossless: Bool
  var index: SoundIndex?
  /// Where the file is read in parts, one after another; empty for a file that is read as a whole.
  var links: [SoundLink] = []
}

/// A part of a file that is read like a file of its own: a link of a chain of streams, or what
/// follows something that is no sound.
struct SoundLink: Hashable, Sendable {
  var bytes: Range<Int64>
  /// First source sample.
  var place: Int64
  /// Its own sample 0 on its clock, in seconds.
  var origin: Rational
  /// Places counted from its own sample 0.
  var index: SoundIndex?
}

extension MediaSource {
  /// The source with its pictures meant, and damage treated, as a project says.
  func read(as item: MediaItem) -> MediaSource {
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
