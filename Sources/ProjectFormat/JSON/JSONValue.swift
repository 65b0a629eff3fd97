import Diagnostics

struct JSONMember: Sendable {
  var key: String
  var keyRange: SourceRange
  var value: JSONValue
}
struct JSONValue: Sendable {
  indirect enum Kind: Sendable {
    case object([JSONMember])
    case array([JSONValue])
    case string(String)
    case number(String)
    case bool(Bool)
    case null
    case invalid
  }
  var range: SourceRange
  var kind: Kind
}
struct JSONParser {
  static func parse(_ file: SourceFile) -> (JSONValue?, [Diagnostic]) { (nil, []) }
}
