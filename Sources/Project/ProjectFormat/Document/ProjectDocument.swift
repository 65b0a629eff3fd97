import CaptionFiles
public import Diagnostics
internal import BaseValues
import OutputKinds
public import TimelineModel

/// A project as it is written: every value with its place, nothing looked up or filled in.
public struct ProjectDocument: Sendable {
  var output: OutputDocument
  /// Which of the project's outputs that is; `nil` for its own.
  var chosenOutput: ChosenOutput?
  /// What the project names under `media`, in the order of the file; its files are what has to be
  /// opened before the timeline can be resolved.
  public internal(set) var mediaItems: [MediaItem]
  /// Whether every entry of `media` could be read. If not, unknown names mean little.
  var mediaIsComplete: Bool
  /// `nil` where the key `tracks` is missing or wrong.
  var tracks: [TrackDocument]?
  var markers: [MarkerDocument] = []
  /// The media that are projects, with their paths as written.
  var projects: [MediaID: String] = [:]
  var groups: [GroupEntry] = []
  /// What the files of captions among the media hold, as far as they could be read.
  var captionFiles: [MediaID: CaptionFile] = [:]
  /// Which media the names of the project are; `nil` for those of its own items.
  var names: [String: MediaID]?
  /// The names of media and groups that its clips can show, in the order of the file; `nil` for those
  /// of its own items.
  var knownNames: [String]?
  /// Which media items the projects and groups are that its clips show; `nil` for those that could not
  /// be read.
  var links: [EditUse: MediaID?] = [:]
  /// The projects and groups that are shown, each after those that it shows itself.
  var edits: [EditDocument] = []
  /// How many of the media the project itself names.
  var ownMediaCount: Int
  /// Whether all markers could be read.
  var markersAreComplete = true
  var beats: [BeatGridDocument] = []
  /// Whether all grids of beats could be read.
  var beatsAreComplete = true
  /// Names of items, tracks and markers of the project around a group.
  var outerNames: Set<String> = []
  /// Times that other times say, by their places; what stands in their stead is no time.
  var formulas: [SourceRange: TimeFormula] = [:]
  var expect: ExpectDocument?
  /// The notes of objects, by the places of the objects.
  var notes: [SourceRange: String] = [:]
  /// Where values of parameters stand.
  var uses = ParameterUses()
  /// The styles and defaults as they are written, for its groups.
  var styling: [JSONMember] = []
  /// Where values stand that items take from styles and defaults.
  var styles = StyleUses()
  /// Whether parts of the text could not be made out, so that items may be missing.
  var hasSyntaxErrors = false
  /// The place of the whole project object.
  public internal(set) var range: SourceRange

  init(
    output: OutputDocument, mediaItems: [MediaItem], mediaIsComplete: Bool,
    tracks: [TrackDocument]?, markers: [MarkerDocument] = [],
    formulas: [SourceRange: TimeFormula] = [:], expect: ExpectDocument? = nil,
    notes: [SourceRange: String] = [:], range: SourceRange
  ) {
    self.formulas = formulas
    self.output = output
    self.mediaItems = mediaItems
    ownMediaCount = mediaItems.count
    self.mediaIsComplete = mediaIsComplete
    self.tracks = tracks
    self.markers = markers
    self.expect = expect
    self.notes = notes
    self.range = range
  }

  /// Which media the names are that its clips say.
  var mediaByName: [String: MediaID] {
    if let names { return names }
    var found: [String: MediaID] = [:]
    for item in mediaItems.prefix(ownMediaCount) where found[item.name] == nil {
      found[item.name] = item.id
    }
    return found
  }

  /// The project or group of a name, with values for its parameters; one that could not be read is
  /// `nil` itself.
  func link(_ name: Located<String>, _ given: Located<[GivenValue]>?) -> MediaID?? {
    if links.isEmpty { return nil }
    return links[EditUse(name: name.value, given: given?.value ?? [])]
  }

