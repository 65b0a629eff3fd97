import Diagnostics
import Testing

/// JSON text in which `⟦` and `⟧` mark the places of the expected findings, in order.
struct MarkedSource {
  let file: SourceFile
  let ranges: [SourceRange]

  init(_ marked: String) {
    var bytes: [UInt8] = []
    var ranges: [SourceRange] = []
    var lower = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": lower = bytes.count
      case "⟧": ranges.append(SourceRange(lower: lower, upper: bytes.count))
      default: bytes += String(scalar).utf8
      }
    }
    self.file = SourceFile(path: "p.json", bytes: bytes)
    self.ranges = ranges
  }
}

extension JSONValue {
  /// The value as compact JSON, `!` where it is invalid.
  var compact: String {
    switch kind {
    case .object(let members):
      "{" + members.map { JSONText.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",")
        + "}"
    case .array(let items): "[" + items.map(\.compact).joined(separator: ",") + "]"
    case .string(let text): JSONText.quoted(text)
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .invalid: "!"
    }
  }

  /// Calls `visit` for this value and all within.
  func walk(_ visit: (JSONValue) -> Void) {
    visit(self)
    switch kind {
    case .object(let members): for member in members { member.value.walk(visit) }
    case .array(let items): for item in items { item.walk(visit) }
    default: break
    }
  }
}

@Suite("Support for tests of the JSON parser")
struct JSONTestSupportTests {
  @Test("marks are taken out and give byte ranges")
  func marks() {
    let source = MarkedSource("é⟦ab⟧c⟦⟧")
    #expect(source.file.bytes == Array("éabc".utf8))
    #expect(source.ranges == [SourceRange(lower: 2, upper: 4), SourceRange(at: 5)])
  }
}
