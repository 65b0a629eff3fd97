package import Diagnostics
package import ProjectFormat
package import TimelineModel
import JSONRPC
import BaseValues

/// What is named in a file of a project and where: by one walk beside the tables of keys, whether or not all
/// of it is right.
package struct ProjectIndex: Sendable {
  /// A name, where it is given or used.
  package struct Name: Hashable, Sendable {
    package var role: NameRole
    package var text: String
    /// The letters of the name alone, without quotes.
    package var range: SourceRange
    /// What is named where the name is given: a value, or the object with the name in it; `nil` where
    /// it is used.
    package var named: SourceRange?
    /// Whether it stands in an expression, so that a name that is no word needs brackets.
    package var isInExpression = false
    /// The group that it stands in, which has items and parameters of its own; `nil` outside of groups.
    package var group: String?
    /// What has the parameter that a clip or an image gives a value to: the media item or group that
    /// it shows; `nil` for all other names.
    package var shown: String?

    package var isDefinition: Bool { named != nil }
  }

  /// A path of a file.
  package struct Path: Hashable, Sendable {
    package var text: String
    /// With its quotes.
    package var range: SourceRange
    package var isFont: Bool
  }

  package private(set) var names: [Name] = []
  package private(set) var paths: [Path] = []
  package private(set) var colors: [Located<Color>] = []
  /// The paths of the projects that media items are, by the names of these.
  package private(set) var projects: [String: String] = [:]
  /// Objects and lists, the outer before the inner.
  package private(set) var containers: [SourceRange] = []

  /// So much of one kind is kept.
  private static let limit = 200_000
  private var places: [String: [String: FormatPlace]] = [:]

  /// - Complexity: O(values).
  package init(_ root: JSONValue, in bytes: [UInt8]) {
    self.bytes = bytes
    walk(root, FormatPlace.file(of: root), depth: 0)
    bytesAreDone()
  }

  private var bytes: [UInt8]
  /// The group that is walked through.
  private var group: String?

  private mutating func bytesAreDone() {
    bytes = []
    places = [:]
  }

  private mutating func walk(_ value: JSONValue, _ place: FormatPlace?, depth: Int) {
    guard depth < 128 else { return }
    switch value.kind {
    case .object(let members):
      if containers.count < Self.limit { containers.append(value.range) }
      if let used = value.usedParameter { return add(.parameter, used.text, used.range) }
      let object = place?.object(members)
      for member in members { walk(member, of: object, in: value, place, depth: depth) }
    case .array(let items):
      if containers.count < Self.limit { containers.append(value.range) }
      let element = place?.element
      for (index, item) in items.enumerated() {
        walk(item, element ?? place?.element(index), depth: depth + 1)
      }
    case .string(let text): self.text(text, value.range, place)
    default: break
    }
  }

  private mutating func walk(
    _ member: JSONMember, of object: FormatObject?, in owner: JSONValue, _ place: FormatPlace?,
    depth: Int
  ) {
    guard let object else { return walk(member.value, place?.entry, depth: depth + 1) }
    if let role = object.namedEntries(of: member.key) {
      for entry in member.value.memberList {
        add(role, entry.key, entry.keyRange, named: entry.value.range)
        if role == .media, let path = entry.value["project"]?.textValue {
          projects[entry.key] = path
        }
      }
    }
    if object.name == "parameter", member.key == "default", owner["type"]?.textValue == "media",
      let text = member.value.textValue
    {
      add(.media, text, member.value.range)
    }
    if object.name == "parameter", owner["type"]?.textValue == "color" {
      for value in [member.value] + member.value.listValue { color(value) }
    }
    if object.givesParameters(member.key) {
      let shown = FormatObject.shownKeys.lazy.compactMap { owner[$0]?.textValue }.first
      for entry in member.value.memberList {
        add(.parameter, entry.key, entry.keyRange, shown: shown)
      }
    }
    if let role = object.definition(of: member.key), let text = member.value.textValue {
      add(role, text, member.value.range, named: owner.range)
    }
    if let role = object.reference(of: member.key) {
      if let text = member.value.textValue { add(role, text, member.value.range) }
      for item in member.value.listValue {
        if let text = item.textValue { add(role, text, item.range) }
      }
    }
    let place = self.place(of: member.key, in: object)
    guard object.hasGroups(member.key), group == nil, case .object = member.value.kind else {
      return walk(member.value, place, depth: depth + 1)
    }
    if containers.count < Self.limit { containers.append(member.value.range) }
    for entry in member.value.memberList {
      group = entry.key
      walk(entry.value, place?.entry, depth: depth + 2)
    }
    group = nil
  }

  /// Kept, as an object has dozens of kinds of values.
  private mutating func place(of key: String, in object: FormatObject) -> FormatPlace? {
    if let known = places[object.name]?[key] { return known }
    let place = object.place(of: key)
    if let place { places[object.name, default: [:]][key] = place }
    return place
  }

  private mutating func text(_ text: String, _ range: SourceRange, _ place: FormatPlace?) {
    if text.utf8.contains(0x7B) {
      for var name in ExpressionNames.names(in: bytes, range) where names.count < Self.limit {
        name.group = group
        names.append(name)
      }
    }
    guard let place, paths.count < Self.limit, colors.count < Self.limit else { return }
    if place.takesPaths {
      if !place.names.contains(where: { $0.name == text }) {
        paths.append(Path(text: text, range: range, isFont: false))
      }
    } else if place.takesFonts {
      if text.contains("/") || [".ttf", ".otf", ".ttc", ".woff"].contains(where: text.hasSuffix) {
        paths.append(Path(text: text, range: range, isFont: true))
      }
    } else if place.takesColors {
      color(JSONValue(range: range, kind: .string(text)))
    }
  }

  /// Keeps a colour; what is none is left out.
  private mutating func color(_ value: JSONValue) {
    guard colors.count < Self.limit, let text = value.textValue, text.utf8.count <= 64,
      let color = WrittenValue.color(value)
    else { return }
    colors.append(Located(value: color, range: value.range))
  }

  private mutating func add(
    _ role: NameRole, _ text: String, _ range: SourceRange, named: SourceRange? = nil,
    shown: String? = nil
  ) {
    // The name of an item may be an expression, which names others.
    guard names.count < Self.limit, range.upper - range.lower >= 2 else { return }
    names.append(
      Name(
        role: role, text: text, range: SourceRange(lower: range.lower + 1, upper: range.upper - 1),
        named: named, group: group, shown: shown))
  }
}

