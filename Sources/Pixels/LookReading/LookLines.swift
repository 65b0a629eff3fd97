/// The lines of a text, without those that are empty or comments, and the words in them.
struct LookLines {
  private let bytes: [UInt8]
  private var position: Int
  /// Of the last line, counted from 1.
  private(set) var number = 0
  /// Within the last line, where the next word begins.
  private var word = 0
  /// Where the last line ends.
  private var end = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // UTF-8's mark of the order of bytes.
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// Goes to the next line that says something; `false` after the last.
  ///
  /// - Throws: where there are bytes that no text has.
  mutating func next() throws(LookFault) -> Bool {
    while position < bytes.count {
      word = position
      number += 1
      while position < bytes.count, bytes[position] != 10, bytes[position] != 13 {
        if bytes[position] == 0 { throw .notText(line: number) }
        position += 1
      }
      end = position
      if position < bytes.count {
        let isPair =
          bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10
        position += isPair ? 2 : 1
      }
      skipSpaces()
      if word < end, bytes[word] != UInt8(ascii: "#") { return true }
    }
    return false
  }

  /// Whether the line, or the rest of it, begins with a letter or a quote, or as `3DMESH`.
  var isWord: Bool {
    guard word < end else { return false }
    let byte = bytes[word]
    if word + 1 < end, byte &- 48 < 10, bytes[word + 1] == UInt8(ascii: "D") { return true }
    return (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<")
  }

  /// Whether nothing of the line is left, but perhaps a comment.
  var isAtEnd: Bool { word >= end || bytes[word] == UInt8(ascii: "#") }

  /// The next word, at most 40 bytes of it.
  mutating func nextWord() -> String {
    let start = word
    skipWord()
    let text = String(decoding: bytes[start..<word].prefix(40), as: UTF8.self)
    skipSpaces()
    return text
  }

  /// The next word as a number; `nil` where it is none, or there is no word.
  mutating func nextNumber() -> Double? {
    guard let number = DecimalNumber.read(bytes, &word, end) else { return nil }
    guard word >= end || Self.isSpace(bytes[word]) else { return nil }
    skipSpaces()
    return number
  }

  private mutating func skipWord() {
    while word < end, !Self.isSpace(bytes[word]) { word += 1 }
  }

  private mutating func skipSpaces() {
    while word < end, Self.isSpace(bytes[word]) { word += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 11 || byte == 12 }
}
