public import Diagnostics
public import MediaTime

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
  /// What a test of the movie looks at; nothing in it changes the movie.
  public var expectations: Expectations?

  /// A resolved edit.
  public init(
    output: OutputSettings, media: [MediaItem], tracks: [Track],
    expectations: Expectations? = nil
  ) {
    self.output = output
    self.media = media
    self.tracks = tracks
    self.expectations = expectations
  }

  /// The end of the last item of any track, or the end that `output.duration` fixes.
  public var duration: Rational {
    if let fixed = output.duration { return fixed.value }
    return tracks.map(\.end).max() ?? .zero
  }
}

/// The movie that is to be made.
public struct OutputSettings: Sendable {
  /// Width and height in pixels, both even.
  public var size: PictureSize
  /// Frames a second, exact.
  public var frameRate: FrameRate
  /// Changes no frame, only how the movie is encoded.
  public var video: VideoEncoding
  /// `nil` when the movie has no sound.
  public var audio: AudioEncoding?
  /// Behind all tracks; opaque.
  public var background: Color
  /// Where the project fixes the movie's length; otherwise it ends with the last item.
  public var duration: Located<Rational>?
  /// Where the value of `output` stands; the whole project where there is none.
  public var range: SourceRange

  /// A movie on opaque black that ends with its last item, unless said otherwise.
  public init(
    size: PictureSize, frameRate: FrameRate, video: VideoEncoding, audio: AudioEncoding?,
    background: Color = .black, duration: Located<Rational>? = nil, range: SourceRange
  ) {
    self.size = size
    self.frameRate = frameRate
    self.video = video
    self.audio = audio
    self.background = background
    self.duration = duration
    self.range = range
  }
}

/// A size in whole pixels.
public struct PictureSize: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A size; nothing is checked.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// How H.264 is to be encoded.
public struct VideoEncoding: Hashable, Sendable {
  /// What the encoder aims at.
  public enum RateControl: Hashable, Sendable {
    /// Constant rate factor in tenths, 0…510.
    case crf(tenths: Int)
    /// Average bits a second.
    case bitRate(Int)
  }

  /// Quality or size: one of them decides.
  public var rateControl: RateControl
  /// One of x264's preset names, `ultrafast` … `placebo`.
  public var preset: String
  /// Greatest distance between key frames, in frames; `nil` for two seconds.
  public var gopFrames: Int?
  /// `baseline`, `main` or `high`; `nil` leaves the choice to the encoder.
  public var profile: String?

  /// Rate factor 20 and x264's preset `medium`, unless said otherwise.
  public init(
    rateControl: RateControl = .crf(tenths: 200), preset: String = "medium",
    gopFrames: Int? = nil, profile: String? = nil
  ) {
    self.rateControl = rateControl
    self.preset = preset
    self.gopFrames = gopFrames
    self.profile = profile
  }
}

/// How AAC is to be encoded.
public struct AudioEncoding: Hashable, Sendable {
  /// Bits a second.
  public var bitRate: Int
  /// Samples a second and channel: one of AAC's rates, 8000…96000.
  public var sampleRate: Int
  /// 1 or 2.
  public var channels: Int

  /// 160 kbit/s of stereo at 48 kHz, unless said otherwise.
  public init(bitRate: Int = 160_000, sampleRate: Int = 48_000, channels: Int = 2) {
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