  /// Findings about the project, where they concern values of parameters with what these are; what
  /// would change such a value in the file is no way out.
  ///
  /// - Parameter timeline: what has become of the project, for times that other times say.
  public func explained(
    _ findings: [Diagnostic], of timeline: Timeline? = nil
  ) -> [Diagnostic] {
    let findings = uses.explained(styles.explained(findings))
    if formulas.isEmpty { return findings }
    return findings.map { finding in
      guard let formula = formulas[finding.range] else { return finding }
      var finding = finding
      if let time = timeline?.workedOut[finding.range] {
        let reasons = time.reasons.isEmpty ? "" : ": \(time.reasons.joined(separator: ", "))"
        finding.notes.append(
          Note(message: "\(shortened(formula.text)) comes to \(time.text)\(reasons)"))
      }
      finding.fixes.removeAll { !$0.edits.isEmpty }
      return finding
    }
  }

  /// Treats damage in all media alike, whatever the project says.
  public mutating func treatDamage(by policy: DamagePolicy) {
    for index in mediaItems.indices { mediaItems[index].onDamage = policy }
  }
}

struct OutputDocument: Sendable {
  var size: Located<Size>?
  /// Of the canvas that bare lengths are meant for; `nil` for the size.
  var design: Located<Size>?
  var frameRate: Located<FrameRate>?
  var background: Located<Color>?
  /// What the codes of pictures mean.
  var color: Located<PictureColor>?
  var masteringDisplay: MasteringDisplay?
  var duration: Located<TimeExpression>?
  var maxDuration: Located<TimeExpression>?
  /// Bytes of the movie's file at most.
  var maxSize: Int?
  var container = MovieContainer.usual
  /// Seconds of a segment at most.
  var segmentSeconds: Rational?
  var isFragmented = false
  var video = VideoEncodingDocument(codec: .usual)
  /// How the first track of sound is encoded; `nil` for a movie without sound.
  var audio: AudioEncoding? = AudioEncoding()
  /// The tracks of sound; empty where there is one of everything.
  var mixes: [AudioMixDocument] = []
  var mastering = Mastering()
  var declick: Located<TimeExpression>?
  /// Of the sum of all sound.
  var audioFilter: FilterDocument?
  /// What the movie says of itself.
  var metadata = MetadataDocument()
  /// The media item that is the movie's artwork.
  var artwork: Located<String>?
  /// Where the key stands that says so.
  var metadataRange: SourceRange?
  var startTimecode: Located<TimeExpression>?
  /// What the track of sound says of itself, where there is one of everything.
  var soundTrack = TrackDescription()
  /// Where the key stands that says so; `nil` where nothing is said of it.
  var soundRange: SourceRange?
  /// What its size or its rate is taken from, where the project does not say both.
  var formOrigin: FormOrigin?
  var range: SourceRange = .none
}

/// The media item whose size or rate the output has.
public struct FormOrigin: Hashable, Sendable {
  /// The item's name.
  public var media: String
  /// `size`, `frameRate` or both.
  public var keys: [String]
}

struct VideoEncodingDocument: Sendable {
  var codec: VideoCodec
  var rateControl: VideoEncoding.RateControl?
  var preset: String?
  var gop: Located<TimeExpression>?
  var profile: String?
  var tune: String?
  var bitDepth: Int?
  var maxRate: Int?
  var bufferSize: Int?
}

struct MarkerDocument: Sendable {
  var at: Located<TimeExpression>
  var name: Located<String>?
  var color: Color?
  var isChapter = false
  var range: SourceRange
}

