import Diagnostics
import EditMerging
import Foundation
import Testing

@Suite("What is wrong with both versions together")
struct CombinedFindingTests {
  private func project(_ clips: String...) -> SourceFile {
    SourceFile(
      path: "day.json",
      text: """
        { "cutlist": 1, "media": { "m": "m.mp4", "x": "x.mp4" },
          "tracks": [ { "video": [ \(clips.joined(separator: ", ")) ] } ] }
        """)
  }

  /// A warning about the first place of some words.
  private func warning(
    _ message: String, at words: String, of file: SourceFile, id: MessageID = .clipBackwards
  ) throws -> Diagnostic {
    let text = file.text(in: SourceRange(lower: 0, upper: file.bytes.count))
    let range = try #require(text.range(of: words))
    let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return Diagnostic(
      id: id, severity: .warning, message: message,
      range: SourceRange(lower: lower, upper: lower + words.utf8.count))
  }

  private func version(_ file: SourceFile, _ findings: Diagnostic...) throws
    -> CombinedFindings.Version
  {
    CombinedFindings.Version(file, JSONParser.parse(file).value, findings)
  }

  private let first = #"{ "id": "a", "clip": "m", "duration": "4s" }"#
  private let longer = #"{ "id": "a", "clip": "m", "duration": "9s" }"#

  @Test(
    "a warning of one version is its own where the other one has moved or renamed what it is about")
  func moved() throws {
    let odd = #"{ "id": "b", "clip": "x", "in": "1s", "duration": "2f" }"#
    let renamed = #"{ "id": "new", "clip": "x", "in": "1s", "duration": "2f" }"#
    let (ours, theirs) = (project(first, odd), project(longer, renamed))
    let merged = project(longer, renamed)
    let findings = CombinedFindings(
      try version(
        merged, warning("clip 'new' at 00:00:09:00 is 2 frames short", at: "\"2f\"", of: merged)),
      beside: [
        try version(
          ours, warning("clip 'b' at 00:00:04:00 is 2 frames short", at: "\"2f\"", of: ours)),
        try version(theirs),
      ]
    ).findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("a warning of the whole is that of the parts into which the other version has split it")
  func split() throws {
    let whole = #"{ "id": "b", "clip": "x", "in": "1s", "duration": "4s", "scale": 9 }"#
    let part = #"{ "id": "b", "clip": "x", "in": "1s", "duration": "2s", "scale": 9 }"#
    let rest = #"{ "id": "c", "clip": "x", "in": "3s", "duration": "2s", "scale": 9 }"#
    let (ours, merged) = (project(first, whole), project(first, part, rest))
    let findings = CombinedFindings(
      try version(
        merged, warning("clip 'b' is enlarged", at: part, of: merged, id: .bufferTooSmall),
        warning("clip 'c' is enlarged", at: rest, of: merged, id: .bufferTooSmall)),
      beside: [
        try version(ours, warning("clip 'b' is enlarged", at: whole, of: ours, id: .bufferTooSmall))
      ]
    ).findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("what neither version has is told: another kind, another item, or other words")
  func combined() throws {
    let file = project(first, #"{ "id": "b", "clip": "x", "duration": "2f" }"#)
    for (message, words, id) in [
      ("clip 'b' is 2 frames short", "\"2f\"", .bufferTooSmall),
      ("clip 'a' is 2 frames short", "\"4s\"", .clipBackwards),
      ("clip 'b' hides title 'card'", "\"2f\"", .clipBackwards),
    ] as [(String, String, MessageID)] {
      let finding = try warning(message, at: words, of: file, id: id)
      let known = try warning("clip 'b' is 2 frames short", at: "\"2f\"", of: file)
      let findings = CombinedFindings(
        try version(file, finding), beside: [try version(file, known), try version(file)]
      ).findings
      #expect(findings == [finding], "\(message)")
    }
  }
}
