import Foundation
import Rendering
import Testing

@testable import CommandLineInterface

/// Movies as jobs for schedulers.
@Suite struct FarmCommandTests {
  private let sandbox: Sandbox

  /// A project of four chunks whose media lie beside it and in a further folder.
  init() throws {
    sandbox = try Sandbox()
    for folder in ["it's edit", "media", "more"] { try sandbox.makeFolder(folder) }
    for (clip, path) in [(1, "media/a.mp4"), (2, "more/b.mp4")] {
      let made = try sandbox.write(
        "make.json",
        Projects.counter(
          seconds: 4, rate: "10", clip: clip, size: "64x36", gop: 10, audio: Projects.noSound))
      try #require(sandbox.run("render", made, "-o", sandbox.file(path)).status == 0)
    }
    try sandbox.write(
      "it's edit/day.json",
      """
      { "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "audio": false,
                    "video": { "preset": "ultrafast", "gop": "1s" } },
        "media": { "a": "../media/a.mp4", "b": "b.mp4" },
        "tracks": [ { "video": [ { "clip": "a" }, { "clip": "b" } ] },
                    { "video": [ { "clip": "a", "at": "6s", "out": "2s", "scale": 0.5 } ] } ] }
      """)
    let whole = sandbox.run(
      "render", sandbox.file("it's edit/day.json"), "-o", sandbox.file("whole.mp4"), "--no-cache",
      "--media", sandbox.file("more"))
    try #require(whole.status == 0, "\(whole.messages)")
  }

