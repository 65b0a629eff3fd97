import ChunkStorage
import Diagnostics
import Foundation
import PlanModel
import Rendering
import Testing
import Workspace

@testable import CommandLineInterface

/// Plans that are rendered in runs of chunks and joined elsewhere.
@Suite struct ChunkCommandTests {
  private let sandbox: Sandbox
  /// What one machine makes of the project.
  private let movie: Data

  /// A plan of 16 chunks of pictures and two of sound.
  private static let planned = Result {
    try PlannedMovie(
      Projects.counter(
        seconds: 64, rate: "5", size: "64x36", gop: 20, audio: Projects.fastSound))
  }

  init() throws {
    sandbox = try Sandbox()
    let planned = try Self.planned.get()
    try planned.write(to: sandbox)
    movie = planned.movie
  }

  private var store: String { sandbox.file("store") }

  private func words(_ range: String?) -> [String] {
    ["chunks", sandbox.file("p.json"), "--store", store, "--json"]
      + (range.map { ["--range", $0] } ?? [])
  }

  private func join(_ name: String = "a.mp4") -> Outcome {
    sandbox.run("join", sandbox.file("p.json"), "--store", store, "-o", sandbox.file(name))
  }

  private func file(of line: ChunkLine) -> String {
    "store/chunks/\(line.key.prefix(2))/\(line.key).chunk"
  }

  @Test(
    "processes with one store at the same time give the movie of one render",
    arguments: [["0..8", "8..16"], ["0..11", "5..16"], ["0..16", "0..16"]])
  func together(ranges: [String]) throws {
    let programs = try ranges.map { try RunningProgram(words($0) + ["--jobs", "1"]) }
    var lines: [ChunkLine] = []
    for (program, range) in zip(programs, ranges) {
      let outcome = program.wait()
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(outcome.messages.contains("chunks \(range), sound included"), "\(outcome.messages)")
      lines += try ChunkLine.all(in: outcome.output)
    }
    #expect(Set(lines.map(\.name)).count == 18)
    #expect(lines.allSatisfy { $0.bytes > 0 && $0.seconds >= 0 })
    let joined = join()
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(joined.messages.contains("joined 18 chunks, 320 frames, to"))
    #expect(try sandbox.bytes("a.mp4") == movie)
    #expect(sandbox.files(below: "store", ending: ".partial").isEmpty)

    // Once more changes nothing, and a render of the project finds each of them.
    let again = sandbox.run(words(nil))
    let states = try ChunkLine.all(in: again.output).map(\.state)
    #expect(states == Array(repeating: "present", count: 18))
    let rendered = sandbox.run(
      "render", sandbox.file("a.json"), "-o", sandbox.file("b.mp4"), "--cache", store, "--progress",
      "json")
    let last = try #require(ProgressLine.all(in: rendered.messages).last ?? nil)
    #expect(last.chunksReused == 16 && last.chunksRendered == 0)
    #expect(try sandbox.bytes("b.mp4") == movie)
  }

  @Test("runs that follow each other have each chunk once")
  func runs() throws {
    var names: [String] = []
    for range in ["..3", "3..4", "4..10", "10.."] {
      names += try ChunkLine.all(in: sandbox.run(words(range)).output).map(\.name)
    }
    let all = (0..<16).map { "picture \($0)" } + ["sound 0", "sound 1"]
    #expect(names.sorted() == all.sorted())
  }

