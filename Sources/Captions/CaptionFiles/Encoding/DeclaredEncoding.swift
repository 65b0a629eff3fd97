/// What the declaration of an XML file says of its characters (XML 1.0, section 4.3.3).
struct DeclaredEncoding {
  /// As the file has it.
  var name: String
  /// `nil` for one that is not known.
  var encoding: CaptionEncoding?
  /// Whether it is UTF-16, whose order of bytes the file's bytes tell.
  var isSixteenBits: Bool

  /// `nil` for a file without a declaration, and for one that says nothing of it.
  init?(of file: [UInt8]) {
    // In UTF-16 each of these characters has a zero beside it.
    let head = file.prefix(1024).filter { $0 != 0 }.drop { $0 >= 0x80 || $0 <= 0x20 }
    guard head.starts(with: "<?xml".utf8),
      let end = head.firstIndex(of: UInt8(ascii: ">")),
      let name = Self.value(of: "encoding", in: head[..<end])
    else { return nil }
    self.name = name
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    isSixteenBits = ["utf16", "utf16le", "utf16be", "ucs2", "iso10646ucs2", "unicode"].contains(
      plain)
    encoding = ["usascii", "ascii"].contains(plain) ? .utf8 : CaptionEncoding(named: name)
  }

  /// The text between quotes behind a name and its sign.
  private static func value(of name: StaticString, in head: ArraySlice<UInt8>) -> String? {
    let word = Array("\(name)".utf8)
    guard head.count > word.count,
      let start = (head.startIndex..<head.endIndex - word.count).first(where: {
        head[$0...].starts(with: word)
      })
    else { return nil }
    let rest = head[(start + word.count)...].drop { $0 <= 0x20 }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let quoted = rest.dropFirst().drop { $0 <= 0x20 }
    guard let quote = quoted.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    let value = quoted.dropFirst().prefix { $0 != quote }
    return value.isEmpty || value.count > 40 ? nil : String(decoding: value, as: UTF8.self)
  }
}
