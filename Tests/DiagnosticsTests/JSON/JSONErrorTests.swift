import Diagnostics
import Testing

/// A text with errors, what is said about them, and what the fixes make of it.
struct JSONErrorCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The places are marked by `⟦` and `⟧`.
  let text: String
  /// A part of each message, in order.
  let messages: [String]
  /// The text after all fixes that have edits; nil where no fix has any.
  var fixed: String?
  /// The value the parser went on with.
  let value: String

  var testDescription: String { name }

  init(
    _ name: String, _ text: String, _ messages: [String], fixed: String? = nil, value: String
  ) {
    self.name = name
    self.text = text
    self.messages = messages
    self.fixed = fixed
    self.value = value
  }

  static let all: [JSONErrorCase] = [
    .init(
      "missing comma in an array", "[1⟦⟧ 2⟦⟧ 3]", ["expected ','", "expected ','"],
      fixed: "[1, 2, 3]", value: "[1,2,3]"),
    .init(
      "missing comma in an object", "{\"a\": 1⟦⟧\n \"b\": 2}", ["expected ',' between the members"],
      fixed: "{\"a\": 1,\n \"b\": 2}", value: #"{"a":1,"b":2}"#),
    .init(
      "trailing comma in an array", "[1⟦,⟧ ]", ["comma before ']'"], fixed: "[1 ]", value: "[1]"),
    .init(
      "trailing comma in an object", #"{"a": 1⟦,⟧}"#, ["comma before '}'"], fixed: #"{"a": 1}"#,
      value: #"{"a":1}"#),
    .init(
      "two commas", "[1,⟦,⟧2]", ["expected a value before ','"], fixed: "[1,2]", value: "[1,2]"),
    .init(
      "two commas in an object", #"{"a": 1,⟦,⟧"b": 2}"#, ["expected a key before ','"],
      fixed: #"{"a": 1,"b": 2}"#, value: #"{"a":1,"b":2}"#),
    .init("a comma first", "[⟦,⟧1]", ["expected a value"], fixed: "[1]", value: "[1]"),
    .init(
      "missing colon", #"{"a"⟦⟧ 1, "b"⟦⟧ {}}"#, ["expected ':' after the key 'a'", "'b'"],
      fixed: #"{"a": 1, "b": {}}"#, value: #"{"a":1,"b":{}}"#),
    .init(
      "an equals sign for a colon", #"{"a" ⟦=⟧ 1, "b" ⟦=>⟧ 2}"#, ["found '='", "found '=>'"],
      fixed: #"{"a" : 1, "b" : 2}"#, value: #"{"a":1,"b":2}"#),
    .init(
      "a semicolon for a comma", #"{"a": 1⟦;⟧ "b": 2}"#, ["found ';'"],
      fixed: #"{"a": 1, "b": 2}"#, value: #"{"a":1,"b":2}"#),
    .init("missing value", #"{"a"⟦:⟧ }"#, ["'a' has no value"], value: #"{"a":!}"#),
    .init(
      "missing value before a comma", #"{"a"⟦:⟧ , "b": 1}"#, ["'a' has no value"],
      value: #"{"a":!,"b":1}"#),
    .init("a key alone", #"{⟦"a"⟧}"#, ["'a' has no value"], value: #"{"a":!}"#),
    .init("a value without key", "{⟦:⟧ 1}", ["expected a key"], value: "{}"),
    .init(
      "a container for a key", #"{⟦{⟧"a": 1}, "b": 2}"#, ["expected a key"], value: #"{"b":2}"#),
    .init(
      "a key without quotes", "{⟦in⟧: 1, ⟦1⟧: 2}", ["'in' has no quotes", "'1'"],
      fixed: #"{"in": 1, "1": 2}"#, value: #"{"in":1,"1":2}"#),
    .init(
      "single quotes", #"[⟦'it\'s "a"'⟧, ⟦`b`⟧]"#, ["double quotes", "double quotes"],
      fixed: #"["it's \"a\"", "b"]"#, value: #"["it's \"a\"","b"]"#),
    .init(
      "typographic quotes", "{⟦“a”⟧: ⟦„b“⟧, ⟦‘c’⟧: ⟦«d»⟧}",
      ["double quotes", "double quotes", "double quotes", "double quotes"],
      fixed: #"{"a": "b", "c": "d"}"#, value: #"{"a":"b","c":"d"}"#),
    .init(
      "comments", "⟦// one⟧\n[1, ⟦/* two\n */⟧ 2] ⟦# three⟧",
      ["no comments", "no comments", "no comments"], fixed: "\n[1,  2] ", value: "[1,2]"),
    .init("a comment without end", "[1] ⟦/* *⟧", ["does not end"], value: "[1]"),
    .init(
      "text without end", "[⟦\"abc⟧,\n ⟦\"d⟧ \n]", ["without closing quote", "closing quote"],
      fixed: "[\"abc\",\n \"d\" \n]", value: #"["abc","d"]"#),
    .init(
      "a quote missing before a comma", #"{"a": ⟦"b⟧, "c": "d"}"#, ["without closing quote"],
      fixed: #"{"a": "b", "c": "d"}"#, value: #"{"a":"b","c":"d"}"#),
    .init(
      "a quote missing after a key", #"{⟦"a⟧: "b", "c": "d"}"#, ["without closing quote"],
      fixed: #"{"a": "b", "c": "d"}"#, value: #"{"a":"b","c":"d"}"#),
    .init(
      "quotes inside text", #"{"a": ⟦"he said "hi" to me"⟧, "b": 1}"#, ["must be escaped"],
      fixed: #"{"a": "he said \"hi\" to me", "b": 1}"#,
      value: #"{"a":"he said \"hi\" to me","b":1}"#),
    .init(
      "escapes that are none", #"["C:⟦\m⟧edia⟦\é⟧"]"#, [#"'\m' is not"#, #"'\é' is not"#],
      fixed: #"["C:\\media\\é"]"#, value: #"["C:\\media\\é"]"#),
    .init(
      "incomplete Unicode escapes", #"["⟦\u12⟧ ⟦\u⟧"]"#, ["is not an escape", "is not an escape"],
      value: "[\"\u{FFFD} \u{FFFD}\"]"),
    .init(
      "half surrogate pairs", #"["⟦\ud83d⟧\u0041⟦\udc00⟧"]"#, ["half of", "half of"],
      value: "[\"\u{FFFD}A\u{FFFD}\"]"),
    .init(
      "control characters in text", "[\"a⟦\t⟧b⟦\u{1}⟧\"]", ["a tab", "U+0001"],
      fixed: #"["a\tb\u0001"]"#, value: #"["a\tb\u0001"]"#),
    .init(
      "numbers that are nearly right",
      "[⟦+1⟧, ⟦.5⟧, ⟦1.⟧, ⟦-007⟧, ⟦0x1F⟧, ⟦1_000⟧, ⟦1.e5⟧, ⟦00⟧]",
      [
        "'+1' is not a number", "'.5'", "'1.'", "'-007'", "'0x1F'", "'1_000'", "'1.e5'", "'00'",
      ],
      fixed: "[1, 0.5, 1, -7, 31, 1000, 1e5, 0]", value: "[1,0.5,1,-7,31,1000,1e5,0]"),
    .init(
      "numbers that are none", "[⟦NaN⟧, ⟦-Infinity⟧, ⟦-⟧]", ["'NaN'", "'-Infinity'", "'-'"],
      value: "[!,!,!]"),
    .init(
      "times and units without quotes", "[⟦00:00:10;12⟧, ⟦2.5s⟧, ⟦1001/30000s⟧, ⟦50%⟧, ⟦-6dB⟧]",
      ["'00:00:10;12'", "'2.5s'", "'1001/30000s'", "'50%'", "'-6dB'"],
      fixed: #"["00:00:10;12", "2.5s", "1001/30000s", "50%", "-6dB"]"#,
      value: #"["00:00:10;12","2.5s","1001/30000s","50%","-6dB"]"#),
    .init(
      "words without quotes", "[⟦True⟧, ⟦no⟧, ⟦None⟧, ⟦dissolve⟧]",
      ["'True'", "'no'", "'None'", "'dissolve'"], fixed: #"[true, false, null, "dissolve"]"#,
      value: #"[true,false,null,"dissolve"]"#),
    .init(
      "several words after a value", #"{"a": 1280 ⟦x⟧ 720 by 3, "b": 2}"#, ["found 'x'"],
      value: #"{"a":1280,"b":2}"#),
    .init(
      "a second colon", #"{"a": "b"⟦:⟧ 1, "c": 2}"#, ["unexpected ':'"],
      value: #"{"a":"b","c":2}"#),
    .init(
      "characters that belong nowhere", "[1, ⟦@@@⟧ 2]", ["unexpected '@'"], value: "[1,2]"),
    .init(
      "spaces that are none", "[1,⟦\u{A0}⟧2⟦\u{C}⟧]", ["a no-break space", "U+000C"],
      fixed: "[1, 2 ]", value: "[1,2]"),
    .init(
      "the wrong closer", #"{"a": 1⟦]⟧"#, ["']' does not close '{'"], fixed: #"{"a": 1}"#,
      value: #"{"a":1}"#),
    .init(
      "a closer too many", "[1]⟦]⟧", ["']' closes nothing"], fixed: "[1]", value: "[1]"),
    .init(
      "a missing closer", #"{"a": [1, [2⟦}⟧"#, ["expected ']' before '}'"],
      fixed: #"{"a": [1, [2]]}"#, value: #"{"a":[1,[2]]}"#),
    .init(
      "a missing closer further in", #"[{"a": [1}, 2]"#.replacing("1}", with: "1⟦}⟧"),
      ["expected ']' before '}'"], fixed: #"[{"a": [1]}, 2]"#, value: #"[{"a":[1]},2]"#),
    .init(
      "the end of the file too early", "{\"a\": [1⟦⟧\n", ["ends before '[' is closed"],
      fixed: "{\"a\": [1]}\n", value: #"{"a":[1]}"#),
    .init(
      "an object of a list that is not closed, with a comma",
      #"[{"a": 1⟦⟧, {"a": 2}, {"a": 3}]"#, ["expected '}' before '{'"],
      fixed: #"[{"a": 1}, {"a": 2}, {"a": 3}]"#, value: #"[{"a":1},{"a":2},{"a":3}]"#),
    .init(
      "objects of a list that are not closed, without commas",
      "[{\"a\": 1⟦⟧\n {\"a\": 2⟦⟧\n {\"a\": 3}]",
      ["expected '}' before '{'", "expected '}' before '{'"],
      fixed: "[{\"a\": 1},\n {\"a\": 2},\n {\"a\": 3}]", value: #"[{"a":1},{"a":2},{"a":3}]"#),
    .init(
      "an object that is not closed before the next key, by the lines",
      "{\n  \"a\": {\n    \"b\": [1]⟦⟧,\n  \"c\": {\n    \"d\": 2\n  }\n}\n",
      ["expected '}' before 'c'"],
      fixed: "{\n  \"a\": {\n    \"b\": [1]},\n  \"c\": {\n    \"d\": 2\n  }\n}\n",
      value: #"{"a":{"b":[1]},"c":{"d":2}}"#),
    .init(
      "a list and its object that are not closed, by the lines",
      "{\n  \"a\": [\n    {\n      \"b\": 1⟦⟧\n  \"c\": 2\n}\n",
      ["expected '}' before 'c'"],
      fixed: "{\n  \"a\": [\n    {\n      \"b\": 1}],\n  \"c\": 2\n}\n",
      value: #"{"a":[{"b":1}],"c":2}"#),
    .init(
      "an object that is not closed before a closer further left",
      "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1⟦⟧\n  },\n  \"d\": 2\n}\n",
      ["expected '}' before '}'"],
      fixed: "{\n  \"a\": {\n    \"b\": {\n      \"c\": 1}\n  },\n  \"d\": 2\n}\n",
      value: #"{"a":{"b":{"c":1}},"d":2}"#),
    .init(
      "a list that is not closed before the next key",
      "{\"a\": [{\"b\": 1}⟦⟧\n \"c\": [2⟦⟧, \"d\": 3}",
      ["expected ']' before 'c'", "expected ']' before 'd'"],
      fixed: "{\"a\": [{\"b\": 1}],\n \"c\": [2], \"d\": 3}",
      value: #"{"a":[{"b":1}],"c":[2],"d":3}"#),
    .init(
      "an object that lost its closer and kept its comma",
      "{\n  \"a\": {\n    \"b\": 1⟦⟧\n  ,\n  \"c\": 2\n}\n", ["expected '}' before ','"],
      fixed: "{\n  \"a\": {\n    \"b\": 1}\n  ,\n  \"c\": 2\n}\n", value: #"{"a":{"b":1},"c":2}"#),
    .init(
      "an object of one line that is not closed",
      "{\n  \"a\": { \"b\": 1 ⟦⟧,\n  \"c\": 2\n}\n", ["expected '}' before 'c'"],
      fixed: "{\n  \"a\": { \"b\": 1 },\n  \"c\": 2\n}\n",
      value: #"{"a":{"b":1},"c":2}"#),
    .init(
      "lines that say nothing of what is not closed", "{\n\"a\": {\n\"b\": 1,\n\"c\": 2\n}⟦⟧\n",
      ["ends before '{' is closed"], fixed: "{\n\"a\": {\n\"b\": 1,\n\"c\": 2\n}}\n",
      value: #"{"a":{"b":1,"c":2}}"#),
    .init(
      "the end of the file after a comma", "[1,⟦⟧", ["ends before"], fixed: "[1]", value: "[1]"),
    .init(
      "the end of the file after a colon", #"{"a":⟦⟧"#, ["ends before"], value: #"{"a":!}"#),
    .init("text after the end", "[1] ⟦{\"a\": 2}⟧\n", ["after the end"], value: "[1]"),
    .init(
      "a key given twice", #"{"a": 1, "b": 2, ⟦"\u0061"⟧: 3}"#, ["'a' is given twice"],
      fixed: #"{"a": 1, "b": 2}"#, value: #"{"a":1,"b":2}"#),
  ]
}

@Suite("Errors in JSON")
struct JSONErrorTests {
  @Test(
    "each error is found at its place, and its fix makes the text right",
    arguments: JSONErrorCase.all)
  func errors(_ test: JSONErrorCase) throws {
    let source = MarkedSource(test.text)
    let (value, findings) = JSONParser.parse(source.file)
    #expect(findings.map(\.range) == source.ranges)
    #expect(findings.count == test.messages.count)
    for (finding, message) in zip(findings, test.messages) {
      #expect(finding.message.contains(message))
      #expect(finding.severity == .error)
    }
    #expect(value?.compact == test.value)
    let edits = findings.compactMap(\.fixes.first).flatMap(\.edits)
    #expect(edits.isEmpty == (test.fixed == nil))
    if let fixed = test.fixed {
      let bytes = try #require(source.file.applying(edits))
      #expect(String(decoding: bytes, as: UTF8.self) == fixed)
      let again = JSONParser.parse(SourceFile(path: "p.json", bytes: bytes))
      #expect(again.diagnostics.isEmpty)
      #expect(again.value?.compact == test.value)
    }
  }

  @Test("names of the cases are different")
  func names() {
    #expect(Set(JSONErrorCase.all.map(\.name)).count == JSONErrorCase.all.count)
  }

  @Test("an unclosed bracket and a key given twice point at both places")
  func secondPlaces() {
    let open = JSONParser.parse(SourceFile(path: "p", text: "[1, {\"a\": 2")).diagnostics
    #expect(
      open.map(\.notes) == [[Note(message: "'{' is opened here", range: .init(lower: 4, upper: 5))]]
    )
    let twice = JSONParser.parse(SourceFile(path: "p", text: #"{"a": 2, "a": 3}"#)).diagnostics
    #expect(twice.map(\.id) == [.jsonDuplicateKey])
    #expect(twice.first?.notes.first?.range == SourceRange(lower: 1, upper: 4))
    // Either may be taken out.
    let file = SourceFile(path: "p", text: #"{"a": 2, "b": 1, "a": 3}"#)
    let fixes = JSONParser.parse(file).diagnostics.first?.fixes ?? []
    #expect(
      fixes.compactMap { file.applying($0.edits) }.map { String(decoding: $0, as: UTF8.self) }
        == [#"{"a": 2, "b": 1}"#, #"{"b": 1, "a": 3}"#])
  }

  @Test("a key given twice is found among many")
  func manyKeys() {
    for count in [8, 9, 10, 300] {
      var text = (0..<count).map { "\"k\($0)\": \($0)" }
      text.append("\"k\(count / 2)\": -1")
      let (value, findings) = JSONParser.parse(
        SourceFile(path: "p", text: "{" + text.joined(separator: ",") + "}"))
      #expect(findings.map(\.id) == [.jsonDuplicateKey])
      #expect(value?["k\(count / 2)"]?.kind == .number("\(count / 2)"))
    }
  }

  @Test("an empty file is an error", arguments: ["", " \n", "\u{FEFF}"])
  func emptyFile(text: String) {
    let (value, findings) = JSONParser.parse(SourceFile(path: "p", text: text))
    #expect(value == nil)
    #expect(findings.map(\.message) == ["the file has no content"])
  }

  @Test("bytes that are not UTF-8 are one error that counts the places")
  func encoding() {
    func messages(_ bytes: [UInt8]) -> [String] {
      JSONParser.parse(SourceFile(path: "p", bytes: bytes)).diagnostics
        .filter { $0.id == .jsonEncoding }.map(\.message)
    }
    let quote = UInt8(ascii: "\"")
    #expect(messages([quote, 0xE9, quote]) == ["byte 0xE9 is not UTF-8"])
    #expect(
      messages([quote, 0xE9, 0x61, 0xC0, quote])
        == ["byte 0xE9 is not UTF-8 (and 1 other place)"])
    #expect(
      messages([quote] + [UInt8](repeating: 0xFF, count: 500) + [quote])
        == ["byte 0xFF is not UTF-8 (and more than 100 other places)"])
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0], [0, 0x7B]] {
      #expect(messages(bytes) == ["the file is in UTF-16 or UTF-32, not UTF-8"])
    }
  }

  @Test("512 levels are read, one more stops the parser")
  func depth() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> SourceFile {
      let text =
        String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
      return SourceFile(path: "p", text: text)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(JSONParser.parse(nested(512, open, close)).diagnostics.isEmpty)
      let (value, findings) = JSONParser.parse(nested(513, open, close))
      #expect(value == nil)
      #expect(findings.map(\.id) == [.jsonDepth])
      #expect(findings.first?.range.lower == 512 * open.utf8.count)
    }
    let endless = SourceFile(path: "p", bytes: [UInt8](repeating: 0x5B, count: 1_000_000))
    #expect(JSONParser.parse(endless).diagnostics.map(\.id) == [.jsonDepth])
  }

  @Test("after a hundred errors the parser gives up with a note")
  func manyErrors() {
    let text = "[" + String(repeating: "1 ", count: 100) + "2"
    let (_, findings) = JSONParser.parse(SourceFile(path: "p", text: text))
    #expect(findings.count == 101)
    #expect(findings.last?.id == .jsonTooManyErrors)
    #expect(findings.last?.severity == .note)
    for repeated in ["]", "{[", "'a', ", "\\x", "\u{1}", "@ "] {
      let text = "[\"" + String(repeating: repeated, count: 3000)
      let findings = JSONParser.parse(SourceFile(path: "p", text: text)).diagnostics
      #expect(findings.count <= 101)
    }
  }
}
