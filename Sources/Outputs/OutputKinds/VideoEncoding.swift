package import BaseValues

/// How pictures are to be encoded.
package struct VideoEncoding: Hashable, Sendable {
  /// What the encoder aims at.
  package enum RateControl: Hashable, Sendable {
    /// Constant quality in tenths of what the codec counts it in.
    case crf(tenths: Int)
    /// Average bits a second.
    case bitRate(Int)
  }

  /// Decides which presets and profiles there are.
  package var codec: VideoCodec
  /// Quality or size: one of them decides.
  package var rateControl: RateControl
  /// The name of one of the codec's presets.
  package var preset: String
  /// Greatest distance between key frames, in frames; `nil` for what the codec says.
  package var gopFrames: Int?
  /// One of the profiles of the depth; `nil` leaves the choice to the encoder.
  package var profile: String?
  /// One of the codec's tunings; `nil` for none.
  package var tune: String?
  /// Most bits a second that flow into a decoder's buffer; `nil` for no limit.
  package var maxRate: Int?
  /// Bits that the buffer holds; `nil` for those of two seconds at `maxRate`.
  package var bufferSize: Int?
  /// Bits of a sample, in which pictures are composed, too: one of the codec's depths.
  package var bitDepth: Int
  /// What the codes of pictures mean, in which they are composed, too.
  package var color: PictureColor
  /// Whether pictures have alpha: what nothing is drawn on is transparent.
  package var hasAlpha = false
  /// What pictures of HDR10 are looked at on while they are made; `nil` where nothing is said of it.
  package var masteringDisplay: MasteringDisplay?

  /// An encoding with the codec's defaults where nothing is said.
  package init(
    _ codec: VideoCodec = .usual, rateControl: RateControl? = nil, preset: String? = nil,
    gopFrames: Int? = nil, profile: String? = nil, maxRate: Int? = nil, bufferSize: Int? = nil,
    bitDepth: Int? = nil, color: PictureColor = .sdr
  ) {
    self.codec = codec
    self.rateControl = rateControl ?? .crf(tenths: codec.quality.usual)
    self.preset = preset ?? codec.defaultPreset
    self.gopFrames = gopFrames
    self.profile = profile
    self.maxRate = maxRate
    self.bufferSize = bufferSize
    self.bitDepth = bitDepth ?? codec.usualBitDepth(of: color) ?? codec.usualBitDepth
    self.color = color
  }

  /// libav's name of the format of pictures; empty for a depth that the codec does not have, and for alpha where it
  /// has none.
  package var pixelFormat: String {
    codec.format(bitDepth: bitDepth)?.pixelFormat(profile: profile, hasAlpha: hasAlpha) ?? ""
  }

  /// Whether how well one chunk is encoded depends on what others need.
  package var sharesBits: Bool {
    if case .bitRate = rateControl { return true }
    return maxRate != nil
  }

  /// The buffer that the stream must not empty; `nil` for no limit.
  package var buffer: DecoderBuffer? {
    maxRate.map { DecoderBuffer(maxRate: $0, size: bufferSize ?? 2 * $0) }
  }

  /// Greatest distance between key frames at a rate, in frames.
  package func gopFrames(at rate: FrameRate) -> Int {
    gopFrames ?? codec.keyFrameSeconds * rate.nominal
  }
}
