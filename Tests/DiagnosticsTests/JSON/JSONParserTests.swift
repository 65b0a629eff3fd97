import Diagnostics
import Foundation
import Testing
import SeededNumbers

@Suite("Reading JSON")
struct JSONParserTests {
  @Test("values are read as written")
  func values() {
    let cases = [
      "{}": "{}", "[]": "[]", " null ": "null", "true": "true", "false": "false", "\"\"": "\"\"",
      "[ 1 , [ ] , { } ]": "[1,[],{}]", "\t\r\n{\"a\" : {\"b\" : [ 1 ]}}\n": #"{"a":{"b":[1]}}"#,
      #""\"\\\/\b\f\n\r\t\u00e9\u65E5\ud83c\udfac""#: #""\"\\/\b\f\n\r\té日🎬""#,
      "\u{FEFF}[1]": "[1]", "\"é\u{7F}\"": "\"é\\u007f\"", "{\"\":1}": "{\"\":1}",
    ]
    for (text, expected) in cases {
      let (value, findings) = JSONParser.parse(SourceFile(path: "p", text: text))
      #expect(findings.isEmpty)
      #expect(value?.compact == expected)
    }
  }

  @Test("numbers keep their digits")
  func numbers() {
    for digits in [
      "0", "-0", "12", "-7.50", "0.1", "1e5", "1E+05", "2.5e-3", "123456789012345678901234567890",
    ] {
      let (value, findings) = JSONParser.parse(SourceFile(path: "p", text: digits))
      #expect(findings.isEmpty)
      #expect(value?.kind == .number(digits))
    }
  }

  @Test("every value and key knows its bytes")
  func ranges() {
    let text = "\u{FEFF}{ \"é\" : [1.5, \"日\\n\"] ,\n \"b\": {\"c\": null}, \"d\": true }  "
    let file = SourceFile(path: "p", text: text)
    let value = JSONParser.parse(file).value
    func written(_ value: JSONValue?) -> String { value.map { file.text(in: $0.range) } ?? "" }
    #expect(value?.range == SourceRange(lower: 3, upper: text.utf8.count - 2))
    #expect(written(value?["é"]) == "[1.5, \"日\\n\"]")
    #expect(written(value?["b"]?["c"]) == "null")
    #expect(written(value?["d"]) == "true")
    guard case .object(let members) = value?.kind else {
      Issue.record("not an object")
      return
    }
    #expect(members.map { file.text(in: $0.keyRange) } == ["\"é\"", "\"b\"", "\"d\""])
    #expect(value?["x"] == nil)
    #expect(value?["d"]?["x"] == nil)
  }

  /// A project with every kind of value.
  static let sample = #"""
    {
      "cutlist": 1,
      "output": { "size": "1280x720", "frameRate": 30, "video": { "crf": 20.50, "x": -1e-3 } },
      "media": { "bridge": "media/bridge.mp4", "garden": { "file": "g\u00e9\ud83c\udfac\n.mov" } },
      "tracks": [
        { "video": [
          { "clip": "bridge", "in": "2s", "audio": false, "fit": null },
          { "transition": "dissolve", "duration": 1 }, [], {}, [[1, 2], [0]]
        ] },
        { "titles": [ { "text": "日本 \"語\"", "values": [0, 1, 1, 0], "loop": true } ] }
      ]
    }
    """#

  /// The sample with a few random changes.
  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(Self.sample.utf8)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\n", " ", "/", "//", "/*", "*/", "#", "0",
      "1e", ".", "-", "+", "true", "nul", "\u{0}", "é", "“", "”", "\u{A0}", "\\u", "\\ud800", "=",
      ";", "%", "@", "\r\n", "\"a\": ", "[[", "}}", "\u{FEFF}",
    ]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: at)
      case 1:
        bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
      case 2 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.removeSubrange(at...)
      case 4:
        let from = Int.random(in: 0...bytes.count, using: &random)
        let part = Array(bytes[from..<min(bytes.count, from + 20)])
        bytes.insert(contentsOf: part, at: at)
      default:
        let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
        bytes.replaceSubrange(at..<min(bytes.count, at + piece.count), with: piece)
      }
    }
    return bytes
  }

  @Test("no text makes the parser trap, loop or point outside the file", arguments: 1...8)
  func mutations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for round in 0..<250 {
      let file = SourceFile(path: "p", bytes: mutated(&random))
      let (value, findings) = JSONParser.parse(file)
      var ranges = findings.map(\.range).filter { !$0.isNone }
      ranges += findings.flatMap(\.notes).compactMap(\.range)
      value?.walk { ranges.append($0.range) }
      let outside = ranges.filter { $0.lower < 0 || $0.upper > file.bytes.count }
      #expect(outside.isEmpty, "seed \(seed), round \(round)")
      #expect(findings == findings.sortedByLocation())
      for fix in findings.flatMap(\.fixes) where !fix.edits.isEmpty {
        #expect(file.applying(fix.edits) != nil, "seed \(seed), round \(round)")
      }
      #expect(value != nil || findings.containsErrors)
      // The renderers take whatever the parser says.
      #expect(DiagnosticRenderer.text(findings, in: file, color: true).isEmpty == findings.isEmpty)
      // A text is right exactly if another parser takes it. That one reads over trailing commas
      // and equal keys.
      let isRight = findings.isEmpty
      let isTolerable = findings.allSatisfy {
        $0.id == .jsonDuplicateKey || $0.message.hasPrefix("comma before")
      }
      if isRight || !isTolerable {
        #expect(isRight == isAccepted(file.bytes), "seed \(seed), round \(round): \(findings)")
      }
      if isRight { accepted += 1 }
    }
    // The changes are neither all harmless nor all harmful.
    #expect((1..<240).contains(accepted))
  }

  private func isAccepted(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  @Test(
    "fixing what can be fixed ends in a text without findings that have fixes", arguments: 1...4)
  func fixing(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 100)
    for round in 0..<100 {
      var file = SourceFile(path: "p", bytes: mutated(&random))
      // One fix a turn; each must leave fewer errors before its place, so few turns are needed.
      var turns = 0
      while turns < 300,
        let fix = JSONParser.parse(file).diagnostics.flatMap(\.fixes).first(where: {
          !$0.edits.isEmpty
        }), let bytes = file.applying(fix.edits)
      {
        file = SourceFile(path: "p", bytes: bytes)
        turns += 1
      }
      #expect(
        turns < 300, "seed \(seed), round \(round): \(file.text(in: .init(lower: 0, upper: 400)))")
    }
  }
}
