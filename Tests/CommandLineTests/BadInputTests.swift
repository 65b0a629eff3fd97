import Foundation
import Testing
import SeededNumbers

@testable import CommandLineInterface

/// Projects and media that are wrong in the ways people get them wrong.
@Suite struct BadInputTests {
  /// Runs `check` and `render`: the same finding, the same status, and no movie.
  private func expect(
    _ sandbox: Sandbox, _ project: String, status: Int32, _ words: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try sandbox.names()
    for outcome in [
      sandbox.run("check", sandbox.file(project)), sandbox.render(project, to: "out.mp4"),
    ] {
      #expect(outcome.status == status, "\(outcome.messages)", sourceLocation: location)
      #expect(outcome.output.isEmpty, sourceLocation: location)
      for word in words {
        #expect(outcome.messages.contains(word), "\(outcome.messages)", sourceLocation: location)
      }
    }
    #expect(try sandbox.names() == before, sourceLocation: location)
  }

  private func project(_ media: String, _ clip: String = "") -> String {
    """
    { "cutlist": 1, "output": { "size": "320x180" },
      "media": { "clip": \(media) },
      "tracks": [ { "video": [ { "clip": "clip"\(clip) } ] } ] }
    """
  }

  @Test("a project that is not there, or is a folder, is a wrong command line")
  func noProject() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("folder")
    try expect(sandbox, "missing.json", status: 2, ["missing.json", "no such file"])
    try expect(sandbox, "folder", status: 2, ["is a folder; name the project file in it"])
    try expect(sandbox, "folder/a.json", status: 2, ["no such file"])
  }

  @Test(
    "a file that is no project is told where it goes wrong",
    arguments: [
      ("", "no content"), ("   \n", "no content"), ("not JSON", ":1:1"),
      ("{ \"cutlist\": 1 ", ":1:"),
      ("[]", "an array"), ("{}", "cutlist"), ("{\"cutlist\": 2, \"tracks\": []}", "version"),
      ("\u{0}\u{1}\u{2}", "not UTF-8"), ("\"", ":1:1"), ("nul", ":1:1"),
    ])
  func noJSON(text: String, word: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", text)
    try expect(sandbox, "a.json", status: 1, [word])
  }

  @Test("bytes that are no text are refused, not guessed at")
  func noText() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Data([0xFF, 0xFE, 0x7B, 0x00]))
    try expect(sandbox, "a.json", status: 1, ["a.json"])
    var random = SeededGenerator(seed: 5)
    try sandbox.write(
      "b.json", Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }))
    try expect(sandbox, "b.json", status: 1, ["b.json"])
  }

  @Test("millions of brackets neither crash nor hang")
  func brackets() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Data(repeating: UInt8(ascii: "["), count: 4 << 20))
    try expect(sandbox, "a.json", status: 1, ["a.json:1:"])
    try sandbox.write("a.json", Data(repeating: UInt8(ascii: "{"), count: 4 << 20))
    try expect(sandbox, "a.json", status: 1, ["a.json:1:"])
  }

  @Test("a media file that is missing is named with where it was looked for, and what is like it")
  func missingMedia() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project("\"holiday.mp4\""))
    try sandbox.write("holidays.mp4", "x")
    try expect(
      sandbox, "a.json", status: 3,
      ["media file 'holiday.mp4' does not exist", "a.json:2:", "holidays.mp4"])
  }

  @Test("media that is a folder, empty, or a text is told apart")
  func noMedia() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("folder")
    try sandbox.write("empty.mp4", "")
    try sandbox.write("text.mp4", String(repeating: "This is no movie.\n", count: 100))
    try sandbox.write("a.json", project("\"folder\""))
    try sandbox.write("b.json", project("\"empty.mp4\""))
    try sandbox.write("c.json", project("\"text.mp4\""))
    try expect(sandbox, "a.json", status: 3, ["'folder' is a folder", "a.json:2:"])
    try expect(sandbox, "b.json", status: 3, ["'empty.mp4' is empty (0 bytes)"])
    try expect(sandbox, "c.json", status: 3, ["'text.mp4' is not a media file"])
  }

  @Test("a wrong project with missing media too is a wrong project")
  func both() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project("\"missing.mp4\"", ", \"fitt\": \"cover\""))
    try expect(sandbox, "a.json", status: 1, ["missing.mp4", "fitt", "fit"])
  }

  @Test("a clip that ends after its media, and a transition without material, say what is missing")
  func material() throws {
    let sandbox = try Sandbox()
    try sandbox.write("make.json", Projects.counter(seconds: 1))
    try #require(sandbox.render("make.json", to: "clip.mp4").status == 0)
    try sandbox.write("a.json", project("\"clip.mp4\"", ", \"duration\": \"1.5s\""))
    try expect(sandbox, "a.json", status: 1, ["15 frames after its media", "clip-within-media"])
    try sandbox.write(
      "b.json",
      project("\"clip.mp4\"").replacing(
        "{ \"clip\": \"clip\" }",
        with: """
          { "clip": "clip" }, { "transition": "dissolve", "duration": "0.4s" }, { "clip": "clip" }
          """))
    try expect(sandbox, "b.json", status: 1, ["6 frames", "freeze", "overlap"])
  }

  @Test("a font that is not there is said, with what is like it")
  func font() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json", Projects.mixed.replacing("\"size\": 40", with: "\"font\": \"DejaVue Sans\""))
    let outcome = sandbox.run("check", sandbox.file("a.json"))
    #expect(outcome.messages.contains("DejaVue Sans"), "\(outcome.messages)")
    try sandbox.write(
      "b.json", Projects.mixed.replacing("\"size\": 40", with: "\"font\": \"none.ttf\""))
    try expect(sandbox, "b.json", status: 1, ["none.ttf"])
  }

  @Test("a preset that the encoder does not have is refused before anything is rendered")
  func preset() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.mixed.replacing("ultrafast", with: "ultrafest"))
    try expect(sandbox, "a.json", status: 1, ["'ultrafest'", "ultrafast", "a.json:5:"])
  }
}
