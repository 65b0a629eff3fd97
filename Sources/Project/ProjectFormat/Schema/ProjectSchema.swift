import BaseValues
import Diagnostics

/// The JSON Schema of the project format, made from the tables that the readers use.
///
/// Draft 7, which editors validate with as well as complete from. It covers what one value can be; what
/// values have to do with each other (names that have to exist, times, material) is beyond its reach and
/// checked by the program.
package enum ProjectSchema {
  /// The schema as a JSON document with a line end after it.
  package static var text: String {
    var emitter = SchemaEmitter()
    return emitter.document(
      of: ProjectReader.description, called: "cutlist-1.schema.json",
      title: "Cutlist project, version 1") + "\n"
  }

  /// The schema of parts in files of their own, in the same way.
  package static var partText: String {
    var emitter = SchemaEmitter()
    return emitter.document(
      of: PartReader.description, called: "cutlist-part-1.schema.json",
      title: "Part of a Cutlist project, version 1") + "\n"
  }
}

/// Finds the descriptions that one leads to.
struct DescriptionCollector {
  /// In the order in which they are first named.
  private(set) var definitions: [ObjectDescription] = []

  mutating func collect(_ description: ObjectDescription) {
    guard !definitions.contains(where: { $0.name == description.name }) else { return }
    definitions.append(description)
    for key in description.keys { collect(key.schema) }
  }

  private mutating func collect(_ schema: ValueSchema) {
    switch schema {
    case .object(let description): collect(description)
    case .array(let item, _, _), .map(let item): collect(item)
    case .any(let forms), .tuple(let forms): for form in forms { collect(form) }
    default: break
    }
  }
}

/// Writes descriptions as JSON Schema.
private struct SchemaEmitter {
  private var definitions: [ObjectDescription] = []
  /// Keys that several objects have in the same way: what their definitions are called, by their texts.
  private var shared: [String: String] = [:]

