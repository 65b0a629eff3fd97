import Diagnostics
import TimelineModel

/// A project with what its parts name.
struct PartNames {
  private let range: SourceRange
  private var members: [JSONMember]?
  private let written: JSONValue
  /// Names that there are twice.
  private(set) var findings: [Diagnostic] = []

  init(_ project: JSONValue) {
    written = project
    range = project.range
    if case .object(let members) = project.kind { self.members = members }
  }

  /// With everything that was added.
  var project: JSONValue {
    members.map { JSONValue(range: range, kind: .object($0)) } ?? written
  }

  /// Adds what a part names.
  mutating func add(_ part: JSONValue) {
    guard var members, case .object(let others) = part.kind else { return }
    for other in others {
      let isList = PartReader.lists.contains(other.key)
      guard isList || PartReader.maps.contains(other.key) else { continue }
      guard let index = members.firstIndex(where: { $0.key == other.key }) else {
        if isList || other.value.entries != nil { members.append(other) }
        continue
      }
      let own = members[index]
      if isList {
        members[index] = own.with(.array(own.value.elements + other.value.elements))
      } else if let entries = own.value.entries, let further = other.value.entries {
        members[index] = own.with(.object(entries + fresh(further, entries, own.key)))
      }
    }
    self.members = members
  }

  /// Those of some entries whose names are free.
  private mutating func fresh(
    _ entries: [JSONMember], _ known: [JSONMember], _ key: String
  ) -> [JSONMember] {
    let names = Dictionary(known.map { ($0.key, $0.keyRange) }, uniquingKeysWith: { a, _ in a })
    return entries.filter { entry in
      guard let other = names[entry.key] else { return true }
      findings.append(
        PartMessages.partNameTaken(
          shortened(entry.key), in: key, range: entry.keyRange, other: other))
      return false
    }
  }
}

extension JSONValue {
  /// The elements of a list, or the one that stands for a list of one.
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = kind { elements } else { [self] }
  }

  /// The members of an object.
  fileprivate var entries: [JSONMember]? {
    if case .object(let members) = kind { members } else { nil }
  }
}

extension JSONMember {
  /// The same key with another value in its place.
  func with(_ kind: JSONValue.Kind) -> JSONMember {
    with(JSONValue(range: value.range, kind: kind))
  }

  /// The same key with another value.
  func with(_ value: JSONValue) -> JSONMember {
    JSONMember(key: key, keyRange: keyRange, value: value)
  }
}
