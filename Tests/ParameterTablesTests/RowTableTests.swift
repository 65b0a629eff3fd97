import Diagnostics
import Foundation
import Testing
import Workspace

@testable import ParameterTables

@Suite("tables of parameters")
struct RowTableTests {
  private func rows(_ text: String, isLines: Bool = false) throws -> RowTable {
    try RowTable(SourceFile(path: "t", text: text), isLines: isLines)
  }

  private func fault(_ text: String, isLines: Bool = false) -> String {
    do throws(CommandFailure) {
      _ = try RowTable(SourceFile(path: "t", text: text), isLines: isLines)
      return ""
    } catch {
      return error.message
    }
  }

  /// The examples of RFC 4180, and what spreadsheets write.
  @Test("fields may have quotes, commas and lines; lines end in any way")
  func csv() throws {
    let table = try rows(
      "\u{feff}name,words\r\nAnn,\"a, \"\"b\"\"\r\nc\"\r\n\r\nBo,\n\"\",x")
    #expect(table.columns == ["name", "words"])
    #expect(table.rows.map(\.line) == [2, 5, 6])
    #expect(
      table.rows.map(\.values) == [
        ["name": "Ann", "words": "a, \"b\"\r\nc"], ["name": "Bo"], ["words": "x"],
      ])
    #expect(fault("a,b\n1") == "t:2: there are 1 fields, and 2 columns")
    #expect(fault("a,b\n1,\"2") == "t:2: a field in quotes does not end")
    #expect(fault("a\n\"1\"2").hasPrefix("t:2: after the quote"))
    #expect(fault("a\n1\"2\"").hasPrefix("t:2: a quote stands within"))
    #expect(fault("a,a\n1,2").hasPrefix("t:1: each column has a name of its own"))
    #expect(fault("a\n") == "there is no row in 't'" && fault("") == "there is no row in 't'")
  }

  @Test("lines of JSON give texts, numbers, true and false")
  func lines() throws {
    let table = try rows(
      "{\"a\": \"x\", \"n\": 1.50}\n\n{\"b\": true, \"a\": null}\r\n", isLines: true)
    #expect(table.columns == ["a", "n", "b"])
    #expect(table.rows.map(\.values) == [["a": "x", "n": "1.50"], ["b": "true"]])
    #expect(table.rows.map(\.line) == [1, 3])
    #expect(fault("[1]", isLines: true).hasPrefix("t:1: a row is a JSON object"))
    #expect(fault("{}\n{\"a\": [1]}", isLines: true).hasPrefix("t:2: in column 7 is an array"))
    #expect(fault("{\"a\": }", isLines: true).hasPrefix("t:1: "))
  }

  /// What Excel and LibreOffice write where the comma is for decimals, and as "Unicode text".
  @Test("semicolons and tabs separate where they stand in the first line, and sep= says it")
  func separators() throws {
    func values(_ text: String) throws -> [[String: String]] { try rows(text).rows.map(\.values) }
    let wanted = [["name": "Ann, B", "n": "1,5"]]
    #expect(try values("name;n\r\nAnn, B;1,5\r\n") == wanted)
    #expect(try values("name\tn\nAnn, B\t1,5") == wanted)
    #expect(try values("sep=;\r\nname;n\r\n\"Ann, B\";1,5\r\n") == wanted)
    #expect(try values("\"a;b;c\",d\n1,2") == [["a;b;c": "1", "d": "2"]])
    #expect(fault("a;b\n1;2;3") == "t:2: there are 3 fields, and 2 columns")
    #expect(fault("a;b\n\"1\"2;3").contains("a semicolon or the line's end"))
  }

  @Test("UTF-16 is read by its mark, and bytes that are no UTF-8 are refused with their line")
  func encodings() throws {
    func table(_ bytes: [UInt8]) throws -> RowTable {
      try RowTable(SourceFile(path: "t", bytes: bytes), isLines: false)
    }
    let text = "name,n\r\nJosé 🎬,1\r\n"
    for (encoding, mark) in [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]),
      (.utf16BigEndian, [0xFE, 0xFF]), (.utf8, [0xEF, 0xBB, 0xBF]),
    ] {
      let bytes = mark + Array(try #require(text.data(using: encoding)))
      #expect(try table(bytes).rows.map(\.values) == [["name": "José 🎬", "n": "1"]])
    }
    func fault(_ bytes: [UInt8]) -> String {
      let error = #expect(throws: CommandFailure.self) { try table(bytes) }
      return error?.message ?? ""
    }
    let latin = Array(try #require("name\nAnn\nJosé\n".data(using: .isoLatin1)))
    #expect(fault(latin).hasPrefix("t:3: a byte is not UTF-8"))
    let bare = Array(try #require("name\nAnn\n".data(using: .utf16LittleEndian)))
    #expect(fault(bare).contains("UTF-16 without its mark"))
    #expect(fault([0xFF, 0xFE, 0x41]).contains("UTF-16"))
  }

  @Test("no value of a row leads out of the folder that is named")
  func names() throws {
    let name = try RowName("out/{a}-{row}.mp4", columns: ["a"])
    func of(_ value: String) -> String? {
      try? name.name(of: RowTable.Row(line: 1, values: ["a": value]), number: 7)
    }
    #expect(of("Ann Lee") == "out/Ann Lee-7.mp4" && of("a.b") == "out/a.b-7.mp4")
    for value in [
      "", "..", ".", "a/b", "/etc", "a\u{0}b", "a\nb", String(repeating: "x", count: 201),
    ] { #expect(of(value) == nil, "\(value)") }
    #expect(throws: CommandFailure.self) { try RowName("{b}.mp4", columns: ["a"]) }
    #expect(throws: CommandFailure.self) { try RowName("{a.mp4", columns: ["a"]) }
  }
}
