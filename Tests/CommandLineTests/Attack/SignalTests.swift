import Foundation
import Testing

@testable import CommandLineInterface

/// A filter whose pictures never come out, wherever it is made.
private let endless = """
  { "cutlist": 1, "output": { "size": "320x180", "frameRate": 30 },
    "expect": { "golden": { "frames": ["0s"] } },
    "media": { "a": { "filter": "color=red:size=64x36:rate=30,geq='while(1,1)'" } },
    "tracks": [ { "video": [ { "clip": "a", "duration": "2s" } ] } ] }
  """

@Suite struct SignalTests {
  /// Whoever started the tests may want this one ignored, as `nohup` does, and programs inherit that.
  init() { signal(SIGHUP, SIG_DFL) }

  @Test(
    "every command ends on a signal although a library is busy, and leaves nothing",
    arguments: [
      (["render", "a.json", "-o", "a.mp4", "--no-cache"], SIGINT),
      (["render", "a.json", "-o", "a.mp4", "--no-cache"], SIGHUP),
      (["render", "a.json", "--check-determinism"], SIGTERM),
      (["frames", "a.json", "-o", "a.txt"], SIGTERM),
      (["frame", "a.json", "--at", "1s", "-o", "a.png"], SIGQUIT),
      (["sheet", "a.json", "-o", "a.png"], SIGHUP),
      (["inspect", "a.json", "-o", "a.html"], SIGINT),
      (["explain", "a.json", "--frame", "3", "--pixel", "4,4"], SIGTERM),
      (["test", "--update", "a.json", "--junit", "a.xml"], SIGHUP),
      (["compare", "a.json", "b.json", "--html", "a.html"], SIGQUIT),
    ])
  func busy(words: [String], signal: Int32) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", endless)
    try sandbox.write("b.json", endless.replacing("color=red", with: "color=blue"))
    let before = try sandbox.names()
    // However long this test has to wait for its turn, opening does not end by itself.
    let running = try RunningProgram(
      words.map { $0.hasPrefix("a.") || $0.hasPrefix("b.") ? sandbox.file($0) : $0 }
        + ["--open-seconds", "60"])
    // Until it computes: starting takes less.
    while running.processorTime < 0.3 { usleep(10_000) }
    running.send(signal)
    let outcome = running.wait()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("interrupted"))
    #expect(try sandbox.names() == before)
    #expect(running.children.isEmpty)
  }

  @Test("a signal that whoever started the program wants ignored stays ignored")
  func ignored() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1, size: "64x36", gop: 30))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' HUP; exec \"$@\"", "sh", RunningProgram.path, "frames",
      sandbox.file("a.json"), "-o", sandbox.file("a.txt"),
    ]
    try process.run()
    // As soon as it is the program, and perhaps at work.
    usleep(100_000)
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try sandbox.bytes("a.txt").split(separator: UInt8(ascii: "\n")).count >= 30)
  }
}
