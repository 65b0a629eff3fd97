import LibAV
public import MediaTime
public import PlanModel
public import Raster
public import TimelineModel

/// Everything that decides how pictures become H.264: a part of a chunk's key.
public struct VideoEncoderSettings: Hashable, Sendable {
  /// How bits are shared out.
  public typealias RateControl = VideoEncoding.RateControl

  /// Size of every picture; both sides even.
  public var size: PixelSize
  /// Frames a second, exactly.
  public var rate: FrameRate
  /// Constant quality or average bit rate.
  public var rateControl: RateControl
  /// x264's name of a preset, `ultrafast` … `placebo`.
  public var preset: String
  /// Greatest distance from one key frame to the next, in frames.
  public var gopFrames: Int
  /// `baseline`, `main` or `high`; `nil` leaves the choice to the encoder.
  public var profile: String?
  /// x264's name of a tuning, for example `film`; `nil` for none.
  public var tune: String?

  /// Settings as given; what is wrong with them is found when an encoder is made.
  public init(
    size: PixelSize, rate: FrameRate, rateControl: RateControl = .crf(tenths: 200),
    preset: String = "medium", gopFrames: Int, profile: String? = nil, tune: String? = nil
  ) {
    self.size = size
    self.rate = rate
    self.rateControl = rateControl
    self.preset = preset
    self.gopFrames = gopFrames
    self.profile = profile
    self.tune = tune
  }

  /// The settings of a planned movie. Without a GOP length key frames are two seconds apart.
  public init(_ output: PlannedOutput) {
    self.init(
      size: PixelSize(width: output.size.width, height: output.size.height), rate: output.rate,
      rateControl: output.video.rateControl, preset: output.video.preset,
      gopFrames: output.video.gopFrames ?? 2 * output.rate.nominal,
      profile: output.video.profile)
  }

  /// Names of presets, from fastest to smallest.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow", "placebo",
  ]

  /// Names of tunings.
  public static let tunes = [
    "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode", "zerolatency",
  ]

  /// Names of profiles for 8-bit 4:2:0, from simplest to best.
  public static let profiles = ["baseline", "main", "high"]

  /// What is wrong with the settings, in words; `nil` when x264 can be asked.
  ///
  /// Names are checked here because x264 complains of unknown ones on stderr and nowhere else.
  var fault: String? {
    if size.isEmpty || size.width % 2 != 0 || size.height % 2 != 0 {
      return "H.264 needs an even width and height, not \(size)"
    }
    func unknown(_ kind: String, _ name: String?, _ names: [String]) -> String? {
      guard let name, !names.contains(name) else { return nil }
      return "no \(kind) is called '\(name)'; there are \(names.joined(separator: ", "))"
    }
    return unknown("preset", preset, Self.presets) ?? unknown("tuning", tune, Self.tunes)
      ?? unknown("profile", profile, Self.profiles)
  }

  /// The same in the encoder's terms.
  var configuration: VideoEncoder.Configuration {
    let control: VideoEncoder.Configuration.RateControl =
      switch rateControl {
      case .crf(let tenths): .crf(tenths: tenths)
      case .bitRate(let bits): .bitRate(bits)
      }
    return VideoEncoder.Configuration(
      width: size.width, height: size.height, rate: rate.fraction, rateControl: control,
      preset: preset, tune: tune, profile: profile, keyFrameInterval: gopFrames)
  }
}

/// Everything that decides how sound becomes AAC.
public struct AudioEncoderSettings: Hashable, Sendable {
  /// Bits a second of all channels together.
  public var bitRate: Int
  /// Samples a second in each channel.
  public var sampleRate: Int
  /// Channels, 1…8.
  public var channels: Int

  /// Settings as given; what is wrong with them is found when an encoder is made.
  public init(bitRate: Int = 160_000, sampleRate: Int = 48_000, channels: Int = 2) {
    self.bitRate = bitRate
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// The settings of a project's output.
  public init(_ encoding: AudioEncoding) {
    self.init(
      bitRate: encoding.bitRate, sampleRate: encoding.sampleRate, channels: encoding.channels)
  }
}

extension FrameRate {
  /// The rate in libav's 32-bit numbers; a frame rate's parts are at most a million.
  var fraction: Fraction {
    Fraction(Int32(truncatingIfNeeded: frames), Int32(truncatingIfNeeded: seconds))
  }
}