  @Test("chunks that are damaged, cut short or missing are all named, and rendered again")
  func damage() throws {
    let lines = try ChunkLine.all(in: sandbox.run(words(nil)).output)
    func path(_ name: String) throws -> String {
      file(of: try #require(lines.first { $0.name == name }))
    }
    for (name, change) in [
      ("picture 2", { (bytes: inout Data) in bytes[bytes.count / 2] ^= 1 }),
      ("picture 3", { bytes in bytes[bytes.count - 1] ^= 128 }),
      ("picture 9", { bytes in bytes = bytes.prefix(bytes.count - 7) }),
      ("sound 1", { bytes in bytes[60] ^= 4 }),
    ] as [(String, (inout Data) -> Void)] {
      var bytes = try sandbox.bytes(path(name))
      change(&bytes)
      try sandbox.write(path(name), bytes)
    }
    for name in ["picture 12", "sound 0"] {
      try FileManager.default.removeItem(atPath: sandbox.file(path(name)))
    }
    // It changes nothing, so it says the same again.
    for _ in 0..<2 {
      let outcome = join()
      #expect(outcome.status == 3)
      #expect(!sandbox.exists("a.mp4") && sandbox.files(ending: ".partial").isEmpty)
      for line in [
        "cutlist: chunk 2 (frames 40..60) is damaged",
        "cutlist: chunk 3 (frames 60..80) is damaged",
        "cutlist: chunk 9 (frames 180..200) is damaged",
        "cutlist: chunk 12 (frames 240..260) is missing", "cutlist: sound 0 is missing",
        "cutlist: sound 1 is damaged", "6 of 18 chunks cannot be joined, and no movie was written",
        "--range A..B': 0..1, 2..4, 7..8, 9..10, 12..13",
      ] {
        #expect(outcome.messages.contains(line), "\(line): \(outcome.messages)")
      }
    }
    let json = sandbox.run(
      "join", sandbox.file("p.json"), "--store", store, "-o", sandbox.file("a.mp4"), "--json")
    #expect(json.status == 3 && json.output.contains(#""movie": null"#), "\(json.output)")
    #expect(json.output.contains(#"{"kind": "picture", "index": 12, "reason": "missing"}"#))

    var rendered: [String] = []
    for range in ["0..1", "2..4", "7..8", "9..10", "12..13"] {
      rendered += try ChunkLine.all(in: sandbox.run(words(range)).output)
        .filter { $0.state == "rendered" }.map(\.name)
    }
    #expect(
      rendered.sorted()
        == ["picture 12", "picture 2", "picture 3", "picture 9", "sound 0", "sound 1"])
    #expect(join().status == 0)
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test("a worker that is killed leaves nothing that is taken for whole", arguments: [2, 5, 9])
  func killed(after count: Int) throws {
    let program = try RunningProgram(words(nil) + ["--jobs", "1"])
    while sandbox.files(below: "store", ending: ".chunk").count < count { usleep(500) }
    program.send(SIGKILL)
    #expect(program.wait().status == -SIGKILL)
    let early = join()
    #expect(early.status == 3 && early.messages.contains("is missing"), "\(early.messages)")
    #expect(!early.messages.contains("damaged"))
    let lines = try ChunkLine.all(in: sandbox.run(words(nil)).output)
    #expect(lines.count { $0.state == "present" } >= count)
    #expect(join().status == 0)
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test("a worker that is interrupted says so and keeps what it has finished")
  func interrupted() throws {
    let program = try RunningProgram(words(nil) + ["--jobs", "1"])
    while sandbox.files(below: "store", ending: ".chunk").isEmpty { usleep(500) }
    program.send(SIGTERM)
    let outcome = program.wait()
    #expect(outcome.status == 130)
    #expect(outcome.messages.contains("interrupted; finished chunks are kept"))
  }

  @Test("chunks that share bits are the same whoever renders which", .timeLimit(.minutes(60)))
  func sharedBits() throws {
    let text = Projects.counter(
      seconds: 24, rate: "5", size: "64x36", gop: 20, audio: Projects.fastSound
    )
    .replacing(#""crf": 18"#, with: #""bitRate": "40k""#)
    let project = try sandbox.write("bits.json", text)
    let whole = sandbox.run("render", project, "-o", sandbox.file("bits.mp4"), "--no-cache")
    try #require(whole.status == 0, "\(whole.messages)")
    #expect(sandbox.run("plan", project, "--write", sandbox.file("p.json"), "--force").status == 0)
    let empty = join()
    #expect(empty.status == 3 && empty.messages.contains("was not measured"), "\(empty.messages)")
    let programs = try ["0..3", "3..6"].map { try RunningProgram(words($0)) }
    for program in programs {
      let outcome = program.wait()
      #expect(outcome.status == 0, "\(outcome.messages)")
    }
    let joined = join()
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("bits.mp4"))
  }

  @Test("a store without a chunk says which versions it looked for")
  func emptyStore() {
    let outcome = join()
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("18 of 18 chunks cannot be joined"))
    #expect(outcome.messages.contains("there is no folder '\(store)' here"))
    try? sandbox.makeFolder("store")
    #expect(join().messages.contains("chunks of other versions of cutlist or its libraries"))
    try? FileManager.default.removeItem(atPath: store)
    #expect(outcome.messages.contains("--range A..B': 0..16"), "\(outcome.messages)")
    #expect(!sandbox.exists("store"))
  }

  @Test("a plan of other versions is refused at once, by their names")
  func versions() throws {
    let plan = String(decoding: try sandbox.bytes("p.json"), as: UTF8.self)
    let library = try #require(plan.firstMatch(of: #/libavcodec [\d.]+/#)?.0)
    try sandbox.write("p.json", plan.replacing(library, with: "libavcodec 1.2.3"))
    let outcome = sandbox.run(words("0..1"))
    #expect(outcome.status == 3 && !sandbox.exists("store"), "\(outcome.messages)")
    #expect(
      outcome.messages.contains(
        "the plan was made by libavcodec 1.2.3, and here is \(library): chunks of different"),
      "\(outcome.messages)")
  }

