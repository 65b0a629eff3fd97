package import Diagnostics

extension JSONValue {
  /// The text that it is, if it is one.
  package var textValue: String? { if case .string(let text) = kind { text } else { nil } }

  /// The whole number that it is, if it is one.
  package var integerValue: Int? {
    if case .number(let digits) = kind { Int(digits) } else { nil }
  }

  /// True or false, if it is that.
  package var truthValue: Bool? { if case .bool(let truth) = kind { truth } else { nil } }

  /// The items of a list; none of anything else.
  package var listValue: [JSONValue] { if case .array(let items) = kind { items } else { [] } }

  /// The members of an object; none of anything else.
  package var memberList: [JSONMember] {
    if case .object(let members) = kind { members } else { [] }
  }

  /// The value at the end of some keys.
  package func at(_ keys: String...) -> JSONValue? {
    keys.reduce(self as JSONValue?) { $0?[$1] }
  }
}

extension JSONWriter {
  /// Writes a value as it was read.
  package mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object(let members):
      object { json in
        for member in members {
          json.key(member.key)
          json.value(member.value)
        }
      }
    case .array(let items):
      array { json in for item in items { json.value(item) } }
    case .string(let text): string(text)
    case .number(let digits): raw(digits)
    case .bool(let truth): boolean(truth)
    case .null, .invalid: null()
    }
  }
}
