import LibAV
public import BaseValues
public import PlanModel
import Raster
public import Rendering
public import TimelineModel

/// Everything that decides how pictures are encoded.
public struct VideoEncoderSettings: Hashable, Sendable {
  /// How bits are shared out.
  public typealias RateControl = VideoEncoding.RateControl

  /// Decides which presets, tunings and profiles there are.
  public var codec: VideoCodec
  /// Size of every picture.
  public var size: Size
  /// Frames a second, exactly.
  public var rate: FrameRate
  /// Constant quality or average bit rate.
  public var rateControl: RateControl
  /// The name of one of the codec's presets.
  public var preset: String
  /// Greatest distance from one key frame to the next, in frames.
  public var gopFrames: Int
  /// One of the codec's profiles; `nil` leaves the choice to the encoder.
  public var profile: String?
  /// One of the codec's tunings; `nil` for none.
  public var tune: String?
  /// The buffer that the stream must not empty; `nil` for no limit.
  public var buffer: DecoderBuffer?
  /// The quality of a chunk that shares bits with others, in place of `rateControl`.
  public private(set) var level: QualityLevel?

  /// Settings as given; what is wrong with them is found when an encoder is made.
  public init(
    size: Size, rate: FrameRate, rateControl: RateControl = .crf(tenths: 200),
    preset: String? = nil, gopFrames: Int, profile: String? = nil, tune: String? = nil,
    codec: VideoCodec = .h264
  ) {
    self.codec = codec
    self.size = size
    self.rate = rate
    self.rateControl = rateControl
    self.preset = preset ?? codec.defaultPreset
    self.gopFrames = gopFrames
    self.profile = profile
    self.tune = tune
  }

  /// The settings of a planned movie.
  public init(_ output: PlannedOutput) {
    self.init(
      size: output.size, rate: output.rate,
      rateControl: output.video.rateControl, preset: output.video.preset,
      gopFrames: output.video.gopFrames(at: output.rate), profile: output.video.profile,
      codec: output.video.codec)
    buffer = output.video.buffer
  }

  /// The settings of one chunk.
  public func of(_ quality: ChunkQuality) -> VideoEncoderSettings {
    var settings = self
    switch quality {
    case .planned: break
    case .level(let level): settings.level = level
    case .pilot(let level):
      settings.level = level
      settings.preset = codec.pilotPreset(for: preset)
      settings.buffer = nil
    }
    return settings
  }

  /// What is wrong with the settings, in words; `nil` when the encoder can be asked.
  ///
  /// Names are checked here because x264 complains of unknown ones on stderr and nowhere else.
  var fault: String? {
    codec.fault(
      size: size, preset: preset, tuning: tune,
      profile: profile)
  }

  /// The same in the encoder's terms.
  var configuration: VideoEncoder.Configuration {
    let control: VideoEncoder.Configuration.RateControl =
      switch (level, rateControl) {
      case (let level?, _): .crf(hundredths: level.hundredths)
      case (nil, .crf(let tenths)): .crf(hundredths: 10 * tenths)
      case (nil, .bitRate(let bits)): .bitRate(bits)
      }
    var configuration = VideoEncoder.Configuration(
      width: size.width, height: size.height, rate: rate.fraction, rateControl: control,
      preset: preset, tune: tune, profile: profile, keyFrameInterval: gopFrames)
    configuration.hasSharedParameters = level != nil
    // The lead-in takes some of it before the first frame that is kept.
    configuration.buffer = buffer.map {
      VideoEncoder.Configuration.Buffer(maxRate: $0.maxRate, size: $0.size, filled: $0.size)
    }
    return configuration
  }
}

/// Everything that decides how sound is encoded.
public struct AudioEncoderSettings: Hashable, Sendable {
  /// Decides which sample rates, channels and bit rates there are.
  public var codec: AudioCodec
  /// Bits a second of all channels together.
  public var bitRate: Int
  /// Samples a second in each channel.
  public var sampleRate: Int
  /// Channels, 1…8.
  public var channels: Int
  /// Whether what is decoded has to be the same in every decoder, so that its peaks are known.
  public var hasKnownPeaks = false

  /// Settings as given; what is wrong with them is found when an encoder is made.
  public init(bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
    self.init(AudioEncoding(bitRate: bitRate, sampleRate: sampleRate, channels: channels))
  }

  /// The settings of a project's output.
  public init(_ encoding: AudioEncoding) {
    codec = encoding.codec
    bitRate = encoding.bitRate
    sampleRate = encoding.sampleRate
    channels = encoding.channels
  }
}

extension FrameRate {
  /// The rate in libav's 32-bit numbers; a frame rate's parts are at most a million.
  var fraction: Fraction {
    Fraction(Int32(truncatingIfNeeded: frames), Int32(truncatingIfNeeded: seconds))
  }
}
