import Foundation
import Testing

@testable import CommandLineInterface

@Suite("work that is disturbed, and projects of strangers")
struct GuardedWorkTests {
  /// A movie that takes a moment in a debug build.
  private let slow = Projects.counter(seconds: 8, size: "320x180", gop: 30)

  /// Starts a render, does something when a chunk is there, and waits for the end.
  private func render(
    _ sandbox: Sandbox, _ more: String..., meanwhile: (RunningProgram) throws -> Void
  ) throws -> Outcome {
    let path = try sandbox.write("a.json", slow)
    let running = try RunningProgram(
      ["render", path, "-o", sandbox.file("a.mp4"), "--cache", sandbox.cache, "--jobs", "1"]
        + ["--progress", "json"] + more)
    while let line = running.nextLine() {
      if let progress = ProgressLine(line), progress.chunksRendered >= 1 { break }
    }
    try meanwhile(running)
    return running.wait()
  }

  @Test("a file that appears under the movie's name during the work stays without --force")
  func appears() throws {
    let sandbox = try Sandbox()
    let refused = try render(sandbox) { _ in try sandbox.write("a.mp4", "theirs") }
    #expect(refused.status == 3)
    #expect(refused.messages.contains("has appeared under that name meanwhile"))
    #expect(try sandbox.bytes("a.mp4") == Data("theirs".utf8))
    try FileManager.default.removeItem(atPath: sandbox.file("a.mp4"))
    try FileManager.default.removeItem(atPath: sandbox.cache)
    let forced = try render(sandbox, "--force") { _ in try sandbox.write("a.mp4", "theirs") }
    #expect(forced.status == 0, "\(forced.messages)")
    #expect(try sandbox.bytes("a.mp4").count > 1000)
  }

  @Test("SIGUSR1 of somebody else, as clusters send it before time is up, interrupts with a word")
  func userSignal() throws {
    let sandbox = try Sandbox()
    let outcome = try render(sandbox) { $0.send(SIGUSR1) }
    #expect(outcome.status == 130)
    #expect(outcome.messages.contains("interrupted; finished chunks are kept"))
  }

  @Test("groups nest as deep as the format lets them where stacks are small")
  func smallStack() throws {
    let sandbox = try Sandbox()
    var groups: [String] = []
    for level in 0..<30 {
      let clip = level == 29 ? "red" : "g\(level + 1)"
      groups.append(
        "\"g\(level)\": { \"tracks\": [ { \"video\": [ { \"clip\": \"\(clip)\", \"duration\": \"1s\" } ] } ] }"
      )
    }
    let text = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "red": { "color": "red" } }, "groups": { \(groups.joined(separator: ", ")) },
        "tracks": [ { "video": [ { "clip": "g0", "duration": "1s" } ] } ] }
      """
    let path = try sandbox.write("p.json", text)
    let plain = sandbox.run("frames", path)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -s 128 && exec \"$@\"", "sh", RunningProgram.path, "frames", path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == plain.status)
    #expect(output == plain.output + plain.messages)
  }

  @Test("check --fix changes parts below the project's folder and no other file")
  func parts() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("project/parts")
    try sandbox.makeFolder("elsewhere")
    let part = #"{ "cutlistPart": 1, "media": { "%": { "color": "red", } } }"#
    let outer = part.replacing("%", with: "a")
    try sandbox.write("elsewhere/a.json", outer)
    try sandbox.write("project/parts/b.json", part.replacing("%", with: "b"))
    let path = try sandbox.write(
      "project/p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "include": ["../elsewhere/a.json", "parts/b.json"],
        "tracks": [ { "video": [ { "clip": "a", "duration": "1s" },
                                 { "clip": "b", "duration": "1s" } ] } ] }
      """)
    let outcome = sandbox.run("check", path, "--fix", "--no-cache")
    #expect(outcome.status == 1, "\(outcome.messages)")
    #expect(try sandbox.bytes("elsewhere/a.json") == Data(outer.utf8))
    #expect(
      try String(decoding: sandbox.bytes("project/parts/b.json"), as: UTF8.self)
        == #"{ "cutlistPart": 1, "media": { "b": { "color": "red" } } }"#)
    #expect(outcome.messages.contains("a.json:1:"))
  }

  @Test("a chain that takes too long as a whole is refused, however fast each answer comes")
  func longChain() throws {
    let sandbox = try Sandbox()
    let chain = Array(repeating: "anull", count: 4000).joined(separator: ",")
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "t": { "generate": "tone" } },
        "tracks": [ { "audio": [ { "clip": "t", "duration": "2s", "audioFilter": "\(chain)" } ] } ] }
      """)
    let outcome = sandbox.run("check", path, "--open-seconds", "1", "--no-cache")
    #expect(outcome.status == 3)
    #expect(
      outcome.messages.contains("the chain of filters takes more than 1 s to be tried out")
        || outcome.messages.contains("the chain of filters gave nothing for 1 s"),
      "\(outcome.messages.suffix(400))")
  }

  @Test("allowing a protocol allows what carries it")
  func protocols() throws {
    let sandbox = try Sandbox()
    // Nobody listens there: the connection is refused, and not the protocol.
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "c": "http://127.0.0.1:9/c.mp4" },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
      """)
    let outcome = sandbox.run("check", path, "--allow-protocol", "http", "--no-cache")
    #expect(outcome.status == 3)
    #expect(outcome.messages.lowercased().contains("connection refused"), "\(outcome.messages)")
  }
}

@Suite("many mistakes and many names, within the limits")
struct ManyNamesTests {
  private func check(_ more: (inout [String: Any]) -> Void) throws -> Outcome {
    let sandbox = try Sandbox()
    var project: [String: Any] = [
      "cutlist": 1, "output": ["size": "64x36", "frameRate": 10, "audio": false] as [String: Any],
      "media": ["red": ["color": "red"]],
      "tracks": [["video": [["clip": "red", "duration": "1s"]]]],
    ]
    more(&project)
    let path = try sandbox.write("p.json", JSONSerialization.data(withJSONObject: project))
    return sandbox.run("check", path, "--no-cache")
  }

  @Test("unknown keys take no longer for being many", .timeLimit(.minutes(60)))
  func keys() throws {
    let outcome = try check { project in
      for number in 0..<16_000 { project["unknown\(number)"] = 1 }
    }
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains(" errors"), "\(outcome.messages.suffix(300))")
  }
}
