import Diagnostics

/// Writes JSON in the canonical form; see ``CanonicalForm``.
struct FormWriter {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a value whose surroundings take a line for each of their parts.
  ///
  /// - Parameters:
  ///   - level: how far the line is indented.
  ///   - column: columns of the line that are taken already.
  mutating func block(_ value: JSONValue, _ schema: ValueSchema, level: Int, column: Int) {
    let start = bytes.count
    var room = CanonicalForm.width - column - 1
    if !isSplit(value, schema, level: level), line(value, schema, &room) { return }
    bytes.removeSubrange(start...)
    switch value.kind {
    case .object(let members) where !members.isEmpty:
      split("{", "}", schema.ordered(members), level: level) { writer, part in
        let key = JSONText.quoted(part.member.key) + ": "
        writer.bytes += key.utf8
        writer.block(
          part.member.value, part.schema, level: level + 1,
          column: 2 * (level + 1) + TerminalText.width(key))
      }
    case .array(let items) where !items.isEmpty:
      split("[", "]", Array(items.enumerated()), level: level) { writer, part in
        writer.block(
          part.element, schema.item(at: part.offset), level: level + 1, column: 2 * (level + 1))
      }
    default:
      // Too long for the line, and nothing to be broken.
      bytes += Self.text(of: value).utf8
    }
  }

  /// Whether a value takes a line for each part whatever its length.
  private func isSplit(_ value: JSONValue, _ schema: ValueSchema, level: Int) -> Bool {
    switch value.kind {
    case .object(let members):
      if members.isEmpty { return false }
      return level < 2
        || schema.description(of: members)?.name == TrackReader.description.name
    case .array(let items):
      return !items.isEmpty && (level < 2 || items.contains { $0.isObject })
    default:
      return false
    }
  }

  private mutating func split<Part>(
    _ opening: String, _ closing: String, _ parts: [Part], level: Int,
    _ write: (inout FormWriter, Part) -> Void
  ) {
    bytes += opening.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(level + 1)
      write(&self, part)
    }
    breakLine(level)
    bytes += closing.utf8
  }

  private mutating func breakLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  // MARK: - One line

  /// Writes a value on the line as far as there is room.
  ///
  /// - Parameter room: columns that are left.
  /// - Returns: false where there is too little; then a part of it may have been written.
  private mutating func line(
    _ value: JSONValue, _ schema: ValueSchema, _ room: inout Int
  ) -> Bool {
    switch value.kind {
    case .object(let members):
      if members.isEmpty { return put("{}", &room) }
      var separator = "{ "
      for (member, schema) in schema.ordered(members) {
        guard put(separator, &room), fits(member.key, room),
          put(JSONText.quoted(member.key) + ": ", &room), line(member.value, schema, &room)
        else { return false }
        separator = ", "
      }
      return put(" }", &room)
    case .array(let items):
      guard put("[", &room) else { return false }
      for (index, item) in items.enumerated() {
        guard index == 0 || put(", ", &room), line(item, schema.item(at: index), &room) else {
          return false
        }
      }
      return put("]", &room)
    case .string(let text):
      return fits(text, room) && put(Self.text(of: value), &room)
    default:
      return put(Self.text(of: value), &room)
    }
  }

  private mutating func put(_ text: String, _ room: inout Int) -> Bool {
    room -= TerminalText.width(text)
    guard room >= 0 else { return false }
    bytes += text.utf8
    return true
  }

  /// Whether a text is worth measuring. Many characters have no width, but not so many in a row:
  /// a text of a megabyte need not be measured again for each object that it is in.
  private func fits(_ text: String, _ room: Int) -> Bool { text.utf8.count <= 64 * room }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .object: "{}"
    case .array: "[]"
    case .null, .invalid: "null"
    case .string(let text): JSONText.quoted(text)
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    }
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = kind { true } else { false }
  }
}
