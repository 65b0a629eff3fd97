import Diagnostics
import TimelineModel

/// The members of one object, checked against its description.
struct ObjectFields {
  let description: ObjectDescription
  let range: SourceRange
  private let members: [JSONMember]
  private var known: [(index: Int, member: JSONMember)] = []

  /// Checks keys: unknown ones, missing ones, and those that exclude each other.
  ///
  /// - Parameters:
  ///   - misplaced: says of a key that the description does not have why it is wrong here;
  ///   `nil` leaves it an unknown key.
  ///   - example: of a key what may be written where it is missing; `nil` leaves the description's own.
  /// - Returns: `nil` when the value is no object.
  init?(
    _ value: JSONValue, _ description: ObjectDescription, _ reading: inout Reading,
    misplaced: (JSONMember) -> Diagnostic? = { _ in nil },
    example: (String) -> String? = { _ in nil }
  ) {
    guard case .object(let members) = value.kind else {
      reading.reportType(
        of: value, expected: description.noun, example: description.example,
        respelling: Spelling.member(value, of: description))
      return nil
    }
    self.description = description
    self.members = members
    range = value.range
    var meant: [String] = []
    // Made for the first unknown key, and not for each.
    var siblings: UnknownKey.Siblings?
    for member in members {
      if let index = description.keys.firstIndex(where: { $0.name == member.key }) {
        // Of a key that is given twice the first one counts; the parser has reported it.
        if !known.contains(where: { $0.index == index }) { known.append((index, member)) }
      } else if let finding = misplaced(member) {
        reading.report(finding)
      } else {
        let own =
          siblings ?? UnknownKey.Siblings(members.filter { value.range.contains($0.keyRange) })
        siblings = own
        let key = UnknownKey(
          member, of: description,
          beside: value.range.contains(member.keyRange) ? own : UnknownKey.Siblings([member]),
          &reading)
        if let ours = key.ours { meant.append(ours) }
        reading.report(key.finding)
      }
    }
    // A key that is there, but misspelt, is not missing as well.
    for key in description.keys
    where key.isRequired && member(key.name) == nil && !meant.contains(key.name) {
      reading.report(
        ProjectMessages.missingKey(
          key.name, of: description.noun, range: openingRange(value.range),
          example: key.examples.first))
    }
    for group in description.exclusive(beside: known.map(\.member.key)) {
      let given = group.compactMap { member($0) }
      if given.count > 1 {
        // What comes from a style stands elsewhere, and is not in the way of other items.
        let own = members.filter { value.range.contains($0.keyRange) }
          .sorted { $0.keyRange.lower < $1.keyRange.lower }
        reading.report(
          ProjectMessages.conflictingKeys(
            given[0].key, given[1].key, of: description.noun, range: given[1].keyRange,
            other: given[0].keyRange,
            removals: given.reversed().compactMap { member in
              let edits = member.removal(from: own)
              return edits.isEmpty
                ? nil : Fix(message: "remove \"\(member.key)\"", edits: edits)
            }))
      }
    }
    for group in description.oneRequired
    where !group.contains(where: { member($0) != nil || meant.contains($0) }) {
      let first = description.keys.first { $0.name == group.first }
      reading.report(
        ProjectMessages.missingKey(
          group.joined(separator: "\" or \""), of: description.noun,
          range: openingRange(value.range),
          example: group.first.flatMap(example) ?? first?.examples.first))
    }
    if let note = read(NoteReader.key, &reading) { reading.notes[value.range] = note.value }
  }

  /// The members that stand beside one in the file: others come from styles and defaults.
  private static func siblings(
    of member: JSONMember, _ members: [JSONMember], _ range: SourceRange
  ) -> [JSONMember] {
    guard range.contains(member.keyRange) else { return [member] }
    return members.filter { range.contains($0.keyRange) }
  }

  func member(_ name: String) -> JSONMember? {
    known.first { $0.member.key == name }?.member
  }

  /// The value of a key, read; `nil` when the key is left out or its value is wrong.
  func read<Value>(_ key: Key<Value>, _ reading: inout Reading) -> Located<Value>? {
    guard let member = member(key.description.name) else { return nil }
    reading.keys.append(key.description.name)
    defer { reading.keys.removeLast() }
    if case .null = member.value.kind, !key.description.isRequired {
      reading.report(
        ProjectMessages.wrongType(
          found: "null", expected: key.shape.expected, example: key.shape.example,
          range: member.value.range,
          fixes: [
            Fix(
              message: "leave out \(JSONText.quoted(member.key))",
              edits: range.contains(member.keyRange)
                ? member.removal(from: Self.siblings(of: member, members, range)) : [])
          ]))
      return nil
    }
    guard let value = key.shape.read(member.value, &reading) else { return nil }
    return Located(value: value, range: member.value.range)
  }

  /// Those of some keys that are written in the object itself and not in a style, with the places of their values, in the order of the file.
  func places(of names: Set<String>) -> [Located<String>] {
    known.filter { names.contains($0.member.key) && range.contains($0.member.keyRange) }
      .map { Located(value: $0.member.key, range: $0.member.value.range) }
  }

  private func openingRange(_ range: SourceRange) -> SourceRange {
    SourceRange(lower: range.lower, upper: min(range.lower + 1, range.upper))
  }
}
