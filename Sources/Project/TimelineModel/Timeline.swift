package import Diagnostics
package import BaseValues
package import OutputKinds

/// The resolved edit: every time exact and absolute, every default filled in, every name looked up.
///
/// A timeline says what is shown and heard when; it does not say how the frames are made. Ranges are
/// half-open and in seconds of the movie unless a property says otherwise. Nothing in it is rounded.
package struct Timeline: Sendable {
  /// What the movie is to be, whatever the tracks hold.
  package var output: OutputSettings
  /// Everything the project names under `media`, in the order of the file.
  package var media: [MediaItem]
  /// In painter's order: the first is at the back.
  package var tracks: [Track]
  /// The projects and groups that clips and images show, each after those that it shows itself;
  /// only the movie's own timeline has them.
  package var edits: [NestedEdit] = []
  /// Seconds of the edit, as it is written, for each second of its times here: other than 1 where a clip
  /// shows it faster or slower.
  package var tempo = Rational.one
  /// How many of the media the project itself names; the others are of projects within it.
  package var ownMediaCount: Int
  /// What a test of the movie looks at; nothing in it changes the movie.
  package var expectations: Expectations?
  /// In the order of the file; they change nothing.
  package var markers: [Marker] = []
  /// What the project says of itself; it changes nothing.
  package var note: String?
  /// What it says of its parts, by the places where their objects stand.
  package var notes: [SourceRange: String] = [:]
  /// Times that other times say, by the places where they are written.
  package var workedOut: [SourceRange: WorkedOutTime] = [:]
  /// Where values of items come from that do not simply stand there, by the places of clips,
  /// transitions, titles, layers and media.
  package var origins: [SourceRange: [ValueOrigin]] = [:]

  /// A resolved edit.
  package init(
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
  package var duration: Rational {
    if let fixed = output.duration { return fixed.value }
    let end = tracks.map(\.end).max() ?? .zero
    // Captions alone are a movie too.
    return end > .zero ? end : tracks.compactMap(\.captionsEnd).max() ?? .zero
  }
}

/// The movie that is to be made.
package struct OutputSettings: Sendable {
  /// Width and height in pixels, both even.
  package var size: Size
  /// Whether the size was written; otherwise it is that of the first clip of moving pictures, or a guess.
  package var isSizeWritten = true
  /// Frames a second, exact.
  package var frameRate: FrameRate
  /// The kind of file that the movie is.
  package var container = MovieContainer.usual
  /// Frames of a segment at most, where the container has segments.
  package var segmentFrames: Int?
  /// Whether the file is cut into fragments.
  package var isFragmented = false
  /// Changes no frame, only how the movie is encoded.
  package var video: VideoEncoding
  /// How the first track of sound is encoded; `nil` when the movie has no sound.
  package var audio: AudioEncoding?
  /// The tracks of sound as they are written; empty where there is one of everything. See `mixes`.
  package var writtenMixes: [AudioMix] = []
  /// What is done to the sum of all sound.
  package var mastering: Mastering
  /// Seconds over which sound rises and falls where it is cut within its source, and its gain steps; 0 for
  /// not at all.
  package var declick: Rational
  /// Behind all tracks; opaque.
  package var background: Color
  /// Whether the movie has alpha: there is no background.
  package var isTransparent: Bool { video.hasAlpha }
  /// Where the project fixes the movie's length; otherwise it ends with the last item.
  package var duration: Located<Rational>?
  /// The longest that it may be.
  package var maxDuration: Located<Rational>?
  /// Bytes that its file may have at most.
  package var maxSize: Int?
  /// What the movie says of itself, but for its chapters, which are markers.
  package var description = MovieDescription()
  /// The media item that is its artwork.
  package var artwork: Located<MediaID>?
  /// The media item whose tags it has.
  package var describingMedia: MediaID?
  /// Where it says that.
  package var descriptionRange = SourceRange.none
  /// Where the value of `output` stands; the whole project where there is none.
  package var range: SourceRange

  /// A movie on opaque black that ends with its last item, unless said otherwise.
  package init(
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