  @Test("chunks that other versions have made are named with these")
  func strangers() throws {
    let file = SourceFile(path: sandbox.file("p.json"), bytes: [UInt8](try sandbox.bytes("p.json")))
    let project = ProjectLoader(WorkspaceOptions()).load(plan: file)
    let plan = try #require(project.plan)
    let other = RenderPlan.programContext.replacing(#/libavcodec [\d.]+/#, with: "libavcodec 1.2.3")
    let session = project.session(
      for: plan, store: DiskChunkStore(keepingIn: store, program: other), jobs: 1,
      cancellation: Cancellation(), program: other)
    try session.render(chunks: 2..<4) { _ in }
    let outcome = join()
    #expect(outcome.status == 3, "\(outcome.messages)")
    for line in [
      "chunk 1 (frames 20..40) is missing",
      "chunk 2 (frames 40..60) is there, but made by libavcodec 1.2.3",
      "chunk 3 (frames 60..80) is there, but made by libavcodec 1.2.3",
      "and they have libavcodec 1.2.3: install the same on all machines",
    ] {
      #expect(outcome.messages.contains(line), "\(line): \(outcome.messages)")
    }
  }

  @Test("a store that cannot be read is said to be so, and not called empty")
  func unreadable() throws {
    try #require(sandbox.run(words(nil)).status == 0)
    // A folder without rights, where they count: to root none do.
    let (name, reason) =
      geteuid() == 0 ? ("store/chunks", "not a directory") : ("store", "permission denied")
    if geteuid() == 0 {
      try FileManager.default.moveItem(
        atPath: sandbox.file(name), toPath: sandbox.file("store/moved"))
      try sandbox.write(name, "no folder")
    } else {
      try sandbox.allow(0, name)
    }
    let outcome = join()
    if geteuid() != 0 { try sandbox.allow(0o755, name) }
    #expect(outcome.status == 3, "\(outcome.messages)")
    #expect(
      outcome.messages.contains("chunk 2 (frames 40..60) cannot be read from the store: \(reason)"),
      "\(outcome.messages)")
    #expect(!outcome.messages.contains("is missing"))
  }

  @Test("command lines that make no sense are refused with words")
  func usage() {
    let plan = sandbox.file("p.json")
    let movie = sandbox.file("a.mp4")
    for (words, status, message) in [
      (["chunks", plan], 2, "--store DIR says where finished chunks are"),
      (["chunks", plan, "--store", store, "--range", "3"], 2, "takes numbers of chunks A..B"),
      (["chunks", plan, "--store", store, "--range", "1s..2s"], 2, "takes numbers of chunks A..B"),
      (["chunks", plan, "--store", store, "--range", "4..4"], 2, "the plan has 0..16"),
      (["chunks", plan, "--store", store, "--range", "4..17"], 2, "the plan has 0..16"),
      (["chunks", plan, "--store", store, "--map", "/a=/b"], 2, "no path of the plan begins"),
      (["chunks", sandbox.file("a.json"), "--store", store], 1, "this is a project, not a plan"),
      (["join", plan, "--store", store], 2, "-o FILE.mp4 says where the movie is written"),
      (["join", plan, "-o", movie], 2, "--store DIR says where finished chunks are"),
      (["join", plan, "--store", store, "-o", plan], 2, "is written as .mp4"),
    ] as [([String], Int32, String)] {
      let outcome = sandbox.run(words)
      #expect(outcome.status == status, "\(words): \(outcome.messages)")
      #expect(outcome.messages.contains(message), "\(words): \(outcome.messages)")
    }
    #expect(!sandbox.exists("store") && !sandbox.exists("a.mp4"))
    let taken = sandbox.run("chunks", plan, "--store", sandbox.file("whole.mp4") + "/store")
    #expect(taken.status == 3 && taken.messages.contains("cannot be made: not a directory"))
  }
}

