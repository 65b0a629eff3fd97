internal import CLibAV

/// An AAC encoder (libavcodec's own, Low Complexity profile) for planar 32-bit float samples.
///
/// Timestamps count samples; the first packet's is `-initialPadding`.
public struct AudioEncoder: ~Copyable, Sendable {
  /// How to encode.
  public struct Configuration: Hashable, Sendable {
    /// Bits a second of all channels together.
    public var bitRate: Int
    /// Samples a second in each channel: one of AAC's rates, 7350…96000.
    public var sampleRate: Int
    /// Channels, 1…8, in libav's default layout for the number.
    public var channels: Int
    /// Whether noise may be described by its level alone. Each decoder then makes noise of its own, so that nobody
    /// knows the peaks of what is heard.
    public var substitutesNoise = true

    /// A configuration; what is wrong with it is found when the encoder is made.
    public init(bitRate: Int, sampleRate: Int, channels: Int) {
      self.bitRate = bitRate
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  /// How this encoder encodes.
  public let configuration: Configuration
  private var context: EncoderContext

  /// Opens an encoder.
  ///
  /// - Throws: `LibAVError` when libav refuses the rate or the number of channels.
  public init(_ configuration: Configuration) throws(LibAVError) {
    context = try Self.open(configuration)
    self.configuration = configuration
  }

  private static func open(
    _ configuration: Configuration
  ) throws(LibAVError) -> EncoderContext {
    guard let sampleRate = Int32(exactly: configuration.sampleRate), sampleRate > 0,
      (1...8).contains(configuration.channels), configuration.bitRate > 0
    else { throw .unusable(for: "describe sound to the encoder") }
    var context = try EncoderContext(named: "aac")
    let raw = unsafe context.raw
    unsafe raw.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    unsafe raw.pointee.sample_rate = sampleRate
    unsafe raw.pointee.time_base = AVRational(num: 1, den: sampleRate)
    unsafe raw.pointee.bit_rate = Int64(configuration.bitRate)
    unsafe av_channel_layout_default(&raw.pointee.ch_layout, Int32(configuration.channels))
    if !configuration.substitutesNoise { try context.set("aac_pns", "0") }
    try context.open()
    return context
  }
}

extension AudioEncoder {
  /// Samples in each channel that a packet holds; every frame sent but the last has as many.
  public var frameSize: Int { unsafe max(1, Int(context.raw.pointee.frame_size)) }

  /// Samples the encoder puts before the first one it is given.
  public var initialPadding: Int { unsafe max(0, Int(context.raw.pointee.initial_padding)) }

  /// How the stream is described to a muxer.
  public var parameters: StreamParameters {
    StreamParameters(
      content: .sound(
        codec: "aac", sampleRate: configuration.sampleRate, channels: configuration.channels,
        frameSize: frameSize, initialPadding: initialPadding),
      extradata: context.extradata, bitRate: configuration.bitRate)
  }

  /// A block to be filled and sent, with memory for `frameSize` samples in each channel.
  public func makeFrame() throws(LibAVError) -> AudioFrame {
    try AudioFrame(
      layout: unsafe describeLayout(&context.raw.pointee.ch_layout),
      sampleRate: configuration.sampleRate, sampleCount: frameSize)
  }

  /// Gives the next block; its timestamp is the number of its first sample.
  ///
  /// Receive packets until the encoder needs input before sending again.
  /// - Throws: `LibAVError`, also for samples that are not finite numbers.
  public mutating func send(_ frame: borrowing AudioFrame) throws(LibAVError) {
    guard frame.sampleCount <= frameSize, frame.channelCount == configuration.channels else {
      throw .unusable(for: "encode sound of another kind")
    }
    try unsafe context.send(frame.raw)
  }

  /// Says that no block follows.
  public mutating func sendEnd() throws(LibAVError) { try unsafe context.send(nil) }

  /// The next packet; its times count samples.
  public mutating func receive() throws(LibAVError) -> EncoderOutput { try context.receive() }
}
