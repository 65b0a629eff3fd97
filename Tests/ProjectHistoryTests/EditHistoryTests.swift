import GitRepository
import PlanModel
import ScratchFolders
import SeededNumbers
import Testing
import Workspace

@testable import ProjectHistory

@Suite("Histories of projects")
struct EditHistoryTests {
  /// A hundred frames after 200 commits, one of which renames the project and one of which nobody can
  /// read.
  @Test("each frame is traced to the commit that is known to have made it, and to have moved it")
  func table() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 12)
    var model = HistoryModel(clips: 12)
    var stream = ""
    for commit in 0..<200 {
      if commit > 0, commit != 150 { model.change(in: commit, &random) }
      let text = commit == 150 ? "{ \"cutlist\": 1, " : model.text
      stream += "commit refs/heads/main\n"
      stream += "committer Ann Lee <ann@example.org> \(1_700_000_000 + commit * 60) +0000\n"
      stream += "data \("\(commit)".utf8.count)\n\(commit)\n"
      if commit == 100 { stream += "R promo.json film.json\n" }
      let name = commit < 100 ? "promo.json" : "film.json"
      stream += "M 100644 inline \(name)\ndata \(text.utf8.count)\n\(text)\n"
    }
    try folder.git(in: "", "init", "--quiet", "--initial-branch=main", "films")
    let imported = try folder.git(
      in: "films", "fast-import", "--quiet", input: try folder.write("stream", stream))
    try #require(imported.status == 0)
    try folder.git(in: "films", "reset", "--quiet", "--hard")

    let path = folder.file("films/film.json")
    var options = WorkspaceOptions()
    options.cache = folder.file("cache")
    let loader = ProjectLoader(options)
    let file = try loader.read(path)
    let count = try #require(loader.load(file).plan).output.frameCount
    #expect(count == model.made.count)
    // Once cold, and once from what was kept.
    for _ in 0..<2 {
      let history = try EditHistory(file, options, jobs: 2)
      #expect(history.versions.count == 200)
      for _ in 0..<100 {
        let frame = Int.random(in: 0..<count, using: &random)
        let trail = try ContentTrail(of: .picture, at: Int64(frame), in: history)
        let made = subject(history.versions[trail.version])
        #expect(made == "\(model.made[frame])", "frame \(frame)")
        let moved = trail.moves.first.map { subject(history.versions[$0.version]) }
        #expect(moved == model.moved[frame].map { "\($0)" }, "frame \(frame)")
      }
    }
    let history = try EditHistory(file, options, jobs: 2)
    let log = EditLog(history: history, movies: false, limit: .max)
    var told = ""
    try log.tell(color: false) { told += $0 }
    let headings = told.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let subjects = headings.compactMap { Int($0.split(separator: " ").last ?? "") }
    #expect(subjects == (0..<200).reversed())
    #expect(told.contains("renamed from promo.json") && log.note == nil)
  }

  private func subject(_ version: HistoryVersion) -> String {
    version.heading.split(separator: " ").last.map(String.init) ?? ""
  }

  private func commit(_ folder: ScratchFolder, _ text: String, _ subject: String) throws {
    try folder.write("films/day.json", text)
    try folder.git(in: "films", "add", "--all")
    try folder.git(in: "films", "commit", "--quiet", "--message", subject)
  }

  private func project(_ clips: String...) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "red": { "color": "red" }, "counter": { "generate": "counter" } },
      "tracks": [ { "video": [
        \(clips.map { "{ \"clip\": \"\($0)\", \"duration\": \"1s\" }" }.joined(separator: ",\n    "))
      ] } ] }

    """
  }

  @Test("a project is found by its path, its commits, and as a commit has it")
  func choices() throws {
    let folder = try ScratchFolder()
    try folder.git(in: "", "init", "--quiet", "--initial-branch=main", "films")
    try commit(folder, project("red"), "first")
    try commit(folder, project("counter", "red"), "second")
    try folder.write("films/day.json", project("counter", "red", "red"))
    let path = folder.file("films/day.json")
    let loader = ReportingLoader(WorkspaceOptions(), CollectedMessages())
    func subjects(_ words: [String], revisions: Int? = nil) throws -> [String] {
      let choice = try HistoryChoice(words, revisions: revisions, loader)
      let history = try EditHistory(choice.file, WorkspaceOptions(), jobs: 1, at: choice.tip)
      return history.versions.filter { history.wanted?.contains($0.commit?.hash ?? "") ?? true }
        .map { $0.commit?.subject ?? $0.name }
    }
    #expect(try subjects([path]) == ["not committed", "second", "first"])
    #expect(try subjects([path, "HEAD"]) == ["second", "first"])
    #expect(try subjects(["HEAD~1", path], revisions: 1) == ["first"])
    #expect(try subjects([path, "HEAD~1..HEAD"]) == ["second"])
    #expect(throws: CommandFailure.self) { try subjects(["HEAD", path, path], revisions: 1) }
    #expect(throws: CommandFailure.self) { try subjects([path, "nowhere"]) }
  }

  @Test("a frame has a commit that made it, and one that put it where it is")
  func blame() throws {
    let folder = try ScratchFolder()
    try folder.git(in: "", "init", "--quiet", "--initial-branch=main", "films")
    try commit(folder, project("red"), "made")
    try commit(folder, project("counter", "red"), "put")
    let loaded = ProjectLoader().load(try ProjectLoader().read(folder.file("films/day.json")))
    let plan = try #require(loaded.plan)
    let history = try EditHistory(loaded.file, WorkspaceOptions(), jobs: 1)
    func report(_ subject: BlameSubject) throws -> String {
      try BlameReport(
        subject: subject, history: history,
        trail: try ContentTrail(of: subject.content, at: subject.position, in: history)
      ).text()
    }
    let lines = try report(BlameSubject(frame: 15, of: plan)).split(separator: "\n")
    #expect(lines.first?.hasPrefix("frame 15 of 20") == true && lines[1].contains("'red'"))
    let content = lines.first { $0.hasPrefix("  content") }
    #expect(content?.hasSuffix("Ann Lee: made") == true, "\(lines)")
    let moved = lines.first { $0.hasPrefix("  moved") }
    // All of red looks alike: it is known again as the whole that it is.
    #expect(moved?.hasSuffix("Ann Lee: put: frame 15, was frame 5") == true, "\(lines)")
    #expect(try report(BlameSubject(frame: 3, of: plan)).contains("Ann Lee: put\n"))
  }
}
