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
  /// The keys whose one word says which of several objects is meant, by the names of those objects.
  private var deciding: [String: String] = [:]

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

  /// Finds lists of ways to write a value that many keys take: those first that others hold.
  ///
  /// - Returns: their definitions, in the order in which they are first seen.
  private mutating func sharedAlternatives() -> [(name: String, text: String)] {
    (1...4).flatMap { depth in
      var counts: [String: Int] = [:]
      var seen: [(key: String, text: String)] = []
      func look(_ schema: ValueSchema, _ key: String) {
        if case .any = schema, schema.depth == depth {
          let text = plainText(of: schema)
          if counts[text] == nil { seen.append((key, text)) }
          counts[text, default: 0] += 1
        }
        for part in schema.parts { look(part, key) }
      }
      for description in definitions {
        for key in description.keys { look(written(key, in: description), key.name) }
      }
      return share(
        seen.filter { counts[$0.text, default: 0] > 1 }, prefix: depth == 1 ? "t." : "t\(depth).")
    }
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
  private func written(_ key: KeyDescription, in description: ObjectDescription) -> ValueSchema {
    // What is read before parameters are has no values of theirs.
    let takesParameters =
      key.takesParameters && !["parameter", PartReader.entry.name].contains(description.name)
    if !takesParameters { return key.schema }
    return key.schema.isSingle ? .any(key.schema.forms + [.expression]) : key.schema.withUses
  }

  // MARK: - Objects

  private func members(of description: ObjectDescription, _ json: inout JSONWriter) {
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
    // An editor marks what does not go together with an earlier one, and says with which.
    var excluded: [(first: String, others: [String])] = []
    for group in description.exclusive {
      for (index, first) in group.enumerated() {
        for second in group[(index + 1)...] {
          if let permission = description.permission, [first, second].contains(permission.frees) {
            json.object(inline: true) { json in
              json.key("not")
              requirement([first, second], unless: permission.key, &json)
            }
          } else if let place = excluded.firstIndex(where: { $0.first == first }) {
            if !excluded[place].others.contains(second) { excluded[place].others.append(second) }
          } else {
            excluded.append((first, [second]))
          }
        }
      }
    }
    for (first, others) in excluded {
      json.object(inline: true) { json in
        json.key("if")
        requirement([first], &json)
        json.key("then")
        json.object(inline: true) { json in
          json.key("properties")
          json.object(inline: true) { json in for other in others { json.member(other, false) } }
          json.member("errorMessage", "Not together with \"\(first)\".")
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
    if !shared.isEmpty, schema.isShared, let name = shared[plainText(of: schema)] {
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
  private func snippets(of item: ValueSchema, _ json: inout JSONWriter) {
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
  /// them fits and an editor can offer the keys of the one that is being written. Those that differ in
  /// the word of one key are chosen by it.
  private func choice(_ forms: [ValueSchema], _ json: inout JSONWriter) {
    var choices: [Choice] = []
    for form in forms {
      guard case .object(let description) = form else {
        choices.append(.form(form))
        continue
      }
      guard let key = deciding[description.name] else {
        choices.append(.form(form))
        continue
      }
      let place = choices.firstIndex {
        if case .word(key, _) = $0 { true } else { false }
      }
      if let place, case .word(_, let others) = choices[place] {
        choices[place] = .word(key, others + [description])
      } else {
        choices.append(.word(key, [description]))
      }
    }
    if choices.count == 1, case .word(let key, let objects) = choices[0] {
      return chosen(by: key, objects, &json)
    }
    let areObjects = choices.allSatisfy(\.isObject)
    if areObjects { json.member("type", "object") }
    json.key(areObjects ? "oneOf" : "anyOf")
    json.array { json in
      for choice in choices {
        json.object { json in
          switch choice {
          case .form(let form): value(form, &json)
          case .word(let key, let objects): chosen(by: key, objects, &json)
          }
        }
      }
    }
  }

  /// A way to write a value, or several that differ in one word.
  private enum Choice {
    case form(ValueSchema)
    case word(String, [ObjectDescription])

    var isObject: Bool {
      switch self {
      case .form(.object), .word: true
      case .form: false
      }
    }
  }

  /// One of several objects, by the word of a key: editors offer the words, and blame no word for other keys.
  private func chosen(
    by key: String, _ objects: [ObjectDescription], _ json: inout JSONWriter
  ) {
    json.member("type", "object")
    json.key("properties")
    json.object { json in
      json.key(key)
      json.object { json in
        json.member("description", "Which \(key) it is.")
        value(
          .any([
            .names(objects.map { NamedValue($0.word(of: key)?.name ?? "", $0.summary) }),
            .expression,
          ]), &json)
      }
    }
    json.key("required")
    strings([key], &json)
    json.key("allOf")
    json.array { json in
      for object in objects {
        json.object(inline: true) { json in
          json.key("if")
          json.object(inline: true) { json in
            json.member("type", "object")
            json.key("properties")
            json.object(inline: true) { json in
              json.key(key)
              json.object(inline: true) { json in
                json.member("const", object.word(of: key)?.name ?? "")
              }
            }
            json.key("required")
            strings([key], &json)
          }
          json.key("then")
          json.object(inline: true) { json in
            json.member("$ref", "#/$defs/\(object.name)")
          }
        }
      }
    }
  }

  /// Finds objects that are told from each other by the word of one key.
  private mutating func findDeciding(_ schema: ValueSchema) {
    switch schema {
    case .array(let item, _, _), .map(let item): findDeciding(item)
    case .tuple(let forms): for form in forms { findDeciding(form) }
    case .any(let forms):
      var byKey: [String: [ObjectDescription]] = [:]
      for case .object(let description) in forms {
        for key in description.keys where key.isRequired && description.word(of: key.name) != nil {
          byKey[key.name, default: []].append(description)
        }
      }
      for (key, objects) in byKey where objects.count > 1 {
        for object in objects { deciding[object.name] = key }
      }
      for form in forms { findDeciding(form) }
    default: break
    }
  }
}

extension ObjectDescription {
  /// The one word that a key takes; `nil` where it takes others.
  fileprivate func word(of key: String) -> NamedValue? {
    guard case .names(let values)? = keys.first(where: { $0.name == key })?.schema,
      values.count == 1
    else { return nil }
    return values[0]
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

  /// What it holds of the same kind; of objects nothing.
  fileprivate var parts: [ValueSchema] {
    switch self {
    case .array(let item, _, _), .map(let item): [item]
    case .any(let forms), .tuple(let forms): forms
    default: []
    }
  }

  /// How many lists of ways are within each other.
  fileprivate var depth: Int {
    let inner = parts.map(\.depth).max() ?? 0
    if case .any = self { return inner + 1 }
    return inner
  }

  /// Whether what it says of a value may have a definition of its own: texts, words, and lists of ways.
  fileprivate var isShared: Bool {
    switch self {
    case .string, .path, .names, .any: true
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
