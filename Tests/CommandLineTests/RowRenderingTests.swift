import Foundation
import Testing

@testable import CommandLineInterface

@Suite("a movie for each row of a table")
struct RowRenderingTests {
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
      (["--data", table, "--fix"], "with --data needs --row"),
      (["--data", table, "--json"], "with --data it needs --row"),
      (["--data", table, "--row", "4"], "has no row 4"),
      (["--data", table, "--row", "0"], "--row takes a whole number from 1"),
      (["--data", table, "--row", "1", "--set", "tint=red"], "'tint' is a column"),
    ] {
      let outcome = sandbox.run(["check", project] + words)
      #expect(outcome.status == 2 && outcome.messages.contains(message), "\(outcome.messages)")
    }
  }

  @Test("check without --row checks every row, and says each finding once with its rows")
  func everyRow() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": { "tint": { "type": "color" }, "length": { "type": "time", "default": "1s" } },
        "media": { "c": { "color": { "use": "tint" } }, "spare": { "color": "red" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": { "use": "length" } } ] } ] }
      """)
    func check(_ table: String, _ more: String...) throws -> Outcome {
      sandbox.run(["check", project, "--data", try sandbox.write("rows.csv", table)] + more)
    }
    let wrong = try check("name,tint,length\nAnn,red,1s\nBo,nocolor,1s\nCy,blue,1s\nDi,nocolor,\n")
    #expect(wrong.status == 1)
    let lines = wrong.messages.split(separator: "\n")
    #expect(lines.count { $0.contains("[unused-media]") } == 1)
    // A project with an error says nothing of what it does not use.
    #expect(lines.contains { $0.contains("note: in rows 1 and 3") })
    // Each stands at its own place of the table.
    #expect(lines.contains { $0.contains("rows.csv:3:4: error") })
    #expect(lines.contains { $0.contains("note: in row 2 (line 3)") })
    #expect(lines.contains { $0.contains("rows.csv:5:4: error") })
    #expect(lines.contains { $0.contains("note: in row 4 (line 5)") })
    #expect(wrong.messages.hasSuffix("4 rows: 2 errors, 1 warning\n"), "\(wrong.messages)")
    #expect(try check("tint\nred\nblue\n").messages.contains("note: in all 2 rows\n"))
    let right = try check("tint\nred\nblue\n", "--silence", "unused-media")
    #expect(right.status == 0)
    #expect(right.messages.hasSuffix("p.json: 2 rows, nothing wrong\n"), "\(right.messages)")
  }

  @Test("what --json prints of all rows is one list, and says of a row that failed why")
  func listOfRows() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": { "tint": { "type": "color" } },
        "media": { "c": { "color": { "use": "tint" } } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "0.2s" } ] } ] }
      """)
    let table = try sandbox.write("rows.csv", "tint\nred\nnocolor\nblue\n")
    let outcome = sandbox.run(
      "render", path, "--data", table, "-o", sandbox.file("{row}.mp4"), "--json")
    #expect(outcome.status == 1)
    let data = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require(data as? [[String: Any]])
    #expect(rows.map { $0["frames"] as? Int } == [2, nil, 2])
    #expect(rows[1]["row"] as? Int == 2 && rows[1]["error"] is String)
    #expect(rows[1]["movie"] as? String == sandbox.file("2.mp4"))
  }

  @Test("a column that only -o uses needs no parameter, not even in a project without any")
  func columnOfName() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "c": { "color": "red" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "0.2s" } ] } ] }
      """)
    let table = try sandbox.write("rows.csv", "name\nann\nbo\n")
    let outcome = sandbox.run("render", path, "--data", table, "-o", sandbox.file("{name}.mp4"))
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(sandbox.exists("ann.mp4") && sandbox.exists("bo.mp4"))
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
      (try run("KEY=secret\nx\n", "{row}.mp4"), "is not a parameter of"),
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
