public import Diagnostics
public import BaseValues
public import OutputKinds

/// The resolved edit: every time exact and absolute, every default filled in, every name looked up.
///
/// A timeline says what is shown and heard when; it does not say how the frames are made. Ranges are
/// half-open and in seconds of the movie unless a property says otherwise. Nothing in it is rounded.
public struct Timeline: Sendable {
  /// What the movie is to be, whatever the tracks hold.
  public var output: OutputSettings
  /// Everything the project names under `media`, in the order of the file.
  public var media: [MediaItem]
  /// In painter's order: the first is at the back.
  public var tracks: [Track]
  /// The projects and groups that clips and images show, each after those that it shows itself;
  /// only the movie's own timeline has them.
  public var edits: [NestedEdit] = []
  /// Seconds of the edit, as it is written, for each second of its times here: other than 1 where a clip
  /// shows it faster or slower.
  public var tempo = Rational.one
  /// How many of the media the project itself names; the others are of projects within it.
  public var ownMediaCount: Int
  /// What a test of the movie looks at; nothing in it changes the movie.
  public var expectations: Expectations?
  /// In the order of the file; they change nothing.
  public var markers: [Marker] = []
  /// What the project says of itself; it changes nothing.
  public var note: String?
  /// What it says of its parts, by the places where their objects stand.
  public var notes: [SourceRange: String] = [:]
  /// Times that other times say, by the places where they are written.
  public var workedOut: [SourceRange: WorkedOutTime] = [:]
  /// Where values of items come from that do not simply stand there, by the places of clips,
  /// transitions, titles, layers and media.
  public var origins: [SourceRange: [ValueOrigin]] = [:]

  /// A resolved edit.
  public init(
    output: OutputSettings, media: [MediaItem], tracks: [Track],
    expectations: Expectations? = nil
  ) {
    self.output = output
    self.media = media
    ownMediaCount = media.count
    self.tracks = tracks
    self.expectations = expectations
  }

  /// The end of the last item of any track, or the end that `output.duration` fixes.
  public var duration: Rational {
    if let fixed = output.duration { return fixed.value }
    let end = tracks.map(\.end).max() ?? .zero
    // Captions alone are a movie too.
    return end > .zero ? end : tracks.compactMap(\.captionsEnd).max() ?? .zero
  }
}

/// The movie that is to be made.
public struct OutputSettings: Sendable {
  /// Width and height in pixels, both even.
  public var size: Size
  /// Whether the size was written; otherwise it is that of the first clip of moving pictures, or a guess.
  public var isSizeWritten = true
  /// Frames a second, exact.
  public var frameRate: FrameRate
  /// The kind of file that the movie is.
  public var container = MovieContainer.usual
  /// Frames of a segment at most, where the container has segments.
  public var segmentFrames: Int?
  /// Whether the file is cut into fragments.
  public var isFragmented = false
  /// Changes no frame, only how the movie is encoded.
  public var video: VideoEncoding
  /// How the first track of sound is encoded; `nil` when the movie has no sound.
  public var audio: AudioEncoding?
  /// The tracks of sound as they are written; empty where there is one of everything. See `mixes`.
  public var writtenMixes: [AudioMix] = []
  /// What is done to the sum of all sound.
  public var mastering: Mastering
  /// Seconds over which sound rises and falls where it is cut within its source, and its gain steps; 0 for
  /// not at all.
  public var declick: Rational
  /// Behind all tracks; opaque.
  public var background: Color
  /// Where the project fixes the movie's length; otherwise it ends with the last item.
  public var duration: Located<Rational>?
  /// The longest that it may be.
  public var maxDuration: Located<Rational>?
  /// Bytes that its file may have at most.
  public var maxSize: Int?
  /// What the movie says of itself, but for its chapters, which are markers.
  public var description = MovieDescription()
  /// The media item that is its artwork.
  public var artwork: Located<MediaID>?
  /// The media item whose tags it has.
  public var describingMedia: MediaID?
  /// Where it says that.
  public var descriptionRange = SourceRange.none
  /// Where the value of `output` stands; the whole project where there is none.
  public var range: SourceRange

  /// A movie on opaque black that ends with its last item, unless said otherwise.
  public init(
    size: Size, frameRate: FrameRate, video: VideoEncoding, audio: AudioEncoding?,
    mastering: Mastering = Mastering(), declick: Rational = .zero, background: Color = .black,
    duration: Located<Rational>? = nil, range: SourceRange
  ) {
    self.size = size
    self.frameRate = frameRate
    self.video = video
    self.audio = audio
    self.mastering = mastering
    self.declick = declick
    self.background = background
    self.duration = duration
    self.range = range
  }
}
