import LibAV
import MediaTime
public import TimelineModel

/// What was found out about a media item, for planning and for opening it again.
public struct MediaSource: Hashable, Sendable {
  public var content: MediaContent
  public var place: MediaLocator.Place?
  public var facts: MediaFacts
  /// What a person should know who uses it: lower case, no full stop, about "it".
  public var notes: [String] = []
  /// Stream numbers in the container.
  var videoStream: Int?
  var audioStream: Int?
  var index: PictureIndex?
  var soundIndex: SoundIndex?
  var orientation: Orientation = .upright
  /// Source time 0 on the container's clock, in seconds.
  var origin: Rational = .zero
  var isStill = false
  /// libav's name of the container format.
  var formatName = ""
  var headerSuffices = HeaderSufficiency()
}
