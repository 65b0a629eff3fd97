import Foundation
import Testing

@testable import CommandLineInterface

/// Jobs as templates of Open Job Description.
@Suite struct OpenJobTests {
  /// The program of `openjd-cli`, where `.ci/install-packages openjd` puts it or in the path; `nil` where it
  /// is not installed.
  static let program = {
    let root = (1...3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ([root.appending(path: ".build/openjd/bin").path] + folders.map(String.init))
      .map { $0 + "/openjd" }.first(where: FileManager.default.isExecutableFile)
  }()

  /// Whether the host can run here: it keeps files of its own in the home.
  static let isThere =
    program != nil
    && FileManager.default.isWritableFile(
      atPath: ProcessInfo.processInfo.environment["HOME"] ?? "/")

  private let sandbox: Sandbox
  private let words: [String]

  init() throws {
    sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json", Projects.counter(seconds: 8, rate: "5", size: "64x36", gop: 10))
    words = [
      "farm", "openjd", project, "-o", sandbox.file("out.mp4"), "--program", RunningProgram.path,
      "--no-cache",
    ]
  }

  @Test("a template has a task for each run, and a join that depends on them")
  func template() throws {
    let outcome = sandbox.run(words + ["--tasks", "3"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      try sandbox.names("out.farm") == ["farm.json", "job.json", "parameters.json", "plan.json"])
    let template = try JSONDecoder().decode(Template.self, from: sandbox.bytes("out.farm/job.json"))
    #expect(template.specificationVersion == "jobtemplate-2023-09" && template.name == "a")
    #expect(template.steps.map(\.name) == ["Chunks", "Join"])
    let tasks = template.steps[0].parameterSpace?.taskParameterDefinitions
    // The sound of all goes with the first chunk, and takes longer than such small pictures.
    #expect(tasks?.map(\.range) == [["0..1", "1..4"]])
    #expect(template.steps[1].dependencies?.map(\.dependsOn) == ["Chunks"])
    let args = template.steps.map(\.script.actions.onRun.args)
    #expect(args[0].contains("{{Task.Param.Range}}") && args[0].contains("{{Param.Folder}}"))
    #expect(args[1].contains(sandbox.file("out.mp4")))
    // Ours is written again.
    #expect(sandbox.run(words + ["--tasks", "2"]).status == 0)
  }

  @Test(
    "paths are parameters, which hosts may bring elsewhere, and tasks tell how far they are",
    .enabled(if: isThere, "needs openjd-cli, and a home that can be written to"),
    .timeLimit(.minutes(60)))
  func paths() throws {
    let openjd = try #require(Self.program)
    let clip = sandbox.file("clip.mp4")
    try #require(
      sandbox.run("render", sandbox.file("a.json"), "-o", clip, "--no-cache").status == 0)
    let project = try sandbox.write(
      "b.json",
      """
      { "cutlist": 1, "media": { "a": "clip.mp4" }, "tracks": [ { "video": [ { "clip": "a" } ] } ] }
      """)
    let outcome = sandbox.run(
      "farm", "openjd", project, "-o", sandbox.file("b.mp4"), "--program", RunningProgram.path,
      "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let values = try JSONDecoder().decode(
      [String: String].self, from: sandbox.bytes("b.farm/parameters.json"))
    #expect(values == ["Movie": sandbox.file("b.mp4"), "Media1": clip])
    try sandbox.makeFolder("else")
    try FileManager.default.moveItem(atPath: clip, toPath: sandbox.file("else/moved.mp4"))
    let run = try sandbox.execute(
      openjd,
      [
        "run", sandbox.file("b.farm/job.json"), "--step", "Join", "--run-dependencies", "-p",
        "Movie=" + sandbox.file("else/out.mp4"), "-p", "Media1=" + sandbox.file("else/moved.mp4"),
      ])
    #expect(run.status == 0, "\(run.output)\(run.messages)")
    #expect(run.output.contains("openjd_progress: 100.0"), "\(run.output)")
    #expect(sandbox.exists("else/out.mp4") && !sandbox.exists("b.mp4"))
  }

  @Test("what a template would take for something else is refused")
  func braces() throws {
    let outcome = sandbox.run(words + ["--store", sandbox.file("{{Param.Folder}}")])
    #expect(outcome.status == 2, "\(outcome.messages)")
    #expect(outcome.messages.contains("'{{' in it, which stands for a value in a template"))
    #expect(!sandbox.exists("out.farm/job.json"))
  }

  @Test(
    "a host of Open Job Description makes the movie of one render",
    .enabled(if: isThere, "needs openjd-cli, and a home that can be written to"),
    .timeLimit(.minutes(60)))
  func movie() throws {
    let openjd = try #require(Self.program)
    try #require(sandbox.run(words).status == 0)
    let template = sandbox.file("out.farm/job.json")
    let check = try sandbox.execute(openjd, ["check", template])
    #expect(check.status == 0, "\(check.output)\(check.messages)")
    let run = try sandbox.execute(
      openjd, ["run", template, "--step", "Join", "--run-dependencies"])
    #expect(run.status == 0, "\(run.output)\(run.messages)")
    #expect(
      sandbox.run(
        "render", sandbox.file("a.json"), "-o", sandbox.file("whole.mp4"), "--no-cache"
      ).status == 0)
    #expect(try sandbox.bytes("out.mp4") == sandbox.bytes("whole.mp4"))
  }

  @Test(
    "a host of Open Job Description makes a movie of each row, and makes room",
    .enabled(if: isThere, "needs openjd-cli, and a home that can be written to"),
    .timeLimit(.minutes(60)))
  func batch() throws {
    let openjd = try #require(Self.program)
    let batch = try BatchProject(rows: 3)
    try #require(batch.sandbox.run(batch.words("openjd")).status == 0)
    let template = batch.sandbox.file("farm/job.json")
    let check = try batch.sandbox.execute(openjd, ["check", template])
    #expect(check.status == 0, "\(check.output)\(check.messages)")
    let run = try batch.sandbox.execute(
      openjd, ["run", template, "--step", "Room", "--run-dependencies"])
    #expect(run.status == 0, "\(run.output)\(run.messages)")
    #expect(run.output.contains("removed 0 entries"), "\(run.output)")
    try batch.check()
  }
}

/// What is looked at of a template (2023-09, section 1).
private struct Template: Decodable {
  struct Step: Decodable {
    struct Space: Decodable {
      struct Definition: Decodable {
        var name: String
        var range: [String]
      }
      var taskParameterDefinitions: [Definition]
    }
    struct Dependency: Decodable { var dependsOn: String }
    struct Script: Decodable {
      struct Actions: Decodable {
        struct Action: Decodable { var args: [String] }
        var onRun: Action
      }
      var actions: Actions
    }
    var name: String
    var parameterSpace: Space?
    var dependencies: [Dependency]?
    var script: Script
  }

  var specificationVersion: String
  var name: String
  var steps: [Step]
}
