import Diagnostics
import Testing
import SeededNumbers

@Suite("Places in a source file")
struct SourceFileTests {
  @Test("lines and columns agree with counting from the start, also across index blocks")
  func positionsAgreeWithCounting() {
    for seed in UInt64(1)...4 {
      var random = SeededGenerator(seed: seed)
      let pieces = ["a", "é", "語", "🎬", "\t", " ", "\r\n", "\n", "word"]
      // The higher the seed, the longer the lines.
      var text = ""
      while text.utf8.count < 13_000 {
        let piece = pieces.randomElement(using: &random) ?? "a"
        let isBreak = piece.utf8.last == 0x0A
        if !isBreak || Int.random(in: 0..<1000, using: &random) < 1000 >> (2 * seed) {
          text += piece
        }
      }
      let file = SourceFile(path: "p", text: text)
      var line = 1
      var column = 1
      var offset = 0
      for scalar in text.unicodeScalars {
        let expected = SourcePosition(line: line, column: column)
        let length = String(scalar).utf8.count
        for inside in 0..<length where file.position(ofOffset: offset + inside) != expected {
          Issue.record("seed \(seed), offset \(offset + inside): expected \(expected)")
          return
        }
        offset += length
        column += 1
        if scalar == "\n" {
          line += 1
          column = 1
        }
      }
      #expect(file.lineCount == line)
      #expect(file.position(ofOffset: offset) == SourcePosition(line: line, column: column))
    }
  }

  @Test("the text of each line comes back without its line end")
  func lineTexts() {
    for count in [0, 1, 5, 900, 5000] {
      let lines = (0..<count).map { String(repeating: "x", count: $0 % 23) + "\($0)é" }
      for end in ["\n", "\r\n"] {
        let file = SourceFile(path: "p", text: lines.map { $0 + end }.joined())
        #expect(file.lineCount == count + 1)
        #expect((1...(count + 1)).map(file.lineText) == lines + [""])
        #expect(file.lineText(0).isEmpty)
        #expect(file.lineText(count + 2).isEmpty)
      }
    }
  }

  @Test("a byte order mark takes no column and is not part of the line")
  func byteOrderMark() {
    let file = SourceFile(path: "p", bytes: [0xEF, 0xBB, 0xBF] + Array("{}\n".utf8))
    #expect(file.position(ofOffset: 0) == SourcePosition(line: 1, column: 1))
    #expect(file.position(ofOffset: 4) == SourcePosition(line: 1, column: 2))
    #expect(file.lineText(1) == "{}")
  }

  @Test("offsets outside the file are clamped")
  func clamping() {
    let file = SourceFile(path: "p", text: "ab\nc")
    #expect(file.position(ofOffset: -5) == SourcePosition(line: 1, column: 1))
    #expect(file.position(ofOffset: .max) == SourcePosition(line: 2, column: 2))
    #expect(file.text(in: SourceRange(lower: 3, upper: 99)) == "c")
    #expect(file.text(in: SourceRange(lower: 70, upper: 99)).isEmpty)
    #expect(file.text(in: .none).isEmpty)
  }

  @Test("bytes that are not UTF-8 have places and are shown as replacement characters")
  func invalidBytes() {
    let file = SourceFile(path: "p", bytes: [0x80, 0x80, 0x80, 0x80, 0x80, 0x0A, 0xFF, 0x61])
    #expect(file.position(ofOffset: 7) == SourcePosition(line: 2, column: 2))
    #expect(file.lineText(2) == "\u{FFFD}a")
  }

  @Test("edits are applied by place; overlapping or outlying ones are refused")
  func edits() throws {
    let file = SourceFile(path: "p", text: "0123456789")
    func apply(_ edits: [(Int, Int, String)]) -> String? {
      file.applying(
        edits.map { Fix.Edit(range: SourceRange(lower: $0.0, upper: $0.1), replacement: $0.2) }
      ).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(apply([]) == "0123456789")
    #expect(apply([(8, 9, "x"), (0, 2, ""), (5, 5, "ab")]) == "234ab567x9")
    #expect(apply([(3, 3, "a"), (3, 3, "b"), (3, 4, "c")]) == "012abc456789")
    #expect(apply([(0, 4, ""), (3, 5, "")]) == nil)
    #expect(apply([(9, 11, "")]) == nil)
    #expect(apply([(-1, -1, "")]) == nil)
  }

  @Test("a union covers both ranges, and no place adds nothing")
  func union() {
    let a = SourceRange(lower: 3, upper: 5)
    #expect(a.union(SourceRange(at: 9)) == SourceRange(lower: 3, upper: 9))
    #expect(a.union(.none) == a)
    #expect(SourceRange.none.union(a) == a)
    #expect(SourceRange(lower: 5, upper: 3) == SourceRange(at: 5))
  }
}
