import Foundation
import Testing
import SeededNumbers

@testable import CommandLineInterface

/// A movie that takes a moment in a debug build: 12 chunks.
private let project = Projects.counter(seconds: 12, size: "320x180", gop: 30).replacing(
  "\"duration\": \"12s\" }",
  with: """
    "duration": "12s", "animate": [
      { "property": "opacity", "from": 1, "to": 0.5, "duration": "12s" } ] }
    """)

@Suite struct InterruptionTests {
  private func undisturbed(_ sandbox: Sandbox) throws -> Data {
    try sandbox.write("a.json", project)
    let outcome = try sandbox.runProcess(
      "render", sandbox.file("a.json"), "-o", sandbox.file("whole.mp4"), "--cache",
      sandbox.file("own"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    return try sandbox.bytes("whole.mp4")
  }

  private func start(_ sandbox: Sandbox, jobs: Int) throws -> RunningProgram {
    try RunningProgram([
      "render", sandbox.file("a.json"), "-o", sandbox.file("a.mp4"), "--cache", sandbox.cache,
      "--jobs", "\(jobs)", "--progress", "json",
    ])
  }

  @Test(
    "an interrupted render leaves its chunks and nothing else, and the next one goes on from them",
    arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) throws {
    let sandbox = try Sandbox()
    let whole = try undisturbed(sandbox)
    let before = try sandbox.names()

    let running = try start(sandbox, jobs: 2)
    while let line = running.nextLine() {
      if let progress = ProgressLine(line), progress.chunksRendered >= 1 { break }
    }
    running.send(signal)
    let outcome = running.wait()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("interrupted; finished chunks are kept"))
    #expect(!outcome.messages.contains("\"done\""))
    #expect(try sandbox.names() == (before + ["cache"]).sorted())
    #expect(sandbox.files(below: "cache", ending: ".partial").isEmpty)
    #expect(!sandbox.files(below: "cache", ending: ".chunk").isEmpty)

    let again = sandbox.render("a.json", to: "a.mp4", "--progress", "json")
    #expect(again.status == 0)
    let done = try #require(ProgressLine.all(in: again.messages).last ?? nil)
    #expect(done.chunksReused >= 1 && done.chunksRendered >= 1)
    #expect(try sandbox.bytes("a.mp4") == whole)
  }

  @Test("renders killed at any moment leave nothing that harms the next one")
  func killed() throws {
    let sandbox = try Sandbox()
    let whole = try undisturbed(sandbox)
    var random = SeededGenerator(seed: 20_260_521)
    var moments: [Int] = []
    for round in 0..<5 {
      let running = try start(sandbox, jobs: 1 + round % 2)
      let moment = Int.random(in: 0..<60, using: &random)
      moments.append(moment)
      var seen = 0
      while seen < moment, running.nextLine() != nil { seen += 1 }
      // Some microseconds into the next frame, wherever that is.
      usleep(UInt32.random(in: 0..<8000, using: &random))
      running.send(SIGKILL)
      _ = running.wait()
      if !sandbox.exists("a.mp4") { continue }
      // It was done already.
      #expect(try sandbox.bytes("a.mp4") == whole)
    }
    let again = sandbox.render("a.json", to: "a.mp4", "--progress", "json")
    #expect(again.status == 0, "killed after \(moments) lines")
    #expect(try sandbox.bytes("a.mp4") == whole, "killed after \(moments) lines")
    // What the killed ones were writing is cleared away.
    let rest = try sandbox.names().filter { $0.hasSuffix(".partial") }
    #expect(rest.isEmpty)
  }

  @Test("a chunk that was damaged on disk is rendered again")
  func damaged() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.mixed)
    try #require(sandbox.render("a.json", to: "whole.mp4").status == 0)
    let chunks = sandbox.files(below: "cache", ending: ".chunk")
    try #require(chunks.count >= 3)
    var first = try sandbox.bytes("cache/" + chunks[0])
    first[first.count / 2] ^= 1
    try sandbox.write("cache/" + chunks[0], first)
    try sandbox.write("cache/" + chunks[1], try sandbox.bytes("cache/" + chunks[1]).dropLast(7))
    try sandbox.write("cache/" + chunks[2], Data())
    let again = sandbox.render("a.json", to: "again.mp4", "--progress", "json")
    #expect(again.status == 0)
    #expect(try sandbox.bytes("again.mp4") == sandbox.bytes("whole.mp4"))
  }
}
