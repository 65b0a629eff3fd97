internal import CLibAV

// Safe: one owner; libav's worker threads are joined before a call returns frames or at `deinit`.
/// A decoder for one stream: packets in, frames out.
@safe package struct Decoder: ~Copyable, @unchecked Sendable {
  private let handle: Handle
  private let log: LogRing?
  private let keepsMissingTimes: Bool
  /// Of the last packet, where pictures are PNG.
  private var pngColors: PNGColors?
  /// Puts the tiles together, where the stream is a photo.
  private let photo: PhotoDecoder?

  /// Most pixels of a picture that is decoded unless options say otherwise: 16384 × 16384.
  package static let maximumPixels: Int64 = 1 << 28

  /// The stream the decoder was opened for.
  package let stream: StreamDescription

  /// How a decoder works; what is not changed gives whole pictures and sound, bit-exact, on one
  /// thread.
  package struct Options: Sendable {
    /// How work is shared between threads; neither changes the pictures.
    package enum Threading: Sendable {
      /// Several pictures at a time; adds delay.
      case frames
      /// Parts of one picture.
      case slices
    }
    /// At least 1. 0 would let libav choose by the machine.
    package var threadCount = 1
    /// Counts where `threadCount` is above 1.
    package var threading = Threading.frames
    /// Asks for arithmetic that is the same on every machine.
    package var isBitExact = true
    /// libav's name of a decoder to prefer: `libvpx` and `libvpx-vp9` give the alpha plane that
    /// `vp8` and `vp9` drop.
    /// Where it does not exist or does not fit the codec, the default one is used.
    package var preferredDecoder: String?
    /// Leaves encoder delay and padding in the sound and reports it in `AudioFrame.skip`.
    package var keepsSkippedSamples = false
    /// Largest picture that is decoded, in pixels.
    package var maximumPixels = Decoder.maximumPixels
    /// Leaves frames without a time where their packet has none; else libav guesses one.
    package var keepsMissingTimes = false
    /// Gives frames although the decoder knows that they are damaged.
    package var givesDamagedFrames = false
    /// Further options of the decoder.
    package var settings: [Setting] = []
    /// Where messages go.
    package var log: LogRing?

    /// The defaults above.
    package init() {}
  }

  /// Opens a decoder for a stream of `input`, which may be closed afterwards.
  /// - Throws: `LibAVError` when there is no such stream, no decoder for it, or the decoder
  ///   refuses the parameters.
  package init(
    _ input: borrowing InputFile, stream index: Int, options: Options = Options()
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    guard let stream = unsafe input.rawStream(index), let description = input.stream(index),
      let parameters = unsafe stream.pointee.codecpar
    else { throw .library(status: cutlist_averror_stream_not_found, doing: "open decoder") }
    guard let codec = unsafe Self.codec(parameters.pointee.codec_id, options.preferredDecoder)
    else { throw .library(status: cutlist_averror_decoder_not_found, doing: "open decoder") }
    let handle = try unsafe Self.opened(codec, parameters, stream, options)
    var photo: PhotoDecoder?
    if let found = input.handle.photo {
      try found.checkSize(options)
      photo = PhotoDecoder(found)
      if let alpha = found.alpha {
        let other = try PhotoParameters(alpha.configuration)
        let alphaHandle = try unsafe Self.opened(codec, other.raw, stream, options)
        unsafe photo?.alpha = unsafe alphaHandle.release()
      }
    }
    self.handle = handle
    self.photo = photo
    self.stream = description
    log = options.log
    keepsMissingTimes = options.keepsMissingTimes
  }

  private static func opened(
    _ codec: UnsafePointer<AVCodec>, _ parameters: UnsafePointer<AVCodecParameters>,
    _ stream: UnsafePointer<AVStream>, _ options: Options
  ) throws(LibAVError) -> Handle {
    let handle = try unsafe Handle(codec)
    let allocated = unsafe handle.context
    try check(unsafe avcodec_parameters_to_context(allocated, parameters), "open decoder")
    unsafe allocated.pointee.pkt_timebase = unsafe stream.pointee.time_base
    unsafe allocated.pointee.opaque = unsafe options.log?.opaque
    unsafe allocated.pointee.thread_count = Int32(clamping: max(1, options.threadCount))
    unsafe allocated.pointee.thread_type =
      options.threading == .frames ? FF_THREAD_FRAME : FF_THREAD_SLICE
    unsafe allocated.pointee.max_pixels = max(1, options.maximumPixels)
    // Cropping by whole pixels; else libav would keep columns to stay aligned.
    unsafe allocated.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    if options.isBitExact { unsafe allocated.pointee.flags |= AV_CODEC_FLAG_BITEXACT }
    if options.givesDamagedFrames {
      unsafe allocated.pointee.flags |= Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT)
    }
    if options.keepsSkippedSamples {
      unsafe allocated.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
    }
    var settings = try OptionDictionary(options.settings)
    try check(unsafe avcodec_open2(allocated, codec, &settings.raw), "open decoder")
    try settings.checkAllUsed("set decoder option")
    return handle
  }

  /// Frees the context.
  @safe private struct Handle: ~Copyable {
    let context: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>) throws(LibAVError) {
      guard let allocated = unsafe avcodec_alloc_context3(codec) else {
        throw outOfMemory("open decoder")
      }
      unsafe context = allocated
    }

    /// The context, which whoever takes it frees.
    consuming func release() -> UnsafeMutablePointer<AVCodecContext> {
      let context = unsafe context
      discard self
      return unsafe context
    }

    deinit {
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
    }
  }

  private var context: UnsafeMutablePointer<AVCodecContext> { unsafe handle.context }

  private static func codec(
    _ id: AVCodecID, _ preferred: String?
  ) -> UnsafePointer<AVCodec>? {
    if let preferred, let codec = unsafe avcodec_find_decoder_by_name(preferred),
      unsafe codec.pointee.id == id
    {
      return unsafe codec
    }
    return unsafe avcodec_find_decoder(id)
  }

  /// libav's name of the decoder in use.
  package var decoderName: String { unsafe string(context.pointee.codec?.pointee.name) ?? "" }
}

