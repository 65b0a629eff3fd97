import Diagnostics
import OutputKinds

// Which movie is made is said in the project's own words before it is read, so that every mistake in it is found in the
// same way.
extension Rendition {
  /// The project as it would be written for this movie: what its output of that name says stands in place of what
  /// `output` says.
  func applied(to project: JSONValue) -> JSONValue {
    guard container != nil || output != nil, case .object(let members) = project.kind else {
      return project
    }
    var written = project["output"] ?? JSONValue(range: .none, kind: .object([]))
    if let output, let chosen = project["outputs"]?[output] {
      written = written.overridden(by: chosen)
    }
    if let container, case .object(let own) = written.kind, written["container"] == nil {
      let member = JSONMember(
        key: "container", keyRange: .none,
        value: JSONValue(range: .none, kind: .string(container.name)))
      written = JSONValue(range: written.range, kind: .object(own + [member]))
    }
    guard let place = members.firstIndex(where: { $0.key == "output" }) else {
      let member = JSONMember(key: "output", keyRange: .none, value: written)
      return JSONValue(range: project.range, kind: .object(members + [member]))
    }
    var changed = members
    changed[place] = JSONMember(
      key: "output", keyRange: members[place].keyRange, value: written)
    return JSONValue(range: project.range, kind: .object(changed))
  }
}

extension JSONValue {
  /// This object with the members of another in place of its own of the same names; where both are objects, with
  /// theirs.
  func overridden(by other: JSONValue) -> JSONValue {
    guard case .object(var members) = kind, case .object(let others) = other.kind else {
      return other
    }
    for member in others {
      guard let place = members.firstIndex(where: { $0.key == member.key }) else {
        members.append(member)
        continue
      }
      members[place] = JSONMember(
        key: member.key, keyRange: member.keyRange,
        value: members[place].value.overridden(by: member.value))
    }
    return JSONValue(range: range.isNone ? other.range : range, kind: .object(members))
  }
}
