import Foundation
import Testing

@testable import CommandLineInterface

/// Jobs that Slurm runs, on two nodes of this machine.
@Suite(.enabled(if: SlurmCluster.isThere, "needs Slurm, munge and root"))
struct SlurmTests {
  @Test("Slurm makes the movie of one render", .timeLimit(.minutes(60)))
  func movie() async throws {
    let sandbox = try Sandbox()
    for folder in ["cluster", "some edit"] { try sandbox.makeFolder(folder) }
    let project = try sandbox.write(
      "some edit/day.json", Projects.counter(seconds: 64, rate: "5", size: "64x36", gop: 20))
    let movie = sandbox.file("some edit/out.mp4")
    #expect(
      sandbox.run("render", project, "-o", sandbox.file("whole.mp4"), "--no-cache").status == 0)
    let cluster = try await SlurmCluster(in: sandbox.file("cluster"), nodes: 2)
    let words = ["farm", "slurm", project, "-o", movie, "--tasks", "5", "--no-cache", "--submit"]
    let submitted = try RunningProgram(words, environment: cluster.environment).wait()
    #expect(submitted.status == 0, "\(submitted.messages)")
    // As many as the estimate of their lengths makes of five.
    let count = try #require(submitted.output.firstMatch(of: #/, (\d+) tasks\njoin: job /#)?.1)
    let tasks = try #require(Int(count))
    #expect((2...5).contains(tasks), "\(submitted.output)")
    try await cluster.waitForJobs()
    #expect(try sandbox.bytes("some edit/out.mp4") == sandbox.bytes("whole.mp4"))
    let logs = try sandbox.names("some edit/out.farm/log")
    #expect(logs.count == tasks + 1, "\(logs)")

