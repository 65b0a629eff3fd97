import Foundation
import LibAV
import Testing

@testable import CommandLineInterface

@Suite struct DamageCommandTests {
  /// A sandbox with `hit.mp4`, 120 pictures at 30 a second in groups of 30 of which the second is
  /// damaged from within, and a project that shows it.
  private func sandbox(policy: String = "", damagedAt picture: Int = 42) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 4, size: "160x90", gop: 30))
    #expect(sandbox.render("a.json", to: "whole.mp4").status == 0)
    var bytes = try sandbox.bytes("whole.mp4")
    var places: [(position: Int, size: Int)] = []
    var input = try InputFile(path: sandbox.file("whole.mp4"))
    let video = input.streams.first { $0.kind == .video }?.index
    while let packet = try input.readPacket() {
      guard packet.streamIndex == video else { continue }
      places.append((Int(packet.position ?? 0), packet.size))
    }
    for place in places[picture..<picture + 2] {
      for byte in place.position + 6..<place.position + max(7, place.size) { bytes[byte] ^= 0x5a }
    }
    try sandbox.write("hit.mp4", bytes)
    try sandbox.write("hit.json", project(policy))
    return sandbox
  }

  private func project(_ policy: String, from start: String = "0s", to end: String = "4s") -> String
  {
    """
    { "cutlist": 1,
      "output": {
        "size": "160x90", "frameRate": 30, "video": { "preset": "ultrafast", "gop": "1s" } },
      "media": { "film": { "file": "hit.mp4"\(policy) } },
      "tracks": [ { "video": [
        { "clip": "film", "in": "\(start)", "out": "\(end)", "audio": false } ] } ] }
    """
  }

  private func warnings(_ outcome: Outcome) -> [String] {
    outcome.messages.split(separator: "\n").filter { $0.contains("damaged picture") }
      .map(String.init)
  }

  @Test("damage ends a command, which says where it is and what to do")
  func error() throws {
    let sandbox = try sandbox()
    let outcome = sandbox.render("hit.json", to: "out.mp4", "--jobs", "1")
    #expect(outcome.status == 3)
    for words in ["'film' (hit.mp4): picture 42 at 1.4 s", "is damaged", "--on-damage conceal"] {
      #expect(outcome.messages.contains(words), "\(outcome.messages)")
    }
    #expect(!sandbox.exists("out.mp4"))
    #expect(sandbox.run("frames", "--cache", sandbox.cache, sandbox.file("hit.json")).status != 0)
    let chain = #""audio": false, "filter": "hue=s=0""#
    try sandbox.write(
      "grey.json", project("").replacing(#""audio": false"#, with: chain))
    let grey = sandbox.render("grey.json", to: "out.mp4")
    #expect(grey.status == 3)
    #expect(
      grey.messages.contains("'film | hue=s=0' (hit.mp4): picture 42 at 1.4 s"), "\(grey.messages)")
    let good = sandbox.run(
      "frame", sandbox.file("hit.json"), "--frame", "0", "-o", sandbox.file("f.png"))
    #expect(good.status == 0, "a frame that does not need it is made: \(good.messages)")
    try sandbox.write("rest.json", project("", from: "2s"))
    #expect(sandbox.render("rest.json", to: "rest.mp4").status == 0, "nor does a clip beside it")
  }

  @Test("concealing gives the same movie and the same warning for every number of workers")
  func conceal() throws {
    let sandbox = try sandbox()
    let one = sandbox.render("hit.json", to: "1.mp4", "--on-damage", "conceal", "--jobs", "1")
    #expect(one.status == 0, "\(one.messages)")
    let said = warnings(one)
    #expect(said.count == 1, "\(one.messages)")
    for words in ["'film' (hit.mp4): 18 damaged pictures", "1.4 s to 2 s (18)"] {
      #expect(said.first?.contains(words) == true, "\(said)")
    }
    for jobs in ["2", "4"] {
      let other = sandbox.run(
        "render", sandbox.file("hit.json"), "-o", sandbox.file("\(jobs).mp4"), "--no-cache",
        "--on-damage", "conceal", "--jobs", jobs)
      #expect(warnings(other) == said)
      #expect(try sandbox.bytes("1.mp4") == sandbox.bytes("\(jobs).mp4"))
    }
    let warm = sandbox.render("hit.json", to: "warm.mp4", "--on-damage", "conceal")
    #expect(warnings(warm) == said, "chunks that are kept: \(warm.messages)")
    #expect(try sandbox.bytes("warm.mp4") == sandbox.bytes("1.mp4"))
    let same = sandbox.render("hit.json", to: "warm.mp4", "--on-damage", "conceal")
    #expect(warnings(same) == said, "a movie that is left as it is: \(same.messages)")
    let data = sandbox.render(
      "hit.json", to: "warm.mp4", "--on-damage", "conceal", "--progress", "json")
    #expect(
      data.messages.contains(
        #"{"event":"damage","media":"film","file":"hit.mp4","kind":"picture","count":18"#),
      "\(data.messages)")
    let refused = sandbox.render("hit.json", to: "3.mp4")
    #expect(refused.status == 3, "what was kept hides nothing")
    let shown = try Movie(sandbox.file("1.mp4")).pictures.map { $0.code.map { Int($0.frame) } }
    #expect(shown.count == 120)
    #expect(Array(shown[40..<62]) == [40, 41] + Array(repeating: 41, count: 18) + [60, 61])
  }

  @Test("whole chunks are the same whatever is to be done about damage")
  func sharedChunks() throws {
    let sandbox = try sandbox(damagedAt: 72)
    #expect(sandbox.render("hit.json", to: "1.mp4", "--jobs", "1").status == 3)
    let outcome = sandbox.render(
      "hit.json", to: "1.mp4", "--on-damage", "conceal", "--progress", "json")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("\"chunksReused\":1"), "\(outcome.messages)")
    try sandbox.write("rest.json", project("", to: "2s"))
    let whole = sandbox.render("rest.json", to: "rest.mp4")
    let again = sandbox.render("rest.json", to: "rest2.mp4", "--on-damage", "conceal")
    #expect(whole.status == 0 && again.status == 0 && warnings(again).isEmpty)
    #expect(try sandbox.bytes("rest.mp4") == sandbox.bytes("rest2.mp4"))
  }

  @Test("the project says what is done, and the command line has the last word")
  func policy() throws {
    let sandbox = try sandbox(policy: ", \"onDamage\": \"conceal\"")
    let path = sandbox.file("hit.json")
    let frames = sandbox.run("frames", path)
    #expect(frames.status == 0 && warnings(frames).count == 1, "\(frames.messages)")
    let frame = sandbox.run("frame", path, "--frame", "50", "-o", sandbox.file("f.png"))
    #expect(warnings(frame).first?.contains("1 damaged picture is not shown") == true)
    #expect(sandbox.run("frames", "--on-damage", "error", path).status == 3)
    #expect(sandbox.run("frames", "--on-damage", "ignore", path).status == 2)
  }

  @Test("a file that is cut off is told of where its end is used")
  func cutOff() throws {
    let sandbox = try sandbox()
    let bytes = try sandbox.bytes("whole.mp4")
    try sandbox.write("hit.mp4", bytes.prefix(bytes.count * 6 / 10))
    try sandbox.write("all.json", project("").replacing(", \"out\": \"4s\"", with: ""))
    let outcome = sandbox.run("check", sandbox.file("all.json"))
    #expect(outcome.status == 0 && outcome.messages.contains("[cut-off-media]"))
    #expect(outcome.messages.contains("it says 4s, but its material ends at"))
    try sandbox.write("begin.json", project("", to: "1s"))
    #expect(sandbox.run("check", sandbox.file("begin.json")).messages.contains("nothing wrong"))
  }

  @Test("a picture that is too large is refused with its size")
  func tooLarge() throws {
    let sandbox = try Sandbox()
    // A picture's header and nothing in it.
    let side: [UInt8] = [0, 0, 0x75, 0x30]
    var file = Data([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) + Data("IHDR".utf8)
    file += Data(side + side + [8, 2, 0, 0, 0]) + Data(count: 4)
    for name in ["IDAT", "IEND"] { file += Data(count: 4) + Data(name.utf8) + Data(count: 4) }
    try sandbox.write("huge.png", file)
    try sandbox.write(
      "p.json",
      #"{ "cutlist": 1, "media": { "a": "huge.png" }, "tracks": [ { "video": [ { "clip": "a", "duration": "1s" } ] } ] }"#
    )
    let outcome = sandbox.run("check", sandbox.file("p.json"))
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("30000×30000 pixels"), "\(outcome.messages)")
  }
}
