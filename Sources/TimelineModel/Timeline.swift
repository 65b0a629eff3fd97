public import Diagnostics
public import MediaTime

/// The resolved edit: every time exact and absolute, every default filled in, every name looked up.
///
/// A timeline says what is shown and heard when; it does not say how the frames are made. Ranges are
/// half-open and in seconds of the movie unless a property says otherwise. Nothing in it is rounded.
public struct Timeline: Sendable {
  public var output: OutputSettings
  /// Everything the project names under `media`, in the order of the file.
  public var media: [MediaItem]
  /// In painter's order: the first is at the back.
  public var tracks: [Track]
  /// What a test of the movie looks at; nothing in it changes the movie.
  public var expectations: Expectations?

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
  public var frameRate: FrameRate
  public var video: VideoEncoding
  /// `nil` when the movie has no sound.
  public var audio: AudioEncoding?
  /// Behind all tracks; opaque.
  public var background: Color
  /// Where the project fixes the movie's length; otherwise it ends with the last item.
  public var duration: Located<Rational>?
  public var range: SourceRange

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
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// How H.264 is to be encoded.
public struct VideoEncoding: Hashable, Sendable {
  public enum RateControl: Hashable, Sendable {
    /// Constant rate factor in tenths, 0…510.
    case crf(tenths: Int)
    /// Average bits a second.
    case bitRate(Int)
  }

  public var rateControl: RateControl
  /// One of x264's preset names, `ultrafast` … `placebo`.
  public var preset: String
  /// Greatest distance between key frames, in frames; `nil` for two seconds.
  public var gopFrames: Int?
  /// `baseline`, `main` or `high`; `nil` leaves the choice to the encoder.
  public var profile: String?

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

  public init(bitRate: Int = 160_000, sampleRate: Int = 48_000, channels: Int = 2) {
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
