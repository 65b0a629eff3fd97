import Foundation
import Testing

@Suite("render --json and --quiet")
struct RenderResultTests {
  private struct Result: Decodable {
    struct Chunks: Decodable { var total, rendered, reused: Int }
    struct Warning: Decodable { var id, severity: String }
    struct Damage: Decodable {
      var media, kind: String
      var count: Int
    }
    var movie: String
    var bytes: Int
    var unchanged: Bool
    var frames: Int
    var frameRate: String
    var seconds: Double
    var chunks: Chunks
    var warnings: [Warning]
    var damage: [Damage]
    var elapsedSeconds: Double
    var processorSeconds: [String: Double]
    var peakMemory: Int
  }

  private func result(_ outcome: Outcome) throws -> Result {
    #expect(outcome.status == 0, "\(outcome.messages)")
    return try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
  }

  @Test("one object tells what was written")
  func object() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 5, rate: "30000/1001"))
    let first = try result(sandbox.render("a.json", to: "a.mp4", "--json"))
    #expect(first.movie == sandbox.file("a.mp4"))
    #expect(try first.bytes == sandbox.bytes("a.mp4").count)
    #expect(!first.unchanged && first.frames == 150 && first.frameRate == "30000/1001")
    #expect(abs(first.seconds - 5.005) < 1e-9)
    #expect(first.chunks.rendered == first.chunks.total && first.chunks.reused == 0)
    #expect(first.warnings.isEmpty && first.damage.isEmpty)
    #expect(first.elapsedSeconds > 0 && first.peakMemory > 1 << 20)
    #expect(first.processorSeconds["encode"].map { $0 > 0 } == true)

    let again = try result(sandbox.render("a.json", to: "a.mp4", "--json"))
    #expect(again.unchanged && again.chunks.reused == again.chunks.total)
    let other = try result(sandbox.render("a.json", to: "b.mp4", "--json"))
    #expect(!other.unchanged && other.chunks.rendered == 0)
  }

  @Test("a project with errors gives no result")
  func errors() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", "{ \"cutlist\": 1, \"tracks\": 3 }")
    let outcome = sandbox.render("a.json", to: "a.mp4", "--json")
    #expect(outcome.status == 1 && outcome.output.isEmpty && !outcome.messages.isEmpty)
  }

  @Test("--quiet says nothing where nothing is wrong")
  func quiet() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json",
      Projects.counter(seconds: 1).replacing(
        "\"cutlist\": 1", with: "\"cutlist\": 1, \"expect\": { \"duration\": \"1s\" }"))
    for words in [
      ["check"], ["render", "-o", "a.mp4", "--memory", "4G"],
      ["frame", "--frame", "0", "-o", "a.png"],
      ["sheet", "-o", "b.png"], ["inspect", "-o", "a.html"], ["test"],
    ] {
      let command =
        [words[0], project]
        + words.dropFirst().map {
          $0.contains(".") ? sandbox.file($0) : $0
        } + (words[0] == "render" ? ["--no-cache"] : [])
      let loud = sandbox.run(command)
      let quiet = sandbox.run(command + ["--quiet"])
      #expect(loud.status == 0 && quiet.status == 0, "\(words): \(loud.output) \(loud.messages)")
      #expect(!(loud.output + loud.messages).isEmpty, "\(words)")
      #expect((quiet.output + quiet.messages).isEmpty, "\(words): \(quiet.messages)")
    }
    let missing = sandbox.run("check", sandbox.file("none.json"), "-q")
    #expect(missing.status == 2 && missing.messages.contains("cannot be read"))
  }

  @Test("the statuses are those of the table, and help is named where it helps")
  func statuses() throws {
    let sandbox = try Sandbox()
    let missing = try sandbox.write(
      "m.json",
      """
      { "cutlist": 1, "output": { "size": "64x36" }, "media": { "a": "gone.mp4" },
        "tracks": [ { "video": [ { "clip": "a", "duration": "1s" } ] } ] }
      """)
    let wrong = try sandbox.write("w.json", "{ \"cutlist\": 1, \"tracks\": 3 }")
    try sandbox.makeFolder("folder")
    for (words, status) in [
      (["check"], []), (["plan"], []), (["frames"], []), (["explain"], ["--frame", "0"]),
      (["render"], ["-o", sandbox.file("a.mp4"), "--no-cache"]),
      (["frame"], ["--frame", "0", "-o", sandbox.file("a.png")]),
      (["sheet"], ["-o", sandbox.file("a.png")]), (["inspect"], ["-o", sandbox.file("a.html")]),
      (["test"], []),
    ] as [([String], [String])] {
      for (name, expected) in [
        (sandbox.file("none.json"), 2), (sandbox.file("m.json"), 3), (wrong, 1),
      ] as [(String, Int32)] {
        let outcome = sandbox.run(words + [name] + status)
        #expect(outcome.status == expected, "\(words) \(name): \(outcome.messages)")
        #expect(!outcome.messages.contains("cutlist help"), "\(outcome.messages)")
      }
    }
    #expect(missing == sandbox.file("m.json"))
    for words in [["rendr"], ["render", "--nothing"], ["check"], ["plan", "a", "b"]] {
      let outcome = inProcess(words)
      #expect(outcome.status == 2 && outcome.messages.contains("see 'cutlist help"))
    }
  }
}
