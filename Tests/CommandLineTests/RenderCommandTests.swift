import Foundation
import BaseValues
import Testing

@testable import CommandLineInterface

@Suite struct RenderCommandTests {
  @Test("the bytes of a movie do not depend on workers, chunk store, or what is stored already")
  func sameBytes() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.mixed)
    let first = sandbox.render("a.json", to: "first.mp4", "--jobs", "1")
    #expect(first.status == 0, "\(first.messages)")
    #expect(first.output.isEmpty)
    let bytes = try sandbox.bytes("first.mp4")
    #expect(bytes.count > 10_000)

    // From the store alone.
    let again = sandbox.render("a.json", to: "again.mp4", "--progress", "json")
    let done = try #require(ProgressLine.all(in: again.messages).last ?? nil)
    #expect(done.chunksReused == done.chunks && done.chunksRendered == 0)
    #expect(try sandbox.bytes("again.mp4") == bytes)

    for jobs in ["2", "3", "4"] {
      let outcome = sandbox.run(
        "render", project, "-o", sandbox.file("jobs.mp4"), "--jobs", jobs, "--cache",
        sandbox.file("cache\(jobs)"))
      #expect(outcome.status == 0)
      #expect(try sandbox.bytes("jobs.mp4") == bytes, "\(jobs) workers")
    }

    try sandbox.makeFolder("empty")
    let none = sandbox.run("render", project, "-o", sandbox.file("empty/none.mp4"), "--no-cache")
    #expect(none.status == 0)
    #expect(try sandbox.bytes("empty/none.mp4") == bytes)
    #expect(try sandbox.names("empty") == ["none.mp4"])

    // In another process.
    let other = try sandbox.runProcess(
      "render", project, "-o", sandbox.file("empty/other.mp4"), "--cache", sandbox.file("own"))
    #expect(other.status == 0)
    #expect(other.output.isEmpty && other.messages.isEmpty)
    #expect(try sandbox.bytes("empty/other.mp4") == bytes)
    #expect(try sandbox.names("empty") == ["none.mp4", "other.mp4"])
  }

  @Test("a movie that is there as it was written is left alone, and joined again once it is not")
  func unchanged() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.mixed)
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    let bytes = try sandbox.bytes("a.mp4")
    let first = try sandbox.modified("a.mp4")

    let again = sandbox.render("a.json", to: "a.mp4", "--progress", "json", "--verify")
    #expect(again.status == 0, "\(again.messages)")
    let done = try #require(ProgressLine.all(in: again.messages).compactMap(\.self).last)
    #expect(done.chunksReused == done.chunks && done.frame == done.frames)
    #expect(try sandbox.modified("a.mp4") == first, "it was not written again")

    // Someone else's change is undone, even one of a single byte that keeps the size.
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    try Data(changed).write(to: URL(fileURLWithPath: sandbox.file("a.mp4")))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    #expect(try sandbox.bytes("a.mp4") == bytes)

    // Another edit under the same name.
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    #expect(try sandbox.bytes("a.mp4") != bytes)
    try FileManager.default.removeItem(atPath: sandbox.file("a.mp4"))
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    #expect(try !sandbox.bytes("a.mp4").isEmpty)
  }

  @Test("progress as JSON is one object a line on standard error, and ends with all done")
  func progress() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 5))
    let outcome = sandbox.render("a.json", to: "a.mp4", "--progress", "json")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let lines = ProgressLine.all(in: outcome.messages)
    #expect(lines.count >= 2)
    #expect(lines.allSatisfy { $0 != nil }, "\(outcome.messages)")
    let known = lines.compactMap(\.self)
    #expect(known.dropLast().allSatisfy { $0.event == "progress" })
    for (one, next) in zip(known, known.dropFirst()) { #expect(one.frame <= next.frame) }
    let last = try #require(known.last)
    #expect(last.event == "done")
    #expect(last.frame == 150 && last.frames == 150)
    #expect(last.chunks == 3 && last.chunksRendered == 3 && last.chunksReused == 0)
  }

  @Test("on a terminal progress is a line that is written over, and a summary")
  func terminal() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    let outcome = inProcess(
      ["render", project, "-o", sandbox.file("a.mp4"), "--cache", sandbox.cache], isTerminal: true)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("\rframe "))
    #expect(outcome.messages.contains("/30"))
    let summary = outcome.messages.split(separator: "\r").last ?? ""
    #expect(summary.contains("\(sandbox.file("a.mp4")): 30 frames in "))
    #expect(summary.contains(" fps)\nprocessor: decode "))
    #expect(summary.hasSuffix(" MiB at most\n"))
  }

  @Test("the same project with another clip renders only the chunks that changed")
  func incremental() throws {
    let sandbox = try Sandbox()
    let text = Projects.counter(seconds: 2).replacing(
      "{ \"clip\": \"counter\", \"duration\": \"2s\" }",
      with: """
        { "clip": "counter", "duration": "4s" }, { "clip": "counter", "duration": "2s" }
        """)
    try sandbox.write("a.json", text)
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    try sandbox.write(
      "b.json",
      text.replacing("\"duration\": \"2s\"", with: "\"in\": \"3s\", \"duration\": \"2s\""))
    let outcome = sandbox.render("b.json", to: "b.mp4", "--progress", "json")
    let done = try #require(ProgressLine.all(in: outcome.messages).last ?? nil)
    #expect(done.chunks == 3 && done.chunksReused == 2 && done.chunksRendered == 1)
    // With another store, or none, the same movie.
    sandbox.run("render", sandbox.file("b.json"), "-o", sandbox.file("c.mp4"), "--no-cache")
    #expect(try sandbox.bytes("b.mp4") == sandbox.bytes("c.mp4"))
  }

  @Test("a range renders the frames of the whole movie, and its sound")
  func range() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.mixed)
    let outcome = sandbox.render("a.json", to: "part.mp4", "--range", "61f..90f")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let part = try Movie(sandbox.file("part.mp4"))
    #expect(part.pictures.count == 29)
    #expect(part.pictures.first?.time == .zero)
    // 61 · 1001 / 30000 s is sample 97697.6, 90 · 1001 / 30000 s is sample 144144.
    #expect(abs(part.sampleCount - (144_144 - 97_698)) <= 1024)
    #expect(sandbox.render("a.json", to: "whole.mp4").status == 0)
    let whole = try Movie(sandbox.file("whole.mp4"))
    for (offset, picture) in part.pictures.enumerated() {
      // Encoded twice with different neighbours, so near and not equal.
      #expect(picture.distance(to: whole.pictures[61 + offset]) < 4, "frame \(offset)")
    }
    let wrong = sandbox.render("a.json", to: "none.mp4", "--range", "4s..9s")
    #expect(wrong.status == 2)
    #expect(wrong.messages.contains("the movie has frames 0..144"))
    #expect(!sandbox.exists("none.mp4"))
    _ = project
  }
}
