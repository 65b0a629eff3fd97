// White space, comments, encoding, and characters that belong nowhere.
extension JSONParser {
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Skips white space, and comments with an error.
  mutating func skipSpace() {
    while offset < bytes.count, !isStopped {
      let byte = bytes[offset]
      if Self.isSpace(byte) {
        offset += 1
      } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/"), let end = commentEnd() {
        let isClosed = end <= bytes.count
        let range = SourceRange(lower: offset, upper: min(end, bytes.count))
        let wasQuiet = isQuiet
        isQuiet = false
        report(
          isClosed ? JSONMessages.comment(range) : JSONMessages.unterminatedComment(range))
        isQuiet = wasQuiet
        offset = range.upper
      } else {
        return
      }
    }
  }

  /// Where the comment at `offset` ends: past the end of the file where it does not, nil where
  /// there is no comment.
  private func commentEnd() -> Int? {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    if bytes[offset] == UInt8(ascii: "#") || next == UInt8(ascii: "/") {
      return bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    guard next == UInt8(ascii: "*") else { return nil }
    var i = offset + 2
    while i + 1 < bytes.count {
      if bytes[i] == UInt8(ascii: "*"), bytes[i + 1] == UInt8(ascii: "/") { return i + 2 }
      i += 1
    }
    return bytes.count + 1
  }

  /// Reports the character at `offset`, and steps over all equal ones that follow.
  mutating func skipUnexpected() {
    let space = foreignSpaceLength
    let length = space > 0 ? space : scalarLength(at: offset)
    let first = bytes[offset..<(offset + length)]
    var end = offset + length
    while end + length <= bytes.count, bytes[end..<(end + length)] == first { end += length }
    report(
      JSONMessages.unexpected(
        SourceRange(lower: offset, upper: end), found: String(decoding: first, as: UTF8.self),
        isSpace: space > 0))
    consume(end - offset)
  }

  /// Length of the character at `offset` if it looks like white space but is none in JSON, else 0.
  ///
  /// Vertical tab, form feed, U+00A0, U+2000 to U+200B, U+2028, U+2029, U+202F, U+3000, U+FEFF.
  var foreignSpaceLength: Int {
    let byte = bytes[offset]
    if byte == 0x0B || byte == 0x0C { return 1 }
    guard byte >= 0xC2, offset + 1 < bytes.count else { return 0 }
    let second = bytes[offset + 1]
    if byte == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard offset + 2 < bytes.count else { return 0 }
    switch (byte, second, bytes[offset + 2]) {
    case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
      (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return 0
    }
  }

  /// Bytes of the UTF-8 sequence at `index`, as far as they are there; at least 1.
  func scalarLength(at index: Int) -> Int {
    let byte = bytes[index]
    let wanted = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var length = 1
    while length < wanted, index + length < bytes.count, bytes[index + length] & 0xC0 == 0x80 {
      length += 1
    }
    return length
  }

  /// The text of a range; bytes that are not UTF-8 are replaced.
  func text(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lower..<range.upper], as: UTF8.self)
  }

  // MARK: - Encoding

  /// True for the byte order marks of UTF-16 and UTF-32, and for text whose first character has a
  /// zero byte.
  static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    let first = bytes[0]
    let second = bytes[1]
    if (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF) { return true }
    return (first == 0) != (second == 0) || (first == 0 && bytes.count >= 4 && bytes[3] != 0)
  }

  /// Whether the file is no text: in UTF-16 too, most of a project has a zero in one of two bytes, and
  /// hardly any other byte below a space.
  static func looksLikeMedia(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(512)
    let isText: (UInt8) -> Bool = { $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 || $0 == 0 }
    return start.contains(0) && start.count { !isText($0) } > 4
  }

  /// One finding for all the places that are not UTF-8; counts at most a hundred.
  static func encodingError(in bytes: [UInt8]) -> Diagnostic? {
    var start = 0
    var first: SourceRange?
    var others = 0
    let span = bytes.span
    while start < bytes.count {
      do {
        _ = try UTF8Span(validating: span.extracting(start..<bytes.count))
        break
      } catch {
        let found = error.byteOffsets
        if first == nil {
          first = SourceRange(lower: start + found.lowerBound, upper: start + found.upperBound)
        } else {
          others += 1
        }
        start += max(found.upperBound, 1)
        if others > 100 { break }
      }
    }
    guard let first else { return nil }
    return JSONMessages.encoding(
      first, byte: bytes[first.lower], others: min(others, 100), more: others > 100)
  }
}
