import Foundation
import Testing

@testable import CommandLineInterface

private func project(_ media: String, more: String = "") -> String {
  """
  { "cutlist": 1, "output": { "size": "64x36", "frameRate": 30 },
    "media": { "a": \(media) },
    "tracks": [ { "video": [ { "clip": "a", "duration": "1s" } ] }\(more) ] }
  """
}

private func filter(_ text: String) -> String { "{ \"filter\": \"\(text)\" }" }

@Suite struct ReaderTests {
  @Test(
    "a filter that gives no picture is a finding beside the others, with a way out",
    arguments: [
      ("color=red:size=64x36:rate=30,geq='while(1,1)'", "gave nothing for 1 s"),
      ("testsrc2=size=64x36:rate=30,select=0", "gave nothing for 1 s"),
      ("testsrc2=size=64x36:rate=30,trim=start=1000000000", "gave nothing for 1 s"),
      ("testsrc2=size=1280x720:rate=30,reverse", "memory"),
      ("testsrc2=size=1280x720:rate=30,thumbnail=n=1000000", "memory"),
    ])
  func noPicture(text: String, reason: String) throws {
    let sandbox = try Sandbox()
    let other = ", { \"video\": [ { \"clip\": \"nobody\", \"duration\": \"1s\" } ] }"
    try sandbox.write("a.json", project(filter(text), more: other))
    // Where memory is what ends it there is time enough, and the other way round.
    let limits =
      reason == "memory" ? ["--open-memory", "128M"] : ["--open-seconds", "1"]
    let outcome = try RunningProgram(["check", sandbox.file("a.json")] + limits).wait()
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("a.json:2:"))
    #expect(outcome.messages.contains("[media-limit]"), "\(outcome.messages)")
    #expect(outcome.messages.contains(reason), "\(outcome.messages)")
    #expect(outcome.messages.contains("--open-"))
    #expect(outcome.messages.contains("'nobody'"))
  }

  @Test("a filter that hangs later ends the render with the picture's number and nothing left")
  func hangsLater() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(filter("color=red:size=64x36:rate=30,geq=lum='if(gt(N,5),while(1,1),128)'")))
    let before = try sandbox.names()
    let outcome = try RunningProgram([
      "render", sandbox.file("a.json"), "-o", sandbox.file("a.mp4"), "--no-cache",
      "--open-seconds", "5",
    ]).wait()
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("'a': for picture 6 it gave nothing for 5 s"))
    #expect(outcome.messages.contains("--open-seconds 20"))
    #expect(try sandbox.names() == before)
  }

  @Test("a test that cannot be made does not keep the others from being made")
  func testsGoOn() throws {
    let sandbox = try Sandbox()
    let expect = "\"expect\": { \"duration\": \"1s\" }, \"media\""
    try sandbox.write(
      "a.json",
      project(filter("testsrc2=size=64x36:rate=30,select=0")).replacing("\"media\"", with: expect))
    try sandbox.write(
      "b.json",
      project(filter("testsrc2=size=64x36:rate=30")).replacing("\"media\"", with: expect))
    let outcome = try RunningProgram(["test", sandbox.path, "--open-seconds", "5"]).wait()
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("b.json: 1 expectation"))
    #expect(outcome.output.contains("media-limit"))
  }

  @Test("pictures and sound of filters are the same from a process of their own")
  func samePictures() throws {
    let sandbox = try Sandbox()
    let sound = ", { \"audio\": [ { \"clip\": \"s\", \"duration\": \"1s\" } ] }"
    let media = filter("testsrc2=size=62x34:rate=30,format=yuv444p10le,vflip")
    let text = project(media, more: sound).replacing(
      "\"media\": {", with: "\"media\": { \"s\": \(filter("sine=frequency=440:sample_rate=44100")),"
    )
    try sandbox.write("a.json", text)
    let apart = sandbox.run("frames", sandbox.file("a.json"))
    let here = inProcess(["frames", sandbox.file("a.json")], executable: nil)
    #expect(apart.status == 0, "\(apart.messages)")
    #expect(apart.output == here.output)
    #expect(Set(apart.output.split(separator: "\n")).count >= 31)
  }

  @Test("a drawing that cannot be drawn in time is a finding, and one that can is measured")
  func drawings() throws {
    let sandbox = try Sandbox()
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"60\">"
    try sandbox.write("good.svg", head + "<rect width=\"80\" height=\"60\" fill=\"red\"/></svg>")
    let uses = (1...4).map { level in
      "<g id=\"g\(level)\">"
        + String(repeating: "<use href=\"#g\(level - 1)\"/>", count: 10) + "</g>"
    }
    try sandbox.write(
      "bad.svg",
      head + "<filter id=\"f\"><feTurbulence numOctaves=\"1000\"/></filter><defs>"
        + "<rect id=\"g0\" width=\"9\" height=\"9\" filter=\"url(#f)\"/>" + uses.joined()
        + "</defs><use href=\"#g4\"/></svg>")
    let outcome = try RunningProgram([
      "probe", sandbox.file("bad.svg"), "--no-cache", "--open-seconds", "1",
    ]).wait()
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("bad.svg"), "\(outcome.messages)")
    // Some builds of libav cannot draw any.
    guard !outcome.messages.contains("librsvg") else { return }
    #expect(outcome.messages.contains("[media-limit]"))
    let good = sandbox.run("probe", sandbox.file("good.svg"), "--no-cache")
    #expect(good.output.contains("80×60"), "\(good.messages)")
  }

  @Test("no process outlives the program that started it, however that ends")
  func orphans() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(filter("color=red:size=64x36,geq='while(1,1)'")))
    let running = try RunningProgram(["check", sandbox.file("a.json")])
    while running.children.isEmpty { usleep(10_000) }
    let children = running.children
    running.send(SIGKILL)
    #expect(running.wait().status == -SIGKILL)
    // It ends by itself; a test that waits in vain is ended by its own limit of processor time.
    for child in children { while kill(child, 0) == 0, !Self.isDead(child) { usleep(10_000) } }
  }

  private static func isDead(_ process: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
    return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  @Test("the word that reading processes are started with is none for people")
  func hiddenWord() throws {
    let outcome = try RunningProgram(["--read-for-another-process"]).wait()
    #expect(outcome.status == 2)
    #expect(!outcome.messages.contains("usage: cutlist --read"))
  }

  @Test("limits of opening that make no sense are mistakes of the command line")
  func options() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project("\"red\""))
    #expect(sandbox.run("check", sandbox.file("a.json"), "--open-seconds", "0").status == 2)
    #expect(sandbox.run("check", sandbox.file("a.json"), "--open-seconds", "1e9").status == 2)
    #expect(sandbox.run("check", sandbox.file("a.json"), "--open-memory", "1M").status == 2)
  }
}
