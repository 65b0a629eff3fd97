import Foundation
import Testing

@testable import CommandLineInterface

@Suite("cutlist preview, watch and play")
struct PreviewCommandTests {
  private struct Known: Decodable {
    struct Edit: Decodable { var edit: Int, frames: Int, changes: [[Int]]? }
    var version: Int
    var shown: Edit?
    var before: Edit?
    var checked: Int, drawn: Int
    /// How many lines stay, from which on they are moved, and by how many.
    var moved: [[Int]?]?
    var findings: [Finding]
    struct Finding: Decodable { var severity: String, line: Int?, text: String }
  }

  private func start(_ sandbox: Sandbox, _ path: String) throws -> (RunningProgram, RawRequest) {
    let running = try RunningProgram([
      "preview", path, "--no-open", "--cache", sandbox.cache,
    ])
    let line = try #require(running.firstOutputLine())
    return (running, try #require(RawRequest(line), "\(line)"))
  }

  /// The first state for which a condition holds; the newest of a while where none does.
  private func state(_ page: RawRequest, _ holds: (Known) -> Bool) throws -> Known {
    var newest: Known?
    for _ in 0..<20_000 {
      let known = try JSONDecoder().decode(Known.self, from: page.get("state").body)
      newest = known
      if holds(known) { return known }
      usleep(50_000)
    }
    return try #require(newest)
  }

  @Test(
    "pictures are those of 'frame', a save shows, mistakes keep the last state, and Ctrl-C ends it")
  func preview() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 2, size: "160x90"))
    let (running, page) = try start(sandbox, path)
    defer { running.send(SIGKILL) }

    // Who asks before the project is loaded waits for it.
    #expect(page.get("frame/45.png").status == 200)
    #expect(page.get("").text.contains("<!doctype html>"))
    #expect(page.get("preview.js").text.contains("'use strict'"))
    let first = try state(page) { $0.shown != nil }
    #expect(first.shown?.frames == 60 && first.before == nil)
    for (frame, time) in [(0, "0s"), (45, "1.5s"), (59, "59f")] {
      let still = sandbox.file("\(frame).png")
      try #require(sandbox.run("frame", path, "--frame", "\(frame)", "-o", still).status == 0)
      let wanted = try sandbox.bytes("\(frame).png")
      #expect(page.get("frame/\(frame).png").body == wanted)
      #expect(page.get("frame?at=\(time)").body == wanted)
    }
    #expect(page.get("frame/60.png").status == 404)
    #expect(page.get("frame/7.jpg?w=80").body.starts(with: [0xff, 0xd8]))
    #expect(page.get("frame/7.jpg?w=80&draft=1").body.starts(with: [0xff, 0xd8]))
    #expect(page.get("source/0").body == (try sandbox.bytes("a.json")))
    #expect(page.get("timeline").text.contains("data-at=\\\""))
    let checked = try state(page) { $0.checked == $0.shown?.edit && $0.drawn == $0.checked }
    #expect(checked.checked == first.shown?.edit)

    // The same samples as in a file of the mix, 24 bits in two channels.
    try #require(sandbox.run("mix", path, "-o", sandbox.file("a.wav")).status == 0)
    let samples = page.get("sound.wav?from=1000&count=4800").body.suffix(4800 * 6)
    let mix = try sandbox.bytes("a.wav").suffix(2 * 48_000 * 6)
    #expect(samples == mix.dropFirst(1000 * 6).prefix(4800 * 6))

    let fresh = Projects.counter(seconds: 2, clip: 2, size: "160x90")
    try sandbox.write("a.json", fresh)
    let second = try state(page) { $0.before != nil }
    #expect(second.before?.edit == first.shown?.edit && second.shown?.changes?.isEmpty == false)
    try sandbox.write(
      "a.json", fresh.replacing("\"cutlist\": 1,", with: "\"cutlist\": 1, \"x\": 1,"))
    let third = try state(page) { $0.findings.contains { $0.severity == "error" } }
    #expect(third.shown?.edit == second.shown?.edit && third.findings.first?.line == 2)
    // Small pictures stay until there are new ones.
    #expect(page.get("timeline").text.contains("<img"))
    #expect(second.moved == nil && third.moved == [[1, 3, 0]])
    #expect(page.get("frame/3.png").status == 200)

    running.send(SIGINT)
    let outcome = running.wait()
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(page.get("").status == 0)
  }

  @Test("another host, a wrong secret and another site get nothing, and broken requests do no harm")
  func strangers() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 1, size: "64x36"))
    let (running, page) = try start(sandbox, path)
    defer { running.send(SIGKILL) }
    for fields in [
      ["Host": "evil.example"], ["Host": "evil.example:\(page.port)"],
      ["Origin": "http://evil.example"], ["Sec-Fetch-Site": "cross-site"],
    ] {
      let answer = page.get("state", fields)
      #expect(answer.status == 403 && answer.body.isEmpty, "\(fields)")
    }
    var stranger = page
    stranger.base = "/" + String(repeating: "0", count: page.base.count - 2) + "/"
    #expect(stranger.get("").status == 404 && stranger.get("").body.isEmpty)
    stranger.base = "/"
    #expect(stranger.get("").status == 404 && stranger.get("").body.isEmpty)
    #expect(page.send("GET / HTTP/9\r\n\r\n").status == 505)
    #expect(page.send("\u{0}\u{1}\r\n\r\n").status == 400)
    #expect(page.send("POST \(page.base) HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc").status == 413)
    #expect(page.send(String(repeating: "x", count: 20_000)).status == 431)
    #expect(page.get("../state").status == 404)
    let events = page.send(
      "GET \(page.base)events HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n", until: "data: ")
    #expect(events.head.contains("text/event-stream"))
    #expect(page.get("").status == 200)
    running.send(SIGTERM)
    #expect(running.wait().status == 0)
  }

  @Test("a file that is named as a part and is none of ours is not shown")
  func foreignText() throws {
    let sandbox = try Sandbox()
    try sandbox.write("notes.txt", "my own notes\n")
    try sandbox.write("part.json", #"{ "cutlistPart": 1 }"#)
    let path = try sandbox.write(
      "a.json", #"{ "cutlist": 1, "include": ["notes.txt", "part.json"], "tracks": [] }"#)
    let (running, page) = try start(sandbox, path)
    defer { running.send(SIGKILL) }
    _ = try state(page) { !$0.findings.isEmpty }
    let texts = (0..<3).map { page.get("source/\($0)").text }
    #expect(texts.contains(#"{ "cutlistPart": 1 }"#))
    #expect(!texts.contains { $0.contains("my own notes") })
  }

  @Test("preview says by itself that there is no such file, and which ports there are")
  func wrong() throws {
    let sandbox = try Sandbox()
    #expect(sandbox.run("preview", sandbox.file("none.json"), "--no-open").status == 2)
    let path = try sandbox.write("a.json", Projects.counter(seconds: 1, size: "64x36"))
    #expect(sandbox.run("preview", path, "--no-open", "--port", "65536").status == 2)
    #expect(sandbox.run("preview", "-", "--no-open").status == 2)
    #expect(sandbox.run("watch", path, "-o", "-").status == 2)
  }

  @Test("watch renders at once and after each save, goes on after mistakes, and ends by Ctrl-C")
  func watch() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 2, size: "64x36"))
    let movie = sandbox.file("a.mp4")
    let running = try RunningProgram(["watch", path, "-o", movie, "--cache", sandbox.cache])
    defer { running.send(SIGKILL) }
    #expect(running.nextLine()?.hasSuffix("chunks rendered") == true)
    let first = try sandbox.bytes("a.mp4")
    try sandbox.write("a.json", "{ \"cutlist\": ")
    var lines: [String] = []
    while let line = running.nextLine() {
      lines.append(line)
      if line.hasPrefix("cutlist:") { break }
    }
    #expect(lines.first?.contains("a.json:1:") == true && lines.last == "cutlist: not rendered")
    #expect(try sandbox.bytes("a.mp4") == first)
    try sandbox.write("a.json", Projects.counter(seconds: 2, clip: 2, size: "64x36"))
    #expect(running.nextLine()?.hasSuffix("chunks rendered") == true)
    #expect(try sandbox.bytes("a.mp4") != first)
    running.send(SIGINT)
    #expect(running.wait().status == 130)
  }

  @Test("a part that is away for a moment, as while an editor writes it, is back with its file")
  func away() throws {
    let sandbox = try Sandbox()
    let part = """
      { "cutlistPart": 1, "tracks": [ { "video": [ { "clip": "red", "duration": "1s" } ] } ] }
      """
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "red": { "color": "red" } }, "tracks": [ { "include": "part.json" } ] }
      """)
    try sandbox.write("part.json", part)
    let (preview, page) = try start(sandbox, path)
    defer { preview.send(SIGKILL) }
    #expect(try state(page) { $0.shown != nil }.findings.isEmpty)
    let watch = try RunningProgram([
      "watch", path, "-o", sandbox.file("a.mp4"), "--cache", sandbox.cache,
    ])
    defer { watch.send(SIGKILL) }
    #expect(watch.nextLine()?.hasSuffix("chunks rendered") == true)
    try FileManager.default.removeItem(atPath: sandbox.file("part.json"))
    #expect(try !state(page) { !$0.findings.isEmpty }.findings.isEmpty)
    while let line = watch.nextLine(), line != "cutlist: not rendered" {}
    try sandbox.write("part.json", part)
    #expect(try state(page) { $0.findings.isEmpty }.findings.isEmpty)
    #expect(watch.nextLine()?.contains("chunks") == true)
    watch.send(SIGINT)
    #expect(watch.wait().status == 130)
  }

  @Test("play hands the movie to a player as it is rendered, and ends with it")
  func play() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 2, size: "64x36"))
    try sandbox.makeFolder("programs")
    try sandbox.write("programs/ffplay", "#!/bin/sh\n/bin/cat > '\(sandbox.file("played.mkv"))'\n")
    try sandbox.allow(0o755, "programs/ffplay")
    let running = try RunningProgram(
      ["play", path, "--at", "1s", "--cache", sandbox.cache],
      environment: ["PATH": sandbox.file("programs")])
    let outcome = running.wait()
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try sandbox.bytes("played.mkv").starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
    try sandbox.makeFolder("nothing")
    let none = try RunningProgram(
      ["play", path, "--cache", sandbox.cache], environment: ["PATH": sandbox.file("nothing")]
    ).wait()
    #expect(none.status == 3 && none.messages.contains("neither mpv nor ffplay"))
    #expect(sandbox.run("play", path, "--at", "9s").status == 2)
  }
}
