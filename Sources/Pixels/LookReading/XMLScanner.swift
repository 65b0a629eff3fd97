/// Goes through the elements of an XML document (1.0, in UTF-8): as much of XML as files of corrections
/// have, which is elements, attributes, text, comments and processing instructions.
///
/// Declarations of a document's type, and with them entities, are refused.
struct XMLScanner {
  /// One thing after another.
  enum Event {
    /// The name without its namespace, and the value of the attribute `id`.
    case start(String, id: String?)
    /// Of the element that was opened last.
    case end
    case text(Range<Int>)
  }

  let bytes: [UInt8]
  private var position: Int
  /// Where the position is, counted from 1.
  private(set) var line = 1
  /// Names of open elements, with their namespaces.
  private var open: [ArraySlice<UInt8>] = []
  private var endsNext = false

  private static let deepest = 32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// `nil` at the end of the document.
  ///
  /// - Throws: where it is no XML.
  mutating func next() throws(LookFault) -> Event? {
    if endsNext {
      endsNext = false
      open.removeLast()
      return .end
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return .text(try text()) }
      if has("<!--") {
        try skip(behind: "-->")
      } else if has("<?") {
        try skip(behind: "?>")
      } else if has("<!") {
        throw .xml("has a declaration of its type, which is not read", line: line)
      } else if has("</") {
        try endElement()
        return .end
      } else {
        return try startElement()
      }
    }
    if !open.isEmpty {
      throw .xml("ends within an element", line: line)
    }
    return nil
  }

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return bytes[position..<position + count].elementsEqual(text.description.utf8)
  }

  private mutating func advance() throws(LookFault) {
    if bytes[position] == 0 { throw .notText(line: line) }
    if bytes[position] == 10 { line += 1 }
    position += 1
  }

  private mutating func skip(behind end: StaticString) throws(LookFault) {
    let start = line
    while position < bytes.count, !has(end) { try advance() }
    guard position < bytes.count else {
      throw .xml("has something that does not end", line: start)
    }
    position += end.utf8CodeUnitCount
  }

  private mutating func text() throws(LookFault) -> Range<Int> {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { try advance() }
    let isEmpty = bytes[start..<position].allSatisfy(Self.isSpace)
    if open.isEmpty, !isEmpty {
      throw .xml("is no XML: it has text outside of elements", line: line)
    }
    return start..<position
  }

  private mutating func name() throws(LookFault) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]),
      !"/>=<\"'".utf8.contains(bytes[position])
    {
      try advance()
    }
    guard position > start, position - start <= 256 else {
      throw .xml("has an element without a name", line: line)
    }
    return bytes[start..<position]
  }

  private mutating func skipSpaces() throws(LookFault) {
    while position < bytes.count, Self.isSpace(bytes[position]) { try advance() }
  }

  private mutating func startElement() throws(LookFault) -> Event {
    position += 1
    let name = try name()
    guard open.count < Self.deepest else {
      throw .xml("has more than \(Self.deepest) elements within each other", line: line)
    }
    var id: String?
    while true {
      try skipSpaces()
      guard position < bytes.count else { break }
      if has("/>") {
        position += 2
        endsNext = true
        break
      }
      if has(">") {
        position += 1
        break
      }
      let (key, value) = try attribute()
      if key.elementsEqual("id".utf8) { id = value }
    }
    open.append(name)
    return .start(Self.plain(name), id: id)
  }

  private mutating func attribute() throws(LookFault) -> (ArraySlice<UInt8>, String) {
    let key = try name()
    try skipSpaces()
    guard has("=") else { throw .xml("has an attribute without a value", line: line) }
    position += 1
    try skipSpaces()
    guard has("\"") || has("'") else {
      throw .xml("has an attribute without quotes", line: line)
    }
    let quote = bytes[position]
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote { try advance() }
    guard position < bytes.count else { throw .xml("has a quote that does not end", line: line) }
    let value = String(decoding: bytes[start..<position].prefix(1024), as: UTF8.self)
    position += 1
    return (key, Self.decoded(value))
  }

  private mutating func endElement() throws(LookFault) {
    position += 2
    let name = try name()
    try skipSpaces()
    guard has(">"), let last = open.popLast(), last == name else {
      throw .xml("has the end of an element where another one is open", line: line)
    }
    position += 1
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }

  /// Without the namespace.
  private static func plain(_ name: ArraySlice<UInt8>) -> String {
    let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }

  /// The five entities that every document has; others stay as they are.
  private static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let entities = [
      ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&"),
    ]
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { result, part in
      for (name, sign) in entities where part.hasPrefix(name + ";") {
        return result + sign + part.dropFirst(name.count + 1)
      }
      return result + "&" + part
    }
  }
}
