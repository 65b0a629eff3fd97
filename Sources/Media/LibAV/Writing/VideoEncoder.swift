internal import CLibAV

/// An H.264 encoder: x264 through libavcodec, with one thread.
///
/// Frames are 8-bit 4:2:0, limited range BT.709, square pixels; that is also how the stream is
/// tagged. Groups of pictures are closed. The bytes depend on the frames and the configuration
/// alone, not on the processor: x264 is kept from what is rounded differently on another one.
public struct VideoEncoder: ~Copyable, Sendable {
  /// How to encode.
  public struct Configuration: Hashable, Sendable {
    /// How bits are shared out.
    public enum RateControl: Hashable, Sendable {
      /// Constant rate factor in hundredths, 0…5100; 0 is lossless.
      case crf(hundredths: Int)
      /// Average bits a second.
      case bitRate(Int)
    }

    /// Luma samples in a row and rows, both even.
    public var width: Int
    /// Rows, even.
    public var height: Int
    /// Frames a second; timestamps count frames.
    public var rate: Fraction
    /// What the encoder aims at.
    public var rateControl: RateControl
    /// x264's name of a preset, `ultrafast` … `placebo`.
    public var preset: String
    /// x264's name of a tuning, for example `film`.
    public var tune: String?
    /// `baseline`, `main` or `high`.
    public var profile: String?
    /// Greatest distance from one key frame to the next, in frames.
    public var keyFrameInterval: Int
    /// The decoder's buffer; `nil` for no limit.
    public var buffer: Buffer?
    /// Whether streams of other rate factors have the same parameters, so that they can be joined.
    public var hasSharedParameters = false

    /// A decoder's buffer that the encoder tries not to empty.
    public struct Buffer: Hashable, Sendable {
      /// Bits a second that flow in.
      public var maxRate: Int
      /// Bits that it holds.
      public var size: Int
      /// Bits in it when the first frame is decoded.
      public var filled: Int

      /// A buffer; nothing is checked.
      public init(maxRate: Int, size: Int, filled: Int) {
        self.maxRate = maxRate
        self.size = size
        self.filled = filled
      }
    }

    /// A configuration; what is wrong with it is found when the encoder is made.
    public init(
      width: Int, height: Int, rate: Fraction, rateControl: RateControl, preset: String,
      tune: String? = nil, profile: String? = nil, keyFrameInterval: Int
    ) {
      self.width = width
      self.height = height
      self.rate = rate
      self.rateControl = rateControl
      self.preset = preset
      self.tune = tune
      self.profile = profile
      self.keyFrameInterval = keyFrameInterval
    }
  }

  /// How this encoder encodes.
  public let configuration: Configuration
  private var context: EncoderContext

  /// Opens an encoder.
  ///
  /// - Parameter log: on failure gets what x264 had to say.
  /// - Throws: `LibAVError` when x264 is not in this libav or refuses the configuration.
  public init(_ configuration: Configuration, log: (LogLine) -> Void = { _ in }) throws(LibAVError)
  {
    context = try Self.open(configuration, log: log)
    self.configuration = configuration
  }

