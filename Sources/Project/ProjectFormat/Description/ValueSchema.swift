import BaseValues
import Diagnostics

/// What JSON Schema can say about a value of the project format.
///
/// It is made next to the reader of the value, so that the two change together.
indirect enum ValueSchema: Sendable {
  case anything
  case string(pattern: String? = nil)
  /// The path of a file.
  case path(pattern: String? = nil)
  /// The name of a font, or the path of its file.
  case font
  case boolean
  case constant(String)
  case integer(ClosedRange<Int>)
  /// Bounds are JSON numbers; `above` excludes the bound itself.
  case number(minimum: String? = nil, above: String? = nil, maximum: String? = nil)
  /// One of some words.
  case names([NamedValue])
  case array(ValueSchema, atLeast: Int, atMost: Int?)
  case tuple([ValueSchema])
  /// Any keys, all with values of one kind.
  case map(ValueSchema)
  case object(ObjectDescription)
  case any([ValueSchema])
  /// The value of a parameter, or an expression.
  case expression
}

extension ValueSchema {
  /// What may stand there, one after the other.
  var alternatives: [ValueSchema] {
    if case .any(let forms) = self { forms.flatMap(\.alternatives) } else { [self] }
  }

  /// One of some words that need no explanation.
  static func words(_ words: [String]) -> ValueSchema { .names(words.map { NamedValue($0) }) }

  /// Whether a value is of a kind that may stand here; its content is not looked at.
  func takes(_ value: JSONValue) -> Bool {
    switch (self, value.kind) {
    case (.object, .object), (.map, .object), (.string, .string), (.path, .string),
      (.font, .string),
      (.names, .string),
      (.integer, .number), (.number, .number), (.boolean, .bool), (.array, .array),
      (.tuple, .array):
      true
    case (.any(let schemas), _):
      schemas.contains { $0.takes(value) }
    default:
      false
    }
  }
}

/// What there is to know about one key of an object: for reading, suggesting and documenting.
struct KeyDescription: Sendable {
  let name: String
  let schema: ValueSchema
  let isRequired: Bool
  /// A sentence for people, in Markdown.
  let summary: String
  /// The value that counts when the key is left out, as JSON.
  let `default`: String?
  /// Values worth showing, as JSON.
  let examples: [String]
  /// The version of Cutlist that brought the key; `nil` for the first one.
  var since: String?
}

/// One kind of object of the project format: the table of its keys.
///
/// The reader of the object, the suggestions for misspelt keys and the schema all come from it.
struct ObjectDescription: Sendable {
  /// The name of the definition in the schema.
  let name: String
  /// What a message calls such an object: `a clip`.
  let noun: String
  let summary: String
  let keys: [KeyDescription]
  /// Groups of keys of which at most one may be given.
  let exclusive: [[String]]
  /// Groups of keys of which at least one must be given.
  let oneRequired: [[String]]
  /// A key that, where it is given, lets one of those keys stand beside the others of its groups.
  let permission: (key: String, frees: String)?
  /// Whether styles and defaults can give what is needed but for the first key.
  let inherits: Bool

  init(
    _ name: String, _ noun: String, _ summary: String, keys: [KeyDescription],
    exclusive: [[String]] = [], oneRequired: [[String]] = [],
    permission: (key: String, frees: String)? = nil, inherits: Bool = false
  ) {
    self.name = name
    self.noun = noun
    self.summary = summary
    self.keys = keys
    self.exclusive = exclusive
    self.oneRequired = oneRequired
    self.permission = permission
    self.inherits = inherits
  }

  /// The smallest object worth showing, as JSON.
  var example: String {
    let needed = keys.first { key in
      key.isRequired || oneRequired.contains { $0.contains(key.name) }
    }
    guard let key = needed ?? keys.first, let value = key.examples.first else { return "{}" }
    return "{ \(JSONText.quoted(key.name)): \(value) }"
  }

  var keyNames: [String] { keys.map(\.name) }

  /// The groups of which at most one key may be given, beside given keys.
  func exclusive(beside given: some Sequence<String>) -> [[String]] {
    guard let permission, given.contains(permission.key) else { return exclusive }
    return exclusive.map { $0.filter { $0 != permission.frees } }
  }

  func hasKey(_ name: String) -> Bool { keys.contains { $0.name == name } }
}

/// A key together with the way its value is read.
struct Key<Value: Sendable>: Sendable {
  let description: KeyDescription
  let shape: Shape<Value>

  init(
    _ name: String, _ shape: Shape<Value>, required: Bool = false, _ summary: String,
    default: String? = nil, examples: [String] = [], since: String? = nil
  ) {
    self.shape = shape
    description = KeyDescription(
      name: name, schema: shape.schema, isRequired: required, summary: summary,
      default: `default`, examples: examples, since: since)
  }
}

/// How one kind of value is written, checked and read.
struct Shape<Value: Sendable>: Sendable {
  /// What a message says is expected: `a time`.
  let expected: String
  /// A value that is right, as JSON.
  let example: String
  let schema: ValueSchema
  /// The value, or `nil` after having reported why not.
  let read: @Sendable (JSONValue, inout Reading) -> Value?
}
