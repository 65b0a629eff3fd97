import Diagnostics

/// A project of which only those items are left that were changed: long lists of items are what takes long
/// to be read.
struct ChangedProject {
  /// All but the other items of tracks.
  private(set) var value: JSONValue
  /// What was changed, from key to end, item by item.
  private(set) var places: [SourceRange] = []
  private let change: SourceRange

  /// - Parameter change: the bytes of the project that are others than before.
  init(_ project: JSONValue, change: SourceRange) {
    value = project
    self.change = change
    value = members(of: project) { member, changed in
      switch member.key {
      case "tracks": changed.tracks(member.value)
      case "groups":
        changed.members(of: member.value) { group, changed in
          changed.members(of: group.value) { member, changed in
            member.key == "tracks" ? changed.tracks(member.value) : nil
          }
        }
      default: nil
      }
    }
  }

  /// Whether a finding is about what was changed.
  func concerns(_ finding: Diagnostic) -> Bool {
    !finding.range.isNone
      && places.contains { $0.lower <= finding.range.lower && finding.range.upper <= $0.upper }
  }

  private func isChanged(_ range: SourceRange) -> Bool {
    range.lower <= change.upper && change.lower <= range.upper
  }

  private mutating func tracks(_ value: JSONValue) -> JSONValue {
    guard case .array(let tracks) = value.kind else { return leaf(value) }
    return JSONValue(
      range: value.range,
      kind: .array(
        tracks.map { track in
          members(of: track) { member, changed in
            guard case .array(let items) = member.value.kind else { return nil }
            let kept = items.filter { changed.isChanged($0.range) }
            changed.places += kept.map(\.range)
            return JSONValue(range: member.value.range, kind: .array(kept))
          }
        }))
  }

  /// An object with those of its members replaced in which something was changed.
  ///
  /// - Parameter replaced: gives another value; `nil` for one that is whole as it is.
  private mutating func members(
    of value: JSONValue,
    _ replaced: (JSONMember, inout ChangedProject) -> JSONValue?
  ) -> JSONValue {
    guard case .object(let members) = value.kind else { return leaf(value) }
    return JSONValue(
      range: value.range,
      kind: .object(
        members.map { member in
          if let value = replaced(member, &self) {
            return JSONMember(key: member.key, keyRange: member.keyRange, value: value)
          }
          let range = member.keyRange.union(member.value.range)
          if isChanged(range) { places.append(range) }
          return member
        }))
  }

  private mutating func leaf(_ value: JSONValue) -> JSONValue {
    if isChanged(value.range) { places.append(value.range) }
    return value
  }
}
