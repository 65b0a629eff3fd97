/// A part of a plan that is made of fields. They are listed once, and what is done with parts goes
/// by the list; a test holds every list against the stored properties.
package protocol PlanPart: PlanValue, PlanObject {
  static var fields: [PlanField<Self>] { get }
}

/// One field of a part: how it is written, and what is done with its value.
package struct PlanField<Part: Sendable>: Sendable {
  let member: PlanMember<Part>
  let slice: @Sendable (inout Part, Range<Int>) -> Void
  let isConstant: @Sendable (Part) -> Bool
  /// `nil` for a label.
  let describe: (@Sendable (Part, inout PartDescriber) -> Void)?
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
    member = PlanMember(name, path)
    self.describe = describe
    slice = { part, offsets in part[keyPath: path] = part[keyPath: path].slice(offsets) }
    isConstant = { $0[keyPath: path].isConstant }
    forEachPart = { $0[keyPath: path].forEachPart($1) }
  }
}

extension PlanPart {
  package static var members: [PlanMember<Self>] { fields.map(\.member) }

  package func slice(_ offsets: Range<Int>) -> Self {
    var part = self
    for field in Self.fields { field.slice(&part, offsets) }
    return part
  }

  package var isConstant: Bool { Self.fields.allSatisfy { $0.isConstant(self) } }

  package func describe(to description: inout PartDescriber) {
    for field in Self.fields { field.describe?(self, &description) }
  }

  package func forEachPart(_ body: (any PlanPart) -> Void) {
    body(self)
    for field in Self.fields { field.forEachPart(self, body) }
  }
}
