package import BaseValues
package import TimelineModel

/// Something of a plan that is the same in all frames. Its fields are listed once, and the list makes its
/// file, its keys, its limits and its words; a test holds every list against the stored properties.
package protocol PlanRecord: PlanObject, KeyValue {
  static var fields: [RecordField<Self>] { get }
}

/// One field of a record. A class, as going through a list of structs would copy all their closures.
package final class RecordField<Whole: Sendable>: Sendable {
  let member: PlanMember<Whole>
  /// When it comes in a key: after those of lower numbers, and in the order of the list among its own.
  let order: Int
  /// Adds it to a key; `nil` for a label.
  let key: (@Sendable (Whole, inout KeyWriter) -> Void)?
  let inspect: (@Sendable (Whole, inout PlanInspector) -> Void)?
  /// What is said of it in a printed plan, and where a frame or a sample is explained.
  let fact: (@Sendable (Whole) -> PlanFact?)?

  /// A field that counts in keys.
  ///
  /// - Parameter key: how it counts, where that is not as its value is.
  init<Value: KeyValue>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, order: Int = 0,
    limits: PlanLimits<Value>? = nil,
    key: (@Sendable (Whole, Value, inout KeyWriter) -> Void)? = nil,
    fact: (@Sendable (Whole) -> PlanFact?)? = nil
  ) {
    member = PlanMember(name, path)
    self.order = order
    self.fact = fact
    let field = StoredField(path)
    self.key = { whole, writer in
      field.withValue(of: whole) { key?(whole, $0, &writer) ?? $0.add(to: &writer) }
    }
    inspect = { whole, inspector in
      field.withValue(of: whole) { value in
        limits?.check(name, value, &inspector)
        inspector.at(.name(name)) { value.inspect(&$0) }
      }
    }
  }

  /// A field that is left out where there is nothing to say, in keys too: so a new one leaves those of
  /// plans as they are that do not have it.
  ///
  /// - Parameter tag: what begins it in a key; its name if `nil`.
  init<Value: KeyValue>(
    optional name: String, _ path: any WritableKeyPath<Whole, Value?> & Sendable, order: Int = 0,
    tag: String? = nil, limits: PlanLimits<Value>? = nil,
    key: (@Sendable (Whole, Value, inout KeyWriter) -> Void)? = nil,
    fact: (@Sendable (Whole) -> PlanFact?)? = nil
  ) {
    member = PlanMember(optional: name, path)
    self.order = order
    self.fact = fact
    let field = StoredField(path)
    self.key = { whole, writer in
      field.withValue(of: whole) { value in
        guard let value else { return }
        if let key { return key(whole, value, &writer) }
        writer.add(tag ?? name)
        value.add(to: &writer)
      }
    }
    inspect = { whole, inspector in
      field.withValue(of: whole) { value in
        guard let value else { return }
        limits?.check(name, value, &inspector)
        inspector.at(.name(name)) { value.inspect(&$0) }
      }
    }
  }

  /// A field that is left out where it has its usual value, in keys too: so a new one leaves those of plans as
  /// they are that have it so.
  ///
  /// - Parameter key: how it counts whatever its value is, where that is not as usual.
  init<Value: KeyValue & Equatable>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, usual: Value,
    order: Int = 0, limits: PlanLimits<Value>? = nil,
    key ownKey: (@Sendable (Whole, Value, inout KeyWriter) -> Void)? = nil
  ) {
    member = PlanMember(name, path, usual: usual)
    self.order = order
    fact = nil
    let field = StoredField(path)
    key = { whole, writer in
      field.withValue(of: whole) { value in
        if let ownKey { return ownKey(whole, value, &writer) }
        guard value != usual else { return }
        writer.add(name)
        value.add(to: &writer)
      }
    }
    inspect = { whole, inspector in
      field.withValue(of: whole) { value in
        limits?.check(name, value, &inspector)
        inspector.at(.name(name)) { value.inspect(&$0) }
      }
    }
  }

  private init(
    label member: PlanMember<Whole>, _ fact: (@Sendable (Whole) -> PlanFact?)?,
    _ inspect: (@Sendable (Whole, inout PlanInspector) -> Void)?
  ) {
    self.member = member
    order = 0
    key = nil
    self.inspect = inspect
    self.fact = fact
  }

  /// A field on which no byte of a chunk depends, or whose entries count where something refers to them.
  static func label<Value: PlanCodable>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable,
    limits: PlanLimits<Value>? = nil, fact: (@Sendable (Whole) -> PlanFact?)? = nil
  ) -> RecordField {
    let field = StoredField(path)
    return RecordField(label: PlanMember(name, path), fact) { whole, inspector in
      field.withValue(of: whole) { limits?.check(name, $0, &inspector) }
    }
  }

  /// The same of a field that is left out where it has its usual value.
  static func label<Value: PlanCodable & Equatable>(
    _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, usual: Value
  ) -> RecordField {
    RecordField(label: PlanMember(name, path, usual: usual), nil, nil)
  }

  /// The same of a field that is left out where there is nothing to say.
  static func label<Value: PlanCodable>(
    optional name: String, _ path: any WritableKeyPath<Whole, Value?> & Sendable,
    limits: PlanLimits<Value>? = nil, fact: (@Sendable (Whole) -> PlanFact?)? = nil
  ) -> RecordField {
    let field = StoredField(path)
    return RecordField(label: PlanMember(optional: name, path), fact) { whole, inspector in
      field.withValue(of: whole) { if let value = $0 { limits?.check(name, value, &inspector) } }
    }
  }
}