extension JSONValue {
  /// The parameter that stands for the value: `{ "use": "name" }`; `nil` for any other value.
  fileprivate var usedParameter: (text: String, range: SourceRange)? {
    guard case .object(let members) = kind, members.count == 1, members[0].key == "use",
      let text = members[0].value.textValue
    else { return nil }
    return (text, members[0].value.range)
  }
}

/// Finds the names in expressions: in the braces of a text, `{voice.end + 2s}`.
package enum ExpressionNames {
  /// Words that name nothing.
  package static let words: Set<String> = ["true", "false", "and", "or", "not", "end", "movie"]

  /// Whether expressions take a name as it is: letters, digits and `_`, and no word of theirs.
  package static func isWord(_ name: String) -> Bool {
    name.utf8.first.map { begins($0) } ?? false && name.utf8.allSatisfy { continues($0) }
      && !words.contains(name)
  }

  /// A name as expressions take it: in brackets where it is no word.
  package static func spelled(_ name: String) -> String {
    isWord(name) ? name : "[" + name.replacing("]", with: "]]") + "]"
  }

  /// The names in a text, quotes included in its range; none where it has escapes in braces.
  package static func names(in bytes: [UInt8], _ range: SourceRange) -> [ProjectIndex.Name] {
    guard range.lower >= 0, range.upper <= bytes.count else { return [] }
    var found: [ProjectIndex.Name] = []
    var isInside = false
    var index = range.lower + 1
    let end = range.upper - 1
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x7B:
        if index + 1 < end, bytes[index + 1] == 0x7B, !isInside {
          index += 1
        } else {
          isInside = true
        }
        index += 1
      case 0x7D:
        isInside = false
        index += 1
      case 0x5C: index += 2
      case 0x27 where isInside:
        index += 1
        while index < end, bytes[index] != 0x27 { index += 1 }
        index += 1
      case 0x5B where isInside:
        var close = index + 1
        while close < end, bytes[close] != 0x5D { close += 1 }
        let (property, after) = property(bytes, close + 1, end)
        found.append(name(bytes, index + 1, min(close, end), property: property))
        index = after
      case _ where isInside && begins(byte):
        var after = index
        while after < end, continues(bytes[after]) { after += 1 }
        let word = String(decoding: bytes[index..<after], as: UTF8.self)
        let (property, next) = property(bytes, after, end)
        let isWord = words.contains(word) || after < end && bytes[after] == 0x28
        if !isWord { found.append(name(bytes, index, after, property: property)) }
        index = next
      case _ where isInside && byte &- 0x30 < 10:
        while index < end, continues(bytes[index]) || [0x2E, 0x3A, 0x3B].contains(bytes[index]) {
          index += 1
        }
      default: index += 1
      }
    }
    return found
  }

  private static func name(
    _ bytes: [UInt8], _ lower: Int, _ upper: Int, property: String?
  ) -> ProjectIndex.Name {
    ProjectIndex.Name(
      role: property == nil ? .parameter : .item,
      text: String(decoding: bytes[lower..<max(lower, upper)], as: UTF8.self),
      range: SourceRange(lower: lower, upper: upper), named: nil, isInExpression: true)
  }

  private static func property(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (String?, Int) {
    guard start < end, bytes[start] == 0x2E else { return (nil, max(start, 0)) }
    var after = start + 1
    while after < end, continues(bytes[after]) { after += 1 }
    return (String(decoding: bytes[start + 1..<after], as: UTF8.self), after)
  }

  private static func begins(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte == 0x5F }

  private static func continues(_ byte: UInt8) -> Bool { begins(byte) || byte &- 0x30 < 10 }
}