    // A chunk is lost: the tasks render it again, and nothing else.
    let chunk = try #require(
      sandbox.files(below: "some edit/out.farm/store", ending: ".chunk").first)
    try sandbox.write("some edit/out.farm/store/" + chunk, Data("damaged".utf8))
    try FileManager.default.removeItem(atPath: movie)
    let again = try sandbox.execute(
      "/bin/sh", ["some edit/out.farm/submit.sh"], environment: cluster.environment)
    #expect(again.status == 0, "\(again.messages)")
    try await cluster.waitForJobs()
    #expect(try sandbox.bytes("some edit/out.mp4") == sandbox.bytes("whole.mp4"))
    let rendered = try sandbox.names("some edit/out.farm/log").filter { !logs.contains($0) }
      .map { String(decoding: try sandbox.bytes("some edit/out.farm/log/" + $0), as: UTF8.self) }
      .joined().matches(of: #/: rendered,/#).count
    #expect(rendered == 1)
  }

  @Test("Slurm makes a movie of each row, and makes room", .timeLimit(.minutes(60)))
  func batch() async throws {
    let batch = try BatchProject(rows: 4)
    try batch.sandbox.makeFolder("cluster")
    let cluster = try await SlurmCluster(in: batch.sandbox.file("cluster"), nodes: 2)
    let submitted = try RunningProgram(
      batch.words("slurm") + ["--submit"], environment: cluster.environment
    ).wait()
    #expect(submitted.status == 0, "\(submitted.messages)")
    #expect(submitted.output.contains(#/room: job \d/#), "\(submitted.output)")
    try await cluster.waitForJobs()
    try batch.check()
    let room = try #require(
      batch.sandbox.files(below: "farm/log", ending: ".txt").first { $0.hasPrefix("room-") })
    let text = String(decoding: try batch.sandbox.bytes("farm/log/" + room), as: UTF8.self)
    #expect(text.contains("removed 0 entries"), "\(text)")
  }

  @Test("a task whose program is killed is queued again", .timeLimit(.minutes(60)))
  func killed() async throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("cluster")
    let project = try sandbox.write(
      "a.json", Projects.counter(seconds: 8, rate: "5", size: "64x36", gop: 10))
    try #require(
      sandbox.run("render", project, "-o", sandbox.file("whole.mp4"), "--no-cache").status == 0)
    // Dies once for each task and for the join.
    try sandbox.write(
      "dying",
      """
      #!/bin/sh
      if mkdir '\(sandbox.file("died-"))'"$SLURM_JOB_ID"; then kill -9 $$; fi
      exec '\(RunningProgram.path)' "$@"
      """)
    try sandbox.allow(0o755, "dying")
    let cluster = try await SlurmCluster(in: sandbox.file("cluster"), nodes: 4)
    let words = ["farm", "slurm", project, "-o", sandbox.file("out.mp4"), "--no-cache"]
    let submitted = try RunningProgram(
      words + ["--program", sandbox.file("dying"), "--submit"], environment: cluster.environment
    ).wait()
    #expect(submitted.status == 0, "\(submitted.messages)")
    try await cluster.waitForJobs()
    let deaths = try sandbox.names().filter { $0.hasPrefix("died-") }.count
    let logs = try sandbox.names("out.farm/log")
    #expect(deaths == logs.count && deaths > 2, "\(logs)")
    for log in logs {
      let text = String(decoding: try sandbox.bytes("out.farm/log/" + log), as: UTF8.self)
      #expect(text.contains("status 137: queued again"), "\(text)")
    }
    #expect(try sandbox.bytes("out.mp4") == sandbox.bytes("whole.mp4"))
  }

  @Test(
    "where a task fails, there is no movie and no join that waits forever", .timeLimit(.minutes(60))
  )
  func failure() async throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("cluster")
    let made = try sandbox.write(
      "make.json", Projects.counter(seconds: 4, rate: "10", size: "64x36", gop: 10))
    let clip = sandbox.file("clip.mp4")
    try #require(sandbox.run("render", made, "-o", clip).status == 0)
    let project = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "media": { "a": "clip.mp4" }, "tracks": [ { "video": [ { "clip": "a" } ] } ] }
      """)
    let words = ["farm", "slurm", project, "-o", sandbox.file("out.mp4"), "--no-cache"]
    try #require(sandbox.run(words + ["--program", RunningProgram.path]).status == 0)
    var bytes = try sandbox.bytes("clip.mp4")
    bytes[bytes.count / 2] ^= 1
    try sandbox.write("clip.mp4", bytes)
    let cluster = try await SlurmCluster(in: sandbox.file("cluster"), nodes: 2)
    let submitted = try sandbox.execute(
      "/bin/sh", ["out.farm/submit.sh", "--no-requeue"], environment: cluster.environment)
    #expect(submitted.status == 0, "\(submitted.messages)")
    try await cluster.waitForJobs()
    #expect(!sandbox.exists("out.mp4"))
    let logs = try sandbox.names("out.farm/log")
    #expect(logs.count { $0.hasPrefix("chunks-") } > 0, "\(logs)")
    #expect(logs.count { $0.hasPrefix("join-") } == 1, "\(logs)")
    for log in logs {
      let text = String(decoding: try sandbox.bytes("out.farm/log/" + log), as: UTF8.self)
      let words =
        log.hasPrefix("join-") ? "cannot be joined, and no movie" : "is not what the plan was made"
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test(
    "folders may have names that Slurm takes for more in names of logs", .timeLimit(.minutes(60)),
    arguments: ["50%j plain", "a%%b", "back\\slash"])
  func names(name: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("cluster")
    let project = try sandbox.write(
      "a.json", Projects.counter(seconds: 4, rate: "5", size: "64x36", gop: 10))
    let cluster = try await SlurmCluster(in: sandbox.file("cluster"), nodes: 2)
    let words = ["farm", "slurm", project, "-o", sandbox.file("out.mp4"), "--no-cache", "--submit"]
    let submitted = try RunningProgram(
      words + ["--folder", sandbox.file(name)], environment: cluster.environment
    ).wait()
    #expect(submitted.status == 0, "\(submitted.messages)")
    try await cluster.waitForJobs()
    #expect(sandbox.exists("out.mp4"))
    let logs = try sandbox.names(name + "/log")
    #expect(logs.contains { $0.contains(#/^chunks-\d+-0\.txt$/#) }, "\(logs)")
    #expect(logs.contains { $0.contains(#/^join-\d+\.txt$/#) }, "\(logs)")
  }
}