  mutating func document(
    of root: ObjectDescription, called id: String, title: String
  ) -> String {
    var collector = DescriptionCollector()
    collector.collect(root)
    definitions = collector.definitions
    let keys = sharedConditions() + sharedForms() + sharedKeys()
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("$schema", "http://json-schema.org/draft-07/schema#")
      json.member("$id", id)
      json.member("title", title)
      members(of: root, &json)
      json.key("$defs")
      json.object { json in
        for definition in definitions.dropFirst() {
          json.key(definition.name)
          if Self.isShort(definition) {
            var line = JSONWriter(.compact)
            line.object { line in members(of: definition, &line) }
            json.raw(line.text)
          } else {
            json.object { json in members(of: definition, &json) }
          }
        }
        json.key(Self.use)
        json.object { json in use(&json) }
        json.key(Self.expression)
        json.object { json in expression(&json) }
        for (name, text) in keys {
          json.key(name)
          json.raw(text)
        }
      }
    }
    return Self.tightened(json.text)
  }

  /// The same document without spaces between texts: it has a limit, and lines are enough to compare it by.
  private static func tightened(_ text: String) -> String {
    var result: [UInt8] = []
    var (isInText, isEscaped) = (false, false)
    for byte in text.utf8 where isInText || byte != 0x20 {
      result.append(byte)
      if isEscaped {
        isEscaped = false
      } else if isInText, byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInText.toggle()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a definition stands on one line: there are many of effects, and others repeat keys of items.
  private static func isShort(_ definition: ObjectDescription) -> Bool {
    ["Animation", "Effect", "Defaults", "style"].contains { definition.name.hasSuffix($0) }
  }

  /// Finds what several objects ask of their keys together, all animations for example.
  ///
  /// - Returns: its definitions, in the order in which they are first seen.
  private mutating func sharedConditions() -> [(name: String, text: String)] {
    let texts = definitions.map { conditions(of: $0) }
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    var found: [(key: String, text: String)] = []
    for text in texts
    where counts[text, default: 0] > 2 && !found.contains(where: { $0.text == text }) {
      found.append(("keys", text))
    }
    return share(found, prefix: "of.")
  }

  /// Finds long texts and lists of words that many keys take.
  ///
  /// - Returns: their definitions, in the order in which they are first seen.
  private mutating func sharedForms() -> [(name: String, text: String)] {
    var counts: [String: Int] = [:]
    var seen: [(key: String, text: String)] = []
    func look(_ schema: ValueSchema, _ key: String) {
      switch schema {
      case .array(let item, _, _), .map(let item): look(item, key)
      case .any(let forms), .tuple(let forms): for form in forms { look(form, key) }
      case .string, .path, .names:
        let text = plainText(of: schema)
        if counts[text] == nil { seen.append((key, text)) }
        counts[text, default: 0] += 1
      default: break
      }
    }
    for description in definitions {
      for key in description.keys { look(key.schema, key.name) }
    }
    return share(seen.filter { counts[$0.text, default: 0] > 1 }, prefix: "v.")
  }

  /// Gives texts that are long enough names, and remembers these.
  private mutating func share(
    _ found: [(key: String, text: String)], prefix: String
  ) -> [(name: String, text: String)] {
    var names: [String: Int] = [:]
    return found.filter { $0.text.utf8.count > 60 }.map { key, text in
      names[key, default: 0] += 1
      let number = names[key, default: 0]
      let name = prefix + key + (number > 1 ? ".\(number)" : "")
      shared[text] = name
      return (name, text)
    }
  }

  /// What a value may be, on one line.
  private func plainText(of schema: ValueSchema) -> String {
    var json = JSONWriter(.compact)
    json.object { json in plain(schema, &json) }
    return json.text
  }

  /// Finds the keys that several objects have in the same way, so that each is written once.
  ///
  /// - Returns: their definitions, in the order in which they are first seen.
  private mutating func sharedKeys() -> [(name: String, text: String)] {
    var counts: [String: Int] = [:]
    var seen: [(key: String, text: String)] = []
    for description in definitions {
      for key in description.keys {
        let text = text(of: key.free, in: description)
        if counts[text] == nil { seen.append((key.name, text)) }
        counts[text, default: 0] += 1
      }
    }
    return share(seen.filter { counts[$0.text, default: 0] > 1 }, prefix: "k.")
  }

  /// What a key of an object may be, on one line: what several objects have by its name, and beside that what
  /// counts where it is left out, which is not the same in all of them.
  private func property(of key: KeyDescription, in description: ObjectDescription) -> String {
    guard let name = shared[text(of: key.free, in: description)] else {
      return text(of: key, in: description)
    }
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("$ref", "#/$defs/\(name)")
      writeDefault(of: key, &json)
    }
    return json.text
  }

  private func writeDefault(of key: KeyDescription, _ json: inout JSONWriter) {
    guard let `default` = key.default else { return }
    json.key("default")
    json.raw(`default`)
  }

  /// The same in full.
  private func text(of key: KeyDescription, in description: ObjectDescription) -> String {
    // What is read before parameters are has no values of theirs.
    let takesParameters =
      key.takesParameters && !["parameter", PartReader.entry.name].contains(description.name)
    var json = JSONWriter(.compact)
    json.object { json in
      property(key, takesParameters: takesParameters, &json)
    }
    return json.text
  }

  // MARK: - Objects

  private func members(of description: ObjectDescription, _ json: inout JSONWriter) {
    json.member("description", description.summary)
    json.member("type", "object")
    json.key("properties")
    json.object { json in
      for key in description.keys {
        json.key(key.name)
        json.raw(property(of: key, in: description))
      }
    }
    var required = description.keys.filter(\.isRequired).map(\.name)
    if description.inherits { required = Array(required.prefix(1)) }
    if !required.isEmpty {
      json.key("required")
      strings(required, &json)
    }
    json.member("additionalProperties", false)
    conditions(of: description, &json)
  }

  /// The name of the definition of what stands for a parameter's value.
  private static let use = "parameterUse"

  /// The name of the definition of a parameter's value or an expression.
  private static let expression = "fx"

  private func expression(_ json: inout JSONWriter) {
    json.member("description", "The value of a parameter, or an expression.")
    json.key("anyOf")
    json.array { json in
      json.object(inline: true) { json in json.member("$ref", "#/$defs/\(Self.use)") }
      json.object(inline: true) { json in
        json.member("type", "string")
        json.member("pattern", "\\{.+\\}")
      }
    }
  }

  private func use(_ json: inout JSONWriter) {
    json.member("description", "The value of a parameter.")
    json.member("type", "object")
    json.key("properties")
    json.object { json in
      json.key("use")
      json.object { json in
        json.member("description", "The name of a parameter.")
        json.member("type", "string")
        json.key("examples")
        strings(["guest"], &json)
      }
    }
    json.key("required")
    strings(["use"], &json)
    json.member("additionalProperties", false)
  }

  private func property(
    _ key: KeyDescription, takesParameters: Bool, _ json: inout JSONWriter
  ) {
    json.member("description", key.summary)
    if takesParameters, key.schema.isSingle {
      json.key("anyOf")
      json.array { json in
        for form in key.schema.forms { json.object { json in value(form, &json) } }
        json.object(inline: true) { json in
          json.member("$ref", "#/$defs/\(Self.expression)")
        }
      }
    } else {
      value(takesParameters ? key.schema.withUses : key.schema, &json)
    }
    writeDefault(of: key, &json)
    if !key.examples.isEmpty {
      json.key("examples")
      json.array(inline: true) { json in for example in key.examples { json.raw(example) } }
    }
  }

  /// What an object asks of its keys together: as its definition says that others share, or in full.
  private func conditions(of description: ObjectDescription, _ json: inout JSONWriter) {
    let text = conditions(of: description)
    if text.isEmpty { return }
    json.key("allOf")
    json.array { json in
      if let name = shared[text] {
        json.object(inline: true) { json in json.member("$ref", "#/$defs/\(name)") }
      } else {
        writeConditions(of: description, &json)
      }
    }
  }

  /// The same as a schema of its own, on one line; empty where it asks nothing.
  private func conditions(of description: ObjectDescription) -> String {
    let asks =
      !description.exclusive.isEmpty
      || !description.inherits && !description.oneRequired.isEmpty
    guard asks else { return "" }
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("allOf")
      json.array { json in writeConditions(of: description, &json) }
    }
    return json.text
  }

  /// Keys that exclude each other, and keys of which one is needed.
  private func writeConditions(of description: ObjectDescription, _ json: inout JSONWriter) {
    for group in description.inherits ? [] : description.oneRequired {
      json.object(inline: true) { json in
        json.key("anyOf")
        json.array(inline: true) { json in
          for name in group { requirement([name], &json) }
        }
      }
    }
    for group in description.exclusive {
      for (index, first) in group.enumerated() {
        for second in group[(index + 1)...] {
          json.object(inline: true) { json in
            json.key("not")
            requirement(
              [first, second],
              unless: [first, second].contains(description.permission?.frees)
                ? description.permission?.key : nil, &json)
          }
        }
      }
    }
  }

  private func requirement(
    _ names: [String], unless other: String? = nil, _ json: inout JSONWriter
  ) {
    json.object(inline: true) { json in
      json.key("required")
      strings(names, &json)
      if let other {
        json.key("not")
        requirement([other], &json)
      }
    }
  }

  private func strings(_ texts: [String], _ json: inout JSONWriter) {
    json.array(inline: true) { json in for text in texts { json.string(text) } }
  }

  // MARK: - Values

  /// Writes the members that say what a value is.
  private func value(_ schema: ValueSchema, _ json: inout JSONWriter) {
    if !shared.isEmpty, schema.isText, let name = shared[plainText(of: schema)] {
      return json.member("$ref", "#/$defs/\(name)")
    }
    plain(schema, &json)
  }

  /// The same in full.
  private func plain(_ schema: ValueSchema, _ json: inout JSONWriter) {
    switch schema {
    case .anything:
      break
    case .font:
      value(.string(), &json)
    case .string(let pattern), .path(let pattern):
      json.member("type", "string")
      if let pattern { json.member("pattern", pattern) } else { json.member("minLength", 1) }
    case .boolean:
      json.member("type", "boolean")
    case .constant(let constant):
      json.key("const")
      json.raw(constant)
    case .integer(let limits):
      json.member("type", "integer")
      json.member("minimum", limits.lowerBound)
      json.member("maximum", limits.upperBound)
    case .number(let minimum, let above, let maximum):
      json.member("type", "number")
      number("minimum", minimum, &json)
      number("exclusiveMinimum", above, &json)
      number("maximum", maximum, &json)
    case .names(let values):
      json.key("enum")
      strings(values.map(\.name), &json)
      // Editors show these beside the words; validators pass over them.
      if values.contains(where: { !$0.summary.isEmpty }) {
        json.key("enumDescriptions")
        strings(values.map(\.summary), &json)
      }
    case .array(let item, let least, let most):
      json.member("type", "array")
      json.key("items")
      json.object { json in value(item, &json) }
      if least > 0 { json.member("minItems", least) }
      if let most { json.member("maxItems", most) }
    case .tuple(let items):
      tuple(items, &json)
    case .map(let item):
      json.member("type", "object")
      json.key("additionalProperties")
      json.object { json in value(item, &json) }
      json.key("propertyNames")
      json.object(inline: true) { json in json.member("minLength", 1) }
    case .object(let description):
      json.member("$ref", "#/$defs/\(description.name)")
    case .any(let forms):
      choice(forms, &json)
    case .expression:
      json.member("$ref", "#/$defs/\(Self.expression)")
    }
  }

  private func number(_ name: String, _ bound: String?, _ json: inout JSONWriter) {
    guard let bound else { return }
    json.key(name)
    json.raw(bound)
  }

  private func tuple(_ items: [ValueSchema], _ json: inout JSONWriter) {
    json.member("type", "array")
    json.key("items")
    json.array { json in
      for item in items { json.object { json in value(item, &json) } }
    }
    json.member("additionalItems", false)
    json.member("minItems", items.count)
  }

  /// Objects differ in the key that only they require and allow no other keys, so at most one of
  /// them fits and an editor can offer the keys of the one that is being written.
  private func choice(_ forms: [ValueSchema], _ json: inout JSONWriter) {
    var objects: [ObjectDescription] = []
    for case .object(let description) in forms { objects.append(description) }
    guard objects.count > 1, objects.count == forms.count else {
      json.key("anyOf")
      json.array { json in
        for form in forms { json.object { json in value(form, &json) } }
      }
      return
    }
    json.member("type", "object")
    json.key("oneOf")
    json.array { json in
      for object in objects {
        json.object { json in value(.object(object), &json) }
      }
    }
  }
}

