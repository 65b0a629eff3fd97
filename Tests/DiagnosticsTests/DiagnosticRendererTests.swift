import Diagnostics
import Testing

@Suite("Findings as text and as JSON")
struct DiagnosticRendererTests {
  /// The text of one finding at the first place where `words` stand.
  private func render(
    _ words: String, in text: String, label: String? = nil, limit: Int = 100
  ) throws -> [String] {
    let place = try #require(find(words, in: text))
    let finding = Diagnostic(id: .jsonSyntax, message: "wrong", range: place, label: label)
    return lines([finding], SourceFile(path: "p.json", text: text))
  }

  private func find(_ words: String, in text: String) -> SourceRange? {
    text.range(of: words).map {
      let lower = text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
      return SourceRange(lower: lower, upper: lower + words.utf8.count)
    }
  }

  private func lines(_ findings: [Diagnostic], _ file: SourceFile, limit: Int = 100) -> [String] {
    let text = DiagnosticRenderer.text(findings, in: file, color: false, limit: limit)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("a finding shows its place, its line, its second place and its fix")
  func everything() throws {
    let text =
      String(repeating: "\n", count: 8) + "      \"file\": \"intro.mov\""
      + String(repeating: "\n", count: 32) + "      \"out\": \"00:00:10:12\"\n"
    let finding = Diagnostic(
      id: .clipWithinMedia, message: "clip 'intro' ends 12 frames after its media",
      range: try #require(find("\"00:00:10:12\"", in: text)), label: "frame 252",
      notes: [
        Note(
          message: "'intro.mov' has 240 frames at 24 fps",
          range: find("\"file\"", in: text))
      ],
      fixes: [Fix(message: "set \"out\" to \"00:00:10:00\"")])
    let file = SourceFile(path: "promo.json", text: text)
    #expect(
      DiagnosticRenderer.text([finding], in: file, color: false) == """
        promo.json:41:14: error: clip 'intro' ends 12 frames after its media [clip-within-media]
         41 |       "out": "00:00:10:12"
            |              ^~~~~~~~~~~~~ frame 252
        note: 'intro.mov' has 240 frames at 24 fps (promo.json:9:7)
        fix: set "out" to "00:00:10:00"

        """)
  }

