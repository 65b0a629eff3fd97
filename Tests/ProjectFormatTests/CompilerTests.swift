import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite struct CompilerTests {
  @Test("media are known before the timeline, so that they can be opened in between")
  func mediaItems() throws {
    let source = SourceFile(
      path: "p.json",
      text: """
        {"cutlist": 1, "media": {"b": "b.mov", "a": {"file": "x/a.mov", "audioStream": 2}},
         "tracks": [{"video": [{"clip": "a"}]}]}
        """)
    let (document, findings) = ProjectCompiler.document(from: source)
    #expect(findings == [])
    let items = try #require(document).mediaItems
    #expect(items.map(\.name) == ["b", "a"])
    #expect(items.map(\.id) == [MediaID(0), MediaID(1)])
    #expect(
      items[1].content == .file(path: "x/a.mov", videoStream: nil, audioStream: .streams([2])))
    #expect(source.text(in: items[1].nameRange) == "\"a\"")
  }

  @Test("a clip whose media could not be opened is left out without a finding of its own")
  func unknownFacts() throws {
    let compilation = compile(
      SourceFile(
        path: "p.json",
        text: """
          {"cutlist": 1, "media": {"gone": "gone.mov", "a": "a.mov"},
           "tracks": [{"video": [{"clip": "gone"}, {"clip": "a"}]}]}
          """), probing: [Diagnostic(id: .mediaNotFound, message: "no such file")])
    #expect(compilation.timeline == nil)
    #expect(compilation.diagnostics.map(\.id) == [.mediaNotFound])
  }

  @Test("mistakes of one track do not hide those of another, nor do those in the text")
  func allAtOnce() {
    let ids = compile(
      """
      {"cutlist": 1, "media": {"a": "a.mov"}, "tracks": [
        {"video": [{"clip": "a", "duration": "x"}, {"clip": "b"}]},
        {"video": [{"clip": "a", "duration": "99s"}]},
        {"titles": [{"text": "Hello"}]}]}
      """
    ).diagnostics.map(\.id)
    #expect(ids == [.timeSyntax, .unknownMedia, .clipWithinMedia, .missingKey])
  }

  @Test("every spelling of a time means the same time")
  func spellings() throws {
    for time in ["2.5", "\"2.5s\"", "\"75f\"", "\"00:00:02:15\"", "\"00:00:02.500\"", "\"5/2s\""] {
      let compilation = compile(
        """
        {"cutlist": 1, "media": {"a": "a.mov"},
         "tracks": [{"video": [{"clip": "a", "duration": \(time)}]}]}
        """)
      let timeline = try #require(compilation.timeline, "\(time)")
      #expect(timeline.duration == Rational(5, 2))
    }
  }

  @Test("a ramp without a start begins where the gain before it ended")
  func ramps() throws {
    let compilation = compile(
      """
      {"cutlist": 1, "media": {"m": "music.mp3"}, "tracks": [{"audio": [{"clip": "m"}],
        "automation": [{"at": 2, "duration": 2, "gain": 0.8}, {"at": 0, "gain": 0.5}]}]}
      """)
    let changes = try #require(compilation.timeline).tracks[0].automation
    #expect(changes.map(\.start) == [.zero, Rational(2)])
    #expect(changes.map(\.from) == [.half, .half])
    #expect(changes.map(\.to) == [.half, Rational(4, 5)])
  }
}
