/// A part of a plan that is made of fields. They are listed once, and what is done with parts goes
/// by the list; a test holds every list against the stored properties.
package protocol PlanPart: PlanValue, PlanObject {
  static var fields: [PlanField<Self>] { get }
}

/// One field of a part: how it is written, and what is done with its value. A class, as going through
/// a list of structs would copy all their closures.
package final class PlanField<Part: Sendable>: Sendable {
  let member: PlanMember<Part>
  let cut: @Sendable (inout Part, FrameOffsets) -> Void
  let isConstant: @Sendable (Part) -> Bool
  /// `nil` for a label.
  let describe: (@Sendable (Part, Int, inout PartDescriber) -> Void)?
  let forEachPart: @Sendable (Part, (any PlanPart) -> Void) -> Void

  /// A field that decides what is seen.
  convenience init<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable
  ) {
    let field = StoredField(path)
    self.init(name, path) { part, offset, description in
      field.withValue(of: part) { $0.describe(at: offset, to: &description) }
    }
  }

  /// A field that only people read.
  static func label<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable
  ) -> PlanField {
    PlanField(name, path, describe: nil)
  }

  private init<Value: PlanValue>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable,
    describe: (@Sendable (Part, Int, inout PartDescriber) -> Void)?
  ) {
    member = PlanMember(name, path)
    self.describe = describe
    let field = StoredField(path)
    cut = { part, offsets in field.withMutableValue(of: &part) { $0.cut(to: offsets) } }
    isConstant = { field.withValue(of: $0) { $0.isConstant } }
    forEachPart = { part, body in field.withValue(of: part) { $0.forEachPart(body) } }
  }
}

/// A stored property, reached by its offset: parts are looked at once a frame, and a key path alone
/// takes ten times as long.
struct StoredField<Part: Sendable, Value: Sendable>: Sendable {
  // Safe: the offset is that of a stored property of this type, which `init` makes sure of, and
  // pointers do not outlive the call that lends the part.
  private let offset: Int

  /// - Precondition: the path leads to a stored property; a test reads every field of every part.
  init(_ path: any WritableKeyPath<Part, Value> & Sendable) {
    guard let offset = MemoryLayout<Part>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property")
    }
    self.offset = offset
  }

  @inline(__always)
  func withValue<Result>(of part: Part, _ body: (Value) -> Result) -> Result {
    unsafe withUnsafePointer(to: part) { part in
      let field = unsafe UnsafeRawPointer(part) + offset
      return body(unsafe field.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  @inline(__always)
  func withMutableValue(of part: inout Part, _ body: (inout Value) -> Void) {
    unsafe withUnsafeMutablePointer(to: &part) { part in
      let field = unsafe UnsafeMutableRawPointer(part) + offset
      unsafe body(&field.assumingMemoryBound(to: Value.self).pointee)
    }
  }
}

extension PlanPart {
  package static var members: [PlanMember<Self>] { fields.map(\.member) }

  package mutating func cut(to offsets: FrameOffsets) {
    for field in Self.fields { field.cut(&self, offsets) }
  }

  package var isConstant: Bool { Self.fields.allSatisfy { $0.isConstant(self) } }

  package func describe(at offset: Int, to description: inout PartDescriber) {
    for field in Self.fields { field.describe?(self, offset, &description) }
  }

  package func forEachPart(_ body: (any PlanPart) -> Void) {
    body(self)
    for field in Self.fields { field.forEachPart(self, body) }
  }
}
