import BaseValues
import Diagnostics
import TimelineModel

struct ClipDocument: Sendable {
  var name: Located<String>?
  var media: Located<String>
  /// Values for the parameters of the project or group that it shows.
  var given: Located<[GivenValue]>?
  var sourceIn: Located<TimeExpression>?
  var sourceOut: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  var at: Located<TimeExpression>?
  var until: Located<TimeExpression>?
  var speed = Rational.one
  /// `nil` where it has one speed.
  var retiming: RetimingDocument?
  /// Where its speed or its time map is written.
  var speedRange = SourceRange.none
  var loop: Located<LoopDocument>?
  /// How long the times of its sound cross over.
  var loopCrossFade: Located<TimeExpression>?
  /// Where it says that it lasts as long as the movie: repeated where it is too short, and faded out.
  var fitsMovie: SourceRange?
  var sampling = FrameSampling.nearest
  var filter: FilterDocument?
  /// Whether its speed follows from its duration.
  var stretches = false
  /// The source time of the one picture that it shows.
  var freeze: Located<TimeExpression>?
  /// Whether its last picture stays where the media has none.
  var holds = false
  var fit: Fit
  var crop: Crop
  var view: Located<[PictureView]>?
  var placement: PlacementDocument
  var look: LookDocument
  /// Of the picture.
  var fade: Located<TitleFadeDocument>?
  /// The key `audio`: whether the clip brings its own sound.
  var playsAudio: Located<Bool>?
  var isMuted: Bool
  var sound: AudioDocument
  /// What is written about picture and sound.
  var keys: [Located<String>] = []
  /// Whether everything in it could be read.
  var isComplete: Bool
  var range: SourceRange
}

/// A chain of filters that pictures or sound go through.
struct FilterDocument: Sendable {
  var chain: Located<String>
  var memory: Located<FilterMemoryDocument>?
  /// The media item that is the clip's media behind the chain, or the chain itself, once it is known.
  var media: MediaID?
  /// Where the value of the key stands.
  var range: SourceRange
}

enum FilterMemoryDocument: Hashable, Sendable {
  case time(TimeExpression)
  case start
}