  @Test("a finding without a place shows no line")
  func noPlace() {
    let finding = Diagnostic(
      id: .unusedMedia, severity: .warning, message: "nothing to see",
      notes: [Note(message: "a fact"), Note(message: "another", range: SourceRange.none)])
    let file = SourceFile(path: "p.json", text: "{}")
    #expect(
      lines([finding], file) == [
        "p.json: warning: nothing to see [unused-media]", "note: a fact", "note: another", "",
      ])
  }

  @Test("a place between two characters has one caret")
  func emptyRange() {
    let finding = Diagnostic(id: .jsonSyntax, message: "m", range: SourceRange(at: 3))
    let file = SourceFile(path: "p", text: "abc")
    #expect(
      lines([finding], file) == ["p:1:4: error: m [json-syntax]", " 1 | abc", "   |    ^", ""])
  }

  @Test("carets stand under wide characters, tabs and combining marks")
  func cells() throws {
    #expect(
      try render("x", in: "日本 e\u{301}\t🎬 x y")[0...2] == [
        "p.json:1:9: error: wrong [json-syntax]",
        " 1 | 日本 e\u{301}  🎬 x y",
        "   |            ^",
      ])
    #expect(try render("語🎬", in: "a語🎬b")[2] == "   |  ^~~~")
  }

  @Test("a range over several lines is underlined on its first")
  func severalLines() throws {
    let shown = try render("{\r\n  1\r\n}", in: "[ {\r\n  1\r\n} ]", label: "here")
    #expect(shown[1...2] == [" 1 | [ {", "   |   ^ here"])
  }

  @Test(
    "a long line is cut to the part around the place",
    arguments: [0, 1, 40, 69, 70, 99, 100, 101, 700, 5_000, 20_000])
  func longLine(before: Int) throws {
    for after in [0, 1, 30, 99, 100, 5000] {
      let text =
        String(repeating: "é", count: before) + "MARK" + String(repeating: "語", count: after)
      let shown = try render("MARK", in: text)
      #expect(shown[0].hasPrefix("p.json:1:\(before + 1): "))
      let line = shown[1].dropFirst(5)
      let width = line.unicodeScalars.reduce(0) { $0 + ($1 == "語" ? 2 : 1) }
      #expect(width <= 100, "\(before) before, \(after) after: \(line)")
      let indent = shown[2].dropFirst(5).prefix { $0 == " " }.count
      let words = line.unicodeScalars.dropFirst(indent).prefix(4)
      #expect(String(String.UnicodeScalarView(words)) == "MARK")
      #expect(shown[2].dropFirst(5 + indent) == "^~~~")
      #expect(line.hasPrefix("…") == (line.filter { $0 == "é" }.count < before))
      #expect(line.hasSuffix("…") == (line.filter { $0 == "語" }.count < after))
      // A line that fits is not cut.
      if before + 4 + 2 * after <= 100 { #expect(line == text) }
    }
  }

  @Test("a place longer than the window is underlined as far as it is seen")
  func longPlace() throws {
    let shown = try render(
      String(repeating: "x", count: 3000), in: String(repeating: "x", count: 4000))
    #expect(shown[1] == " 1 | " + String(repeating: "x", count: 99) + "…")
    #expect(shown[2] == "   | ^" + String(repeating: "~", count: 98))
  }

  @Test("control characters and direction overrides cannot act on the terminal")
  func terminalSafety() {
    let text = "a\u{1B}[31m\u{202E}b\u{9B}\u{7F}\u{0}"
    let finding = Diagnostic(
      id: .jsonSyntax, message: text, range: SourceRange(at: 0), label: text,
      notes: [Note(message: text)],
      fixes: [Fix(message: text)])
    let file = SourceFile(path: text, text: text)
    let shown = DiagnosticRenderer.text([finding], in: file, color: false)
    #expect(shown.contains(#"a\u{1b}[31m\u{202e}b\u{9b}\u{7f}\u{0}"#))
    for scalar in shown.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar.properties.generalCategory != .format)
    }
  }

  @Test("colour adds codes and changes nothing else")
  func color() throws {
    let finding = Diagnostic(
      id: .jsonSyntax, severity: .warning, message: "m", range: SourceRange(lower: 1, upper: 3),
      label: "l",
      notes: [Note(message: "n")], fixes: [Fix(message: "f")])
    let file = SourceFile(path: "p", text: "abcd")
    var colored = DiagnosticRenderer.text([finding], in: file, color: true)
    #expect(colored.contains("\u{1B}[1;33mwarning:\u{1B}[0m"))
    while let start = colored.range(of: "\u{1B}["),
      let end = colored[start.upperBound...].firstIndex(of: "m")
    {
      colored.removeSubrange(start.lowerBound...end)
    }
    #expect(colored == DiagnosticRenderer.text([finding], in: file, color: false))
  }

  @Test("at most the limit is printed, and no warning pushes out an error")
  func limit() {
    let file = SourceFile(path: "p", text: "")
    let findings = (0..<7).map {
      Diagnostic(id: .jsonSyntax, severity: $0 < 5 ? .warning : .error, message: "m\($0)")
    }
    #expect(
      lines(findings, file, limit: 3) == [
        "p: warning: m0 [json-syntax]", "p: error: m5 [json-syntax]", "p: error: m6 [json-syntax]",
        "… and 4 more", "",
      ])
    #expect(lines(findings, file, limit: 7).count == 8)
    #expect(lines(findings, file, limit: -1) == ["… and 7 more", ""])
    #expect(lines([], file) == [""])
  }

  @Test("JSON gives the same as data")
  func json() {
    let finding = Diagnostic(
      id: .jsonSyntax, message: "a \"b\"", range: SourceRange(lower: 3, upper: 6),
      notes: [Note(message: "n")],
      fixes: [
        Fix(message: "f", replacing: SourceRange(lower: 0, upper: 1), with: "\n"),
        Fix(message: "g"),
      ])
    let file = SourceFile(path: "p.json", text: "a\nbcd\ne")
    #expect(
      DiagnosticRenderer.json([finding], in: file) == #"""
        [
          {
            "id": "json-syntax",
            "severity": "error",
            "origin": "project",
            "message": "a \"b\"",
            "file": "p.json",
            "line": 2,
            "column": 2,
            "endLine": 3,
            "endColumn": 1,
            "label": null,
            "notes": [
              {
                "message": "n",
                "line": null,
                "column": null,
                "endLine": null,
                "endColumn": null
              }
            ],
            "fixes": [
              {
                "message": "f",
                "certain": false,
                "edits": [
                  {
                    "line": 1,
                    "column": 1,
                    "endLine": 1,
                    "endColumn": 2,
                    "replacement": "\n"
                  }
                ]
              },
              {
                "message": "g",
                "certain": false,
                "edits": []
              }
            ]
          }
        ]

        """#)
    #expect(DiagnosticRenderer.json([], in: file) == "[]\n")
  }
}

extension String {
  /// Where `words` first stand, compared scalar by scalar.
  fileprivate func range(of words: String) -> Range<String.Index>? {
    var start = startIndex
    let wanted = Array(words.unicodeScalars)
    while start < endIndex {
      let rest = unicodeScalars[start...]
      if rest.starts(with: wanted) {
        return start..<unicodeScalars.index(start, offsetBy: wanted.count)
      }
      start = unicodeScalars.index(after: start)
    }
    return nil
  }
}
