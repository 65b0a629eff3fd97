import Diagnostics
import Foundation
import ProjectFormat
import Testing
import SeededNumbers

@Suite struct HostileProjectTests {
  /// Values that are extreme, of the wrong type, or end arithmetic.
  private static let nasty = [
    "9223372036854775807", "-9223372036854775808", "1e18", "1e-18", "0", "-1", "1e999",
    "0.000000000000000001", "\"9223372036854775807f\"", "\"1/9223372036854775807s\"",
    "\"9223372036854775807/3s\"", "\"23:59:59:29\"", "\"99999999999:00:00:00\"", "\"\"",
    "\"-0%\"", "\"99999999999999999%\"", "\"-500dB\"", "\"1e9dB\"", "null", "true", "{}", "[]",
    "[[]]", "[1, 2]", "\"😀\"", "\"#\"", "\"x\"", "\"0x0\"", "\"forever\"",
    "\"99999999999999999999M\"",
  ]

  @Test("a good project with any of its values replaced compiles or has findings, and never traps")
  func replacedValues() throws {
    let folder = ProjectFolder("GoodProjects")
    var random = SeededGenerator(seed: 20)
    var wrong = 0
    for name in folder.names {
      let bytes = try folder.source(name).bytes
      let text = String(decoding: bytes, as: UTF8.self)
      let values = text.matches(of: /[:\[,] *("[^"\n]*"|-?[0-9.]+)/).map(\.1)
      for value in values {
        for _ in 0..<2 {
          let replacement = Self.nasty[.random(in: Self.nasty.indices, using: &random)]
          let changed =
            text[..<value.startIndex] + replacement + text[value.endIndex...]
          let compilation = compile(String(changed))
          if compilation.diagnostics.containsErrors {
            wrong += 1
            #expect(compilation.timeline == nil)
          } else {
            #expect(compilation.timeline != nil)
          }
        }
      }
    }
    #expect(wrong > 250)
  }

  @Test("a project cut off anywhere has findings and never traps")
  func cutOff() throws {
    let folder = ProjectFolder("GoodProjects")
    for name in folder.names {
      let bytes = try folder.source(name).bytes
      for length in stride(from: 0, to: bytes.count - 2, by: 29) {
        let source = SourceFile(path: name, bytes: Array(bytes[..<length]))
        #expect(compile(source).diagnostics.containsErrors, "\(name) cut at \(length)")
      }
    }
  }

  @Test("thousands of mistakes are found in one run")
  func manyMistakes() throws {
    let item = #"{"clip": "nowhere", "dur": 1, "duration": "x"}"#
    let items = Array(repeating: item, count: 3000).joined(separator: ",\n")
    let compilation = compile(#"{"cutlist": 1, "tracks": [{"video": ["# + items + "]}]}")
    #expect(compilation.diagnostics.count { $0.id == .unknownMedia } == 3000)
    #expect(compilation.diagnostics.count { $0.id == .timeSyntax } == 3000)
  }

  @Test("the same project gives the same findings in the same order")
  func determinism() throws {
    let folder = ProjectFolder("WrongProjects")
    for name in folder.names {
      let source = try folder.source(name)
      #expect(compile(source).diagnostics == compile(source).diagnostics)
    }
  }
}
