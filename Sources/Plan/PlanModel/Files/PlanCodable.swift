package import Diagnostics

/// What a plan's file is made of: written as JSON, and read back the same.
package protocol PlanCodable: Hashable, Sendable {
  /// Writes all of it, for `count` frames.
  func write(to json: inout JSONWriter, count: Int)
  /// What was written for `count` frames; `nil` after a finding.
  static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self?
}

/// Something whose members are listed once. A test holds every list against the stored properties.
package protocol PlanObject: PlanCodable {
  /// What members that are read are put into.
  static var blank: Self { get }
  static var members: [PlanMember<Self>] { get }
  /// Whether it is written on one line.
  static var isInline: Bool { get }
  /// Over how many frames its members hold, within something that holds over `count`.
  func frameCount(within count: Int) -> Int
}

/// One member of an object: its name, and how its value is written and read.
package struct PlanMember<Whole: Sendable>: Sendable {
  package let name: String
  let write: @Sendable (Whole, inout JSONWriter, Int) -> Void
  /// - Returns: whether there is a value.
  let read: @Sendable (inout Whole, JSONValue, Int, inout PlanReader) -> Bool
  /// Whether it is there, and must be.
  let isWritten: @Sendable (Whole) -> Bool
  let isRequired: Bool

  init<Value: PlanCodable>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable
  ) {
    self.name = name
    write = { $0[keyPath: path].write(to: &$1, count: $2) }
    read = { whole, value, count, reader in
      guard let found = Value.read(value, count: count, &reader) else { return false }
      whole[keyPath: path] = found
      return true
    }
    isWritten = { _ in true }
    isRequired = true
  }

  /// A member that is left out where it has its usual value.
  init<Value: PlanCodable & Equatable>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, usual: Value
  ) {
    self.name = name
    write = { $0[keyPath: path].write(to: &$1, count: $2) }
    read = { whole, value, count, reader in
      guard let found = Value.read(value, count: count, &reader) else { return false }
      whole[keyPath: path] = found
      return true
    }
    isWritten = { $0[keyPath: path] != usual }
    isRequired = false
  }

  /// A member that is left out where there is nothing to say: plans without it can be read by
  /// programs that do not know it.
  init<Value: PlanCodable>(
    optional name: String, _ path: any WritableKeyPath<Whole, Value?> & Sendable
  ) {
    self.name = name
    write = { $0[keyPath: path].write(to: &$1, count: $2) }
    read = { whole, value, count, reader in
      guard let found = Value.read(value, count: count, &reader) else { return false }
      whole[keyPath: path] = found
      return true
    }
    isWritten = { $0[keyPath: path] != nil }
    isRequired = false
  }
}

extension PlanObject {
  package static var isInline: Bool { false }

  package func frameCount(within count: Int) -> Int { count }

  package func write(to json: inout JSONWriter, count: Int) {
    json.object(inline: Self.isInline) { writeMembers(to: &$0, count: count) }
  }

  func writeMembers(to json: inout JSONWriter, count: Int) {
    let count = frameCount(within: count)
    for member in Self.members where member.isWritten(self) {
      json.key(member.name)
      member.write(self, &json, count)
    }
  }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    read(value, count: count, &reader, ignoring: [])
  }

  /// - Parameter ignored: keys beside the members that there may be.
  static func read(
    _ value: JSONValue, count: Int, _ reader: inout PlanReader, ignoring ignored: [String]
  ) -> Self? {
    guard case .object(let written) = value.kind else {
      return reader.wrong(value, "an object")
    }
    let members = members
    var whole = blank
    var isWhole = true
    for member in written
    where !ignored.contains(member.key) && !members.contains(where: { $0.name == member.key }) {
      reader.report("a plan has no '\(member.key)' here", member.keyRange)
      isWhole = false
    }
    for member in members {
      guard let found = written.first(where: { $0.key == member.name }) else {
        if !member.isRequired { continue }
        return reader.report("'\(member.name)' is missing", value.range)
      }
      if !member.read(&whole, found.value, whole.frameCount(within: count), &reader) {
        isWhole = false
      }
    }
    return isWhole ? whole : nil
  }
}

/// One of several cases, written as an object of one member with the case's name.
package protocol PlanChoice: PlanCodable {
  static var cases: [PlanCase<Self>] { get }
}

package struct PlanCase<Whole: Sendable>: Sendable {
  package let name: String
  /// - Returns: whether the value is of this case; else nothing is written.
  let write: @Sendable (Whole, inout JSONWriter, Int) -> Bool
  let read: @Sendable (JSONValue, Int, inout PlanReader) -> Whole?

  /// - Parameters:
  ///   - contents: what the case holds; `nil` for another case.
  ///   - make: the case that holds this; `nil` where there is none.
  init<Contents: PlanCodable>(
    _ name: String, _ contents: @escaping @Sendable (Whole) -> Contents?,
    _ make: @escaping @Sendable (Contents) -> Whole?
  ) {
    self.name = name
    write = { whole, json, count in
      guard let contents = contents(whole) else { return false }
      json.key(name)
      contents.write(to: &json, count: count)
      return true
    }
    read = { value, count, reader in
      guard let contents = Contents.read(value, count: count, &reader) else { return nil }
      return make(contents) ?? reader.wrong(value, "what '\(name)' can be")
    }
  }
}

extension PlanChoice {
  package func write(to json: inout JSONWriter, count: Int) {
    json.object { json in _ = Self.cases.contains { $0.write(self, &json, count) } }
  }

  package static func read(_ value: JSONValue, count: Int, _ reader: inout PlanReader) -> Self? {
    let cases = cases
    guard case .object(let written) = value.kind, written.count == 1,
      let found = cases.first(where: { $0.name == written[0].key })
    else {
      let names = cases.map { "'\($0.name)'" }.joined(separator: " or ")
      return reader.wrong(value, "an object with \(names)")
    }
    return found.read(written[0].value, count, &reader)
  }
}
