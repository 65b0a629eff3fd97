internal import CLibAV

// Safe: one owner, and every call that changes it is mutating.
/// Decodes packets that an encoder here has made, to planar 32-bit float samples.
@safe package struct AudioPacketDecoder: ~Copyable, @unchecked Sendable {
  /// Channels of what is decoded.
  package let channelCount: Int
  let handle: Handle

  /// Opens a decoder.
  ///
  /// - Throws: `LibAVError` when there is none, or it refuses the parameters.
  package init(_ stream: StreamParameters) throws(LibAVError) {
    LibrarySetup.prepare()
    guard case .sound(let name, _, _, let channels, _, _) = stream.content,
      let described = unsafe avcodec_descriptor_get_by_name(name),
      let codec = unsafe avcodec_find_decoder(described.pointee.id)
    else { throw .library(status: cutlist_averror_decoder_not_found, doing: "open decoder") }
    let opened = try unsafe Handle(codec)
    guard let described = unsafe avcodec_parameters_alloc() else {
      throw outOfMemory("open decoder")
    }
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = unsafe described
    defer { unsafe avcodec_parameters_free(&parameters) }
    try unsafe stream.apply(to: described)
    let context = unsafe opened.context
    try check(unsafe avcodec_parameters_to_context(context, described), "open decoder")
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    try check(unsafe avcodec_open2(context, codec, nil), "open decoder")
    channelCount = channels
    handle = opened
  }

  /// Frees the context.
  @safe struct Handle: ~Copyable {
    let context: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>) throws(LibAVError) {
      guard let allocated = unsafe avcodec_alloc_context3(codec) else {
        throw outOfMemory("open decoder")
      }
      unsafe context = allocated
    }

    deinit {
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
    }
  }

  /// Appends the samples of the packet that follows to those of each channel.
  ///
  /// - Throws: `LibAVError` for what is no packet of the stream.
  package mutating func decode(
    _ data: [UInt8], into channels: inout [[Float]]
  ) throws(LibAVError) {
    let packet = try Packet()
    guard let size = Int32(exactly: data.count), size > 0 else { return }
    try check(unsafe av_new_packet(packet.raw, size), "allocate packet")
    if let memory = unsafe packet.raw.pointee.data {
      // Safe: `av_new_packet` has made room for as many bytes.
      for index in data.indices { unsafe memory[index] = data[index] }
    }
    try check(unsafe avcodec_send_packet(handle.context, packet.raw), "decode packet")
    while true {
      guard let raw = unsafe av_frame_alloc() else { throw outOfMemory("decode sound") }
      let frame = unsafe AudioFrame(adopting: raw)
      let status = unsafe avcodec_receive_frame(handle.context, raw)
      if status == cutlist_averror(11) || status == cutlist_averror_eof { return }
      try check(status, "decode sound")
      for channel in channels.indices {
        let samples = frame.channel(channel)
        guard !samples.isEmpty else { throw .unusable(for: "decode sound of another kind") }
        for index in samples.indices { channels[channel].append(samples[index]) }
      }
    }
  }
}
