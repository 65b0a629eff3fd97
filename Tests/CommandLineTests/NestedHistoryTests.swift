import Foundation
import SeededNumbers
import Testing
import Workspace

@testable import CommandLineInterface
@testable import ProjectHistory

/// An edit that shows four others, and of which two branches at a time change, rename and name anew what
/// the other one changes: by construction it is known which commit has made each of them what it is.
private struct NestedModel: Equatable {
  struct Part: Equatable {
    /// The file's name, the clip's id, and the first picture that it shows.
    var name: String
    var clip = "clip"
    var start: Int
    /// The commit that set `start`.
    var made = 0
  }

  var parts: [Part]

  init() { parts = (0..<4).map { Part(name: "part\($0).json", start: 1000 * $0 + 7) } }

  /// All files by their names.
  var files: [String: String] {
    var files: [String: String] = [:]
    for part in parts {
      files[part.name] = """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
          "media": { "counter": { "generate": "counter" } },
          "tracks": [ { "video": [ { "id": "\(part.clip)", "clip": "counter",
            "in": "\(part.start)f", "duration": "5f" } ] } ] }

        """
    }
    let media = parts.enumerated().map { #""p\#($0)": { "project": "\#($1.name)" }"# }
    let clips = parts.indices.map { #"{ "clip": "p\#($0)", "duration": "5f" }"# }
    files["film.json"] = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { \(media.joined(separator: ", ")) },
        "tracks": [ { "video": [ \(clips.joined(separator: ", ")) ] } ] }

      """
    return files
  }

  /// Does something in a commit: the content of parts of one half, or names of any part.
  mutating func change(in commit: Int, half: Int, _ random: inout some RandomNumberGenerator) {
    let own = Int.random(in: 0..<2, using: &random) * 2 + half
    let other = own ^ 1
    switch Int.random(in: 0..<4, using: &random) {
    case 0: parts[other].name = "name\(commit).json"
    case 1: parts[other].clip = "clip\(commit)"
    default:
      parts[own].start = 10_000 + commit * 100
      parts[own].made = commit
    }
  }

  /// What becomes of two versions of this one: each half's content, and the other half's names.
  func merged(_ first: NestedModel, _ second: NestedModel) -> NestedModel {
    var merged = self
    for index in parts.indices {
      let (content, names) = index % 2 == 0 ? (first, second) : (second, first)
      merged.parts[index].start = content.parts[index].start
      merged.parts[index].made = content.parts[index].made
      merged.parts[index].name = names.parts[index].name
      merged.parts[index].clip = names.parts[index].clip
    }
    return merged
  }
}

@Suite("History of edits that show others")
struct NestedHistoryTests {
  private func subject(_ version: HistoryVersion) -> String {
    version.heading.split(separator: " ").last.map(String.init) ?? ""
  }

  @Test(
    "what one branch changes in a project that the other one renames is that branch's commit",
    arguments: 1...2)
  func random(seed: UInt64) throws {
    let sandbox = try Sandbox.withRepository()
    var random = SeededGenerator(seed: seed)
    var model = NestedModel()
    var stream = ""
    var count = 0
    func commit(_ model: NestedModel, from parents: [Int]) -> Int {
      let text = "\(count)"
      stream += "commit refs/heads/main\nmark :\(count + 1)\n"
      stream += "committer Ann Lee <ann@example.org> \(1_700_000_000 + count * 60) +0000\n"
      stream += "data \(text.utf8.count)\n\(text)\n"
      for (place, parent) in parents.enumerated() {
        stream += "\(place == 0 ? "from" : "merge") :\(parent + 1)\n"
      }
      stream += "deleteall\n"
      for (name, file) in model.files.sorted(by: { $0.key < $1.key }) {
        stream += "M 100644 inline \(name)\ndata \(file.utf8.count)\n\(file)\n"
      }
      count += 1
      return count - 1
    }
    var tip = commit(model, from: [])
    for _ in 0..<4 {
      var (sides, tips) = ([model, model], [tip, tip])
      for _ in 0..<6 {
        let half = Int.random(in: 0..<2, using: &random)
        sides[half].change(in: count, half: half, &random)
        tips[half] = commit(sides[half], from: [tips[half]])
      }
      model = model.merged(sides[0], sides[1])
      if tips[0] == tip || tips[1] == tip {
        tip = tips.max() ?? tip
      } else {
        tip = commit(model, from: tips.shuffled(using: &random))
      }
    }
    try sandbox.write("stream", stream)
    let imported = try sandbox.git(
      in: "films", "fast-import", "--quiet", "--force", input: sandbox.file("stream"))
    try #require(imported.status == 0, "\(imported.messages)")
    try sandbox.git(in: "films", "reset", "--quiet", "--hard")

    var options = WorkspaceOptions()
    options.cache = sandbox.cache
    let path = sandbox.file("films/film.json")
    let file = try ProjectLoader(options).read(path)
    let history = try EditHistory(file, options, jobs: 2)
    #expect(subject(history.versions[0]) == "\(tip)")
    for (index, part) in model.parts.enumerated() {
      let trail = try ContentTrail(of: .picture, at: Int64(index * 5 + 2), in: history)
      let made = subject(history.versions[trail.version])
      #expect(made == "\(part.made)", "part \(index) of seed \(seed)")
      #expect(trail.moves.isEmpty)
    }
    // Each commit that changed a part is told with that.
    let log = sandbox.run("log", path, "--cache", sandbox.cache, "--no-frames").output
    for part in model.parts where part.made > 0 {
      let told = log.split(separator: "\n").drop { !$0.hasSuffix(" Ann Lee: \(part.made)") }
        .dropFirst().prefix { $0.hasPrefix(" ") }
      #expect(told.contains { $0.contains("slipped clip") }, "\(part): \(log)")
    }
  }

  @Test(
    "a path with line ends that no commit has does not stop a history",
    arguments: ["\\n", "\\r\\n"])
  func lineEnds(end: String) throws {
    let sandbox = try Sandbox.withRepository()
    var files = NestedModel().files
    files["film.json"] = files["film.json"]?.replacing(
      "\"media\": {", with: "\"media\": { \"odd\": \"a\(end)b\(end).mkv\",")
    try sandbox.commit(files, "first")
    let log = sandbox.run(
      "log", sandbox.file("films/film.json"), "--cache", sandbox.cache, "--no-frames")
    #expect(log.status == 0 && log.output.contains("first"), "\(log.messages)")
  }

  @Test("what was done in a project that is shown is told by blame")
  func words() throws {
    let sandbox = try Sandbox.withRepository()
    var model = NestedModel()
    try sandbox.commit(model.files, "first")
    model.parts[1].start += 20
    try sandbox.commit(model.files, "slip")
    let answer = sandbox.run(
      "blame", sandbox.file("films/film.json"), "--frame", "7", "--cache", sandbox.cache)
    #expect(answer.output.contains(": slip\n"), "\(answer.output)")
    #expect(answer.output.contains("'part1.json' was changed"), "\(answer.output)")
    #expect(answer.output.contains("slipped clip 'clip' by 2 seconds"), "\(answer.output)")
  }

  @Test("a file that a version does not show yet has no part in its history")
  func before() throws {
    let sandbox = try Sandbox.withRepository()
    var model = NestedModel()
    var alone = model.files
    alone["film.json"] = alone["film.json"]?.replacing("part0.json", with: "part1.json")
    try sandbox.commit(alone, "first")
    model.parts[0].start += 20
    try sandbox.commit(["part0.json": model.files["part0.json"] ?? ""], "apart")
    try sandbox.commit(model.files, "shown")
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache).output
    #expect(log.contains(": shown\n") && log.contains(": first\n"), "\(log)")
    #expect(!log.contains(": apart\n"), "\(log)")
  }
}
