/// A JSON value and the place where it is written.
package struct JSONValue: Hashable, Sendable {
  /// What the value is.
  package enum Kind: Hashable, Sendable {
    /// Members in the order written; of equal keys only the first is here.
    case object([JSONMember])
    /// Items in the order written.
    case array([JSONValue])
    /// Text with its escapes resolved.
    case string(String)
    /// The digits as written, always of the form RFC 8259 allows: `-0.5e+3`.
    case number(String)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
    /// Missing or not understood; a finding has been made, nothing more need be said.
    case invalid
  }

  // Half the size of a `SourceRange`: a large project has millions of values.
  private let lower: Int32
  private let upper: Int32
  /// What the value is.
  package let kind: Kind

  /// A value at a place.
  package init(range: SourceRange, kind: Kind) {
    self.lower = Int32(clamping: range.lower)
    self.upper = Int32(clamping: range.upper)
    self.kind = kind
  }

  /// The bytes it is written in, quotes and brackets included.
  package var range: SourceRange { SourceRange(lower: Int(lower), upper: Int(upper)) }

  /// The kind in the user's words, with its article: `an object`, `text`, `a number`.
  package var kindName: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "text"
    case .number: "a number"
    case .bool(true): "true"
    case .bool(false): "false"
    case .null: "null"
    case .invalid: "something that is not JSON"
    }
  }

  /// The value of an object's member; nil when there is none or this is not an object.
  ///
  /// - Complexity: O(number of members).
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }
}

/// A key and its value.
package struct JSONMember: Hashable, Sendable {
  /// The key with its escapes resolved.
  package let key: String
  private let lower: Int32
  private let upper: Int32
  /// The value.
  package let value: JSONValue

  /// A member of an object.
  package init(key: String, keyRange: SourceRange, value: JSONValue) {
    self.key = key
    self.lower = Int32(clamping: keyRange.lower)
    self.upper = Int32(clamping: keyRange.upper)
    self.value = value
  }

  /// The bytes the key is written in, quotes included.
  package var keyRange: SourceRange { SourceRange(lower: Int(lower), upper: Int(upper)) }
}
