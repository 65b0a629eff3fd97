internal import CLibAV

extension InputFile {
  /// Reads packets ahead, and decodes some, to fill in what headers leave out. Opening does it
  /// unless the options say otherwise.
  /// - Throws: `LibAVError` when the file cannot be read.
  ///
  /// - Parameter maximumPixels: larger pictures are not decoded.
  package mutating func findStreamInformation(
    maximumPixels: Int64 = Decoder.maximumPixels
  ) throws(LibAVError) {
    try handle.findStreamInformation(maximumPixels: maximumPixels)
  }

  /// Gives all bytes of the file to `body`, in order, in blocks. Packets are read as before.
  /// - Throws: `LibAVError` when the file cannot be read or cannot be read twice.
  package mutating func readContent(_ body: (Span<UInt8>) -> Void) throws(LibAVError) {
    let place = try handle.position()
    _ = try handle.move(by: 0, from: SEEK_SET)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try handle.read(into: &buffer)
      if count == 0 { break }
      body(buffer.span.extracting(0..<count))
    }
    _ = try handle.move(by: place, from: SEEK_SET)
  }

  /// Whether the system could not read the file; its end is no failure.
  package var hasFailedToRead: Bool {
    guard let stream = unsafe handle.stream else { return false }
    let status = unsafe stream.pointee.error
    return status < 0 && status != cutlist_averror_eof
  }

  /// The bytes from `position` on, `count` or as many as there are. Packets are read as before.
  /// - Throws: `LibAVError` when the file cannot be read there.
  package mutating func bytes(at position: Int64, count: Int) throws(LibAVError) -> [UInt8] {
    try handle.bytes(at: position, count: count)
  }
}

// MARK: - Bytes

extension InputFile.Handle {
  /// As many of `count` bytes as there are; no more memory is taken than the file has bytes.
  func bytes(at position: Int64, count: Int) throws(LibAVError) -> [UInt8] {
    let place = try self.position()
    let size = unsafe avio_size(stream)
    let there = size < 0 ? count : Int(clamping: max(0, size - max(0, position)))
    var buffer = [UInt8](repeating: 0, count: max(0, min(count, there)))
    var found = 0
    // A place behind the end can be reached or not, depending on how far it is.
    if try move(by: max(0, position), from: SEEK_SET) != nil { found = try read(into: &buffer) }
    _ = try move(by: place, from: SEEK_SET)
    return Array(buffer.prefix(found))
  }

  func position() throws(LibAVError) -> Int64 {
    try move(by: 0, from: SEEK_CUR) ?? 0
  }

  /// - Returns: the position in bytes from the beginning; `nil` behind the end.
  func move(by offset: Int64, from origin: Int32) throws(LibAVError) -> Int64? {
    let position = unsafe avio_seek(stream, offset, origin)
    if position == Int64(cutlist_averror_eof) { return nil }
    if position < 0 { throw .library(status: Int32(clamping: position), doing: "read content") }
    return position
  }

  /// - Returns: the number of bytes read; less than there is room for only at the end.
  func read(into buffer: inout [UInt8]) throws(LibAVError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe avio_read(stream, $0.baseAddress, Int32(clamping: $0.count))
    }
    if count == cutlist_averror_eof { return 0 }
    try check(count, "read content")
    return Int(count)
  }
}

// MARK: - Descriptions

extension InputFile.Handle {
  /// What is decoded on the way is as small as elsewhere.
  func findStreamInformation(
    maximumPixels: Int64 = Decoder.maximumPixels
  ) throws(LibAVError) {
    // A photo's description is whole.
    if photo != nil { return }
    try checkInflation()
    let count = unsafe Int(context.pointee.nb_streams)
    try unsafe withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: count) {
      (options) throws(LibAVError) in
      unsafe options.initialize(repeating: nil)
      for index in 0..<count {
        _ = unsafe av_dict_set_int(&options[index], "max_pixels", maximumPixels, 0)
      }
      defer {
        for index in 0..<count { unsafe av_dict_free(&options[index]) }
      }
      try check(
        unsafe avformat_find_stream_info(context, options.baseAddress), "describe streams")
    }
  }
}
