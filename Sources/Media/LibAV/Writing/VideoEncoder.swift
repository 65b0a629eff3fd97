package import BaseValues
internal import CLibAV
package import OutputKinds

/// An encoder of pictures of libavcodec, with one thread.
///
/// Frames are limited range in the codes of one colour, square pixels; that is also how the stream is tagged. The bytes depend on the
/// frames and the configuration alone.
package struct VideoEncoder: ~Copyable, Sendable {
  /// How to encode.
  package struct Configuration: Hashable, Sendable {
    /// libav's name of the encoder.
    package var encoder: String
    /// libav's name of the format of frames.
    package var pixelFormat: String
    /// Luma samples in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Frames a second; timestamps count frames.
    package var rate: Fraction
    /// What else the encoder is told.
    package var options: [LibraryOption]
    /// What samples mean.
    package var color: PictureColor

    /// A configuration; what is wrong with it is found when the encoder is made.
    package init(
      encoder: String, pixelFormat: String, width: Int, height: Int, rate: Fraction,
      options: [LibraryOption], color: PictureColor = .sdr
    ) {
      self.color = color
      self.encoder = encoder
      self.pixelFormat = pixelFormat
      self.width = width
      self.height = height
      self.rate = rate
      self.options = options
    }

    /// What settings come to.
    package init(_ settings: VideoEncoderSettings) {
      // A frame rate's parts are at most a million.
      let rate = Fraction(
        Int32(truncatingIfNeeded: settings.rate.frames),
        Int32(truncatingIfNeeded: settings.rate.seconds))
      self.init(
        encoder: settings.codec.encoder, pixelFormat: settings.pixelFormat,
        width: settings.size.width, height: settings.size.height, rate: rate,
        options: settings.codec.options(settings, ProcessorFeatures.encoderLimit),
        color: settings.color)
    }
  }

  /// How this encoder encodes.
  package let configuration: Configuration
  private var context: EncoderContext

  /// Opens an encoder.
  ///
  /// - Parameter log: on failure gets what the encoder had to say.
  /// - Throws: `LibAVError` when the encoder is not in this libav or refuses the configuration.
  package init(_ configuration: Configuration, log: (LogLine) -> Void = { _ in }) throws(LibAVError)
  {
    context = try Self.open(configuration, log: log)
    self.configuration = configuration
  }

  private static func open(
    _ configuration: Configuration, log: (LogLine) -> Void
  ) throws(LibAVError) -> EncoderContext {
    let format = unsafe av_get_pix_fmt(configuration.pixelFormat)
    guard let width = Int32(exactly: configuration.width),
      let height = Int32(exactly: configuration.height), width > 0, height > 0,
      configuration.rate.isPositive, format != AV_PIX_FMT_NONE
    else { throw .unusable(for: "describe pictures to the encoder") }
    var context = try EncoderContext(named: configuration.encoder)
    let raw = unsafe context.raw
    unsafe raw.pointee.width = width
    unsafe raw.pointee.height = height
    unsafe raw.pointee.pix_fmt = format
    unsafe raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe raw.pointee.time_base = AVRational(
      num: configuration.rate.denominator, den: configuration.rate.numerator)
    unsafe raw.pointee.framerate = configuration.rate.raw
    unsafe raw.pointee.color_range =
      configuration.pixelFormat.hasPrefix("yuvj") ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    unsafe raw.pointee.color_primaries = configuration.color.primariesCode
    unsafe raw.pointee.color_trc = configuration.color.transferCode
    unsafe raw.pointee.colorspace = configuration.color.matrixCode(
      in: configuration.pixelFormat)
    // JFIF has chroma between two columns.
    unsafe raw.pointee.chroma_sample_location =
      configuration.pixelFormat.hasPrefix("yuvj") ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
    unsafe raw.pointee.field_order = AV_FIELD_PROGRESSIVE
    do throws(LibAVError) {
      try context.set(configuration.options)
      try context.open()
    } catch {
      for line in context.log.take() { log(line) }
      throw error
    }
    return context
  }
}

extension VideoEncoder {
  /// The decoder's set-up.
  package var extradata: [UInt8] { context.extradata }

  /// Frames by which decoding runs ahead of presentation at most: 0 without B-frames, 2 with
  /// B-frames that others refer to. The same for every stream of one configuration.
  package var reorderDelay: Int { unsafe max(0, Int(context.raw.pointee.has_b_frames)) }

  /// Gives the next frame; its timestamp is its number. The memory is not copied here, and is let
  /// go of when the encoder has taken the frame over.
  ///
  /// Receive packets until the encoder needs input before sending again.
  /// - Throws: `LibAVError`, also for a frame of another size or format.
  package mutating func send(_ frame: borrowing VideoFrame) throws(LibAVError) {
    guard frame.width == configuration.width, frame.height == configuration.height,
      frame.formatName == configuration.pixelFormat
    else { throw .unusable(for: "encode picture of another kind") }
    try unsafe context.send(frame.raw)
  }

  /// Says that no frame follows.
  package mutating func sendEnd() throws(LibAVError) { try unsafe context.send(nil) }

  /// The next packet, in decoding order; its times count frames.
  package mutating func receive() throws(LibAVError) -> EncoderOutput { try context.receive() }
}
