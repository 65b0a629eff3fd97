import Diagnostics
import EditorText
import Testing

@Suite("What is being typed in a text that is not finished") struct TypingContextTests {
  /// A context at `|`.
  private func context(_ text: String) -> TypingContext {
    let bytes = Array(text.utf8)
    let place = bytes.firstIndex(of: UInt8(ascii: "|")) ?? 0
    return TypingContext(bytes.filter { $0 != UInt8(ascii: "|") }, at: place)
  }

  private func path(_ context: TypingContext) -> String {
    context.levels.map { $0.isObject ? $0.key ?? "{" : "\($0.index)" }.joined(separator: "/")
  }

  @Test(
    "the role and the way to the place are known whatever is missing after it",
    arguments: [
      ("{ | }", "{", TypingContext.Role.key),
      ("{ \"a\": | }", "a", .value),
      ("{ \"a\": \"x|y\" }", "a", .value),
      ("{ \"a\": { \"b\": [1, 2, |", "a/b/2", .value),
      ("{ \"tracks\": [ { \"video\": [ { \"clip\": \"x\" }, { \"cl|", "tracks/0/video/1/{", .key),
      ("{ \"a\": 1, \"b|\": 2 }", "{", .key),
      ("{ \"a\": 1 | }", "{", .nothing),
      ("{ \"a\" | }", "a", .nothing),
      ("{ \"a\": tr| }", "a", .value),
      ("{ \"a\": [ ] ] , \"b\": |", "b", .value),
      ("|", "", .value),
      ("{ \"|", "{", .key),
      ("{ \"a\": 1, \"|\n  \"b\": 2 }", "{", .key),
      ("{ \"a\": \"|\n}", "a", .value),
      ("[ { \"clip\": \"| } ]", "0/clip", .value),
    ])
  func roles(_ text: String, _ way: String, _ role: TypingContext.Role) {
    let context = context(text)
    #expect(context.role == role, "\(text)")
    #expect(path(context) == way, "\(text)")
  }

  @Test("what is replaced is the whole word or text, and what was typed its beginning")
  func ranges() {
    let quoted = context("{ \"clip\": \"bri|dge\" }")
    #expect(quoted.range == 10..<18)
    #expect(quoted.prefix == "bri")
    #expect(quoted.isQuoted)
    let word = context("{ mut|e }")
    #expect(word.range == 2..<6)
    #expect(word.prefix == "mut")
    #expect(!word.isQuoted)
    let open = context("{ \"cl|\n  \"in\": 2 }")
    #expect(open.range == 2..<5)
    #expect(open.role == .key)
    // Without its second quote a text ends where somebody types.
    let unended = context("[ { \"clip\": \"re| }, { } ]")
    #expect(unended.range == 12..<15)
    #expect(unended.prefix == "re")
    // The next quote begins another text.
    let before = context("[ { \"clip\": \"re|, \"id\": \"a\" } ]")
    #expect(before.range == 12..<15)
    #expect(before.levels.last?.key == "clip")
  }

  @Test("keys before and after the place are known, with the values that are texts")
  func siblings() {
    let context = context(
      "{ \"x\": { \"clip\": \"a\", \"in\": [1, {}], | , \"out\": 4, \"id\": \"b\" }, \"y\": 1 }")
    #expect(context.siblings == ["clip", "in", "out", "id"])
    #expect(context.text(of: "id") == "b")
  }

  @Test("a key whose colon is missing has its own name")
  func withoutColon() {
    #expect(context("{ \"in\" 5, | }").siblings == ["in"])
    #expect(context("{ |, \"in\" 5 }").siblings.isSubset(of: ["in"]))
  }

  @Test("a place in any prefix of a text is read without a trap")
  func prefixes() {
    let text = Array(
      "{\"a\":[1,{\"b\\\"c\":\"é🎬\",\"d\":[[],{}]},null,-2.5e3],\"e\":{\"f\":true}}]}x\"".utf8)
    for end in 0...text.count {
      for place in 0...end { _ = TypingContext(Array(text[..<end]), at: place) }
    }
  }
}