struct TrackDocument: Sendable {
  var name: Located<String>?
  var kind: Track.Kind
  var items: [TrackItem]
  var titles: [TitleDocument]
  var gain: Rational
  var isMuted: Bool
  var automation: [GainChangeDocument]
  var panAutomation: [GainChangeDocument] = []
  var duck: DuckDocument?
  var matte: MatteDocument?
  var filter: FilterDocument?
  var audioFilter: FilterDocument?
  var channelMap: ChannelMap?
  var width = Rational.one
  var look = LookDocument()
  var opacity = Rational.one
  /// What stands on a track of captions; `nil` for other tracks.
  var captions: [CaptionsDocument]?
  var captionForm = CaptionForm()
  var textOutput = TextOutput.burn
  var subtitles = TrackDescription()
  var keys: [Located<String>] = []
  /// Whether everything in it could be read.
  var isComplete: Bool
  var range: SourceRange
}

/// The track that another one is seen through.
struct MatteDocument: Sendable {
  var track: Located<String>
  var channel: TrackMatte.Channel
  var isInverted: Bool
}

/// What can stand on a video or audio track.
enum TrackItem: Sendable {
  /// A clip has many keys: it is passed around without being copied.
  indirect case clip(ClipDocument)
  case gap(Located<TimeExpression>, range: SourceRange)
  case transition(TransitionDocument)
  /// Something that could not be read and has been reported.
  case unreadable(SourceRange)
}

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

/// The keys about place and movement that clips, titles and layers share.
struct PlacementDocument: Sendable {
  var position: Located<LengthPair>?
  var place: Located<CanvasPlace>?
  var margin: Located<LengthPair>?
  var anchor: Located<Point>?
  var scale: Located<Point>?
  var skew: Located<Point>?
  var rotation: Located<RotationDocument>?
  var opacity: Located<Rational>?
  var perspective: Located<Rational>?
  var motionBlur: MotionBlur?
  var scaling: Located<Scaling>?
  var animations: [Located<AnimationDocument>] = []
}

/// What is done with the colours of a clip's or a title layer's picture.
struct LookDocument: Sendable {
  var effects: [EffectDocument] = []
  var blendMode: Located<String>?
}

struct EffectDocument: Sendable {
  /// With the values of all parameters.
  var kind: KindChoice
  /// The media that it names.
  var media: Located<String>?
  var animations: [Located<AnimationDocument>]
  /// Keys that change nothing beside the others.
  var idleKeys: [IdleKey]
  var range: SourceRange
}

/// Degrees about the three axes.
struct RotationDocument: Hashable, Sendable {
  var x = Rational.zero
  var y = Rational.zero
  var z = Rational.zero
}

struct AnimationDocument: Sendable {
  var property: Located<AnimatedProperty>
  var values: [Located<AnimatedValue>]
  var from: Located<AnimatedValue>?
  var to: Located<AnimatedValue>?
  var path: Located<MotionPath>?
  /// Whether the picture turns with its path.
  var turnsWithPath = false
  var keyTimes: Located<[Located<Rational>]>?
  var begin: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  /// `nil` for ever.
  var repeatCount: Rational?
  var autoreverses: Bool
  var easings: [Located<Easing>]
  var easingRange: SourceRange

  /// Whether it moves the whole from its place.
  var isOfPlace: Bool { [.position, .offset].contains(property.value) }
}

/// One value of an animated property; numbers that are no lengths count as pixels.
struct AnimatedValue: Hashable, Sendable {
  var components: [Length]
  /// The path of a shape, whose components are made where its place is known.
  var path: ShapePath?
}

struct AudioDocument: Sendable {
  var gain: Located<Rational>?
  var pan: Located<Rational>?
  var fadeIn: Located<FadeDocument>?
  var fadeOut: Located<FadeDocument>?
  var lead: Located<TimeExpression>?
  var tail: Located<TimeExpression>?
  var automation: [GainChangeDocument] = []
  var panAutomation: [GainChangeDocument] = []
  var pitch = Pitch.keep
  var filter: FilterDocument?
  var duck: DuckDocument?
  var loudness: Located<Rational>?
  var channelMap: ChannelMap?
  var width: Rational?
}

