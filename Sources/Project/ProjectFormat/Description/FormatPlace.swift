import BaseValues
package import Diagnostics

/// A place where a value can stand in a project, and what the format says of values there.
///
/// For whoever walks a project's JSON tree beside the tables of keys, whether or not all of it is
/// right.
package struct FormatPlace: Sendable {
  let schemas: [ValueSchema]

  init(_ schema: ValueSchema) {
    if case .any(let forms) = schema {
      schemas = forms.flatMap { FormatPlace($0).schemas }
    } else {
      schemas = [schema]
    }
  }

  /// Where a whole project stands, or a part of one.
  package static func file(of value: JSONValue) -> FormatPlace {
    FormatPlace(.object(value.fileDescription))
  }

  /// Where the whole project stands.
  static let project = FormatPlace(.object(ProjectReader.description))

  /// Where a group stands.
  static let group = FormatPlace(.object(GroupReader.description))

  /// What an object with these members is meant as: where there are several kinds, the one whose
  /// first required key it has, with a name that the kind knows if there is one; `nil` where it has
  /// none of these keys.
  package func object(_ members: [JSONMember]) -> FormatObject? {
    var kinds: [ObjectDescription] = []
    for case .object(let description) in schemas { kinds.append(description) }
    if let part = kinds.firstIndex(where: { $0.name == PartReader.entry.name }) {
      if kinds[part].hasForm(of: members, named: false) { return FormatObject(kinds[part]) }
      kinds.remove(at: part)
    }
    if kinds.count == 1 { return FormatObject(kinds[0]) }
    // A QR code has a colour, and is none.
    let kind =
      kinds.first { $0.isNamed(by: members) }
      ?? kinds.first { $0.hasForm(of: members, named: true) }
      ?? kinds.first { $0.hasForm(of: members, named: false) }
    return kind.map { FormatObject($0) }
  }

  /// Where the elements of a list stand; `nil` where no list is expected.
  package var element: FormatPlace? {
    for case .array(let element, _, _) in schemas { return FormatPlace(element) }
    return nil
  }

  /// Where an element of a list stands, by its place in it; `nil` where no list is expected.
  package func element(_ index: Int) -> FormatPlace? {
    for case .tuple(let items) in schemas where items.indices.contains(index) {
      return FormatPlace(items[index])
    }
    return element
  }

  /// Whether numbers can stand here.
  var takesNumbers: Bool {
    schemas.contains { schema in
      switch schema {
      case .number, .integer: true
      default: false
      }
    }
  }

  /// Whether times can stand here.
  package var takesTimes: Bool {
    schemas.contains { schema in
      if case .string(let pattern?) = schema { pattern.hasSuffix(timePattern) } else { false }
    }
  }

  /// Whether true and false can stand here.
  var takesConditions: Bool {
    schemas.contains { if case .boolean = $0 { true } else { false } }
  }

  /// Where the entries of an object with free names stand; `nil` where none is expected.
  package var entry: FormatPlace? {
    for case .map(let entry) in schemas { return FormatPlace(entry) }
    return nil
  }

  /// Whether objects with keys of their own can stand here.
  package var takesObjects: Bool {
    schemas.contains { if case .object = $0 { true } else { false } }
  }
}

/// A kind of object of the project format.
package struct FormatObject: Sendable {
  let description: ObjectDescription

  init(_ description: ObjectDescription) { self.description = description }

  /// The name of its definition in the schema: `videoClip`.
  package var name: String { description.name }

  /// Whether it is something of its own that is shown or heard, or what that is made of.
  var isItem: Bool {
    ["videoClip", "audioClip", "videoTransition", "audioTransition", "gap", "title", "layer"]
      .contains(name) || name.hasPrefix("media")
  }

  /// The keys it can have, in the order of the format.
  package var keys: [String] { description.keyNames }

  /// Where the value of a key stands; `nil` for a key that such an object does not have.
  package func place(of key: String) -> FormatPlace? {
    description.keys.first { $0.name == key }.map { FormatPlace($0.schema) }
  }

  /// The property that a key is a way to write: keys of which only one may be given are one
  /// property, called by the first of them.
  ///
  /// - Parameter given: the keys that the object has.
  package func property(of key: String, beside given: some Sequence<String>) -> String {
    let groups = description.exclusive(beside: given)
    guard let group = groups.first(where: { $0.contains(key) }) else { return key }
    return group[0]
  }

  /// The value that counts where a key is left out, as JSON; `nil` where there is none.
  package func defaultValue(of key: String) -> String? {
    description.keys.first { $0.name == key }?.default
  }
}

extension ObjectDescription {
  /// Whether this kind's first required key takes names, and members give it one of these.
  fileprivate func isNamed(by members: [JSONMember]) -> Bool {
    guard let key = keys.first(where: \.isRequired), case .names = key.schema else { return false }
    return hasForm(of: members, named: true)
      && members.contains { member in
        guard member.key == key.name, case .string = member.value.kind else { return false }
        return true
      }
  }

  /// Whether members have this kind's first required key.
  fileprivate func hasForm(of members: [JSONMember], named: Bool) -> Bool {
    guard let key = keys.first(where: \.isRequired),
      let member = members.first(where: { $0.key == key.name })
    else { return false }
    guard named, case .names(let names) = key.schema, case .string(let text) = member.value.kind
    else { return true }
    return names.contains { $0.name == text }
  }
}
