package import Diagnostics

extension JSONValue {
  /// Whether it is meant as a project, or as a part of one.
  package var isProjectFile: Bool {
    self["cutlist"] != nil || self["tracks"] != nil || isPart
  }

  /// Whether it is a part of a project in a file of its own.
  package var isPart: Bool { self[PartReader.version.description.name] != nil }

  /// A part with what makes it a project, as far as that can be.
  var asProject: JSONValue {
    guard case .object(let members) = kind else { return self }
    let version = JSONMember(
      key: ProjectReader.version.description.name, keyRange: range,
      value: JSONValue(range: range, kind: .number("1")))
    return JSONValue(
      range: range,
      kind: .object(
        [version] + members.filter { $0.key != PartReader.version.description.name }))
  }

  /// What a file's value is meant as.
  var fileDescription: ObjectDescription {
    isPart ? PartReader.description : ProjectReader.description
  }
}