struct FadeDocument: Sendable {
  var duration: Located<TimeExpression>
  var curve: FadeCurve
}

struct GainChangeDocument: Sendable {
  var at: Located<TimeExpression>
  var duration: Located<TimeExpression>?
  var from: Located<Rational>?
  var gain: Located<Rational>
  var range: SourceRange
}

struct DuckDocument: Sendable {
  var under: [Located<String>]
  var during: Duck.Moment
  var to: Located<Rational>
  var attack: Located<TimeExpression>?
  var hold: Located<TimeExpression>?
  var release: Located<TimeExpression>?
  var curve: DuckCurve
  /// Where the names of tracks and clips are.
  var range: SourceRange
}

struct TransitionDocument: Sendable {
  enum Alignment: String, NamedChoice {
    case center, start, end

    var summary: String {
      switch self {
      case .center: "around the cut"
      case .start: "begins at the cut"
      case .end: "ends at the cut"
      }
    }
  }

  var kind: KindChoice
  /// The media that one of its parameters names.
  var media: Located<String>?
  var duration: Located<TimeExpression>
  var sound: SoundCrossing?
  var easing: Easing
  var easingRange: SourceRange
  var alignment: Located<Alignment>?
  var overlaps: Bool
  var handles: Transition.Handles
  var isComplete: Bool
  var range: SourceRange
}

struct TitleDocument: Sendable {
  var name: Located<String>?
  var at: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  var until: Located<TimeExpression>?
  var fade: Located<TitleFadeDocument>?
  var roll: Located<TitleRoll>?
  /// One layer where the title's own keys describe it.
  var layers: [LayerDocument]
  /// Placement and animations of the title as a whole.
  var placement: PlacementDocument
  var keys: [Located<String>] = []
  var isComplete: Bool
  var range: SourceRange
}

struct LayerDocument: Sendable {
  enum Content: Sendable {
    case text(TextDocument)
    case image(Located<String>, given: Located<[GivenValue]>?, width: Length?, height: Length?)
    case shape(ShapeDocument)
  }

  var content: Content
  var placement: PlacementDocument
  var look: LookDocument
  var enter: Located<TextMotionDocument>?
  var leave: Located<TextMotionDocument>?
  var wave: Located<TextWaveDocument>?
  /// Where the font is named; the layer where it is not.
  var fontRange: SourceRange
  var keys: [Located<String>] = []
  var range: SourceRange
}

/// A text as it is written: the style's lengths stand beside it.
struct TextDocument: Sendable {
  /// Without lengths.
  var style: TextStyle
  var size: Length
  var width: Length?
  var outline: Length?
  var shadows: [ShadowDocument] = []
  var box: BoxDocument?
  var runs: [TextRunDocument] = []
  var counters: [TextCounterDocument] = []
  var letterSpacing: Length?
  var paragraphSpacing: Length?
  var tabs: Length?
  var height: Length?
  var leastSize: Length?
  /// Whether its size is a share of the canvas's width where that is less than its height.
  var followsCanvas = false
}

/// A part of a text with a form of its own.
struct TextRunDocument: Sendable {
  /// Without lengths.
  var run = TextRun()
  var size: Length?
  var letterSpacing: Length?
  var rise: Length?
  var box: BoxDocument?
}

struct TitleFadeDocument: Sendable {
  /// A time, or a share of the title's duration.
  enum Length: Sendable {
    case time(TimeExpression)
    case share(Rational)
  }

  var fadeIn: Located<Length>?
  var fadeOut: Located<Length>?
}

/// A project or group with the values that a clip gives it.
struct EditUse: Hashable, Sendable {
  var name: String
  var given: [GivenValue]
}

/// A project or group that is shown, as it is written.
struct EditDocument: Sendable {
  var name: String
  var media: MediaID
  var document: ProjectDocument
  /// What is shown where to get there, the outermost first, itself last.
  var way: [Located<String>]
}
