internal import CLibAV

/// Pictures and sound as bytes, for another process.
extension VideoFrame {
  /// Rows begin at multiples of so many bytes, as vector instructions like them.
  private static let alignment: Int32 = 64

  /// The whole picture as one block, with its palette.
  package func packed() throws(LibAVError) -> [UInt8] {
    let format = unsafe AVPixelFormat(rawValue: raw.pointee.format)
    let (width, height) = unsafe (raw.pointee.width, raw.pointee.height)
    let size = try check(
      av_image_get_buffer_size(format, width, height, Self.alignment), "pack picture")
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = unsafe bytes.withUnsafeMutableBufferPointer { target in
      unsafe cutlist_pack_picture(target.baseAddress, size, raw, Self.alignment)
    }
    try check(status, "pack picture")
    return bytes
  }

  /// Makes a picture of what `packed` gave.
  ///
  /// - Parameters:
  ///   - byteCount: how many bytes there are, which must be what such a picture has.
  ///   - fill: writes them; false where they cannot be had.
  package init(
    packed format: String, width: Int, height: Int, byteCount: Int,
    fill: (UnsafeMutableRawBufferPointer) -> Bool
  ) throws(LibAVError) {
    let pixelFormat = unsafe av_get_pix_fmt(format)
    guard pixelFormat != AV_PIX_FMT_NONE, let columns = Int32(exactly: width),
      let rows = Int32(exactly: height), columns > 0, rows > 0, width <= Int.max / 1024 / height,
      av_image_check_size(UInt32(bitPattern: columns), UInt32(bitPattern: rows), 0, nil) >= 0
    else { throw .unusable(for: "unpack picture") }
    let size = av_image_get_buffer_size(pixelFormat, columns, rows, Self.alignment)
    guard size > 0, Int(size) == byteCount else { throw .unusable(for: "unpack picture") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("allocate frame") }
    // From here on the value frees what it has.
    let picture = unsafe VideoFrame(adopting: frame)
    // Scalers may read a little beyond the last row.
    let room = 4096
    guard let buffer = unsafe av_buffer_alloc(Int(size) + room) else {
      throw outOfMemory("allocate picture")
    }
    unsafe frame.pointee.buf.0 = unsafe buffer
    unsafe frame.pointee.format = pixelFormat.rawValue
    unsafe frame.pointee.width = columns
    unsafe frame.pointee.height = rows
    let target = unsafe UnsafeMutableRawBufferPointer(start: buffer.pointee.data, count: Int(size))
    guard unsafe fill(target) else { throw .process(.silent) }
    try check(unsafe cutlist_unpack_picture(frame, Self.alignment), "unpack picture")
    self = picture
  }
}

extension AudioFrame {
  /// The samples of all channels, plane after plane.
  package func packed() -> [UInt8] {
    let (count, size) = planes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * size)
    for plane in 0..<count {
      guard let start = unsafe raw.pointee.extended_data?[plane] else { continue }
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: size))
    }
    return bytes
  }

  /// Makes a block of what `packed` gave.
  ///
  /// - Parameters:
  ///   - byteCount: how many bytes there are, which must be what such a block has.
  ///   - fill: writes a part of them; false where they cannot be had.
  package init(
    packed format: AudioFormat, sampleCount: Int, byteCount: Int,
    fill: (UnsafeMutableRawBufferPointer) -> Bool
  ) throws(LibAVError) {
    let frame = try AudioFrame(
      format: format.sampleFormat, layout: format.layout, sampleRate: format.sampleRate,
      sampleCount: sampleCount)
    let (count, size) = frame.planes
    guard count * size == byteCount else { throw .unusable(for: "unpack sound") }
    for plane in 0..<count {
      guard let start = unsafe frame.raw.pointee.extended_data?[plane] else {
        throw .unusable(for: "unpack sound")
      }
      let target = unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
      guard unsafe fill(target) else { throw .process(.silent) }
    }
    self = frame
  }

  /// How many planes there are, and the bytes of each.
  private var planes: (count: Int, size: Int) {
    let format = unsafe AVSampleFormat(raw.pointee.format)
    let bytes = Int(av_get_bytes_per_sample(format)) * sampleCount
    return av_sample_fmt_is_planar(format) != 0
      ? (channelCount, bytes) : (1, bytes * channelCount)
  }
}