/// Plans whose media lie elsewhere than where they were written.
@Suite struct MovedChunkTests {
  @Test("moved media are found with --map, and what was changed is refused")
  func moved() throws {
    let sandbox = try Sandbox()
    for folder in ["edit", "media", "else"] { try sandbox.makeFolder(folder) }
    let made = try sandbox.write(
      "make.json",
      Projects.counter(
        seconds: 3, rate: "10", size: "64x36", gop: 10, audio: Projects.fastSound))
    try #require(sandbox.run("render", made, "-o", sandbox.file("media/clip.mp4")).status == 0)
    let project = try sandbox.write(
      "edit/a.json",
      """
      { "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "video": { "preset": "ultrafast" } },
        "media": { "clip": "../media/clip.mp4" },
        "tracks": [ { "video": [ { "clip": "clip" } ] },
                    { "titles": [ { "at": "1s", "duration": "1s", "text": "A", "size": 20 } ] } ] }
      """)
    let plan = sandbox.file("edit/p.json")
    #expect(
      sandbox.run("render", project, "-o", sandbox.file("whole.mp4"), "--no-cache").status == 0)
    #expect(sandbox.run("plan", project, "--write", plan).status == 0)
    try FileManager.default.moveItem(
      atPath: sandbox.file("media/clip.mp4"), toPath: sandbox.file("else/clip.mp4"))
    let words = ["chunks", plan, "--store", sandbox.file("store"), "--no-cache"]
    let map = ["--map", "../media=" + sandbox.file("else")]
    let lost = sandbox.run(words)
    #expect(lost.status == 3 && lost.messages.contains("with --map FROM=TO"), "\(lost.messages)")

    let bytes = try sandbox.bytes("else/clip.mp4")
    var other = bytes
    other[other.count / 2] ^= 1
    try sandbox.write("else/clip.mp4", other)
    let changed = sandbox.run(words + map)
    #expect(changed.status == 3, "\(changed.messages)")
    #expect(changed.messages.contains("is not what the plan was made of"), "\(changed.messages)")
    #expect(!sandbox.exists("store"))

    try sandbox.write("else/clip.mp4", bytes)
    let found = sandbox.run(words + map)
    #expect(found.status == 0, "\(found.messages)")
    // The movie may not replace the plan's media, which it could be one of by its mark.
    let movie = sandbox.file("a.mp4")
    let join = ["join", plan, "--store", sandbox.file("store"), "-o"]
    let over = sandbox.run(join + [sandbox.file("else/clip.mp4")] + map)
    #expect(over.status == 2 && over.messages.contains("own files (media)"), "\(over.messages)")
    #expect(try sandbox.bytes("else/clip.mp4") == bytes)
    // Joining takes no media.
    try FileManager.default.removeItem(atPath: sandbox.file("else"))
    let joined = sandbox.run(join + [movie])
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("whole.mp4"))
  }

  @Test(
    "a store that is full ends a run clearly, and with room it goes on",
    .enabled(if: Shell.canMount, "needs the right to mount"))
  func fullStore() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", IncrementalProject.text)
    #expect(
      sandbox.run("render", project, "-o", sandbox.file("whole.mp4"), "--no-cache").status == 0)
    #expect(sandbox.run("plan", project, "--write", sandbox.file("p.json")).status == 0)
    try sandbox.makeFolder("small")
    let status = try Shell.run(
      """
      run() { n=$1; shift; "$program" "$@" > $n.out 2> $n.err; echo $? > $n; }
      program=$1; cd "$2" || exit 99
      mount -t tmpfs -o size=64k none small || exit 98
      run 1 chunks p.json --store small --jobs 1
      find small -name '*.chunk' | wc -l > kept; find small -name '*.partial' > partial
      run 2 join p.json --store small -o a.mp4
      mount -o remount,size=16m small || exit 96
      run 3 chunks p.json --store small
      run 4 join p.json --store small -o a.mp4
      """, [RunningProgram.path, sandbox.path], privately: true)
    try #require(status == 0)
    func text(_ name: String) throws -> String {
      String(decoding: try sandbox.bytes(name), as: UTF8.self)
    }
    #expect(try text("1") == "3\n")
    let full = try text("1.err")
    #expect(full.contains("the store 'small' cannot be written to: no space left on device"))
    #expect(full.contains("make room and run the command again"), "\(full)")
    #expect(try text("partial").isEmpty)
    #expect(try text("kept") != "0\n")
    #expect(try text("2") == "3\n")
    #expect(try text("2.err").contains("is missing"))
    #expect(try text("3") == "0\n")
    #expect(try text("3.out").contains(": present,"))
    #expect(try text("4") == "0\n")
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("whole.mp4"))
  }
}

/// A line of `chunks --json`.
private struct ChunkLine: Decodable {
  var kind: String
  var index: Int
  var key: String
  var state: String
  var bytes: Int
  var seconds: Double

  var name: String { "\(kind) \(index)" }

  static func all(in text: String) throws -> [ChunkLine] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(ChunkLine.self, from: Data($0.utf8))
    }
  }
}
