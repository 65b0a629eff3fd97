import Foundation
import BaseValues
import Testing

@testable import CommandLineInterface

/// Projects that do not say how large and how fast their movies are.
@Suite struct OutputFormCommandTests {
  /// With a movie of 96 × 54 pixels and 24000/1001 pictures a second, and a still.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("sub")
    try sandbox.write(
      "source.json",
      """
      { "cutlist": 1, "output": { "size": "96x54", "frameRate": 23.976, "audio": false },
        "media": { "c": { "generate": "counter", "clip": 7 } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
      """)
    #expect(sandbox.render("source.json", to: "sub/film.mp4").status == 0)
    let still = sandbox.run(
      "frame", sandbox.file("source.json"), "--at", "0", "-o", sandbox.file("still.png"))
    #expect(still.status == 0, "\(still.messages)")
    return sandbox
  }

  private func project(_ output: String, film: String = "sub/film.mp4") -> String {
    """
    { "cutlist": 1, \(output)
      "media": { "red": { "color": "red" }, "still": "still.png", "film": "\(film)" },
      "groups": { "card": { "tracks": [ { "video": [ { "clip": "film", "out": "1f" } ] } ] } },
      "tracks": [ { "video": [
        { "clip": "red", "duration": "1f" }, { "clip": "still", "duration": "1f" },
        { "clip": "card" }, { "clip": "film", "out": "12f" } ] } ] }
    """
  }

  @Test("the output is as large and as fast as the first clip of moving pictures, and says so")
  func taken() throws {
    let sandbox = try sandbox()
    let cases = [
      ("", "plan 96x54 at 24000/1001 fps, 15 frames", "\"size\" and \"frameRate\" of 'film'"),
      (
        "\"output\": { \"frameRate\": 50 },", "plan 96x54 at 50 fps, 15 frames",
        "\"size\" of 'film'"
      ),
      (
        "\"output\": { \"size\": \"64x36\" },", "plan 64x36 at 24000/1001 fps, 15 frames",
        "\"frameRate\" of 'film'"
      ),
    ]
    for (output, plan, words) in cases {
      let path = try sandbox.write("cut.json", project(output))
      let outcome = sandbox.run("plan", path)
      #expect(outcome.output.hasPrefix(plan + "\n"), "\(outcome.output.prefix(80))")
      #expect(outcome.messages.contains(words), "\(outcome.messages)")
      #expect(sandbox.run("plan", path, "--quiet").messages.isEmpty)
    }
    let path = try sandbox.write("cut.json", project(""))
    #expect(sandbox.run("render", path, "-o", sandbox.file("cut.mp4")).status == 0)
    let pictures = try Movie(sandbox.file("cut.mp4")).pictures
    #expect(pictures.count == 15)
    #expect(pictures.last?.time.description == "7007/12000")
  }

  @Test("what says its size and rate is as it was, and so is what shows no moving pictures")
  func said() throws {
    let sandbox = try sandbox()
    let said = try sandbox.write(
      "said.json", project("\"output\": { \"size\": \"64x36\", \"frameRate\": 25 },"))
    let outcome = sandbox.run("plan", said)
    #expect(
      outcome.output.hasPrefix("plan 64x36 at 25 fps, 15 frames\n") && outcome.messages.isEmpty)
    let still = try sandbox.write("still.json", project("", film: "still.png"))
    #expect(sandbox.run("plan", still).output.hasPrefix("plan 1280x720 at 30 fps"))
    let gone = try sandbox.write("gone.json", project("", film: "gone.mp4"))
    let found = sandbox.run("check", gone)
    #expect(found.status != 0 && found.messages.contains("media-not-found"), "\(found.messages)")
  }

  @Test("a project that is shown in another one is as large and as fast as it is alone")
  func nested() throws {
    let sandbox = try sandbox()
    try sandbox.write("sub/part.json", project("", film: "film.mp4"))
    let still = try Data(contentsOf: URL(filePath: sandbox.file("still.png")))
    try still.write(to: URL(filePath: sandbox.file("sub/still.png")))
    let outer = try sandbox.write(
      "outer.json",
      """
      { "cutlist": 1, "output": { "size": "128x72", "frameRate": 25 },
        "media": { "part": { "project": "sub/part.json" } },
        "tracks": [ { "video": [ { "clip": "part" } ] } ] }
      """)
    let alone = sandbox.run("plan", sandbox.file("sub/part.json")).output
    #expect(alone.hasPrefix("plan 96x54 at 24000/1001 fps, 15 frames"))
    // 15 frames of 1001/24000 s are 0.626 s, of which 16 frames at 25 a second show something.
    let shown = sandbox.run("plan", outer).output
    #expect(shown.hasPrefix("plan 128x72 at 25 fps, 16 frames"), "\(shown.prefix(80))")
    #expect(shown.contains("group 96x54"))
  }
}
