package import Diagnostics

/// A part of a plan that is made of fields. They are listed once, and what is done with parts goes
/// by the list; a test holds every list against the stored properties.
package protocol PlanPart: PlanValue {
  static var fields: [PlanField<Self>] { get }
}

/// One field of a part: its name, and what is done with its value.
package struct PlanField<Part: Sendable>: Sendable {
  package let name: String
  let slice: @Sendable (inout Part, Range<Int>) -> Void
  let isConstant: @Sendable (Part) -> Bool
  /// `nil` for a label.
  let describe: (@Sendable (Part, inout PartDescriber) -> Void)?
  let write: @Sendable (Part, inout JSONWriter, Int) -> Void
  let forEachPart: @Sendable (Part, (any PlanPart) -> Void) -> Void

  /// A field that decides what is seen.
  init<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable
  ) {
    self.init(name, path) { $0[keyPath: path].describe(to: &$1) }
  }

  /// A field that only people read.
  static func label<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable
  ) -> PlanField {
    PlanField(name, path, describe: nil)
  }

  private init<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable,
    describe: (@Sendable (Part, inout PartDescriber) -> Void)?
  ) {
    self.name = name
    self.describe = describe
    slice = { part, offsets in part[keyPath: path] = part[keyPath: path].slice(offsets) }
    isConstant = { $0[keyPath: path].isConstant }
    write = { $0[keyPath: path].write(to: &$1, count: $2) }
    forEachPart = { $0[keyPath: path].forEachPart($1) }
  }
}

extension PlanPart {
  package func slice(_ offsets: Range<Int>) -> Self {
    var part = self
    for field in Self.fields { field.slice(&part, offsets) }
    return part
  }

  package var isConstant: Bool { Self.fields.allSatisfy { $0.isConstant(self) } }

  package func describe(to description: inout PartDescriber) {
    for field in Self.fields { field.describe?(self, &description) }
  }

  package func write(to json: inout JSONWriter, count: Int) {
    json.object { json in
      for field in Self.fields {
        json.key(field.name)
        field.write(self, &json, count)
      }
    }
  }

  package func forEachPart(_ body: (any PlanPart) -> Void) {
    body(self)
    for field in Self.fields { field.forEachPart(self, body) }
  }
}
