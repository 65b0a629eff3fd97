import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct CommandTests {
  @Test("check of a good project says so and writes nothing to standard output")
  func check() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.mixed)
    let outcome = sandbox.run("check", sandbox.file("a.json"))
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "\(sandbox.file("a.json")): nothing wrong\n")
  }

  @Test("check reports all findings at once, sorted, as text and as data")
  func findings() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json",
      Projects.mixed.replacing("\"bars\" }", with: "\"barz\" }")
        .replacing("\"push\"", with: "\"pusch\"").replacing("\"to\": 0.3", with: "\"to\": 3"))
    let text = sandbox.run("check", project)
    #expect(text.status == 1)
    #expect(text.output.isEmpty)
    for word in ["'barz'", "'pusch'"] { #expect(text.messages.contains(word)) }
    #expect(text.messages.hasSuffix("3 errors, 0 warnings\n"), "\(text.messages)")

    struct Finding: Decodable {
      var id: String
      var severity: String
      var line: Int
    }
    let data = sandbox.run("check", "--json", project)
    #expect(data.status == 1)
    let report = try JSONDecoder().decode([Finding].self, from: Data(data.output.utf8))
    #expect(report.count == 3 && report.allSatisfy { $0.severity == "error" })
    #expect(report.map(\.line) == report.map(\.line).sorted())
    #expect(Set(report.map(\.id)) == ["number-out-of-range", "unknown-name"])
    #expect(data.messages.isEmpty)
  }

  @Test("plan prints text, and as data the same numbers")
  func plan() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.mixed)
    let text = sandbox.run("plan", project)
    #expect(text.status == 0)
    #expect(text.messages.isEmpty)
    #expect(text.output.contains("dissolve"))
    #expect(sandbox.run("plan", project).output == text.output)

    let data = sandbox.run("plan", "--json", project)
    #expect(data.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(data.output.utf8)) as? [String: Any])
    let output = try #require(json["output"] as? [String: Any])
    #expect(output["frameCount"] as? Int == 144)

    let file = sandbox.file("plan.txt")
    let saved = sandbox.run("plan", project, "-o", file)
    #expect(saved.status == 0)
    #expect(saved.output.isEmpty)
    #expect(try String(decoding: sandbox.bytes("plan.txt"), as: UTF8.self) == text.output)
  }

  @Test("frame writes one picture, by number and by time, the same one")
  func frame() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.mixed)
    let byNumber = sandbox.run("frame", project, "--frame", "45", "-o", sandbox.file("a.png"))
    #expect(byNumber.status == 0)
    #expect(byNumber.output.isEmpty)
    // Frame 45 is at 45 · 1001 / 30000 = 1.5015 s and is shown until 1.5349 s.
    for time in ["1.5015s", "1.53s", "45f"] {
      let byTime = sandbox.run("frame", project, "--at", time, "-o", sandbox.file("b.png"))
      #expect(byTime.status == 0)
      #expect(try sandbox.bytes("a.png") == sandbox.bytes("b.png"), "\(time)")
    }
    sandbox.run("frame", project, "--at", "1.5s", "-o", sandbox.file("b.png"))
    #expect(try sandbox.bytes("a.png") != sandbox.bytes("b.png"))
    #expect(try sandbox.bytes("a.png").prefix(8) == Data([137, 80, 78, 71, 13, 10, 26, 10]))

    let outside = sandbox.run("frame", project, "--frame", "144", "-o", sandbox.file("c.png"))
    #expect(outside.status == 2)
    #expect(outside.messages.contains("the movie has frames 0 to 143"))
    #expect(!sandbox.exists("c.png"))
  }

  @Test("frames prints a hash of each frame and of each second of sound")
  func frames() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 2))
    let all = sandbox.run("frames", project)
    #expect(all.status == 0)
    #expect(all.messages.isEmpty)
    let lines = all.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("frame ") }.count == 60)
    #expect(lines.filter { $0.hasPrefix("sound ") }.count == 2)
    #expect(Set(lines.map { $0.split(separator: " ").last ?? "" }).count == 62)

    let some = sandbox.run("frames", project, "--range", "10f..13f")
    let pictures = some.output.split(separator: "\n").filter { $0.hasPrefix("frame ") }
    #expect(pictures == Array(lines[10..<13]))

    struct Report: Decodable {
      struct Frame: Decodable {
        var frame: Int
        var hash: String
      }
      var frames: [Frame]
    }
    let data = sandbox.run("frames", "--json", project)
    let report = try JSONDecoder().decode(Report.self, from: Data(data.output.utf8))
    #expect(
      report.frames.map { "frame \($0.frame) \($0.hash)" } == lines.prefix(60).map(String.init))
  }

  @Test("schema prints a JSON Schema, the one that is kept in the repository")
  func schema() throws {
    let outcome = inProcess(["schema"])
    #expect(outcome.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(json["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let kept = root.appendingPathComponent("Schemas/cutlist-1.schema.json")
    if FileManager.default.fileExists(atPath: kept.path) {
      #expect(try String(contentsOf: kept, encoding: .utf8) == outcome.output)
    }
  }

  @Test("the built program does what the commands do, with the streams kept apart")
  func process() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    let version = try sandbox.runProcess("--version")
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("cutlist "))
    #expect(version.messages.isEmpty)
    let plan = try sandbox.runProcess("plan", project)
    #expect(plan.status == 0)
    #expect(plan.output == sandbox.run("plan", project).output)
    let wrong = try sandbox.runProcess("plan", sandbox.file("b.json"))
    #expect(wrong.status == 2)
    #expect(wrong.output.isEmpty)
  }
}
