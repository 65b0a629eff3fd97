import Foundation
import Testing

/// What attacks and first users found, each as it was found.
@Suite struct FoundTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func project(media: String, track: String = "video") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 }, "media": { "a": \(media) },
      "tracks": [ { "\(track)": [ { "clip": "a", "duration": "0.2s" } ] } ] }
    """
  }

  @Test(
    "sound of so few samples a second that a packet of it is hours is refused",
    arguments: ["sine=r=1", "sine=frequency=1:sample_rate=999"])
  func fewSamples(filter: String) throws {
    let path = try sandbox.write(
      "a.json", project(media: "{ \"filter\": \"\(filter)\" }", track: "audio"))
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("samples a second; from 1000 to 1536000 can be used"))
  }

  @Test("golden texts of gigabytes are not read")
  func golden() throws {
    let path = try sandbox.write("a.json", project(media: "{ \"color\": \"red\" }"))
    try sandbox.makeFolder("golden")
    // Without content on the disk, as an archive can hold it.
    let name = try sandbox.write("golden/a.plan.txt", "")
    try FileHandle(forWritingTo: URL(fileURLWithPath: name)).truncate(atOffset: 4 << 30)
    let outcome = sandbox.run("test", path)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("4294967296 bytes; no more than 67108864 are kept"))
  }

  @Test(
    "no output replaces a project, whosever it is, with --force or without",
    arguments: [["frames"], ["plan"], ["explain", "--frame", "0"]])
  func otherProject(words: [String]) throws {
    let path = try sandbox.write("a.json", project(media: "{ \"color\": \"red\" }"))
    let text = project(media: "{ \"color\": \"blue\" }")
    let other = try sandbox.write("other.json", text)
    for more in [[], ["--force"]] {
      let outcome = sandbox.run(
        [words[0], path] + words.dropFirst() + ["-o", other] + more)
      #expect(outcome.status == 2, "\(outcome.messages)")
      #expect(try sandbox.bytes("other.json") == Data(text.utf8))
    }
  }

  @Test("a movie in the place of a project is told as what it is")
  func movie() throws {
    try sandbox.write("make.json", Projects.counter(seconds: 1, size: "64x36"))
    try #require(sandbox.render("make.json", to: "a.mp4").status == 0)
    let outcome = sandbox.run("check", sandbox.file("a.mp4"))
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("the file is no text, and so no project"))
  }

  @Test("half of a surrogate pair stands for a byte in paths, and is an error in other texts")
  func halfPair() throws {
    let path = try sandbox.write(
      "a.json",
      #"""
      { "cutlist": 1, "tracks": [ { "titles": [ { "duration": "1s", "text": "caf\udce9" } ] } ] }
      """#)
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("a text cannot hold half of a surrogate pair"))
    #expect(outcome.messages.contains("[half-pair]"))
  }

  @Test("key times in seconds are told what they are, and nothing else")
  func keyTimes() throws {
    let animation = """
      { "property": "scale", "values": [1, 1.2, 1.4], "keyTimes": [0, 1.2, 2.5], "duration": "0.2s" }
      """
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "media": { "a": { "generate": "bars" } }, "tracks": [ { "video": [
        { "clip": "a", "duration": "0.2s", "animate": [ \(animation) ] } ] } ] }
      """)
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(!outcome.messages.contains("key time for"), "\(outcome.messages)")
    #expect(!outcome.messages.contains("fix: write"), "\(outcome.messages)")
    #expect(outcome.messages.contains("2 errors"), "\(outcome.messages)")
  }

  @Test(
    "where a wipe leaves nothing but a part of a column of a layer, the frame is composed",
    arguments: [("126x36", 63, 18), ("320x180", 81, 90)])
  func edgeOfLayer(size: String, x: Int, y: Int) throws {
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 25, "audio": false },
        "media": { "b": { "generate": "bars" } }, "tracks": [ { "video": [
          { "clip": "b", "duration": "0.4s", "position": [\(x), \(y)], "anchor": [0, 0.5], "scale": 0.5,
            "animate": [ { "property": "position", "from": [\(x), \(y)], "to": [\(x).5, \(y)] } ] },
          { "transition": "wipe", "direction": "left", "duration": "5f", "handles": "freeze" },
          { "clip": "b", "duration": "0.4s" } ] } ] }
      """)
    let outcome = sandbox.run("frames", path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.split(separator: "\n").count == 20)
  }

  @Test("pictures of one bit are cut within their bytes")
  func oneBit() throws {
    // 20 columns of black, and 20 of white.
    let row: [UInt8] = [0xFF, 0xFF, 0xF0, 0, 0]
    let picture = Data("P4\n40 30\n".utf8) + Data((0..<30).flatMap { _ in row })
    try picture.write(to: URL(fileURLWithPath: sandbox.file("a.pbm")))
    func frames(_ media: String, _ crop: String) throws -> String {
      let path = try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "20x30", "audio": false }, "media": { "a": \(media) },
          "tracks": [ { "video": [ { "clip": "a", "duration": "1f", "fit": "none"\(crop) } ] } ] }
        """)
      let outcome = sandbox.run("frames", path)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return outcome.output
    }
    let white = try frames(#"{ "color": "white" }"#, "")
    #expect(try frames(#""a.pbm""#, #", "crop": { "left": 0.5 }"#) == white)
    #expect(try frames(#""a.pbm""#, #", "crop": { "right": 0.5 }"#) != white)
  }

  @Test(
    "a plan of a text that is drawn smaller or larger than a project may say is read",
    arguments: [0.1, 3])
  func scaledText(scale: Double) throws {
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "320x180", "design": "640x360", "audio": false },
        "tracks": [ { "titles": [ { "duration": "1f", "text": "A", "size": 1,
          "box": { "padding": 400 } } ] } ] }
      """)
    let plan = sandbox.file("a.plan.json")
    let written = sandbox.run("plan", path, "--scale", "\(scale)", "--write", plan)
    try #require(written.status == 0, "\(written.messages)")
    let outcome = sandbox.run("render", "--plan", plan, "-o", sandbox.file("a.mp4"), "--no-cache")
    #expect(outcome.status == 0, "\(outcome.messages)")
  }

  @Test("a profile beside a rate factor that needs none is an error of the project")
  func losslessProfile() throws {
    for (factor, status) in [("0", 1), ("0.9", 1), ("1", 0)] {
      let path = try sandbox.write(
        "a.json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "audio": false,
            "video": { "crf": \(factor), "profile": "high" } },
          "media": { "a": { "color": "red" } },
          "tracks": [ { "video": [ { "clip": "a", "duration": "1f" } ] } ] }
        """)
      let outcome = sandbox.run("check", path)
      #expect(outcome.status == Int32(status), "\(outcome.messages)")
      #expect(outcome.messages.contains("remove \"profile\"") == (status == 1))
    }
  }
}
