import Diagnostics

extension Shape {
  /// An object with a reader of its own.
  static func object(
    _ description: ObjectDescription, example: String? = nil,
    _ read: @escaping @Sendable (JSONValue, inout Reading) -> Value?
  ) -> Shape {
    Shape(
      expected: description.noun, example: example ?? description.example,
      schema: .object(description), read: read)
  }

  /// A list whose every item is read; those that are wrong are left out after a report.
  ///
  /// - Parameter wayOut: what to do where there are fewer than `atLeast`.
  static func list<Item>(
    of item: Shape<Item>, _ expected: String, example: String, atLeast: Int = 0,
    wayOut: @escaping @Sendable (JSONValue) -> [Fix] = { _ in [] }
  ) -> Shape where Value == [Located<Item>] {
    Shape(
      expected: expected, example: example,
      schema: .array(item.schema, atLeast: atLeast, atMost: nil)
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        guard item.schema.takes(value) else { return reading.wrong(value, expected, example) }
        reading.report(
          ProjectMessages.wrongType(
            found: value.noun ?? "", expected: expected, example: example, range: value.range,
            fixes: [
              Fix(
                message: "put it in brackets, [ … ]",
                edits: [
                  Fix.Edit(range: SourceRange(at: value.range.lower), replacement: "["),
                  Fix.Edit(range: SourceRange(at: value.range.upper), replacement: "]"),
                ], isCertain: true)
            ]))
        // What is wrong inside is found in the same run.
        return item.read(value, &reading).map { [Located(value: $0, range: value.range)] }
      }
      guard items.count >= atLeast else {
        reading.report(
          ProjectMessages.wrongCount(
            items.count, expected: "at least \(atLeast) \(atLeast == 1 ? "item" : "items")",
            range: value.range, fixes: wayOut(value)))
        return nil
      }
      return items.compactMap { child in
        item.read(child, &reading).map { Located(value: $0, range: child.range) }
      }
    }
  }

  /// The same value read another way, or with further checks.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
    Shape<Other>(expected: expected, example: example, schema: schema) { value, reading in
      read(value, &reading).map(transform)
    }
  }
}
