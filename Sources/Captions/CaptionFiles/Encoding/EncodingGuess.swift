/// Tells how a file's characters are written from its bytes.
enum EncodingGuess {
  /// The encoding and whether it is a guess; `nil` for what is no text.
  ///
  /// - Parameter declared: what the file says of itself, unless its bytes cannot be that.
  static func encoding(
    of file: [UInt8], declared: DeclaredEncoding? = nil
  ) -> (CaptionEncoding, Bool)? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, false) }
    if file.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, false) }
    if file.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, false) }
    if let order = sixteenBits(file) { return (order, !(declared?.isSixteenBits ?? false)) }
    let controls = file.prefix(4096).count { $0 < 0x09 || 0x0E..<0x1A ~= $0 || 0x1C..<0x20 ~= $0 }
    if controls > 8 + min(file.count, 4096) / 32 { return nil }
    if let encoding = declared?.encoding, encoding.upperHalf != nil { return (encoding, false) }
    if UTF8Check.firstFault(in: file) == nil { return (.utf8, false) }
    if isMostlyUTF8(file) { return (.utf8, false) }
    return (singleByte(file), true)
  }

  /// A mark of UTF-32, or zeros in three of four places, as it has them.
  static func isUTF32(_ file: [UInt8]) -> Bool {
    if file.starts(with: [0xFF, 0xFE, 0, 0]) || file.starts(with: [0, 0, 0xFE, 0xFF]) {
      return true
    }
    let count = min(file.count, 4096) / 4
    guard count >= 4 else { return false }
    var zeros = [0, 0, 0, 0]
    for place in 0..<count * 4 where file[place] == 0 { zeros[place % 4] += 1 }
    let most = count - count / 16
    return zeros[1] >= most && zeros[2] >= most && zeros[3] >= most
      || zeros[0] >= most && zeros[1] >= most && zeros[2] >= most
  }

  /// Digits, spaces and line ends of a file of captions have a zero byte each in UTF-16, whatever its script.
  private static func sixteenBits(_ file: [UInt8]) -> CaptionEncoding? {
    let count = min(file.count, 8192) / 2
    guard count >= 4 else { return nil }
    var zeros = [0, 0]
    for place in 0..<count * 2 where file[place] == 0 { zeros[place % 2] += 1 }
    if zeros[1] * 8 > count, zeros[0] * 8 < zeros[1] { return .utf16LittleEndian }
    if zeros[0] * 8 > count, zeros[1] * 8 < zeros[0] { return .utf16BigEndian }
    return nil
  }

  /// Whether a few damaged bytes stand in text that is UTF-8 otherwise.
  private static func isMostlyUTF8(_ file: [UInt8]) -> Bool {
    var (good, bad, place) = (0, 0, 0)
    while place < file.count {
      let byte = file[place]
      place += 1
      if byte < 0x80 { continue }
      let length =
        switch byte {
        case 0xC2...0xDF: 1
        case 0xE0...0xEF: 2
        case 0xF0...0xF4: 3
        default: 0
        }
      let tail = file[place..<min(place + length, file.count)]
      if length > 0, tail.count == length, tail.allSatisfy({ $0 & 0xC0 == 0x80 }) {
        good += 1
        place += length
      } else {
        bad += 1
      }
    }
    return good > bad
  }

  /// Cyrillic has words of such bytes alone; the languages of Central Europe have letters where those of Western
  /// Europe have signs or rare letters.
  private static func singleByte(_ file: [UInt8]) -> CaptionEncoding {
    let letters = EncodedLetters(file)
    if letters.areCyrillic { return .windows1251 }
    // The parts of ISO 8859 have nothing there, Windows has quotes, dashes and letters.
    let mayBeISO = letters.counts[0x80...0x9F].allSatisfy { $0 == 0 }
    let isCentral = letters.centralScore > 0
    if mayBeISO, letters.latin2Score > (isCentral ? 0 : letters.latin9Score) {
      return .iso8859part2
    }
    if isCentral { return .windows1250 }
    return mayBeISO && letters.latin9Score > 0 ? .iso8859part15 : .windows1252
  }
}
