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
}