  private static func open(
    _ configuration: Configuration, log: (LogLine) -> Void
  ) throws(LibAVError) -> EncoderContext {
    guard let width = Int32(exactly: configuration.width),
      let height = Int32(exactly: configuration.height), width > 0, height > 0,
      width % 2 == 0, height % 2 == 0, configuration.rate.isPositive,
      let interval = Int32(exactly: configuration.keyFrameInterval), interval > 0
    else { throw .unusable(for: "describe pictures to the encoder") }
    var context = try EncoderContext(named: "libx264")
    let raw = unsafe context.raw
    unsafe raw.pointee.width = width
    unsafe raw.pointee.height = height
    unsafe raw.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    unsafe raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe raw.pointee.time_base = AVRational(
      num: configuration.rate.denominator, den: configuration.rate.numerator)
    unsafe raw.pointee.framerate = configuration.rate.raw
    unsafe raw.pointee.gop_size = interval
    unsafe raw.pointee.color_range = AVCOL_RANGE_MPEG
    unsafe raw.pointee.color_primaries = AVCOL_PRI_BT709
    unsafe raw.pointee.color_trc = AVCOL_TRC_BT709
    unsafe raw.pointee.colorspace = AVCOL_SPC_BT709
    unsafe raw.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    unsafe raw.pointee.field_order = AV_FIELD_PROGRESSIVE
    // The macro of the top bit is unsigned in C.
    unsafe raw.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
    switch configuration.rateControl {
    case .crf(let hundredths):
      guard (0...5100).contains(hundredths) else { throw .unusable(for: "set rate factor") }
      let fraction = hundredths % 100
      try context.set("crf", "\(hundredths / 100).\(fraction / 10)\(fraction % 10)")
    case .bitRate(let bits):
      guard bits > 0 else { throw .unusable(for: "set bit rate") }
      unsafe raw.pointee.bit_rate = Int64(bits)
    }
    if let buffer = configuration.buffer {
      guard let size = Int32(exactly: buffer.size), let filled = Int32(exactly: buffer.filled),
        buffer.maxRate > 0, size > 0, (0...size).contains(filled)
      else { throw .unusable(for: "set buffer") }
      unsafe raw.pointee.rc_max_rate = Int64(buffer.maxRate)
      unsafe raw.pointee.rc_buffer_size = size
      unsafe raw.pointee.rc_initial_buffer_occupancy = filled
    }
    try context.set("preset", configuration.preset)
    if let tune = configuration.tune { try context.set("tune", tune) }
    if let profile = configuration.profile { try context.set("profile", profile) }
    try context.set("forced-idr", "1")
    // Every frame lasts as long as any other: x264 need not wait for the next to know.
    var parameters = "force-cfr=1:cpu-independent=1"
    if let limit = ProcessorFeatures.encoderLimit { parameters += ":asm=\(limit)" }
    // Otherwise the first quantizer stands in the picture parameters.
    if configuration.hasSharedParameters { parameters += ":stitchable=1" }
    try context.set("x264-params", parameters)
    do throws(LibAVError) {
      try context.open()
    } catch {
      for line in context.log.take() { log(line) }
      throw error
    }
    return context
  }
}

extension VideoEncoder {
  /// How the stream is described to a muxer.
  public var parameters: StreamParameters {
    var bitRate = 0
    if case .bitRate(let bits) = configuration.rateControl { bitRate = bits }
    return StreamParameters(
      content: .pictures(
        codec: "h264", format: "yuv420p", width: configuration.width, height: configuration.height),
      extradata: context.extradata, bitRate: bitRate)
  }

  /// Frames by which decoding runs ahead of presentation at most: 0 without B-frames, 2 with
  /// B-frames that others refer to. The same for every stream of one configuration.
  public var reorderDelay: Int { unsafe max(0, Int(context.raw.pointee.has_b_frames)) }

  /// Gives the next frame; its timestamp is its number. The memory is not copied here, and is let
  /// go of when the encoder has taken the frame over.
  ///
  /// Receive packets until the encoder needs input before sending again.
  /// - Throws: `LibAVError`, also for a frame of another size or format.
  public mutating func send(_ frame: borrowing VideoFrame) throws(LibAVError) {
    guard frame.width == configuration.width, frame.height == configuration.height,
      unsafe frame.raw.pointee.format == AV_PIX_FMT_YUV420P.rawValue
    else { throw .unusable(for: "encode picture of another kind") }
    try unsafe context.send(frame.raw)
  }

  /// Says that no frame follows.
  public mutating func sendEnd() throws(LibAVError) { try unsafe context.send(nil) }

  /// The next packet, in decoding order; its times count frames.
  public mutating func receive() throws(LibAVError) -> EncoderOutput { try context.receive() }
}
