package import BaseValues

/// Everything that decides how pictures are encoded.
package struct VideoEncoderSettings: Hashable, Sendable {
  /// How bits are shared out.
  package typealias RateControl = VideoEncoding.RateControl

  /// Decides which presets, tunings and profiles there are.
  package var codec: VideoCodec
  /// Size of every picture.
  package var size: Size
  /// Frames a second, exactly.
  package var rate: FrameRate
  /// Constant quality or average bit rate.
  package var rateControl: RateControl
  /// The name of one of the codec's presets.
  package var preset: String
  /// Greatest distance from one key frame to the next, in frames.
  package var gopFrames: Int
  /// One of the profiles of the depth; `nil` leaves the choice to the encoder.
  package var profile: String?
  /// Bits of a sample: one of the codec's depths.
  package var bitDepth: Int
  /// What samples mean.
  package var color: PictureColor
  /// Whether pictures have alpha.
  package var hasAlpha = false
  /// What pictures of HDR10 are looked at on while they are made; `nil` where nothing is said of it.
  package var masteringDisplay: MasteringDisplay?
  /// One of the codec's tunings; `nil` for none.
  package var tune: String?
  /// The buffer that the stream must not empty; `nil` for no limit.
  package var buffer: DecoderBuffer?
  /// The quality of a chunk that shares bits with others, in place of `rateControl`.
  package private(set) var level: QualityLevel?

  /// Settings as given; what is wrong with them is found when an encoder is made.
  package init(
    size: Size, rate: FrameRate, rateControl: RateControl? = nil,
    preset: String? = nil, gopFrames: Int, profile: String? = nil, tune: String? = nil,
    codec: VideoCodec = .usual, bitDepth: Int? = nil, color: PictureColor = .sdr
  ) {
    self.color = color
    self.codec = codec
    self.size = size
    self.rate = rate
    self.rateControl = rateControl ?? .crf(tenths: codec.quality.usual)
    self.preset = preset ?? codec.defaultPreset
    self.gopFrames = gopFrames
    self.profile = profile
    self.tune = tune
    self.bitDepth = bitDepth ?? codec.usualBitDepth
  }

  /// The settings of a movie's pictures.
  package init(_ encoding: VideoEncoding, size: Size, rate: FrameRate) {
    self.init(
      size: size, rate: rate, rateControl: encoding.rateControl, preset: encoding.preset,
      gopFrames: encoding.gopFrames(at: rate), profile: encoding.profile, tune: encoding.tune,
      codec: encoding.codec, bitDepth: encoding.bitDepth, color: encoding.color)
    buffer = encoding.buffer
    masteringDisplay = encoding.masteringDisplay
    hasAlpha = encoding.hasAlpha
  }

  /// The settings of one chunk.
  package func of(_ quality: ChunkQuality) -> VideoEncoderSettings {
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

  /// libav's name of the format of pictures; empty for a depth that the codec does not have, and for alpha where it
  /// has none.
  package var pixelFormat: String {
    codec.format(bitDepth: bitDepth)?.pixelFormat(profile: profile, hasAlpha: hasAlpha) ?? ""
  }

  /// How many bits, in the words of all libav's encoders.
  package var rateOptions: [LibraryOption] {
    var options: [LibraryOption] = []
    if let hundredths = quality {
      let fraction = hundredths % 100
      options.append(
        LibraryOption("crf", "\(hundredths / 100).\(fraction / 10)\(fraction % 10)"))
    } else if case .bitRate(let bits) = rateControl {
      options.append(LibraryOption("b", "\(bits)"))
    }
    if let buffer {
      // A lead-in takes some of it before the first frame that is kept.
      options += [
        LibraryOption("maxrate", "\(buffer.maxRate)"),
        LibraryOption("bufsize", "\(buffer.size)"),
        LibraryOption("rc_init_occupancy", "\(buffer.size)"),
      ]
    }
    return options
  }

  /// The constant quality in hundredths of what the codec counts it in; `nil` where there is none.
  package var quality: Int? {
    if let level { return level.hundredths }
    if case .crf(let tenths) = rateControl { return 10 * tenths }
    return nil
  }

  /// What is wrong with the settings, in words; `nil` when the encoder can be asked.
  ///
  /// Names are checked here because x264 complains of unknown ones on stderr and nowhere else.
  package var fault: String? {
    if let fault = codec.fault(
      size: size, preset: preset, tuning: tune, profile: profile, bitDepth: bitDepth)
    {
      return fault
    }
    if pixelFormat.isEmpty {
      return "\(codec.title)\(profile.map { " \($0)" } ?? "") has no alpha in \(bitDepth) bits"
    }
    if bitDepth < color.leastBitDepth {
      return "\(color.title) needs \(color.leastBitDepth) bits, not \(bitDepth)"
    }
    if let quality, !codec.quality.hundredths.contains(quality) {
      return "\(codec.title) has no such \(codec.quality.noun)"
    }
    if case .bitRate(let bits) = rateControl, bits <= 0 { return "no bits are too few" }
    return (1...Int(Int32.max)).contains(gopFrames) ? nil : "no frames make no group of pictures"
  }
}

/// Everything that decides how sound is encoded.
package struct AudioEncoderSettings: Hashable, Sendable {
  /// Decides which sample rates, channels and bit rates there are.
  package var codec: AudioCodec
  /// Bits a second of all channels together.
  package var bitRate: Int
  /// Samples a second in each channel.
  package var sampleRate: Int
  /// Channels, 1…8.
  package var channels: Int
  /// Whether what is decoded has to be the same in every decoder, so that its peaks are known.
  package var hasKnownPeaks = false

  /// Settings as given; what is wrong with them is found when an encoder is made.
  package init(bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
    self.init(AudioEncoding(bitRate: bitRate, sampleRate: sampleRate, channels: channels))
  }

  /// The settings of a project's output.
  package init(_ encoding: AudioEncoding) {
    codec = encoding.codec
    bitRate = encoding.bitRate
    sampleRate = encoding.sampleRate
    channels = encoding.channels
  }
}
