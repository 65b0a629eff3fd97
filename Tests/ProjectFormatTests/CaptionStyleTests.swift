import Diagnostics
import Testing
import TimelineModel

@testable import ProjectFormat

@Suite("Styles of captions") struct CaptionStyleTests {
  private func findings(_ styles: String, _ track: String) -> [Diagnostic] {
    compiled(styles, track).findings
  }

  private func compiled(
    _ styles: String, _ track: String
  ) -> (timeline: Timeline?, findings: [Diagnostic]) {
    let text = """
      { "cutlist": 1, "output": { "size": "640x360", "frameRate": 25 },
        "styles": { \(styles) },
        "tracks": [ { "captions": [
          { "text": "one two three", "duration": "3s" }, { "text": "four", "duration": "1s" } ],
          \(track) } ] }
      """
    let (document, reading) = ProjectCompiler.document(
      from: SourceFile(path: "a.json", bytes: Array(text.utf8)))
    guard let document, reading.isEmpty else { return (nil, reading) }
    let (timeline, resolving) = ProjectCompiler.timeline(
      from: document, catalog: MediaCatalog(count: 0))
    return (timeline, resolving)
  }

  private let look = """
    "size": 30, "color": "yellow", "uppercase": true, "characters": 20,
    "words": { "atMost": 2, "now": { "scale": 1.2 }, "coming": { "color": "red" } }
    """

  private func texts(_ timeline: Timeline?) -> [String] {
    (timeline?.tracks ?? []).flatMap(\.titles).map { title in
      "\(title.placed) \(title.layers.map(\.content))"
    }
  }

  @Test("a style says what the track can say, and is the same as saying it there")
  func same() throws {
    let named = compiled("\"all\": { \(look) }", "\"style\": \"all\"")
    #expect(named.findings.isEmpty)
    let form = look.replacing("\"size\": 30, \"color\": \"yellow\", ", with: "")
    let written = compiled(
      "\"look\": { \"size\": 30, \"color\": \"yellow\" }", "\"style\": \"look\", \(form)")
    #expect(written.findings.isEmpty)
    // Two groups of words of the first caption, each with its states, and one of the second.
    #expect(texts(named.timeline).count > 3)
    #expect(texts(named.timeline) == texts(written.timeline))
    #expect(texts(named.timeline).contains { $0.contains("ONE TWO") })
  }

  @Test("what the track says counts before its styles, and the last style before the others")
  func order() throws {
    let styles = "\"big\": { \"uppercase\": true }, \"small\": { \"uppercase\": false }"
    func isLarge(_ track: String) -> Bool {
      texts(compiled(styles, track).timeline).contains { $0.contains("FOUR") }
    }
    #expect(isLarge("\"style\": [\"small\", \"big\"]"))
    #expect(!isLarge("\"style\": [\"big\", \"small\"]"))
    #expect(!isLarge("\"style\": [\"small\", \"big\"], \"uppercase\": false"))
  }

  @Test("wrong words of a style are told at their place, and keys of words where they do nothing")
  func wrong() throws {
    let wrong = findings(
      "\"s\": { \"size\": 30, \"words\": { \"now\": { \"scale\": 99 } } }", "\"style\": \"s\"")
    #expect(wrong.map(\.id) == [.numberOutOfRange], "\(wrong)")
    let mixed = findings(
      "\"s\": { \"lines\": 2, \"speed\": 2 }", "\"style\": \"s\"")
    #expect(mixed.contains { $0.id == .styleOfNothing }, "\(mixed)")
  }
}
