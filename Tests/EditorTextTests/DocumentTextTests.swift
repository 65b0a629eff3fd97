import EditorText
import SeededNumbers
import Testing

@Suite("Places in the text of a document") struct DocumentTextTests {
  private typealias Position = DocumentText.Position

  @Test("a column counts bytes, UTF-16 units or characters, as was agreed on")
  func columns() {
    // "é" has 2 bytes and 1 unit, "🎬" 4 bytes and 2 units, "例" 3 bytes and 1 unit.
    let text = DocumentText("x\né🎬例z\r\nend")
    let place = text.offset(of: Position(line: 1, character: 4), .utf16)
    #expect(text.text(place..<place + 1) == "z")
    #expect(text.offset(of: Position(line: 1, character: 9), .utf8) == place)
    #expect(text.offset(of: Position(line: 1, character: 3), .utf32) == place)
    #expect(text.position(of: place, .utf16) == Position(line: 1, character: 4))
    #expect(text.position(of: place, .utf8) == Position(line: 1, character: 9))
    #expect(text.position(of: place, .utf32) == Position(line: 1, character: 3))
  }

  @Test("what is within a character is its beginning, and what is beyond a line its end")
  func clamping() {
    let text = DocumentText("🎬a\nb")
    #expect(text.offset(of: Position(line: 0, character: 1), .utf16) == 0)
    #expect(text.offset(of: Position(line: 0, character: 2), .utf8) == 0)
    #expect(text.offset(of: Position(line: 0, character: 99), .utf16) == 5)
    #expect(text.offset(of: Position(line: 7, character: 0), .utf16) == 7)
    #expect(text.offset(of: Position(line: -1, character: -1), .utf16) == 0)
    // The other way round, too.
    for columns in [DocumentText.Columns.utf8, .utf16, .utf32] {
      for place in 1...3 {
        #expect(text.position(of: place, columns) == Position(line: 0, character: 0))
      }
    }
  }

  @Test("lines end at a line feed, a carriage return or both")
  func lineEnds() {
    let text = DocumentText("a\rb\nc\r\nd")
    #expect(text.lineCount == 4)
    #expect(
      (0..<4).map { text.text(text.start(ofLine: $0)..<text.end(ofLine: $0)) } == [
        "a", "b", "c", "d",
      ])
  }

  @Test("many changes leave the same as the text read anew", arguments: [1, 2, 3, 4])
  func changes(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "", "a", "\n", "\r", "\r\n", "🎬", "é\n", "\n\n\r", "long text without a line end",
    ]
    var text = DocumentText("one\r\ntwo\rthree\n")
    for _ in 0..<2000 {
      let lower = Int.random(in: 0...text.bytes.count, using: &generator)
      let upper = min(text.bytes.count, lower + Int.random(in: 0...5, using: &generator))
      let piece = pieces.randomElement(using: &generator) ?? ""
      text.replace(lower..<upper, with: Array(piece.utf8))
      if text.bytes.count > 400 { text.replace(100..<380, with: []) }
      #expect(text == DocumentText(text.bytes))
    }
  }
}
