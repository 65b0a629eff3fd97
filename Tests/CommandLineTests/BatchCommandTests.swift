import Foundation
import Testing

@testable import CommandLineInterface

/// Movies of the rows of a table as jobs for schedulers.
@Suite struct BatchCommandTests {
  private let sandbox: Sandbox
  private let project: String
  /// Chunks of a second; the name is shown in two of six.
  private static let text = """
    { "cutlist": 1,
      "parameters": { "guest": { "type": "text" } },
      "output": { "size": "64x36", "frameRate": 10, "video": { "gop": "5f", "preset": "ultrafast" },
                  "audio": { "sampleRate": 16000, "bitRate": "48k" } },
      "media": { "counter": { "generate": "counter" } },
      "tracks": [
        { "video": [ { "clip": "counter", "duration": "6s" } ] },
        { "titles": [ { "at": "1.5s", "duration": "1s", "text": "{guest}", "size": 12 } ] } ] }
    """

  init() throws {
    sandbox = try Sandbox()
    project = try sandbox.write("p.json", Self.text)
  }

  private func table(_ count: Int) throws -> String {
    try sandbox.write(
      "t.csv", "guest,id\n" + (0..<count).map { "Guest \($0),\($0)\n" }.joined())
  }

  private func farm(_ scheduler: String, rows: Int, _ more: String...) throws -> Outcome {
    sandbox.run(
      ["farm", scheduler, project, "--data", try table(rows), "-o", sandbox.file("{id}.mp4")]
        + ["--no-cache", "--folder", sandbox.file("farm"), "--json"] + more)
  }

  private struct Batch: Decodable {
    struct Movie: Decodable { var row: Int }
    struct Task: Decodable {
      var script: String
      var chunks: Int
    }
    var movies: [Movie]
    var rowsLeftOut, chunks, differentChunks: Int
    var tasks: [Task]
  }

  private func batch(_ outcome: Outcome) throws -> Batch {
    try JSONDecoder().decode(Batch.self, from: Data(outcome.output.utf8))
  }

  @Test("chunks to render = those that are shared + rows × those that show the name")
  func counting() throws {
    // What one movie has, and what another shows otherwise.
    let one = try batch(try farm("slurm", rows: 1)).differentChunks
    let own = try batch(try farm("slurm", rows: 2)).differentChunks - one
    #expect(own > 0 && own < one - 1)
    let rows = 50
    let outcome = try farm("slurm", rows: rows, "--tasks", "7")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let many = try batch(outcome)
    #expect(many.movies.count == rows && many.chunks == rows * one)
    #expect(many.differentChunks == (one - own) + rows * own)
    #expect(many.tasks.count == 7)
    #expect(many.tasks.reduce(0) { $0 + $1.chunks } == many.differentChunks)
    // The longest task has no more than its share, and a movie's more.
    #expect(many.tasks.map(\.chunks).max() ?? 0 <= many.differentChunks / 7 + 2 * one)
    #expect(outcome.messages.contains("50 movies; \(rows * one) chunks, \(many.differentChunks)"))
  }

