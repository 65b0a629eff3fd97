import CaptionFiles
package import Diagnostics
internal import BaseValues
import OutputKinds
package import TimelineModel

/// A project as it is written: every value with its place, nothing looked up or filled in.
package struct ProjectDocument: Sendable {
  var output: OutputDocument
  /// Which of the project's outputs that is; `nil` for its own.
  var chosenOutput: ChosenOutput?
  /// Where the rendition is written that the document was read for; `nil` for the movie.
  var chosenRendition: SourceRange?
  /// What the project names under `media`, in the order of the file; its files are what has to be
  /// opened before the timeline can be resolved.
  package internal(set) var mediaItems: [MediaItem]
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
  package internal(set) var range: SourceRange

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

  /// How many further renditions of its pictures the output names.
  package var renditionCount: Int { output.renditions.count }

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
  package func explained(
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
      finding.fixes.removeAll { !$0.edits.isEmpty && !$0.isSpelling }
      return finding
    }
  }

  /// Treats damage in all media alike, whatever the project says.
  package mutating func treatDamage(by policy: DamagePolicy) {
    for index in mediaItems.indices { mediaItems[index].onDamage = policy }
  }
}

struct OutputDocument: Sendable {
  var size: Located<Size>?
  /// Of the canvas that bare lengths are meant for; `nil` for the size.
  var design: Located<Size>?
  var frameRate: Located<FrameRate>?
  var background: Located<Color>?
  /// Whether it is no colour at all; `nil` where nothing is said.
  var isTransparent: Bool? { background.map { $0.value.alpha == 0 } }
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
  /// Its pictures again, in other sizes and qualities.
  var renditions: [Located<RenditionDocument>] = []
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
package struct FormOrigin: Hashable, Sendable {
  /// The item's name.
  package var media: String
  /// `size`, `frameRate` or both.
  package var keys: [String]
}

struct VideoEncodingDocument: Sendable {
  var codec: VideoCodec
  var rateControl: VideoEncoding.RateControl?
  var preset: String?
  var gop: Located<TimeExpression>?
  var profile: String?
  var tune: String?
  var bitDepth: Int?
  var hasAlpha = false
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
