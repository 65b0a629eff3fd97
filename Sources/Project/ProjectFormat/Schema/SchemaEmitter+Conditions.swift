import Diagnostics

/// What an object asks of its keys together.
extension SchemaEmitter {
  /// What an object asks of its keys together: as its definition says that others share, or in full.
  func conditions(of description: ObjectDescription, _ json: inout JSONWriter) {
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
  func conditions(of description: ObjectDescription) -> String {
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
  func writeConditions(of description: ObjectDescription, _ json: inout JSONWriter) {
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

  func requirement(
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

  func strings(_ texts: [String], _ json: inout JSONWriter) {
    json.array(inline: true) { json in for text in texts { json.string(text) } }
  }
}
