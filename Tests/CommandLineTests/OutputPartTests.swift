import BaseValues
import Foundation
import Testing

@testable import CommandLineInterface

/// Named outputs that are a part of the edit.
@Suite("Parts of an edit as outputs", .timeLimit(.minutes(60)))
struct OutputPartTests {
  private func project(_ outputs: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "256x144", "frameRate": 20 },
      "outputs": { \(outputs) },
      "media": { "a": { "generate": "counter" }, "t": { "generate": "tone", "frequency": 440 } },
      "markers": [ { "at": "1s", "name": "One", "chapter": true } ],
      "tracks": [ { "video": [ { "clip": "a", "duration": "4s", "audio": false } ] },
        { "audio": [ { "clip": "t", "duration": "4s" } ] } ] }
    """
  }

  @Test(
    "an output has the frames of its part, as --range gives them, alone and with others",
    arguments: [
      ("0.5s..2s", 10..<40), ("..1s", 0..<20), ("70f..", 70..<80), ("1.51s..1.59s", 30..<32),
    ])
  func frames(_ range: String, _ frames: Range<Int>) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write(
      "a.json",
      project(
        "\"whole\": {}, \"part\": { \"range\": \"\(range)\" }, \"web\": { \"range\": \"\(range)\", \"container\": \"webm\", \"video\": { \"codec\": \"vp9\", \"speed\": 8 } }"
      ))
    let outcome = sandbox.run([
      "render", sandbox.file("a.json"), "--all", "-o", sandbox.file("{name}{ext}"), "--verify",
    ])
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(try Movie(sandbox.file("whole.mp4")).pictures.count == 80)
    for name in ["part.mp4", "web.webm"] {
      let movie = try Movie(sandbox.file(name))
      #expect(movie.pictures.compactMap { $0.code?.frame } == Array(frames), "\(name)")
    }
    let ranged = sandbox.run([
      "render", sandbox.file("a.json"), "--range", range, "-o", sandbox.file("b.mp4"),
    ])
    #expect(ranged.status == 0)
    #expect(try sandbox.bytes("b.mp4") == sandbox.bytes("part.mp4"))
    // What is asked for goes before it.
    #expect(
      sandbox.run([
        "render", sandbox.file("a.json"), "--output", "part", "--range", "0s..3s", "-o",
        sandbox.file("c.mp4"),
      ]).status == 0)
    #expect(try Movie(sandbox.file("c.mp4")).pictures.count == 60)
    // A farm makes the same movie.
    let farm = sandbox.run([
      "farm", "slurm", sandbox.file("a.json"), "--output", "part", "-o", sandbox.file("d.mp4"),
      "--folder", sandbox.file("farm"),
    ])
    try #require(farm.status == 0, "\(farm.messages)")
    #expect(
      sandbox.run(["chunks", sandbox.file("farm/plan.json"), "--store", sandbox.file("store")])
        .status == 0)
    #expect(
      sandbox.run([
        "join", sandbox.file("farm/plan.json"), "--store", sandbox.file("store"), "-o",
        sandbox.file("d.mp4"),
      ]).status == 0)
    #expect(try sandbox.bytes("d.mp4") == sandbox.bytes("part.mp4"))
  }

  @Test("the longest that a movie may be is that of the part")
  func longest() throws {
    let sandbox = try Sandbox(readsApart: false)
    for (range, limit, status) in [
      ("1s..2s", "1s", Int32(0)), ("1s..3s", "1s", 1), ("3s..", "1s", 0), ("2s..", "1s", 1),
    ] {
      try sandbox.write(
        "a.json", project("\"part\": { \"range\": \"\(range)\", \"maxDuration\": \"\(limit)\" }"))
      let outcome = sandbox.run(["check", sandbox.file("a.json")])
      #expect(outcome.status == status, "\(range): \(outcome.messages)")
    }
  }

  @Test(
    "what is no part of the edit is found by check",
    arguments: [
      ("\"1s\"", "1s"), ("\"a..b\"", "a"), ("\"3s..2s\"", "frames 60..40"), ("\"1s..9s\"", "0..80"),
      ("\"..\"", "from one time to another"), ("5", "two times"), ("\"1s..1s\"", "20..20"),
    ])
  func mistakes(_ range: String, _ words: String) throws {
    let sandbox = try Sandbox(readsApart: false)
    try sandbox.write("a.json", project("\"part\": { \"range\": \(range) }"))
    let outcome = sandbox.run(["check", sandbox.file("a.json")])
    #expect(outcome.status == 1 && outcome.messages.contains(words), "\(outcome.messages)")
    #expect(outcome.messages.contains("a.json:2:"), "\(outcome.messages)")
    #expect(
      sandbox.run([
        "render", sandbox.file("a.json"), "--output", "part", "-o", sandbox.file("a.mp4"),
      ]).status == 1)
    #expect(!sandbox.exists("a.mp4"))
  }
}
