internal import CLibAV
package import OutputKinds

// Safe: one owner, and every call that changes it is mutating.
/// An encoder of libav before and after it is opened: what the two kinds share.
@safe struct EncoderContext: ~Copyable, @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  /// What the encoder says; `raw.opaque` points here.
  let log: LogRing
  /// Whether there may be no other while it is open.
  private let mustBeAlone: Bool
  /// Whether it has the place of the process's only encoder, and whether it has had a picture.
  private var isAlone = false
  private var hasFrames = false

  /// Makes an encoder by libav's name, with the flags that every encoder here has: one thread,
  /// output that depends on nothing but input and settings, decoder set-up beside the stream.
  init(named name: String) throws(LibAVError) {
    LibrarySetup.prepare()
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw .library(status: cutlist_averror_encoder_not_found, doing: "find encoder")
    }
    guard let packet = unsafe av_packet_alloc() else { throw outOfMemory("allocate packet") }
    guard let context = unsafe avcodec_alloc_context3(codec) else {
      var unused: UnsafeMutablePointer<AVPacket>? = unsafe packet
      unsafe av_packet_free(&unused)
      throw outOfMemory("allocate encoder")
    }
    mustBeAlone = LoneEncoder.concerns(name)
    unsafe self.packet = packet
    unsafe raw = context
    log = LogRing(level: .warning)
    unsafe context.pointee.opaque = log.opaque
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER
  }

  deinit {
    if isAlone, !hasFrames { unsafe Self.sendBlank(raw) }
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe raw
    unsafe avcodec_free_context(&context)
    if isAlone { LoneEncoder.leave() }
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&packet)
  }

  /// Gives an encoder some picture: SVT-AV1 1.4 cannot be freed before it has had one.
  private static func sendBlank(_ raw: UnsafeMutablePointer<AVCodecContext>) {
    guard let frame = unsafe av_frame_alloc() else { return }
    unsafe frame.pointee.format = raw.pointee.pix_fmt.rawValue
    unsafe frame.pointee.width = raw.pointee.width
    unsafe frame.pointee.height = raw.pointee.height
    unsafe frame.pointee.pts = 0
    if unsafe av_frame_get_buffer(frame, 0) >= 0 { _ = unsafe avcodec_send_frame(raw, frame) }
    var unused: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&unused)
  }

  /// Sets options before the encoder is opened: its own, and those that all have.
  mutating func set(_ options: [LibraryOption]) throws(LibAVError) {
    for option in options {
      try check(
        unsafe av_opt_set(raw, option.name, option.value, AV_OPT_SEARCH_CHILDREN),
        "set an option of the encoder")
    }
  }

  /// Opens the encoder, once there is no other where it has to be alone.
  mutating func open() throws(LibAVError) {
    if mustBeAlone { LoneEncoder.enter() }
    do throws(LibAVError) {
      let raw = unsafe raw
      let status = ThreadScheduling.kept { unsafe avcodec_open2(raw, nil, nil) }
      try check(status, "open encoder")
    } catch {
      if mustBeAlone { LoneEncoder.leave() }
      throw error
    }
    isAlone = mustBeAlone
  }

  /// Gives a frame, or the end with `nil`. Never refused as long as packets are received until
  /// the encoder needs input.
  mutating func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(LibAVError) {
    try check(unsafe avcodec_send_frame(raw, frame), "encode")
    hasFrames = true
  }

  /// The next packet in decoding order.
  mutating func receive() throws(LibAVError) -> EncoderOutput {
    let status = unsafe avcodec_receive_packet(raw, packet)
    if status == cutlist_averror(11) { return .needsInput }
    if status == cutlist_averror_eof { return .endOfStream }
    try check(status, "encode")
    defer { unsafe av_packet_unref(packet) }
    let presentation = unsafe packet.pointee.pts
    guard presentation != cutlist_no_pts else { throw .unusable(for: "time encoded packet") }
    let decoding = unsafe packet.pointee.dts
    // Safe: libav says that `size` bytes are at `data` until the packet is let go below.
    let data = unsafe [UInt8](
      UnsafeBufferPointer(start: packet.pointee.data, count: max(0, Int(packet.pointee.size))))
    return unsafe .packet(
      EncodedPacket(
        data: data, alpha: alphaBeside, presentation: presentation,
        decoding: decoding == cutlist_no_pts ? presentation : decoding,
        duration: packet.pointee.duration, isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0))
  }

  /// What libvpx encodes of alpha, beside the packet: behind a number of 8 bytes that says that it is alpha (1).
  private var alphaBeside: [UInt8] {
    var size = 0
    guard
      let bytes = unsafe av_packet_get_side_data(
        packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size),
      size > Muxer.additionHead.count
    else { return [] }
    // Safe: libav says that `size` bytes are there until the packet is let go.
    let all = unsafe UnsafeBufferPointer(start: bytes, count: size)
    guard unsafe all.starts(with: Muxer.additionHead) else { return [] }
    return unsafe [UInt8](all.dropFirst(Muxer.additionHead.count))
  }

  /// The decoder's set-up; complete once the encoder is open.
  var extradata: [UInt8] {
    guard let bytes = unsafe raw.pointee.extradata else { return [] }
    // Safe: libav says that `extradata_size` bytes are there.
    return unsafe [UInt8](
      UnsafeBufferPointer(start: bytes, count: max(0, Int(raw.pointee.extradata_size))))
  }
}

/// What an encoder had when it was asked for its next packet.
package enum EncoderOutput: Hashable, Sendable {
  /// The next packet, in decoding order.
  case packet(EncodedPacket)
  /// Nothing until more input is given.
  case needsInput
  /// Nothing ever again: the encoder was told to end and has given everything.
  case endOfStream
}
