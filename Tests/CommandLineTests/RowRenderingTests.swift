import Workspace
import Diagnostics
import Foundation
import Testing

@testable import CommandLineInterface

@Suite("a movie for each row of a table")
struct RowRenderingTests {
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

  @Test(
    "a wrong value points at its field in the table",
    arguments: [
      ("r.csv", "name,gain,len\nAnn,1,1s\nBo,\"1,5\",\"2,5s\"\n", 2, "r.csv:3:4", "r.csv:3:10"),
      ("r.csv", "sep=;\r\nname;gain;len\r\n\"A\nB\";1,5;2,5s\r\n", 1, "r.csv:4:4", "r.csv:4:8"),
      (
        "r.jsonl", "{\"gain\": 1}\n\n {\"gain\": \"1,5\", \"len\": \"2,5s\"}", 2, "r.jsonl:3:11",
        "r.jsonl:3:25"
      ),
    ])
  func places(file: String, table: String, row: Int, gain: String, length: String) throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": {
          "gain": { "type": "number", "default": 1 }, "len": { "type": "time", "default": "1s" },
          "name": { "type": "text", "default": "x" } },
        "media": { "c": { "color": "red" } },
        "tracks": [ { "video": [
          { "clip": "c", "id": "{name}", "duration": { "use": "len" }, "opacity": { "use": "gain" } } ] } ]
      }
      """)
    let path = try sandbox.write(file, table)
    let outcome = sandbox.run(
      "check", project, "--data", path, "--row", "\(row)", "--silence", "parameter-unused")
    #expect(outcome.status == 1)
    let folder = sandbox.path + "/"
    #expect(
      outcome.messages.contains(
        "\(folder)\(gain): error: the value given for 'gain' is not taken: '1,5' is no number"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("fix: write 1.5\n"))
    #expect(
      outcome.messages.contains("\(folder)\(length): error: the value given for 'len' is not taken")
    )
    #expect(outcome.messages.contains("fix: write 2.5s\n"))
  }

  @Test("check, frame, sheet and test take the values of one row")
  func oneRow() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": { "tint": { "type": "color" }, "length": { "type": "time" } },
        "media": { "c": { "color": { "use": "tint" } } },
        "tracks": [ { "video": [ { "clip": "c", "duration": { "use": "length" } } ] } ],
        "expect": { "duration": "2s" } }
      """)
    let table = try sandbox.write(
      "rows.csv", "name,tint,length\nAnn,red,1s\nBo,blue,2s\nCy,nocolor,2s\n")
    func run(_ command: String, _ row: String, _ more: String...) -> Outcome {
      sandbox.run([command, project, "--data", table, "--row", row] + more)
    }
    #expect(run("check", "1").status == 0 && run("check", "2").status == 0)
    let wrong = run("check", "3")
    #expect(wrong.status == 1)
    #expect(wrong.messages.contains("'nocolor' is not a colour"), "\(wrong.messages)")
    for (row, name) in [("1", "a.png"), ("2", "b.png")] {
      let outcome = run("frame", row, "--at", "0", "-o", sandbox.file(name))
      #expect(outcome.status == 0, "\(outcome.messages)")
      let sheet = run("sheet", row, "--count", "1", "-o", sandbox.file("s" + name))
      #expect(sheet.status == 0, "\(sheet.messages)")
    }
    #expect(try sandbox.bytes("a.png") != sandbox.bytes("b.png"))
    #expect(try sandbox.bytes("sa.png") != sandbox.bytes("sb.png"))
    #expect(run("test", "1").status == 1)
    #expect(run("test", "2").status == 0)
    #expect(run("test", "2", "--update").status == 0)
    #expect(sandbox.exists("golden/p.row-2.frames.txt") && !sandbox.exists("golden/p.frames.txt"))
    for (words, message) in [
      (["--row", "1"], "--row goes with --data"),
      (["--data", table], "--data needs --row"),
      (["--data", table, "--row", "4"], "there is no row 4"),
      (["--data", table, "--row", "0"], "--row takes a whole number from 1"),
      (["--data", table, "--row", "1", "--set", "tint=red"], "'tint' is a column"),
    ] {
      let outcome = sandbox.run(["check", project] + words)
      #expect(outcome.status == 2 && outcome.messages.contains(message), "\(outcome.messages)")
    }
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

  private let project = """
    { "cutlist": 1,
      "parameters": {
        "guest": { "type": "text" },
        "length": { "type": "number", "default": 10, "minimum": 1, "maximum": 99 } },
      "output": { "size": "64x36", "frameRate": 10, "audio": false,
        "video": { "gop": "10f" } },
      "media": { "counter": { "generate": "counter" } },
      "tracks": [
        { "video": [ { "clip": "counter", "duration": "{length * 3} * 1f" } ] },
        { "titles": [ { "at": 0, "duration": "5f", "text": "{guest}", "size": 12 } ] } ] }
    """

  @Test("what rows have in common is rendered once, and a row that fails stops no other")
  func series() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", project)
    let table = try sandbox.write("t.csv", "guest,length,id\nAnn,,a\nBo,,b\nCy,100,c\n,,d\nEd,,e\n")
    let outcome = sandbox.run(
      "render", path, "--data", table, "-o", sandbox.file("{id}.mp4"), "--cache", sandbox.cache)
    #expect(outcome.status == 1, "\(outcome.messages)")
    #expect(
      outcome.messages.contains("row 3 (line 4, \(sandbox.file("c.mp4"))): not rendered"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("the parameter 'guest' has no value"))
    for name in ["a", "b", "e"] { #expect(sandbox.exists("\(name).mp4")) }
    for name in ["c", "d"] { #expect(!sandbox.exists("\(name).mp4")) }
    // Of two chunks the first one has the name in it.
    #expect(
      outcome.messages.contains(
        "5 movies: 3 rendered, 2 failed; chunks: 4 rendered, 2 taken from those that were there"),
      "\(outcome.messages)")
    // Each is the movie that its values give by themselves.
    let alone = sandbox.run(
      "render", path, "--set", "guest=Bo", "-o", sandbox.file("alone.mp4"), "--no-cache")
    #expect(alone.status == 0, "\(alone.messages)")
    #expect(try sandbox.bytes("alone.mp4") == sandbox.bytes("b.mp4"))
  }

  @Test("what is wrong with the table or the names is said before anything is rendered")
  func mistakes() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", project)
    func run(_ table: String, _ output: String?, _ more: String...) throws -> Outcome {
      let file = try sandbox.write("t.csv", table)
      return sandbox.run(
        ["render", path, "--data", file] + (output.map { ["-o", sandbox.file($0)] } ?? []) + more)
    }
    let cases: [(Outcome, String)] = [
      (try run("guest\nAnn\nAnn\n", "{guest}.mp4"), "is that of line 2, too"),
      (try run("guest\nAnn\nBo\n", "x.mp4"), "is that of line 2, too"),
      (try run("gest\nAnn\n", "{row}.mp4"), "is no parameter of"),
      (try run("guest\n../x\n", "{guest}.mp4"), "is no part of a file's name"),
      (try run("guest\nAnn\n", nil), "--data needs -o"),
      (try run("guest\nAnn\n", "{row}.mp4", "--set", "guest=Bo"), "and given with --set"),
      (try run("guest\nAnn\n", "{name}.mp4"), "which is no column"),
      (try run("KEY=secret\nx\n", "{row}.mp4"), "none of the 1 column of"),
    ]
    for (outcome, words) in cases {
      #expect(outcome.status == 2 && outcome.messages.contains(words), "\(outcome.messages)")
    }
    let stream = sandbox.run(
      "render", path, "--data", try sandbox.write("t.csv", "guest\n-\n"), "-o", "{guest}")
    #expect(
      stream.status == 2 && stream.output.isEmpty && stream.messages.contains("which is no file's"),
      "\(stream.messages)")
    let none = sandbox.run("render", path, "--data", sandbox.file("none.csv"), "-o", "{row}.mp4")
    #expect(none.status == 2 && none.messages.contains("no such file"), "\(none.messages)")
    #expect(try sandbox.names().filter { $0.hasSuffix(".mp4") } == [])
  }
}
