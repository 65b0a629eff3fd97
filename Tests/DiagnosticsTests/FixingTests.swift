import Foundation
import Testing

@testable import Diagnostics

@Suite struct FixingTests {
  private func finding(
    _ lower: Int, _ upper: Int, _ text: String, certain: Bool = true
  ) -> Diagnostic {
    let range = SourceRange(lower: lower, upper: upper)
    return Diagnostic(
      id: .jsonSyntax, message: "m\(lower)", range: range,
      fixes: [Fix(message: "f", replacing: range, with: text, isCertain: certain)])
  }

  @Test("fixes that do not meet are made at once, of those that overlap the first")
  func edits() throws {
    let file = SourceFile(path: "p", text: "0123456789")
    let findings = [
      finding(6, 8, "c"), finding(1, 3, "a"), finding(2, 4, "b"), finding(4, 4, "i"),
      finding(9, 10, "z", certain: false), finding(3, 3, "n"),
    ]
    let edits = file.certainEdits(of: findings)
    #expect(edits.map(\.replacement) == ["a", "i", "c"])
    #expect(file.applying(edits).map { String(decoding: $0, as: UTF8.self) } == "0a3i45c89")
    #expect(file.certainEdits(of: [finding(9, 12, "x")]).isEmpty)
    #expect(file.certainEdits(of: [finding(5, 5, "a"), finding(5, 5, "b")]).count == 1)
  }

  @Test("a fix of two places keeps what is between them to itself")
  func brackets() {
    let file = SourceFile(path: "p", text: "0123456789")
    let wrap = Diagnostic(
      id: .jsonSyntax, message: "m",
      fixes: [
        Fix(
          message: "f",
          edits: [
            Fix.Edit(range: SourceRange(at: 8), replacement: "]"),
            Fix.Edit(range: SourceRange(at: 2), replacement: "["),
          ], isCertain: true)
      ])
    let edits = file.certainEdits(of: [finding(4, 5, "x"), wrap, finding(9, 10, "y")])
    #expect(edits.map(\.replacement) == ["[", "]", "y"])
  }

  @Test("advice is never certain")
  func advice() {
    #expect(!Fix(message: "think", isCertain: true).isCertain)
  }

  @Test("of many findings that say the same the first are kept, and the last tells of the rest")
  func folded() {
    let findings = (0..<10).map {
      Diagnostic(id: .jsonSyntax, message: $0 < 8 ? "m" : "n\($0)", range: SourceRange(at: $0))
    }
    let folded = findings.folded(sameText: 3, sameID: .max)
    #expect(folded.map(\.range.lower) == [0, 1, 2, 8, 9])
    #expect(
      folded[2].notes == [
        Note(message: "and 5 more like it, the next one here", range: SourceRange(at: 3))
      ])
    #expect(folded.filter { !$0.notes.isEmpty }.count == 1)
    #expect(findings.folded(sameText: 10, sameID: 4).map(\.range.lower) == [0, 1, 2, 3])
    #expect(findings.folded(sameText: 10, sameID: 10) == findings)
  }

  @Test(
    "the nearest words are those few changes away, then those that are part of each other",
    arguments: [
      ("fade", ["fadeIn", "fadeOut"]), ("gian", ["gain"]), ("zzz", []),
      ("animator", ["animate"]),
    ])
  func nearest(word: String, expected: [String]) {
    let names = ["gain", "fadeOut", "fadeIn", "animate", "at", "in", "duration"]
    #expect(Suggestion.nearest(to: word, among: names) == expected)
  }

  @Test(
    "a diff is what diff -u writes",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/diff"), "needs diff"),
    arguments: [
      ("a\nb\nc\n", "a\nB\nc\n"), ("a\nb\nc", "a\nb\nC"), ("a\nb\n", "a\nb"), ("", "x\n"),
      ("x\n", ""), ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\nx\n4\n5\n6\n7\n8\n9\n"),
      ("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\nz\n"),
      ("1\r\n2\r\n3\r\n", "1\r\n3\r\n"), ("a\nb\nc\nd\n", "b\nc\nd\ne\nf\n"),
      ("ä\n世\n", "ä\n界\n"), ("\n\n\n", "\n"),
    ])
  func diff(old: String, new: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cutlist-diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(old.utf8).write(to: folder.appending(path: "old"))
    try Data(new.utf8).write(to: folder.appending(path: "new"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/diff")
    process.currentDirectoryURL = folder
    process.arguments = ["-u", "--label", "p", "--label", "p", "old", "new"]
    // It says in the user's language that a last line does not end.
    process.environment = ["LC_ALL": "C"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = UnifiedDiff.text(path: "p", from: Array(old.utf8), to: Array(new.utf8))
    #expect(text == String(decoding: data, as: UTF8.self))
  }

  @Test("texts that are the same have no diff")
  func noDiff() {
    #expect(UnifiedDiff.text(path: "p", from: [0x61], to: [0x61]) == "")
  }
}
