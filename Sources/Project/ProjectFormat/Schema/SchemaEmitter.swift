import BaseValues
import Diagnostics

/// Writes descriptions as JSON Schema.
struct SchemaEmitter {
  var definitions: [ObjectDescription] = []
  /// Keys that several objects have in the same way: what their definitions are called, by their texts.
  var shared: [String: String] = [:]
  /// The keys whose one word says which of several objects is meant, by the names of those objects.
  var deciding: [String: String] = [:]

  mutating func document(
    of root: ObjectDescription, called id: String, title: String
  ) -> String {
    var collector = DescriptionCollector()
    collector.collect(root)
    definitions = collector.definitions
    for description in definitions {
      for key in description.keys { findDeciding(key.schema) }
    }
    let keys = sharedConditions() + sharedForms() + sharedAlternatives() + sharedKeys()
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
  static func tightened(_ text: String) -> String {
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
  static func isShort(_ definition: ObjectDescription) -> Bool {
    ["Animation", "Effect", "Defaults", "style"].contains { definition.name.hasSuffix($0) }
  }

  /// What a key of an object may be, on one line: what several objects have by its name, and beside that what
  /// counts where it is left out, which is not the same in all of them.
  func property(of key: KeyDescription, in description: ObjectDescription) -> String {
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

  func writeDefault(of key: KeyDescription, _ json: inout JSONWriter) {
    guard let `default` = key.default else { return }
    json.key("default")
    json.raw(`default`)
  }

  /// The same in full.
  func text(of key: KeyDescription, in description: ObjectDescription) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("description", key.summary)
      value(written(key, in: description), &json)
      writeDefault(of: key, &json)
      if !key.examples.isEmpty {
        json.key("examples")
        json.array(inline: true) { json in for example in key.examples { json.raw(example) } }
      }
    }
    return json.text
  }

  /// What may stand behind a key, with the values of parameters and expressions where it takes them.
  func written(_ key: KeyDescription, in description: ObjectDescription) -> ValueSchema {
    // What is read before parameters are has no values of theirs.
    let takesParameters =
      key.takesParameters && !["parameter", PartReader.entry.name].contains(description.name)
    if !takesParameters { return key.schema }
    return key.schema.isSingle ? .any(key.schema.alternatives + [.expression]) : key.schema.withUses
  }

  // MARK: - Objects

  func members(of description: ObjectDescription, _ json: inout JSONWriter) {
    json.member("description", description.summary)
    json.member("type", "object")
    json.key("properties")
    json.object { json in
      for key in description.keys {
        json.key(key.name)
        // Where the objects are told from each other it is said what the word can be.
        json.raw(
          deciding[description.name] == key.name ? "true" : property(of: key, in: description))
      }
    }
    var required = description.keys.filter(\.isRequired).map(\.name)
    required.removeAll { $0 == deciding[description.name] }
    if description.inherits { required = Array(required.prefix(1)) }
    if !required.isEmpty {
      json.key("required")
      strings(required, &json)
    }
    json.member("additionalProperties", false)
    conditions(of: description, &json)
  }

  /// The name of the definition of what stands for a parameter's value.
  static let use = "parameterUse"

  /// The name of the definition of a parameter's value or an expression.
  static let expression = "fx"

  func expression(_ json: inout JSONWriter) {
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

  func use(_ json: inout JSONWriter) {
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

  // MARK: - Values

  /// Writes the members that say what a value is.
  func value(_ schema: ValueSchema, _ json: inout JSONWriter) {
    if !shared.isEmpty, schema.isShared, let name = shared[plainText(of: schema)] {
      return json.member("$ref", "#/$defs/\(name)")
    }
    plain(schema, &json)
  }

  /// The same in full.
  func plain(_ schema: ValueSchema, _ json: inout JSONWriter) {
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
      json.object { json in
        value(item, &json)
        snippets(of: item, &json)
      }
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

  /// What editors offer for an empty place in a list of objects; validators pass over it.
  func snippets(of item: ValueSchema, _ json: inout JSONWriter) {
    var examples: [String] = []
    for case .object(let object) in item.alternatives where examples.count < 4 {
      let example = object.example
      if example != "{}", !examples.contains(example) { examples.append(example) }
    }
    if examples.isEmpty { return }
    json.key("defaultSnippets")
    json.array(inline: true) { json in
      for example in examples {
        json.object(inline: true) { json in
          json.key("body")
          json.raw(example)
        }
      }
    }
  }

  func number(_ name: String, _ bound: String?, _ json: inout JSONWriter) {
    guard let bound else { return }
    json.key(name)
    json.raw(bound)
  }

  func tuple(_ items: [ValueSchema], _ json: inout JSONWriter) {
    json.member("type", "array")
    json.key("items")
    json.array { json in
      for item in items { json.object { json in value(item, &json) } }
    }
    json.member("additionalItems", false)
    json.member("minItems", items.count)
  }
}

extension KeyDescription {
  /// Whether its value may be that of a parameter: not what is read before parameters are.
  var takesParameters: Bool {
    !["$schema", "cutlist", "cutlistPart", "include", "note"].contains(name)
  }
}
