/// Finds where the sound of an MP3 file begins that has something else before it: the rest of a cut
/// file, a tag that is damaged or says a wrong length, the page of an error.
///
/// Two bytes are enough to look like the beginning of a frame, so frames count where several follow
/// one another without a gap and agree in what they are.
enum MPEGAudioStart {
  /// Frames that have to follow one another.
  private static let chainLength = 4
  /// Beginnings of frames that are followed up: more than chance has there.
  private static let attempts = 20_000
  /// Bytes that are looked through.
  private static let reach = 16 << 20

  /// - Parameters:
  ///   - size: length of the file.
  ///   - read: gives the bytes at a position, `count` or as many as there are.
  /// - Returns: the first byte of the first frame; `nil` where the file begins as it should, or where
  ///   nothing is found.
  static func find<E: Error>(
    size: Int64, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> Int64? {
    var begin: Int64 = 0
    var search: Int64 = 0
    // A tag before a tag is rare; a third one is none.
    for _ in 0..<3 {
      let head = try read(begin, 10)
      guard head.count == 10, Array(head[..<3]) == Array("ID3".utf8),
        head[6..<10].allSatisfy({ $0 < 0x80 })
      else { break }
      search = begin + 10
      let length = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1) }
      begin += 10 + length + (head[5] & 0x10 == 0 ? 0 : 10)
    }
    if try isAudio(at: begin, size, read) { return nil }
    var block: [UInt8] = []
    var base = search
    var tried = 0
    while base - search < Int64(reach), base < size {
      block = try read(base, 1 << 16)
      guard block.count >= 4 else { return nil }
      for offset in 0..<block.count - 3 where block[offset] == 0xFF {
        guard Header(block[offset..<offset + 4]) != nil else { continue }
        let place = base + Int64(offset)
        tried += 1
        if tried > attempts { return nil }
        if try isChain(at: place, size, read) { return place }
      }
      base += Int64(block.count - 3)
    }
    return nil
  }

  /// Whether frames begin at a place, or behind zeros that fill up the tag before it.
  private static func isAudio<E: Error>(
    at position: Int64, _ size: Int64, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> Bool {
    var position = position
    while position < size {
      let bytes = try read(position, 1 << 12)
      guard let first = bytes.firstIndex(where: { $0 != 0 }) else {
        if bytes.isEmpty { return false }
        position += Int64(bytes.count)
        continue
      }
      return try isChain(at: position + Int64(first), size, read)
    }
    return false
  }

  private static func isChain<E: Error>(
    at position: Int64, _ size: Int64, _ read: (Int64, Int) throws(E) -> [UInt8]
  ) throws(E) -> Bool {
    var position = position
    var first: Header?
    for number in 0..<chainLength {
      // A file may end before that.
      if number > 1, position >= size - 128 { return true }
      let bytes = try read(position, 4)
      guard bytes.count == 4, let header = Header(bytes[0..<4]) else { return false }
      if let first, first.kind != header.kind { return false }
      first = header
      position += Int64(header.length)
    }
    return true
  }

  /// The four bytes that a frame begins with (ISO/IEC 11172-3, 2.4.1.3, and 13818-3).
  private struct Header {
    /// Version, layer and sampling rate: the same throughout a stream.
    let kind: UInt32
    /// Bytes of the frame.
    let length: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      let word = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let (version, layer) = (Int(word >> 19 & 3), Int(word >> 17 & 3))
      let (bits, rate) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
      // A bit rate of 0 is free: frames of a length that they do not say.
      guard word >> 21 == 0x7FF, version != 1, layer != 0, (1...14).contains(bits), rate != 3
      else { return nil }
      kind = word & 0x1E_0C00
      let isFirst = version == 3
      let hertz = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
      let bitRate = Self.bitRates[isFirst ? 3 - layer : layer == 3 ? 3 : 4][bits - 1] * 1000
      let padding = Int(word >> 9 & 1)
      switch layer {
      case 3: length = (12 * bitRate / hertz + padding) * 4
      case 2: length = 144 * bitRate / hertz + padding
      default: length = (isFirst ? 144 : 72) * bitRate / hertz + padding
      }
    }

    /// kbit/s: MPEG-1 layers I to III; MPEG-2 layer I; MPEG-2 layers II and III.
    private static let bitRates = [
      [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
      [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
      [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
      [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
      [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
  }
}
