import Diagnostics
import ParameterTables
import ScratchFolders
import Testing
import Workspace

@testable import RenderFarm

@Suite("Folders of jobs")
struct FarmFolderTests {
  private let folder: ScratchFolder
  private let project: String

  /// Eight seconds, which are four chunks of about two.
  init() throws {
    folder = try ScratchFolder()
    project = try folder.write(
      "day.json",
      """
      { "cutlist": 1,
        "parameters": { "length": { "type": "time", "default": "8s" } },
        "output": { "size": "64x36", "frameRate": 10, "audio": false, "video": { "gop": "10f" } },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "counter", "duration": { "use": "length" } } ] } ] }
      """)
  }

  private func order(_ scheduler: Scheduler = .slurm, _ output: String = "it's out.mp4")
    -> FarmOrder
  {
    var order = FarmOrder(scheduler, project: project, output: folder.file(output))
    order.tasks = 2
    order.program = "echo"
    order.folder = folder.file("jobs")
    return order
  }

  @Test("a shell reads the scripts as the commands that were meant")
  func scripts() throws {
    let messages = CollectedMessages()
    let written = try FarmWriter(order()).write(WorkspaceOptions(), messages)
    #expect(written.failed == nil && written.folder.hasSuffix("/jobs"))
    #expect(messages.text.contains(": 4 chunks in 2 tasks"), "\(messages.text)")
    #expect(
      try folder.names(in: "jobs") == [
        "chunks.sh", "farm.json", "join.sh", "plan.json", "submit.sh",
      ])
    var ranges: [String] = []
    for task in ["0", "1"] {
      let outcome = try folder.run(
        "/bin/sh", ["chunks.sh"], in: "jobs", environment: ["SLURM_ARRAY_TASK_ID": task])
      #expect(outcome.status == 0)
      let words = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(words.starts(with: ["chunks", "plan.json", "--store", "store", "--jobs", "1"]))
      let place = try #require(words.firstIndex(of: "--range"))
      ranges.append(words[place + 1])
    }
    #expect(ranges.first?.hasPrefix("0..") == true && ranges.last?.hasSuffix("..4") == true)
    let join = try folder.run("/bin/sh", ["join.sh"], in: "jobs")
    #expect(join.output.contains("-o \(folder.file("it's out.mp4")) --wait"))
    let none = try folder.run(
      "/bin/sh", ["chunks.sh"], in: "jobs", environment: ["SLURM_ARRAY_TASK_ID": "2"])
    #expect(none.status == 2)
  }

  @Test("the folder knows how far its jobs are")
  func status() throws {
    _ = try FarmWriter(order()).write(WorkspaceOptions(), CollectedMessages())
    let found = try FarmStatus(folder.file("jobs"))
      .look(WorkspaceOptions(), limits: [], CollectedMessages())
    #expect(
      found.lines.first
        == "\(folder.file("it's out.mp4")): 0 of 4 chunks are there, left: 0..4; "
        + "there is no movie yet")
    #expect(found.json.contains("\"left\": 4"))
    #expect(throws: CommandFailure.self) { try FarmStatus(folder.path) }
    try folder.write("jobs/farm.json", "{}")
    #expect(throws: CommandFailure.self) { try FarmStatus(folder.file("jobs")) }
  }

  @Test("each row of a table has a plan, and one that is wrong is told and left out")
  func batch() throws {
    let table = try folder.write("rows.csv", "length,name\n2s,a\nlong,b\n6s,c\n")
    let rows = try RowMovies(
      table, project: project, named: folder.file("{name}.mp4"), WorkspaceOptions()
    ).movies
    let messages = CollectedMessages()
    let written = try BatchWriter(order(), rows, WorkspaceOptions(), messages).write()
    #expect(written.failed == .projectWrong)
    #expect(messages.text.contains("cutlist: row 2 (line 3, \(folder.file("b.mp4"))): left out"))
    #expect(try folder.names(in: "jobs/plans") == ["00001.json", "00003.json"])
    // The first two seconds are those of both.
    #expect(messages.text.contains("4 chunks, 3 different ones"), "\(messages.text)")
    for script in try folder.names(in: "jobs/chunks") {
      #expect(try folder.run("/bin/sh", ["-n", "chunks/" + script], in: "jobs").status == 0)
    }
  }

  @Test("a record is read as it was written, and nothing else is one")
  func record() throws {
    let record = FarmRecord(
      store: .program("keep"),
      movies: [
        .init(plan: "p", path: "/a", row: "row 1", limits: ["layers=9"]),
        .init(plan: "q", path: "/b"),
      ])
    #expect(FarmRecord(SourceFile(path: "farm.json", text: record.text)) == record)
    for text in ["", "{}", "{ \"cutlistFarm\": 1, \"store\": \"s\", \"movies\": [] }", "[1]"] {
      #expect(FarmRecord(SourceFile(path: "farm.json", text: text)) == nil, "\(text)")
    }
  }
}