extension Decoder {
  /// Pictures a second as the coded pictures say that were decoded; 0/1 when they do not.
  package var frameRate: Fraction { unsafe Fraction(context.pointee.framerate) }
}

// MARK: - Decoding

extension Decoder {
  /// Gives a packet to decode.
  /// - Returns: `false` when frames must be received first; the packet was not taken.
  /// - Throws: `LibAVError`; `isInvalidData` for a damaged packet, after which decoding may go on.
  package mutating func send(_ packet: borrowing Packet) throws(LibAVError) -> Bool {
    if let photo { return try photo.take(packet) }
    try checkInflation(packet)
    let isTaken = try took(unsafe avcodec_send_packet(context, packet.raw), "decode packet")
    if isTaken, unsafe context.pointee.codec_id == AV_CODEC_ID_PNG,
      let data = unsafe packet.raw.pointee.data
    {
      // Safe: the packet owns as many bytes.
      pngColors = unsafe PNGColors(
        Span(_unsafeStart: data, count: max(0, Int(packet.raw.pointee.size))))
    }
    return isTaken
  }

  /// Looks at what libav would inflate with a picture.
  private func checkInflation(_ packet: borrowing Packet) throws(LibAVError) {
    guard unsafe [AV_CODEC_ID_PNG, AV_CODEC_ID_APNG].contains(context.pointee.codec_id),
      let data = unsafe packet.raw.pointee.data
    else { return }
    // Safe: the packet owns as many bytes.
    let bytes = unsafe UnsafeBufferPointer(
      start: data, count: max(0, Int(packet.raw.pointee.size)))
    try PNGChunks.check { (position, count) in
      let start = Int(clamping: min(position, Int64(bytes.count)))
      return unsafe Array(bytes[start..<min(bytes.count, start + count)])
    }
  }

  /// Says that no packet follows, so that all frames held back come out.
  /// - Returns: `false` when frames must be received first.
  package mutating func sendEnd() throws(LibAVError) -> Bool {
    if let photo {
      photo.hasEnded = true
      return true
    }
    return try took(unsafe avcodec_send_packet(context, nil), "drain decoder")
  }

  private func took(_ status: Int32, _ operation: String) throws(LibAVError) -> Bool {
    if status == cutlist_averror(11) { return false }
    try check(status, operation)
    return true
  }

  /// Forgets everything, for going on after a seek or after the end.
  package mutating func reset() {
    unsafe avcodec_flush_buffers(context)
    photo?.reset()
  }

  /// The next picture.
  /// - Throws: `LibAVError` when the decoder fails, and for a stream that is not video.
  package mutating func receiveVideo() throws(LibAVError) -> Received<VideoFrame> {
    guard stream.kind == .video else { throw .unusable(for: "receive picture") }
    if let photo { return try unsafe photo.receive(context) }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("receive picture") }
    let picture = unsafe VideoFrame(adopting: frame)
    let status = unsafe avcodec_receive_frame(context, frame)
    if status == cutlist_averror(11) { return .needsInput }
    if status == cutlist_averror_eof { return .endOfStream }
    try check(status, "decode picture")
    if let pngColors { picture.note(pngColors) }
    // libav's guess depends on what was decoded before; the packet's own time does not. Encoders
    // and filters look at `pts` alone.
    if unsafe frame.pointee.pts == cutlist_no_pts {
      if keepsMissingTimes {
        unsafe frame.pointee.best_effort_timestamp = cutlist_no_pts
        return .frame(picture)
      }
      unsafe frame.pointee.pts = unsafe frame.pointee.best_effort_timestamp
    } else {
      unsafe frame.pointee.best_effort_timestamp = unsafe frame.pointee.pts
    }
    return .frame(picture)
  }

  /// The next block of sound.
  /// - Throws: `LibAVError` when the decoder fails, and for a stream that is not audio.
  package mutating func receiveAudio() throws(LibAVError) -> Received<AudioFrame> {
    guard stream.kind == .audio else { throw .unusable(for: "receive sound") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("receive sound") }
    let sound = unsafe AudioFrame(adopting: frame)
    let status = unsafe avcodec_receive_frame(context, frame)
    if status == cutlist_averror(11) { return .needsInput }
    if status == cutlist_averror_eof { return .endOfStream }
    try check(status, "decode sound")
    // So that encoders and filters, which look at `pts` alone, see the best effort too.
    unsafe frame.pointee.pts = unsafe frame.pointee.best_effort_timestamp
    return .frame(sound)
  }
}