  @Test("tasks in any order render each chunk once, and joins give the movies of 'render --data'")
  func movies() throws {
    let rows = 4
    let outcome = try farm("slurm", rows: rows, "--tasks", "3", "--program", RunningProgram.path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let different = try batch(outcome).differentChunks
    var rendered = 0
    for task in try batch(outcome).tasks.indices.reversed() {
      let done = try sandbox.execute(
        "/bin/sh", ["chunks.sh"], in: "farm", environment: ["SLURM_ARRAY_TASK_ID": "\(task)"])
      #expect(done.status == 0, "\(done.messages)")
      rendered += done.output.matches(of: #/: rendered,/#).count
      #expect(!done.output.contains(": present,"), "\(done.output)")
    }
    #expect(rendered == different)
    #expect(sandbox.files(below: "farm/store", ending: ".chunk").count == different)
    for task in 0..<3 {
      let done = try sandbox.execute(
        "/bin/sh", ["join.sh"], in: "farm", environment: ["SLURM_ARRAY_TASK_ID": "\(task)"])
      #expect(done.status == 0, "\(done.messages)")
    }
    let local = sandbox.run(
      "render", project, "--data", sandbox.file("t.csv"), "-o", sandbox.file("local-{id}.mp4"),
      "--no-cache")
    #expect(local.status == 0, "\(local.messages)")
    for row in 0..<rows {
      #expect(try sandbox.bytes("\(row).mp4") == sandbox.bytes("local-\(row).mp4"))
    }
  }

  @Test("a row that is wrong is said and left out, a table that is wrong is refused")
  func mistakes() throws {
    let movies = sandbox.file("{id}.mp4")
    func run(_ table: String, _ more: String...) throws -> Outcome {
      let file = try sandbox.write("t.csv", table)
      return sandbox.run(
        ["farm", "openjd", project, "--data", file, "-o", movies, "--no-cache"] + more)
    }
    let partly = try run("guest,id\nAnn,1\n,2\nBo,3\n", "--json")
    #expect(partly.status == 1, "\(partly.messages)")
    #expect(partly.messages.contains("row 2 (line 3, \(sandbox.file("2.mp4")))"))
    #expect(partly.messages.contains("2 movies, 1 row left out"), "\(partly.messages)")
    #expect(try batch(partly).movies.map(\.row) == [1, 3])
    #expect(try sandbox.names("p.farm/plans") == ["00001.json", "00003.json"])
    for (table, message) in [
      ("guest,id\n,1\n", "no row makes a movie"),
      ("guest,id\nA,1\nB,1\n", "is that of line 2, too"),
      ("gest,id\nA,1\n", "is no parameter of"),
      ("guest,id\nA,../x\n", "is no part of a file's name"),
    ] {
      let outcome = try run(table)
      #expect(outcome.status != 0 && outcome.messages.contains(message), "\(outcome.messages)")
    }
    let file = try sandbox.write("t.csv", "guest,id\nAnn,1\nBo,2\n")
    for command in [["farm", "slurm"], ["render"]] {
      let outcome = sandbox.run(
        command + [project, "--data", file, "-o", sandbox.file("none/{id}.mp4"), "--no-cache"])
      #expect(outcome.status == 3, "\(outcome.messages)")
      #expect(outcome.messages.matches(of: #/none\/' of the movies is not there/#).count == 1)
      #expect(!outcome.messages.contains("row"), "\(outcome.messages)")
    }
  }

  @Test("a join of several movies says whose each of its lines is")
  func titles() throws {
    let outcome = try farm("slurm", rows: 2, "--tasks", "1", "--program", RunningProgram.path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let joined = try sandbox.execute(
      "/bin/sh", ["join.sh"], in: "farm", environment: ["SLURM_ARRAY_TASK_ID": "0"])
    #expect(joined.status == 3, "\(joined.messages)")
    for (row, id) in [(1, 0), (2, 1)] {
      let title = "row \(row) (line \(row + 1), \(sandbox.file("\(id).mp4")))"
      #expect(joined.messages.contains(title + "\n"), "\(joined.messages)")
      #expect(joined.messages.contains(title + ": ended with 3\n"), "\(joined.messages)")
    }
    let status = sandbox.run("farm", "status", sandbox.file("farm"))
    #expect(status.output.contains("2 movies: 0 of "), "\(status.output)\(status.messages)")
  }

  @Test("a template of Open Job Description has a task for each script")
  func template() throws {
    let outcome = try farm("openjd", rows: 5, "--tasks", "2")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let text = String(decoding: try sandbox.bytes("farm/job.json"), as: UTF8.self)
    #expect(text.contains(#""range": ["chunks/0.sh", "chunks/1.sh"]"#), "\(text)")
    #expect(text.contains(#""range": ["joins/0.sh", "joins/1.sh"]"#), "\(text)")
    #expect(text.contains("{{Task.Param.Movies}}") && text.contains(#""dependsOn": "Chunks""#))
    for script in ["chunks/0.sh", "chunks/1.sh", "joins/0.sh", "joins/1.sh"] {
      #expect(sandbox.exists("farm/\(script)"))
    }
  }

  @Test("runs of chunks may be several, of sound by themselves, and none")
  func runs() throws {
    let plan = sandbox.file("plan.json")
    #expect(
      sandbox.run("plan", project, "--set", "guest=A", "--write", plan).status == 0)
    func chunks(_ words: String...) -> Outcome {
      sandbox.run(["chunks", plan, "--store", sandbox.file("s"), "--no-cache"] + words)
    }
    let some = chunks("--range", "0..1,2..3", "--sound", "none")
    #expect(some.status == 0, "\(some.messages)")
    #expect(some.messages.contains("chunks 0..1,2..3, sound none: 2 rendered"), "\(some.messages)")
    let sound = chunks("--range", "none", "--sound", "0..1")
    #expect(sound.messages.contains("chunks none, sound 0..1: 1 rendered"), "\(sound.messages)")
    for (words, message) in [
      (["--range", "none", "--sound", "none"], "leave nothing to render"),
      (["--range", "0..2,1..3"], "has chunks of 1..3 twice: 0..2 is there, too"),
      (["--range", "0..3,"], "takes numbers of chunks A..B"),
      (["--sound", "0..9"], "there is no run of chunks 0..9; the plan has 0..1"),
      (["--range", "0..99999999999999999999"], "takes numbers of chunks A..B"),
    ] {
      let outcome = sandbox.run(
        ["chunks", plan, "--store", sandbox.file("s"), "--no-cache"] + words)
      #expect(outcome.status == 2 && outcome.messages.contains(message), "\(outcome.messages)")
    }
  }

  @Test("a task opens the media that its chunks show, and no others")
  func media() throws {
    for (clip, name) in [(1, "a.mp4"), (2, "b.mp4")] {
      let made = try sandbox.write(
        "make.json", Projects.counter(seconds: 4, rate: "10", clip: clip, size: "64x36", gop: 10))
      try #require(sandbox.run("render", made, "-o", sandbox.file(name), "--no-cache").status == 0)
    }
    let both = try sandbox.write(
      "both.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "video": { "gop": "1s" } },
        "media": { "a": "a.mp4", "b": "b.mp4" },
        "tracks": [ { "video": [ { "clip": "a" }, { "clip": "b" } ] } ] }
      """)
    let plan = sandbox.file("plan.json")
    try #require(sandbox.run("plan", both, "--write", plan, "--no-cache").status == 0)
    try FileManager.default.removeItem(atPath: sandbox.file("b.mp4"))
    func chunks(_ words: String...) -> Outcome {
      sandbox.run(["chunks", plan, "--store", sandbox.file("s"), "--no-cache"] + words)
    }
    #expect(chunks("--range", "0..2", "--sound", "none").status == 0)
    for words in [["--range", "1..3"], ["--range", "none", "--sound", "0..1"], []] {
      let outcome = sandbox.run(
        ["chunks", plan, "--store", sandbox.file("s"), "--no-cache"] + words)
      #expect(outcome.status == 3 && outcome.messages.contains("b.mp4"), "\(outcome.messages)")
    }
  }
}
