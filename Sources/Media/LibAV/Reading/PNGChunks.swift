internal import CLibAV

/// The compressed chunks of a PNG picture that are not the picture: a profile (iCCP) and texts (zTXt).
/// libav inflates them to whatever they inflate to.
enum PNGChunks {
  /// Bytes that all of them together may inflate to: far more than any profile has.
  static let largest = 64 << 20

  /// Refuses a picture whose chunks inflate to more than `largest` bytes.
  ///
  /// - Parameter read: gives as many of the bytes from a position on as there are.
  /// - Throws: `LibAVError.inflation`.
  static func check(
    _ read: (_ position: Int64, _ count: Int) throws(LibAVError) -> [UInt8]
  ) throws(LibAVError) {
    guard try read(0, 4) == [0x89, 0x50, 0x4E, 0x47] else { return }
    var position: Int64 = 8
    var left = largest
    while case let head = try read(position, 8), head.count == 8 {
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "iCCP", "zTXt":
        let data = try read(position + 8, length)
        // Behind its name, a zero byte and the way in which it is compressed (PNG, 11.3.2.3).
        guard let end = data.firstIndex(of: 0), end + 2 < data.count else { break }
        left -= InflatedSize.of(Array(data[(end + 2)...]), limit: left)
        if left < 0 { throw .inflation(limit: largest) }
      case "IEND": return
      default: break
      }
      position += Int64(length) + 12
    }
  }
}

extension InputFile.Handle {
  /// Looks at what libav would inflate as soon as it describes the streams.
  func checkInflation() throws(LibAVError) {
    guard unsafe context.pointee.nb_streams == 1, let stream = unsafe context.pointee.streams[0],
      let parameters = unsafe stream.pointee.codecpar,
      unsafe [AV_CODEC_ID_PNG, AV_CODEC_ID_APNG].contains(parameters.pointee.codec_id),
      hook.file != nil
    else { return }
    try PNGChunks.check { (position, count) throws(LibAVError) in
      try bytes(at: position, count: count)
    }
  }
}
