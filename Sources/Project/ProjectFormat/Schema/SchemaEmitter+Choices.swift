import BaseValues
import Diagnostics

/// Values that can be written in several ways.
extension SchemaEmitter {
  /// Objects differ in the key that only they require and allow no other keys, so at most one of
  /// them fits and an editor can offer the keys of the one that is being written. Those that differ in
  /// the word of one key are chosen by it.
  func choice(_ forms: [ValueSchema], _ json: inout JSONWriter) {
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
  enum Choice {
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
  func chosen(
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
  mutating func findDeciding(_ schema: ValueSchema) {
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
  func word(of key: String) -> NamedValue? {
    guard case .names(let values)? = keys.first(where: { $0.name == key })?.schema,
      values.count == 1
    else { return nil }
    return values[0]
  }
}
