package import Diagnostics
import JSONRPC

/// What stands around a place in a JSON text that may be unfinished: where somebody is typing.
///
/// The text before the place is read once, without a word about its mistakes, and of the object that the
/// place is in also what comes after it.
package struct TypingContext: Sendable {
  /// An object or a list that the place is in.
  package struct Level: Sendable {
    package var isObject: Bool
    /// Where it begins.
    package var start: Int
    /// The members of an object as far as they are known; values that are no plain ones are
    /// `invalid`, and so is the one that the place is in.
    package var members: [JSONMember] = []
    /// How many items of a list come before the one that the place is in.
    package var index = 0

    /// The key whose value the place is in.
    package var key: String?

    /// The value of a key that is a text.
    package func text(of key: String) -> String? {
      members.first { $0.key == key }?.value.textValue
    }
  }

  /// What may be typed.
  package enum Role: Hashable, Sendable {
    /// A key of an object.
    case key
    /// The value of the innermost level's key, or an item of its list.
    case value
    /// Neither: between a value and the next comma.
    case nothing
  }

  /// From the outside in; none where nothing was opened.
  package private(set) var levels: [Level] = []
  package private(set) var role = Role.nothing
  /// What would be replaced: the word or text that the place is in, quotes included.
  package private(set) var range: Range<Int>
  /// The text of it before the place, without its quote.
  package private(set) var prefix = ""
  /// Whether it stands in quotes.
  package private(set) var isQuoted = false
  /// Whether a colon follows it.
  package private(set) var hasColon = false
  /// Whether something follows that a comma would have to part it from.
  package private(set) var isFollowed = false

  /// Deeper is nothing read.
  private static let depthLimit = 256

  /// - Complexity: O(place + size of the object around it).
  package init(_ bytes: [UInt8], at place: Int) {
    let place = min(max(0, place), bytes.count)
    range = place..<place
    var reader = TypingReader(bytes: bytes, place: place, depthLimit: Self.depthLimit)
    reader.run()
    levels = reader.levels
    role = reader.role
    range = reader.range
    prefix = reader.prefix
    isQuoted = reader.isQuoted
    var index = range.upperBound
    while index < bytes.count, TypingReader.isSpace(bytes[index]) { index += 1 }
    hasColon = index < bytes.count && bytes[index] == UInt8(ascii: ":")
    isFollowed = index < bytes.count && ![0x2C, 0x7D, 0x5D, 0x3A].contains(bytes[index])
    if let last = levels.last, last.isObject {
      levels[levels.count - 1].members += reader.membersAfter(
        index, isAfterKey: hasColon && role == .key)
    }
  }

  /// The keys that the innermost object has beside the one that is typed.
  package var siblings: Set<String> { Set((levels.last?.members ?? []).map(\.key)) }

  /// The value of a key of the innermost object that is a text.
  package func text(of key: String) -> String? { levels.last?.text(of: key) }
}

/// Reads JSON up to a place.
private struct TypingReader {
  enum State {
    case key, colon, value, separator
  }

  let bytes: [UInt8]
  let place: Int
  let depthLimit: Int
  var levels: [TypingContext.Level] = []
  private var states: [State] = []
  private var top = State.value
  var role = TypingContext.Role.nothing
  var range: Range<Int>
  var prefix = ""
  var isQuoted = false
  private var pending: (key: String, range: SourceRange)?
  private var pendings: [(key: String, range: SourceRange)?] = []

  init(bytes: [UInt8], place: Int, depthLimit: Int) {
    (self.bytes, self.place, self.depthLimit) = (bytes, place, depthLimit)
    range = place..<place
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x2D || byte == 0x2B
      || byte == 0x2E || byte >= 0x80
  }

  mutating func run() {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < place {
      let byte = bytes[index]
      switch byte {
      case 0x7B, 0x5B:
        open(isObject: byte == 0x7B, at: index)
        index += 1
      case 0x7D, 0x5D:
        close(isObject: byte == 0x7D)
        index += 1
      case 0x2C:
        if let key = pending { add(key, .invalid, SourceRange(at: index)) }
        if let last = levels.indices.last, !levels[last].isObject { levels[last].index += 1 }
        top = levels.last?.isObject == true ? .key : .value
        index += 1
      case 0x3A:
        if top == .colon { top = .value }
        index += 1
      case 0x22:
        let end = textEnd(index)
        if end > place || end == place && !isEnded(index, end) { return within(index, end) }
        scalar(.string(string(index, end)), index, end)
        index = end
      case _ where Self.isWord(byte):
        var end = index
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        if end >= place { return word(index, end) }
        scalar(kind(index, end), index, end)
        index = end
      default: index += 1
      }
    }
    settle()
  }

  // MARK: - Structure

  private mutating func open(isObject: Bool, at index: Int) {
    guard levels.count < depthLimit else { return }
    if let last = levels.indices.last { levels[last].key = pending?.key }
    states.append(top)
    pendings.append(pending)
    pending = nil
    levels.append(TypingContext.Level(isObject: isObject, start: index))
    top = isObject ? .key : .value
  }

  private mutating func close(isObject: Bool) {
    // A closer of the other kind closes what is open inside of its own.
    guard let match = levels.lastIndex(where: { $0.isObject == isObject }) else { return }
    while levels.count > match {
      levels.removeLast()
      states.removeLast()
      pending = pendings.removeLast()
    }
    if let key = pending { add(key, .invalid, .none) }
    if let last = levels.indices.last { levels[last].key = nil }
    top = .separator
  }

