import Foundation
import Testing

@Suite("Notes and markers change nothing")
struct NoteCommandTests {
  private static let plain = """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
      "media": { "bars": { "generate": "bars" }, "tone": { "generate": "tone" } },
      "tracks": [
        { "video": [
          { "clip": "bars", "duration": "2s" },
          { "transition": "dissolve", "duration": "1s" },
          { "clip": "bars", "duration": "2s" } ] },
        { "audio": [ { "gap": "1s" }, { "clip": "tone", "duration": "3s" } ] },
        { "titles": [ { "duration": "1s", "layers": [ { "text": "A", "size": 12 } ] } ] } ] }
    """

  @Test("the plan, its keys and the plan's text are those of the project without them")
  func plan() throws {
    let sandbox = try Sandbox()
    // Every object but the output takes one.
    let noted = Self.plain.replacing(
      /\{ (?="(video|audio|titles|clip|transition|gap|generate|duration|text|cutlist)")/,
      with: "{ \"note\": \"why\", "
    ).replacing(#/ \}$/#, with: ", \"markers\": [ { \"at\": \"1s\", \"name\": \"a\" } ] }")
    try #require(noted.matches(of: /"note"/).count == 13)
    let paths = [try sandbox.write("a.json", Self.plain), try sandbox.write("b.json", noted)]
    for words in [["plan"], ["plan", "--json"], ["frames", "--range", "0s..2f"]] {
      let outcomes = paths.map { sandbox.run([words[0], $0] + words.dropFirst()) }
      #expect(outcomes.map(\.status) == [0, 0], "\(outcomes.map(\.messages))")
      #expect(outcomes[0].output == outcomes[1].output)
    }
  }

  @Test("explain names the last marker before a frame")
  func explain() throws {
    let sandbox = try Sandbox()
    let markers = """
      , "markers": [ { "at": "2s", "name": "late" }, { "at": "0.5s", "name": "early" } ] }
      """
    let project = try sandbox.write("a.json", String(Self.plain.dropLast()) + markers)
    func row(_ frame: String) -> Substring? {
      sandbox.run("explain", project, "--frame", frame, "--no-cache").output
        .split(separator: "\n").first { $0.hasPrefix("  marker") }
    }
    #expect(row("4") == nil)
    #expect(row("5") == "  marker     'early', here")
    #expect(row("19") == "  marker     'early', 14 frames before")
    #expect(row("21") == "  marker     'late', 1 frame before")
    let json = sandbox.run("explain", project, "--frame", "21", "--json", "--no-cache").output
    #expect(json.contains(#""marker": {"name": "late", "frame": 20}"#))
  }
}
