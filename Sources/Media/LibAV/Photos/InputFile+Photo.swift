internal import CLibAV
internal import Diagnostics
import Glibc

/// HEIF files are opened here: libav 5.1 knows no tiles, and of pictures of HEVC nothing at all. A photo
/// has one stream with one packet, which holds the bytes of all tiles one behind the other; `Decoder`
/// takes it apart and gives one picture.
extension InputFile.Handle {
  /// Reads the tables and describes the picture as one stream.
  /// - Throws: `LibAVError`: `refusedFormat` for what is damaged or made in another way.
  mutating func openPhoto(_ log: LogRing?) throws(LibAVError) {
    let stream = unsafe stream
    let found = try Photo(fileSize: unsafe avio_size(stream)) {
      (position, count) throws(LibAVError) in
      try unsafe Self.bytes(stream, at: position, count: count)
    }
    guard let made = unsafe avformat_new_stream(context, nil),
      let parameters = unsafe made.pointee.codecpar
    else { throw outOfMemory("open input") }
    let described = try PhotoParameters(found.plane.configuration)
    described.describe(log)
    try check(unsafe avcodec_parameters_copy(parameters, described.raw), "open input")
    unsafe parameters.pointee.width = Int32(clamping: found.window.width)
    unsafe parameters.pointee.height = Int32(clamping: found.window.height)
    if let aspect = found.sampleAspect {
      unsafe parameters.pointee.sample_aspect_ratio = aspect.raw
      unsafe made.pointee.sample_aspect_ratio = aspect.raw
    }
    unsafe made.pointee.time_base = AVRational(num: 1, den: 25)
    unsafe made.pointee.start_time = 0
    unsafe made.pointee.duration = 1
    unsafe made.pointee.nb_frames = 1
    photo = found
  }

  fileprivate static func bytes(
    _ stream: UnsafeMutablePointer<AVIOContext>?, at position: Int64, count: Int
  ) throws(LibAVError) -> [UInt8] {
    let place = unsafe avio_seek(stream, position, SEEK_SET)
    if place < 0 { throw .library(status: Int32(clamping: place), doing: "read content") }
    var buffer = [UInt8](repeating: 0, count: count)
    let found = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe avio_read(stream, $0.baseAddress, Int32(clamping: $0.count))
    }
    if found == cutlist_averror_eof { return [] }
    try check(found, "read content")
    return Array(buffer.prefix(Int(found)))
  }
}

extension InputFile {
  /// The packet of a photo; `nil` once it was read.
  mutating func readPacket(of photo: Photo) throws(LibAVError) -> Packet? {
    guard !handle.isPhotoRead else { return nil }
    handle.isPhotoRead = true
    let packet = try Packet()
    let raw = unsafe packet.raw
    try check(unsafe av_new_packet(raw, Int32(clamping: photo.byteCount)), "read packet")
    var offset = 0
    for tile in photo.plane.tiles + (photo.alpha?.tiles ?? []) {
      var parts = [tile.bytes]
      for place in tile.places {
        let count = Int(place.upperBound - place.lowerBound)
        let part = try unsafe Handle.bytes(handle.stream, at: place.lowerBound, count: count)
        // The file has become shorter since it was opened.
        guard part.count == count else { throw PhotoFields.damaged }
        parts.append(part)
      }
      for part in parts where !part.isEmpty {
        guard part.count <= packet.size - offset else { throw PhotoFields.damaged }
        unsafe part.withUnsafeBufferPointer {
          // Safe: the packet has room for all tiles.
          guard let base = $0.baseAddress else { return }
          unsafe (raw.pointee.data + offset).update(from: base, count: $0.count)
        }
        offset += part.count
      }
    }
    unsafe raw.pointee.pts = 0
    unsafe raw.pointee.dts = 0
    unsafe raw.pointee.duration = 1
    unsafe raw.pointee.flags = AV_PKT_FLAG_KEY
    unsafe raw.pointee.pos = photo.plane.tiles.first?.places.first?.lowerBound ?? -1
    if isDiscarded(packet) { return nil }
    return packet
  }
}

/// What a decoder of a photo's tiles is told.
@safe struct PhotoParameters: ~Copyable {
  let raw: UnsafeMutablePointer<AVCodecParameters>

  init(_ configuration: [UInt8]) throws(LibAVError) {
    guard let made = unsafe avcodec_parameters_alloc() else { throw outOfMemory("open input") }
    let padded = configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let bytes = unsafe av_mallocz(padded) else {
      var unused: UnsafeMutablePointer<AVCodecParameters>? = unsafe made
      unsafe avcodec_parameters_free(&unused)
      throw outOfMemory("open input")
    }
    let data = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    // Safe: there is room for as many bytes and libav's padding.
    for (index, byte) in configuration.enumerated() { unsafe data[index] = byte }
    unsafe made.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe made.pointee.codec_id = AV_CODEC_ID_HEVC
    unsafe made.pointee.extradata = unsafe data
    unsafe made.pointee.extradata_size = Int32(configuration.count)
    unsafe raw = made
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = unsafe raw
    unsafe avcodec_parameters_free(&parameters)
  }

  /// Adds what a decoder reads in the configuration, pixel format and colours; without a decoder it
  /// stays unknown.
  func describe(_ log: LogRing?) {
    guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_HEVC) else { return }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    guard let opened = unsafe context else { return }
    unsafe opened.pointee.opaque = unsafe log?.opaque
    unsafe opened.pointee.thread_count = 1
    guard unsafe avcodec_parameters_to_context(opened, raw) >= 0,
      unsafe avcodec_open2(opened, codec, nil) >= 0
    else { return }
    _ = unsafe avcodec_parameters_from_context(raw, opened)
  }
}