  private mutating func add(
    _ key: (key: String, range: SourceRange), _ kind: JSONValue.Kind, _ range: SourceRange
  ) {
    pending = nil
    guard let last = levels.indices.last, levels[last].isObject else { return }
    levels[last].members.append(
      JSONMember(
        key: key.key, keyRange: key.range, value: JSONValue(range: range, kind: kind)))
  }

  private mutating func scalar(_ kind: JSONValue.Kind, _ start: Int, _ end: Int) {
    let range = SourceRange(lower: start, upper: end)
    let isObject = levels.last?.isObject == true
    // A missing comma between members is not worth losing all that follows.
    if isObject, top == .key || top == .separator {
      if case .string(let key) = kind { pending = (key, range) }
      top = .colon
    } else {
      if let key = pending { add(key, kind, range) }
      top = .separator
    }
  }

  // MARK: - The place

  private mutating func within(_ start: Int, _ end: Int) {
    // What follows on the line is no part of a text without an end.
    range = start..<(isEnded(start, end) ? end : place)
    isQuoted = true
    prefix = String(decoding: bytes[min(start + 1, place)..<place], as: UTF8.self)
    settle()
  }

  private mutating func word(_ start: Int, _ end: Int) {
    range = start..<end
    prefix = String(decoding: bytes[start..<place], as: UTF8.self)
    settle()
  }

  private mutating func settle() {
    if let last = levels.indices.last { levels[last].key = pending?.key }
    switch top {
    case .key: role = .key
    case .value: role = .value
    case .colon: role = .nothing
    case .separator:
      // A word that begins after a value, where a comma is missing.
      role = !range.isEmpty && levels.last?.isObject == true ? .key : .nothing
    }
    if role == .value, let key = pending, let last = levels.indices.last, levels[last].isObject {
      let value = JSONValue(range: SourceRange(at: place), kind: .invalid)
      levels[last].members.append(
        JSONMember(key: key.key, keyRange: key.range, value: value))
    }
    for index in levels.indices.dropLast() where levels[index].isObject {
      guard let key = levels[index].key, let range = pendings[index + 1]?.range else { continue }
      let value = JSONValue(range: SourceRange(at: place), kind: .invalid)
      levels[index].members.append(JSONMember(key: key, keyRange: range, value: value))
    }
  }

  // MARK: - After the place

  /// The members of the innermost object that come after a place; no more than a few hundred.
  func membersAfter(_ place: Int, isAfterKey: Bool) -> [JSONMember] {
    var members: [JSONMember] = []
    var index = place
    var depth = 0
    var isKey = role == .key && !isAfterKey
    var key: (text: String, range: SourceRange)?
    while index < bytes.count, members.count < 256 {
      let byte = bytes[index]
      switch byte {
      case 0x7B, 0x5B:
        if depth == 0, let name = key {
          members.append(
            JSONMember(
              key: name.text, keyRange: name.range,
              value: JSONValue(range: SourceRange(at: index), kind: .invalid)))
          key = nil
        }
        depth += 1
        index += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth < 0 { return members }
        index += 1
      case 0x2C:
        if depth == 0 {
          isKey = true
          key = nil
        }
        index += 1
      case 0x22:
        let end = textEnd(index)
        if depth == 0 {
          let range = SourceRange(lower: index, upper: end)
          if isKey {
            key = (string(index, end), range)
            isKey = false
          } else if let name = key {
            members.append(
              JSONMember(
                key: name.text, keyRange: name.range,
                value: JSONValue(range: range, kind: .string(string(index, end)))))
            key = nil
          }
        }
        index = end
      case _ where Self.isWord(byte):
        var end = index
        while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
        if depth == 0, let name = key {
          members.append(
            JSONMember(
              key: name.text, keyRange: name.range,
              value: JSONValue(
                range: SourceRange(lower: index, upper: end), kind: kind(index, end))))
          key = nil
        }
        index = end
      default: index += 1
      }
    }
    return members
  }

  // MARK: - Tokens

  /// Where a text ends: after its quote, or where its line does.
  private func textEnd(_ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == 0x22 { return index + 1 }
      index += bytes[index] == 0x5C ? 2 : 1
    }
    return min(index, bytes.count)
  }

  /// Whether a text has its second quote: what follows that cannot be the text of another one.
  private func isEnded(_ start: Int, _ end: Int) -> Bool {
    guard hasQuote(start, end) else { return false }
    var next = end
    while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
    return next == bytes.count || [0x2C, 0x3A, 0x5D, 0x7D, 0x0A, 0x0D, 0x22].contains(bytes[next])
  }

  private func hasQuote(_ start: Int, _ end: Int) -> Bool {
    end - start > 1 && bytes[end - 1] == 0x22
  }

  private func string(_ start: Int, _ end: Int) -> String {
    let content = bytes[start + 1..<(hasQuote(start, end) ? end - 1 : end)]
    if !content.contains(0x5C) { return String(decoding: content, as: UTF8.self) }
    let quoted = SourceFile(path: "", bytes: Array(bytes[start..<end]))
    return JSONParser.parse(quoted).value.flatMap { value in
      if case .string(let text) = value.kind { text } else { nil }
    } ?? ""
  }

  private func kind(_ start: Int, _ end: Int) -> JSONValue.Kind {
    switch String(decoding: bytes[start..<end], as: UTF8.self) {
    case "true": .bool(true)
    case "false": .bool(false)
    case "null": .null
    case let text: bytes[start] == 0x2D || bytes[start] &- 0x30 < 10 ? .number(text) : .invalid
    }
  }
}
