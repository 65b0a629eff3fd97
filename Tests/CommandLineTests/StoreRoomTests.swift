import Foundation
import Testing

@testable import CommandLineInterface

/// Stores that are kept from growing.
@Suite struct StoreRoomTests {
  private let sandbox: Sandbox
  private let project: String

  init() throws {
    sandbox = try Sandbox()
    project = try sandbox.write(
      "a.json",
      Projects.counter(
        seconds: 16, rate: "5", size: "64x36", gop: 20, audio: Projects.fastSound))
  }

  private func farm(_ scheduler: String, _ more: String...) -> Outcome {
    sandbox.run(
      ["farm", scheduler, project, "-o", sandbox.file("out.mp4"), "--no-cache"]
        + ["--program", RunningProgram.path, "--store", sandbox.file("shared")] + more)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try sandbox.bytes(name), as: UTF8.self)
  }

  private var chunks: [String] { sandbox.files(below: "shared", ending: ".chunk") }

  /// Lets chunks be used last some hours ago.
  private func age(_ names: some Sequence<String>, hours: Double) throws {
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3600 * hours)],
        ofItemAtPath: sandbox.file("shared/" + name))
    }
  }

  @Test("a last job removes what was used longest ago, and nothing that was used in the last day")
  func slurm() throws {
    #expect(farm("slurm", "--store-size", "0").status == 0)
    #expect(
      try text("out.farm/submit.sh").contains(#"--dependency="afterany:${join%%;*}" room.sh"#))
    let plan = sandbox.file("out.farm/plan.json")
    try #require(sandbox.run("chunks", plan, "--store", sandbox.file("shared")).status == 0)
    let all = chunks
    try #require(all.count == 5)
    try age(all.prefix(2), hours: 25)
    try age(all.dropFirst(2), hours: 23)
    let run = try sandbox.execute("/bin/sh", [sandbox.file("out.farm/room.sh")])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains("removed 2 entries"), "\(run.output)")
    #expect(chunks == Array(all.dropFirst(2)))
  }

  @Test("without a bound no room is made")
  func unbounded() throws {
    #expect(farm("slurm").status == 0)
    #expect(!sandbox.exists("out.farm/room.sh"))
    #expect(!(try text("out.farm/submit.sh")).contains("room"))
    #expect(farm("slurm", "--store-size", "much").status == 2)
  }

  @Test("a template's last step makes room")
  func openjd() throws {
    #expect(farm("openjd", "--store-size", "3G").status == 0)
    let template = try text("out.farm/job.json")
    #expect(template.contains(#""name": "Room""#) && template.contains("3221225472"))
    #expect(template.contains(#""dependsOn": "Join""#))
  }

  @Test("pruning keeps what was used within a time", arguments: ["0s", "90m", "12h", "3650d"])
  func unused(time: String) throws {
    try #require(
      sandbox.run("plan", project, "--write", sandbox.file("p.json")).status == 0)
    try #require(
      sandbox.run("chunks", sandbox.file("p.json"), "--store", sandbox.file("shared")).status == 0)
    let all = chunks
    try age(all, hours: 2)
    let outcome = sandbox.run(
      "cache", "prune", "--cache", sandbox.file("shared"), "--max-size", "0", "--unused-for", time)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(chunks.count == (["0s", "90m"].contains(time) ? 0 : all.count))
  }

  @Test(
    "times that are none are refused",
    arguments: [
      "", "12", "h", "-1h", "1.5h", "1w", "3651d", "99999999999999999999s", "9999999999999d",
    ])
  func wrong(time: String) {
    let outcome = sandbox.run(
      "cache", "prune", "--cache", sandbox.file("shared"), "--unused-for", time)
    #expect(outcome.status == 2, "\(time): \(outcome.messages)")
    #expect(
      sandbox.run("cache", "info", "--cache", sandbox.file("shared"), "--unused-for", "1h").status
        == 2)
  }
}
