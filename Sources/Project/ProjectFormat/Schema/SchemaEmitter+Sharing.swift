import Diagnostics

/// What several objects have alike is written once.
extension SchemaEmitter {
  /// Finds what several objects ask of their keys together, all animations for example.
  ///
  /// - Returns: its definitions, in the order in which they are first seen.
  mutating func sharedConditions() -> [(name: String, text: String)] {
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
  mutating func sharedForms() -> [(name: String, text: String)] {
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
  mutating func sharedAlternatives() -> [(name: String, text: String)] {
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
  mutating func share(
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
  func plainText(of schema: ValueSchema) -> String {
    var json = JSONWriter(.compact)
    json.object { json in plain(schema, &json) }
    return json.text
  }

  /// Finds the keys that several objects have in the same way, so that each is written once.
  ///
  /// - Returns: their definitions, in the order in which they are first seen.
  mutating func sharedKeys() -> [(name: String, text: String)] {
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
}
