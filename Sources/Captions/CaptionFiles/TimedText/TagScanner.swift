internal import Diagnostics

/// A small reader of XML (W3C, XML 1.0, fifth edition): elements, attributes and text, without declarations of types.
///
/// What is not well formed is taken as people mean it where that is possible. Prefixes of names are left out, as there
/// are no two names in Timed Text that differ in them alone.
struct TagScanner {
  struct Attribute {
    var name: String
    var value: String
    var range: SourceRange
    /// Of the value, without its quotes.
    var valueRange: SourceRange
  }

  enum Event {
    case start(name: String, attributes: [Attribute], isEmpty: Bool, range: SourceRange)
    case end(name: String, range: SourceRange)
    case text(String, range: SourceRange)
    /// A declaration of a type, whose entities could grow without bounds.
    case doctype(SourceRange)
  }

  private let bytes: [UInt8]
  private var place: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next event; `nil` at the end of the file.
  ///
  /// - Complexity: O(its length).
  mutating func next() -> Event? {
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") { return text() }
      let rest = bytes[place...]
      if rest.starts(with: "<!--".utf8) {
        skip(to: "-->", from: place + 4)
      } else if rest.starts(with: "<![CDATA[".utf8) {
        let start = place + 9
        skip(to: "]]>", from: start)
        let end = max(start, min(place, bytes.count) - 3)
        return .text(
          String(decoding: bytes[min(start, end)..<end], as: UTF8.self),
          range: (min(start, end)..<end).source)
      } else if rest.starts(with: "<?".utf8) {
        skip(to: "?>", from: place + 2)
      } else if rest.starts(with: "<!".utf8) {
        return .doctype(SourceRange(lower: place, upper: min(place + 9, bytes.count)))
      } else if let event = tag() {
        return event
      } else {
        return text()
      }
    }
    return nil
  }

  private mutating func skip(to mark: StaticString, from start: Int) {
    let count = mark.utf8CodeUnitCount
    let last = UInt8(ascii: ">")
    var at = start + count - 1
    while at < bytes.count {
      if bytes[at] == last, bytes[(at - count + 1)...at].elementsEqual("\(mark)".utf8) {
        place = at + 1
        return
      }
      at += 1
    }
    place = bytes.count
  }

  /// Text up to the next tag; the first byte belongs to it, whatever it is.
  private mutating func text() -> Event {
    let start = place
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
    return .text(resolved(start..<place), range: (start..<place).source)
  }

  private func resolved(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return bytes[range].contains(UInt8(ascii: "&")) ? MarkupEntities.plain(text) : text
  }

  private mutating func tag() -> Event? {
    let start = place
    var at = start + 1
    let closes = at < bytes.count && bytes[at] == UInt8(ascii: "/")
    if closes { at += 1 }
    guard let name = name(&at) else { return nil }
    var attributes: [Attribute] = []
    while true {
      skipSpace(&at)
      guard at < bytes.count else { break }
      if bytes[at] == UInt8(ascii: ">") {
        at += 1
        break
      }
      if bytes[at] == UInt8(ascii: "<") { break }
      guard let attribute = attribute(&at) else {
        at = min(at + 1, bytes.count)
        continue
      }
      if attributes.count < 64 { attributes.append(attribute) }
    }
    place = at
    let range = (start..<at).source
    if closes { return .end(name: name, range: range) }
    let isEmpty =
      at - start >= 3 && bytes[at - 1] == UInt8(ascii: ">") && bytes[at - 2] == UInt8(ascii: "/")
    return .start(name: name, attributes: attributes, isEmpty: isEmpty, range: range)
  }

  private func attribute(_ at: inout Int) -> Attribute? {
    let start = at
    guard let name = name(&at) else { return nil }
    skipSpace(&at)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { return nil }
    at += 1
    skipSpace(&at)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      return nil
    }
    let quote = bytes[at]
    let first = at + 1
    at = first
    while at < bytes.count, bytes[at] != quote, bytes[at] != UInt8(ascii: "<") { at += 1 }
    let value = resolved(first..<at)
    let valueRange = (first..<at).source
    if at < bytes.count, bytes[at] == quote { at += 1 }
    return Attribute(
      name: name, value: value, range: (start..<at).source, valueRange: valueRange)
  }

  /// A name without its prefix.
  private func name(_ at: inout Int) -> String? {
    var start = at
    guard at < bytes.count,
      bytes[at].isASCIILetter || bytes[at] == UInt8(ascii: "_") || bytes[at] >= 0x80
    else { return nil }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: ":") {
        start = at + 1
      } else if !byte.isASCIILetter, !(0x30...0x39 ~= byte), byte != UInt8(ascii: "_"),
        byte != UInt8(ascii: "-"), byte != UInt8(ascii: "."), byte < 0x80
      {
        break
      }
      at += 1
    }
    return String(decoding: bytes[start..<min(at, start + 100)], as: UTF8.self)
  }

  private func skipSpace(_ at: inout Int) {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }
}