extension KeyDescription {
  /// Whether its value may be that of a parameter: not what is read before parameters are.
  fileprivate var takesParameters: Bool {
    !["$schema", "cutlist", "cutlistPart", "include", "note"].contains(name)
  }
}

extension ValueSchema {
  /// The ways of writing a value of which each may be chosen.
  fileprivate var forms: [ValueSchema] {
    if case .any(let forms) = self { forms.flatMap(\.forms) } else { [self] }
  }

  /// Whether a value is a text or one of some words.
  fileprivate var isText: Bool {
    switch self {
    case .string, .path, .names: true
    default: false
    }
  }

  /// Whether a value is no object and no list with values of its own.
  fileprivate var isSingle: Bool {
    switch self {
    case .string, .path, .font, .boolean, .integer, .number, .names: true
    case .any(let forms): forms.allSatisfy(\.isSingle)
    case .anything, .constant, .array, .tuple, .map, .object, .expression: false
    }
  }

  /// The same with expressions in its lists, and beside what is no list.
  fileprivate var withUses: ValueSchema {
    switch self {
    case .array(let item, let least, let most):
      return .array(item.withUses, atLeast: least, atMost: most)
    case .tuple(let items): return .tuple(items.map(\.withUses))
    case .any(let forms):
      let inner = forms.map { $0.isSingle ? $0 : $0.withUses }
      return .any(forms.contains(where: \.isSingle) ? inner + [.expression] : inner)
    case let form where form.isSingle: return .any([form, .expression])
    default: return self
    }
  }
}
