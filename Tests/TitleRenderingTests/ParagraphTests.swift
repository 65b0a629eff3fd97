import Testing

@testable import TitleRendering

@Suite struct ParagraphTests {
  private func paragraph(_ text: String) throws -> Paragraph {
    let scalars = Array(text.unicodeScalars)
    return try Paragraph(scalars, faces: scalars.map { _ in 0 })
  }

  /// The text as it stands from left to right, mirrored characters not turned.
  private func visual(_ text: String, _ range: Range<Int>? = nil) throws -> String {
    let paragraph = try paragraph(text)
    var view = String.UnicodeScalarView()
    for run in paragraph.visualRuns(in: range ?? 0..<paragraph.scalars.count) {
      let scalars = paragraph.scalars[run.range]
      if run.level & 1 == 1 {
        view.append(contentsOf: scalars.reversed())
      } else {
        view.append(contentsOf: scalars)
      }
    }
    return String(view)
  }

  @Test("every kind of line end begins a paragraph, and control characters are left out")
  func splitting() {
    let parts = Paragraph.split("a\r\nb\rc\nd\u{85}e\u{2028}f\u{2029}\ng\u{0}\u{1B}h\ti")
    let texts = parts.map { String(String.UnicodeScalarView($0)) }
    #expect(texts == ["a", "b", "c", "d", "e", "f", "", "gh i"])
    #expect(Paragraph.split("") == [[]])
  }

  @Test("left-to-right text stays as it is")
  func leftToRight() throws {
    #expect(try visual("one, two 3") == "one, two 3")
  }

  @Test("Hebrew is turned round, and numbers in it are not")
  func hebrew() throws {
    // alef bet 12 gimel
    #expect(try visual("\u{5D0}\u{5D1} 12 \u{5D2}") == "\u{5D2} 12 \u{5D1}\u{5D0}")
  }

  @Test("a Latin word in Arabic text keeps its own direction")
  func mixed() throws {
    #expect(try visual("\u{628}\u{627} abc \u{62A}") == "\u{62A} abc \u{627}\u{628}")
    #expect(try visual("abc \u{628}\u{627} def") == "abc \u{627}\u{628} def")
  }

  @Test("a line is reordered on its own")
  func lineOfParagraph() throws {
    let text = "\u{5D0}\u{5D1} abc \u{5D2}"
    #expect(try visual(text, 0..<2) == "\u{5D1}\u{5D0}")
    #expect(try visual(text, 3..<8) == "\u{5D2} abc")
  }

  @Test("runs cover the text, and shared characters take the script before them")
  func scripts() throws {
    let paragraph = try paragraph("\u{AB}ab, \u{3B1}\u{3B2}!")
    #expect(paragraph.runs.map(\.range) == [0..<5, 5..<8])
    #expect(try self.paragraph("").runs.isEmpty)
    #expect(try self.paragraph("12").runs.count == 1)
  }
}
