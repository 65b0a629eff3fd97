import Diagnostics
import TimelineModel

/// A key that an object does not have, and what can be said about it.
struct UnknownKey {
  /// The key of the object that was meant, as far as that can be told.
  private(set) var ours: String?
  /// The finding to report.
  let finding: Diagnostic

  /// All that an object has been given.
  struct Siblings {
    let members: [JSONMember]
    let keys: Set<String>

    init(_ members: [JSONMember]) {
      self.members = members
      keys = Set(members.map(\.key))
    }
  }

  /// - Parameter siblings: all that the object has been given.
  init(
    _ member: JSONMember, of description: ObjectDescription, beside siblings: Siblings,
    _ reading: inout Reading
  ) {
    let key = member.key
    let given = siblings.keys
    let names = description.keyNames
    var notes: [Note] = []
    var fixes: [Fix] = []
    func write(_ name: String, isCertain: Bool) -> Fix {
      let quoted = JSONText.quoted(name)
      return Fix(
        message: "write \(quoted)", replacing: member.keyRange, with: quoted,
        isCertain: isCertain)
    }
    let word = key.utf8.count <= Spelling.lengthLimit ? Self.plain(key) : key
    if let same = names.first(where: { Self.plain($0) == word }) {
      ours = same
      fixes = given.contains(same) ? [] : [write(same, isCertain: true)]
    } else if given.contains("shape"), Self.ends.contains(word), names.contains("points") {
      if reading.explains("ends of \(description.name)") {
        fixes = [
          Fix(
            message: "its ends are \"points\": [[100, 100], [300, 200]], from the first to the last"
          )
        ]
      }
    } else if let foreign = ForeignKey.meaning(of: key, in: description.name),
      foreign.ours != nil || foreign.advice != nil
    {
      // An audio clip has no "scale".
      ours = foreign.ours.flatMap { names.contains($0) ? $0 : nil }
      let isFree = ours.map { !given.contains($0) } ?? false
      let pair = ours.flatMap { PairedKeys(member, for: $0, beside: siblings.members) }
      if let pair {
        fixes = isFree ? pair.fixes : []
      } else if isFree, let ours {
        fixes = [Self.decibels(member, as: ours) ?? write(ours, isCertain: false)]
      }
      if pair == nil, let advice = foreign.advice,
        reading.explains("\(description.name) \(advice)")
      {
        if ours == nil { fixes = [Fix(message: advice)] } else { notes = [Note(message: advice)] }
      } else if !isFree, let ours {
        notes = [Note(message: "\(JSONText.quoted(ours)) means it, and is given already")]
      }
    } else if let suggestion = reading.suggestion(for: key, among: names) {
      ours = suggestion
      fixes = MessageParts.replacement(suggestion, member.keyRange)
    } else if reading.explains("keys of \(description.name)") {
      notes =
        MessageParts.known(
          names, nearest: reading.nearest(to: key, among: names), noun: "its keys",
          reference: "; 'cutlist help \(description.topic)' tells them"
        ).map { [$0] } ?? []
    }
    finding = ProjectMessages.unknownKey(
      shortened(key, to: 40), of: description.noun, range: member.keyRange, notes: notes,
      fixes: fixes)
  }

  /// A gain below 0, which other programs count in decibels: here a number is a factor.
  private static func decibels(_ member: JSONMember, as ours: String) -> Fix? {
    guard ours == "gain", case .number(let digits) = member.value.kind, digits.hasPrefix("-") else {
      return nil
    }
    let text = "\"gain\": " + JSONText.quoted(shortened(digits) + "dB")
    let whole = SourceRange(lower: member.keyRange.lower, upper: member.value.range.upper)
    return Fix(message: "write \(text)", replacing: whole, with: text)
  }

  /// What other programs call the ends of a line.
  private static let ends: Set<String> = ["from", "to", "start", "end", "x1", "y1", "x2", "y2"]

  /// Keys are equal but for case, hyphens and the spelling of a colour.
  private static func plain(_ key: String) -> String {
    let word = Spelling.plain(key)
    return word == "colour" || word == "colours" ? "color" : word
  }
}

/// Two keys of other programs for which this format has one.
private struct PairedKeys {
  /// What to do; empty at the second of the two, as the first one says it.
  let fixes: [Fix]

  init?(_ member: JSONMember, for ours: String, beside members: [JSONMember]) {
    let key = Spelling.plain(member.key)
    let pairs = [
      ("x", "y", "position", true), ("width", "height", "size", false), ("w", "h", "size", false),
    ]
    guard let pair = pairs.first(where: { $0.2 == ours && ($0.0 == key || $0.1 == key) }) else {
      return nil
    }
    func find(_ name: String) -> JSONMember? {
      members.first { Spelling.plain($0.key) == name }
    }
    guard let first = find(pair.0), let second = find(pair.1) else {
      let other = pair.0 == key ? pair.1 : pair.0
      fixes = [
        Fix(
          message:
            "there is \(JSONText.quoted(pair.2)), for both \(JSONText.quoted(member.key)) and "
            + JSONText.quoted(other))
      ]
      return
    }
    guard pair.0 == key, let a = Self.text(first.value), let b = Self.text(second.value) else {
      fixes = []
      return
    }
    let value = pair.3 ? "[\(a), \(b)]" : JSONText.quoted("\(a)x\(b)")
    let text = "\(JSONText.quoted(pair.2)): \(value)"
    let whole = SourceRange(lower: first.keyRange.lower, upper: first.value.range.upper)
    fixes = [
      Fix(
        message: "write \(text)",
        edits: [Fix.Edit(range: whole, replacement: text)] + second.removal(from: members))
    ]
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value.kind {
    case .number(let digits): digits
    case .string(let text) where text.hasSuffix("%") && percent(text) != nil:
      JSONText.quoted(text)
    default: nil
    }
  }
}

extension JSONMember {
  /// Takes the member out of its object, with the comma that parts it from its neighbour.
  func removal(from members: [JSONMember]) -> [Fix.Edit] {
    guard let index = members.firstIndex(where: { $0.keyRange == keyRange }) else { return [] }
    let range =
      if index + 1 < members.count {
        SourceRange(lower: keyRange.lower, upper: members[index + 1].keyRange.lower)
      } else if index > 0 {
        SourceRange(lower: members[index - 1].value.range.upper, upper: value.range.upper)
      } else {
        SourceRange(lower: keyRange.lower, upper: value.range.upper)
      }
    return [Fix.Edit(range: range, replacement: "")]
  }
}
