/// The bytes of a file as text in UTF-8.
struct EncodedText {
  /// UTF-8, with line feeds where the file has carriage returns alone.
  var bytes: [UInt8]
  var encoding: CaptionEncoding
  /// Whether nothing in the file said so.
  var isGuess = false
  /// What the file says of its characters that is not known.
  var unknownName: String?
  /// How many characters could not be read, and where the first of them is in `bytes`.
  var damagedCount = 0
  var firstDamage = 0
  /// How many zero bytes stood in the text.
  var nulCount = 0

  /// What a file can be refused for.
  enum Refusal {
    case utf32, binary
  }

  /// Puts U+FFFD where zero bytes stand, as WebVTT has it, or leaves them out.
  mutating func replaceZeros(isShown: Bool) {
    if nulCount == 0 { return }
    let mark: [UInt8] = isShown ? [0xEF, 0xBF, 0xBD] : []
    let before = bytes[..<firstDamage].count { $0 == 0 }
    firstDamage += before * (mark.count - 1)
    bytes = Array(
      bytes.split(separator: 0, omittingEmptySubsequences: false).joined(separator: mark))
  }

  /// The text of a file.
  ///
  /// Without `encoding`, a byte order mark decides; then zero bytes that stand at every other place, which make
  /// UTF-16; then the declaration of XML; then UTF-8 where the bytes are that; then a guess among Windows-1251, 1250 and 1252 by the letters that
  /// are frequent in each.
  /// - Complexity: O(bytes).
  static func read(_ file: [UInt8], as encoding: CaptionEncoding?) -> (EncodedText?, Refusal?) {
    if encoding == nil || encoding == .utf8, EncodingGuess.isUTF32(file) { return (nil, .utf32) }
    let declared = encoding == nil ? DeclaredEncoding(of: file) : nil
    let guess =
      encoding.map { ($0, false) } ?? EncodingGuess.encoding(of: file, declared: declared)
    guard let (encoding, isGuess) = guess else { return (nil, .binary) }
    var text = EncodedText(bytes: [], encoding: encoding, isGuess: isGuess)
    if let declared, declared.encoding == nil, !declared.isSixteenBits {
      text.unknownName = declared.name
    }
    switch encoding {
    case .utf8: text.readUTF8(file)
    case .utf16LittleEndian: text.readUTF16(file, low: 0)
    case .utf16BigEndian: text.readUTF16(file, low: 1)
    default: text.readBytes(file, encoding.upperHalf ?? "")
    }
    text.mendLines()
    return (text, nil)
  }

  private mutating func readUTF8(_ file: [UInt8]) {
    bytes = file
    if UTF8Check.firstFault(in: file) == nil { return }
    bytes = []
    bytes.reserveCapacity(file.count + 16)
    var decoder = UTF8()
    var source = file.makeIterator()
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): append(scalar)
      case .emptyInput: return
      case .error: appendDamage()
      }
    }
  }

  private mutating func readUTF16(_ file: [UInt8], low: Int) {
    bytes.reserveCapacity(file.count)
    var place = 0
    func unit(_ place: Int) -> UInt16 {
      UInt16(file[place + low]) | UInt16(file[place + 1 - low]) << 8
    }
    while place + 1 < file.count {
      let first = unit(place)
      place += 2
      if place == 2, first == 0xFEFF { continue }
      if !UTF16.isSurrogate(first) {
        if let scalar = Unicode.Scalar(first) { append(scalar) }
      } else if UTF16.isLeadSurrogate(first), place + 1 < file.count,
        UTF16.isTrailSurrogate(unit(place)),
        let scalar = Unicode.Scalar(
          0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(unit(place)) & 0x3FF)
      {
        place += 2
        append(scalar)
      } else {
        appendDamage()
      }
    }
    if place < file.count { appendDamage() }
  }

  private mutating func readBytes(_ file: [UInt8], _ upperHalf: String) {
    let upper = Array(upperHalf.unicodeScalars)
    bytes.reserveCapacity(file.count * 2)
    for byte in file {
      if byte < 0x80 {
        bytes.append(byte)
      } else if Int(byte) - 0x80 < upper.count, upper[Int(byte) - 0x80] != "\u{FFFD}" {
        append(upper[Int(byte) - 0x80])
      } else {
        appendDamage()
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes += UTF8.encode(scalar) ?? .init()
    }
  }

  private mutating func appendDamage() {
    if damagedCount == 0 { firstDamage = bytes.count }
    damagedCount += 1
    append("\u{FFFD}")
  }

  /// Line ends as places in a file are counted by.
  private mutating func mendLines() {
    for place in bytes.indices {
      let byte = bytes[place]
      if byte == 0 {
        nulCount += 1
      } else if byte == 0x0D, place + 1 == bytes.count || bytes[place + 1] != 0x0A {
        bytes[place] = 0x0A
      }
    }
  }
}

/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
  /// Where the first byte is that is not; `nil` where all are.
  static func firstFault(in bytes: [UInt8]) -> Int? {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 0x80 {
        place += 1
        continue
      }
      let (length, least, most): (Int, UInt8, UInt8) =
        switch byte {
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xE1...0xEF: (3, 0x80, 0xBF)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
      guard length > 0, place + length <= bytes.count,
        (least...most).contains(bytes[place + 1])
      else { return place }
      for next in 2..<max(length, 2) where bytes[place + next] & 0xC0 != 0x80 { return place }
      place += length
    }
    return nil
  }
}