extension PlanRecord {
  package static var members: [PlanMember<Self>] { fields.map(\.member) }

  package func add(to key: inout KeyWriter) { add(to: &key, orders: 0...RecordOrder.last) }

  /// Adds the fields of some orders.
  func add(to key: inout KeyWriter, orders: ClosedRange<Int>) {
    for order in orders {
      for field in Self.fields where field.order == order { field.key?(self, &key) }
    }
  }

  package func inspect(_ inspector: inout PlanInspector) {
    for field in Self.fields { field.inspect?(self, &inspector) }
  }

  /// What is said of it.
  package var facts: [PlanFact] { Self.fields.compactMap { $0.fact?(self) } }
}

/// Something that is said of a record: a word, and a value in the form that each report has for it.
package struct PlanFact: Sendable {
  package enum Value: Sendable {
    case integer(Int)
    case number(Rational)
    case color(Color)
    /// Nothing but the word.
    case none
  }

  package let word: String
  package let value: Value
  /// What it is called in data.
  package let key: String

  init(_ word: String, _ value: Value = .none, key: String? = nil) {
    self.word = word
    self.value = value
    self.key = key ?? word
  }

  init(_ word: String, _ integer: Int, key: String? = nil) {
    self.init(word, .integer(integer), key: key)
  }

  init(_ word: String, _ number: Rational, key: String? = nil) {
    self.init(word, .number(number), key: key)
  }

  init(_ word: String, _ color: Color, key: String? = nil) {
    self.init(word, .color(color), key: key)
  }

  /// As a printed plan has it: `size 81/2`.
  var text: String {
    switch value {
    case .integer(let number): "\(word) \(number)"
    case .number(let number): "\(word) \(number)"
    case .color(let color): "\(word) \(PlanText.color(color))"
    case .none: word
    }
  }
}

enum RecordOrder {
  /// No field has more.
  static let last = 4
}

/// What a value of a plan may be.
struct PlanLimits<Value: Sendable>: Sendable {
  /// Reports a value that it may not be, by the name of its field.
  let check: @Sendable (String, Value, inout PlanInspector) -> Void

  init(_ check: @escaping @Sendable (String, Value, inout PlanInspector) -> Void) {
    self.check = check
  }
}

extension PlanLimits where Value: Comparable {
  static func range(_ range: ClosedRange<Value>) -> PlanLimits {
    PlanLimits { $2.check($0, $1, in: range) }
  }
}

extension PlanLimits {
  /// Of a value that may be missing.
  static func range<Number: Comparable & Sendable>(
    _ range: ClosedRange<Number>
  ) -> PlanLimits where Value == Number? {
    PlanLimits { $2.check($0, $1, in: range) }
  }

  static func each<Number: Comparable & Sendable>(
    _ range: ClosedRange<Number>
  ) -> PlanLimits where Value == [Number] {
    PlanLimits { name, numbers, inspector in
      for number in numbers { inspector.check(name, number, in: range) }
    }
  }
}