  private func farm(_ scheduler: String, _ more: String...) -> Outcome {
    sandbox.run(
      ["farm", scheduler, sandbox.file("it's edit/day.json"), "-o", sandbox.file("out.mp4")]
        + ["--media", sandbox.file("more"), "--program", RunningProgram.path, "--no-cache"] + more)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try sandbox.bytes(name), as: UTF8.self)
  }

  @Test("the most expensive run is as cheap as it can be", arguments: 1...7)
  func balance(count: Int) {
    for costs in [
      [5, 5, 1, 1, 1, 9], [1], [3, 3, 3, 3, 3, 3], [0, 0, 7, 0], [9, 1, 1, 1, 1, 1],
    ] {
      let runs = BalancedRuns.runs(of: costs, count: count)
      #expect(runs.flatMap { Array($0) } == Array(costs.indices))
      #expect(runs.count <= count && runs.allSatisfy { !$0.isEmpty })
      let most = runs.map { costs[$0].reduce(0, +) }.max() ?? 0
      #expect(most == Self.least(costs[...], count), "\(costs) in \(count): \(runs)")
    }
  }

  /// By trying every way to split.
  private static func least(_ costs: ArraySlice<Int>, _ count: Int) -> Int {
    let sum = costs.reduce(0, +)
    if count == 1 || costs.isEmpty { return sum }
    return (1...costs.count).map { length in
      max(costs.prefix(length).reduce(0, +), least(costs.dropFirst(length), count - 1))
    }.min() ?? sum
  }

  @Test("a task says how long it takes, by the estimate that 'plan --cost' prints")
  func costs() throws {
    let json = farm("slurm", "--tasks", "9", "--json")
    #expect(json.status == 0, "\(json.messages)")
    // Chunks of two seconds: a, a, b, and b with a quarter over it.
    let tasks = json.output.matches(of: #/"range": "(\d+\.\.\d+)", "seconds": ([\d.]+)/#)
    #expect(tasks.count == 4, "\(json.output)")
    let cost = sandbox.run(
      "plan", sandbox.file("it's edit/day.json"), "--media", sandbox.file("more"), "--cost",
      "--no-cache", "--json", "--cores", "1")
    #expect(cost.status == 0, "\(cost.messages)")
    let costs = try JSONDecoder().decode(Costs.self, from: Data(cost.output.utf8))
    let sums = costs.chunks.map { $0.decode + $0.compose + $0.encode + $0.mix }
    #expect(costs.chunks.map(\.kind).filter { $0 == "picture" }.count == 4)
    let told = tasks.compactMap { Double($0.2) }.reduce(0, +)
    #expect(abs(told - sums.reduce(0, +)) < 0.002 * Double(tasks.count), "\(told) \(sums)")
  }

  /// What is looked at of `plan --cost --json`.
  private struct Costs: Decodable {
    struct Chunk: Decodable {
      var kind: String
      var decode, compose, encode, mix: Double
    }
    var chunks: [Chunk]
  }

  @Test("the scripts of Slurm do in any order what a render does")
  func slurmScripts() throws {
    let outcome = farm("slurm", "--tasks", "3")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.messages.contains("4 chunks in 3 tasks, the longest has"), "\(outcome.messages)")
    #expect(
      try sandbox.names("out.farm") == [
        "chunks.sh", "farm.json", "join.sh", "plan.json", "submit.sh",
      ])
    for task in ["2", "0", "1"] {
      let done = try sandbox.execute(
        "/bin/sh", ["chunks.sh"], in: "out.farm", environment: ["SLURM_ARRAY_TASK_ID": task])
      #expect(done.status == 0, "\(done.messages)")
      #expect(!sandbox.exists("out.mp4"))
    }
    let joined = try sandbox.execute("/bin/sh", ["join.sh"], in: "out.farm")
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try sandbox.bytes("out.mp4") == sandbox.bytes("whole.mp4"))
    let none = try sandbox.execute(
      "/bin/sh", ["chunks.sh"], in: "out.farm", environment: ["SLURM_ARRAY_TASK_ID": "3"])
    #expect(none.status == 2 && none.messages.contains("there is no task 3"))

    // Ours are written again, files of others are not.
    #expect(farm("slurm").status == 0)
    try sandbox.write("out.farm/join.sh", "echo mine\n")
    let kept = farm("slurm")
    #expect(kept.status == 2 && kept.messages.contains("cutlist did not write it"))
    #expect(try text("out.farm/join.sh") == "echo mine\n")
  }

  @Test("what the command line says of a project is said to the machines")
  func options() throws {
    let store = sandbox.file("chunk store")
    let outcome = farm(
      "slurm", "--confine", "--allow-path", sandbox.file("media"), "--on-damage", "conceal",
      "--limit", "tracks=90", "--jobs", "3", "--store", store, "--memory", "2G", "--quiet",
      "--folder", sandbox.file("a/b"))
    #expect(outcome.status == 0, "\(outcome.messages)")
    let chunks = try text("a/b/chunks.sh")
    let join = try text("a/b/join.sh")
    for option in [
      "--confine", "--allow-path \(sandbox.file("media"))", "--on-damage conceal",
      "--limit tracks=90", "--store '\(store)'", #"--map '.=\#(sandbox.file(#"it'\''s edit"#))'"#,
      "--map b.mp4=\(sandbox.file("more/b.mp4"))",
    ] {
      #expect(chunks.contains(option), "\(option): \(chunks)")
      #expect(join.contains(option), "\(option): \(join)")
    }
    #expect(chunks.contains("--jobs 3 --memory 2G") && !join.contains("--memory"), "\(chunks)")
    #expect(chunks.contains("#SBATCH --cpus-per-task=3\n"))
    let done = try sandbox.execute(
      "/bin/sh", ["chunks.sh"], in: "a/b", environment: ["SLURM_ARRAY_TASK_ID": "0"])
    #expect(done.status == 0, "\(done.messages)")
    #expect(!sandbox.files(below: "chunk store", ending: ".chunk").isEmpty)
  }

  @Test("command lines that make no sense are refused with words")
  func usage() throws {
    let project = sandbox.file("it's edit/day.json")
    let media = ["--media", sandbox.file("more")]
    let movie = sandbox.file("out.mp4")
    for (words, message) in [
      (["pbs", project, "-o", movie], "farm takes 'slurm', 'openjd' or 'status', not 'pbs'"),
      (["slurm", project], "-o FILE.mp4 says where"),
      (["slurm", project, "-o", "-"], "-o FILE.mp4 says where"),
      (["slurm", project, "-o", movie, "--tasks", "1001"] + media, "--tasks takes at most 1000"),
      (["openjd", project, "-o", movie, "--submit"] + media, "--submit goes with"),
      (["slurm", project, "-o", sandbox.file("more/b.mp4")] + media, "own files (media"),
    ] {
      let outcome = sandbox.run(["farm"] + words)
      #expect(outcome.status == 2 && outcome.messages.contains(message), "\(outcome.messages)")
    }
    #expect(!sandbox.exists("out.farm"))
    #expect(sandbox.run("farm", "slurm", sandbox.file("a.json"), "-o", movie).status == 2)
  }

  @Test("tasks ask Slurm for what the estimate says")
  func need() throws {
    let outcome = farm("slurm", "--tasks", "1", "--json")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let script = try text("out.farm/chunks.sh")
    let memory = try #require(script.firstMatch(of: #/#SBATCH --mem=(\d+)M\n/#)?.1)
    let told = sandbox.run(
      "render", sandbox.file("it's edit/day.json"), "-o", sandbox.file("told.mp4"), "--no-cache",
      "--media", sandbox.file("more"), "--memory", "64M")
    // What is refused is told with what one worker needs, and an eighth more is asked for.
    let least = try #require(told.messages.firstMatch(of: #/needs up to (\d+) MiB/#)?.1)
    let (asked, needed) = (try #require(Int(memory)), try #require(Int(least)))
    #expect(asked >= (needed - 1) * 9 / 8 && asked <= needed * 9 / 8 + 2, "\(asked) \(needed)")
    let minutes = try #require(script.firstMatch(of: #/#SBATCH --time=(\d+)\n/#)?.1)
    let seconds = try #require(outcome.output.firstMatch(of: #/"seconds": ([\d.]+)/#)?.1)
    let longest = try #require(Double(seconds))
    #expect(Double(minutes) ?? 0 >= 10 + longest * 4 / 60 - 0.1)
    #expect(Double(minutes) ?? 99 <= 11 + longest * 4 / 60)
    #expect(!(try text("out.farm/join.sh").contains("--mem")))
  }

  @Test("tasks say on which machine they ran, when, and for which time")
  func log() throws {
    #expect(farm("slurm", "--tasks", "1").status == 0)
    let done = try sandbox.execute(
      "/bin/sh", ["chunks.sh"], in: "out.farm",
      environment: ["SLURM_ARRAY_TASK_ID": "0", "SLURM_RESTART_COUNT": "2"])
    #expect(done.status == 0, "\(done.messages)")
    let host = try sandbox.execute("/bin/uname", ["-n"]).output.trimmingCharacters(
      in: .whitespacesAndNewlines)
    #expect(
      done.messages.contains(
        #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [^ ]+, job none, attempt 3: begins task 0, 0\.\.4\n/#),
      "\(done.messages)")
    #expect(done.messages.contains("\(host), job none, attempt 3: ended with 0"))
  }

  @Test("chunks of sound count where they are ordered as they count where they are told of")
  func soundCounts() throws {
    // A second of pictures a chunk, and 2 s of sound in one.
    try sandbox.write(
      "s.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "video": { "gop": "1s" } },
        "media": { "t": { "generate": "tone", "level": 0.1 } },
        "tracks": [ { "audio": [ { "clip": "t", "duration": "2s" } ] } ] }
      """)
    let ordered = sandbox.run(
      "farm", "slurm", sandbox.file("s.json"), "-o", sandbox.file("s.mp4"), "--no-cache",
      "--program", RunningProgram.path)
    #expect(ordered.status == 0, "\(ordered.messages)")
    let told = sandbox.run("farm", "status", sandbox.file("s.farm")).output
    let count = try #require(told.firstMatch(of: #/0 of (\d+) chunks are there/#)?.1)
    #expect(
      ordered.messages.contains("\(count) chunks, 1 of them sound, in "), "\(ordered.messages)")
  }

  @Test("what is there and what is left is told without a movie")
  func status() throws {
    #expect(farm("slurm", "--tasks", "4").status == 0)
    func status(_ more: String...) -> Outcome {
      sandbox.run(["farm", "status", sandbox.file("out.farm")] + more)
    }
    let before = status()
    #expect(before.status == 0, "\(before.messages)")
    #expect(
      before.output.contains("out.mp4: 0 of 4 chunks are there, left: 0..4; there is no movie yet"),
      "\(before.output)")
    #expect(before.output.contains("there is no folder '\(sandbox.file("out.farm/store"))' here"))
    for task in ["0", "2"] {
      let done = try sandbox.execute(
        "/bin/sh", ["chunks.sh"], in: "out.farm", environment: ["SLURM_ARRAY_TASK_ID": task])
      #expect(done.status == 0, "\(done.messages)")
    }
    #expect(status().output.contains("2 of 4 chunks are there, left: 1..2, 3..4; there is no"))
    let json = status("--json")
    #expect(json.output.contains(#""left": 2"#) && json.output.contains(#""isWritten": false"#))
    #expect(json.output.contains(#"{"kind": "picture", "index": 3, "reason": "missing"}"#))
    #expect(!sandbox.exists("out.mp4"))
    let other = sandbox.run("farm", "status", sandbox.file("media"))
    #expect(other.status != 0 && other.messages.contains("farm.json"), "\(other.messages)")
  }

  @Test("a submission that fails is told of, and the folder is complete")
  func submission() throws {
    try sandbox.makeFolder("bin")
    let sbatch = try sandbox.write("bin/sbatch", "#!/bin/sh\necho 'no controller' >&2\nexit 7\n")
    try sandbox.allow(0o755, "bin/sbatch")
    let words = [
      "farm", "slurm", sandbox.file("it's edit/day.json"), "-o", sandbox.file("out.mp4"), "--media",
      sandbox.file("more"), "--submit", "--no-cache",
    ]
    let path = "\(sandbox.file("bin")):/usr/bin:/bin"
    let failed = try RunningProgram(words, environment: ["PATH": path]).wait()
    #expect(failed.status == 3 && failed.messages.contains("no controller"), "\(failed.messages)")
    #expect(failed.messages.contains("--mem=0 --time=0"), "\(failed.messages)")
    #expect(failed.messages.contains("submit.sh' ended with 7; the folder is complete"))

    // What Slurm is asked for.
    try sandbox.write(
      "bin/sbatch", "#!/bin/sh\necho \"$PWD $*\" >> \(sandbox.file("asked"))\necho '41;cluster'\n")
    #expect(FileManager.default.isExecutableFile(atPath: sbatch))
    let done = try RunningProgram(words, environment: ["PATH": path]).wait()
    #expect(done.status == 0, "\(done.messages)")
    #expect(done.output == "chunks: job 41, 4 tasks\njoin: job 41\n")
    let folder = sandbox.file("out.farm")
    #expect(
      try text("asked") == """
        \(folder) --parsable chunks.sh
        \(folder) --parsable --dependency=afterany:41 join.sh

        """)
  }
}
