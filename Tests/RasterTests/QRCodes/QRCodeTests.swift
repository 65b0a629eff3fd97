import BaseValues
import Testing

@testable import Raster

@Suite("QR codes")
struct QRCodeTests {
  @Test("the codewords of Annex I are those of the standard")
  func annexI() throws {
    let message = try #require(QRMessage("01234567", level: .medium, atLeast: 1))
    let published: [UInt8] = [
      0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC,
      0x11, 0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
    ]
    #expect(message.version.number == 1)
    #expect(message.codewords == published)
  }

  @Test("only text beyond ASCII says that it is UTF-8")
  func designator() throws {
    let accented = try #require(QRMessage("é", level: .medium, atLeast: 1))
    // ECI 26, two bytes, C3 A9, and the end.
    #expect(accented.codewords.prefix(6) == [0x71, 0xA4, 0x02, 0xC3, 0xA9, 0x00])
    let plain = try #require(QRMessage("e", level: .medium, atLeast: 1))
    #expect(plain.codewords.prefix(3) == [0x40, 0x16, 0x50])
  }

  @Test("characters stand in those modes that take the fewest bits")
  func segments() {
    func modes(_ text: String) -> [String] {
      QRSegment.shortest(Array(text.utf8), QRVersion(1)).map { "\($0.mode) \($0.range.count)" }
    }
    #expect(modes("") == [])
    #expect(modes("7") == ["numeric 1"])
    #expect(modes("HTTP://A.EXAMPLE") == ["alphanumeric 16"])
    #expect(modes("a1b") == ["byte 3"])
    // 40 bits, against 28 with two headers more, of 13 and 12.
    #expect(modes("abcHELLOabc") == ["byte 11"])
    // 36 and 81 bits, against 196 as bytes.
    #expect(modes("abc01234567890123456789") == ["byte 3", "numeric 20"])
    #expect(modes("AB01234567890123456789") == ["alphanumeric 2", "numeric 20"])
    #expect(modes("01234567890123456789éé") == ["numeric 20", "byte 4"])
  }

  /// Made by the Python package `qrcode` 7.4 with these masks.
  @Test("modules are those that another program draws", arguments: QRMatrices.all)
  func modules(_ sample: QRMatrices.Sample) throws {
    let code = try #require(
      QRCode(sample.text, level: sample.level, atLeast: 1, mask: sample.mask))
    let rows = (0..<code.side).map { row in
      String((0..<code.side).map { code[$0, row] ? "#" : "." })
    }
    #expect(rows == sample.rows)
  }

  @Test("a least version makes a larger code, up to the largest there is")
  func leastVersion() throws {
    for version in [1, 2, 9, 10, 26, 27, 40] {
      let code = try #require(QRCode("https://a.example", level: .medium, atLeast: version))
      #expect(code.version == max(version, 2))
      #expect(code.side == 17 + 4 * code.version)
    }
    #expect(QRCode("a", level: .low, atLeast: 41) == nil)
  }

  @Test("modules outside are light")
  func outside() throws {
    let code = try #require(QRCode("a", level: .low))
    for (column, row) in [(-1, 0), (0, -1), (21, 0), (0, 21), (Int.min, 3), (3, Int.max)] {
      #expect(!code[column, row])
    }
    #expect(code[0, 0])
  }

  // MARK: - Masks

  @Test("runs of a colour have the points of rule 1")
  func runs() {
    func penalty(_ line: String) -> Int { QRMatrix.runPenalty(line.map { $0 == "#" }) }
    #expect(penalty("####.####.") == 0)
    #expect(penalty("#####.") == 3)
    #expect(penalty("#######") == 5)
    #expect(penalty("....." + "#####") == 6)
  }

  @Test("what looks like a finder pattern has the points of rule 3")
  func finders() {
    func penalty(_ line: String) -> Int { QRMatrix.finderPenalty(line.map { $0 == "#" }) }
    #expect(penalty("##.#.###.#.##") == 0)
    #expect(penalty("##....#.###.#.##") == 40)
    #expect(penalty("##.#.###.#....##") == 40)
    // At the edge, where the quiet zone follows.
    #expect(penalty("##.#.###.#") == 40)
    #expect(penalty("#.###.#...##") == 40)
  }

  @Test("of all masks the chosen one has the least penalty")
  func choice() throws {
    for text in ["01234567", "https://example.org/films?id=7", "Grüße aus Zürich"] {
      let chosen = try #require(QRCode(text, level: .quartile))
      let message = try #require(QRMessage(text, level: .quartile, atLeast: 1))
      let penalties = (0...7).map { mask in
        var matrix = QRMatrix(message.version)
        matrix.place(message.codewords)
        matrix.apply(mask: mask)
        matrix.place(format: .quartile, mask: mask)
        return matrix.penalty
      }
      #expect(chosen.mask == penalties.firstIndex(of: penalties.min() ?? 0))
    }
  }
}
