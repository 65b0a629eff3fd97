import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite("Notes and markers")
struct NoteTests {
  /// A project with a note wherever there can be one, each of its own.
  private static let noted = """
    {"cutlist": 1, "note": "the project", "output": {"frameRate": 25},
     "media": {"a": {"color": "red", "note": "a colour"}, "b": {"file": "b.mov", "note": "a file"},
       "c": {"generate": "bars", "note": "a generator"}, "d": {"filter": "testsrc", "note": "a filter"},
       "e": {"sequence": "e/%d.png", "note": "a sequence"}},
     "tracks": [
       {"note": "a track", "video": [
         {"clip": "a", "duration": "2s", "note": "a clip"}, {"gap": "1s", "note": "a gap"},
         {"transition": "dissolve", "duration": "1s", "note": "a transition"},
         {"clip": "c", "duration": "2s"}]},
       {"audio": [{"clip": "b", "duration": "1s", "note": "a sound"}]},
       {"titles": [{"text": "A", "duration": "1s", "note": "a title"},
         {"duration": "1s", "layers": [{"text": "B", "note": "a layer"}]}]}],
     "markers": [
       {"at": "2.99s", "name": "later", "note": "a marker", "color": "#ff8000"}, {"at": "10f"}]}
    """

  @Test("every part of a project takes a note, and the timeline has it by the part's place")
  func everywhere() throws {
    let source = SourceFile(path: "a.json", text: Self.noted)
    let compilation = compile(source)
    let timeline = try #require(compilation.timeline, "\(compilation.diagnostics)")
    #expect(timeline.note == "the project")
    #expect(timeline.notes[timeline.tracks[0].range] == "a track")
    #expect(timeline.notes[timeline.tracks[0].clips[0].range] == "a clip")
    #expect(timeline.notes[timeline.tracks[0].transitions[0].range] == "a transition")
    #expect(timeline.notes[timeline.tracks[2].titles[1].layers[0].range] == "a layer")
    #expect(timeline.media.map { timeline.notes[$0.valueRange] }.compactMap(\.self).count == 5)
    let written = Self.noted.matches(of: /"note": "([^"]+)"/).map { String($0.1) }
    #expect(timeline.notes.values.sorted() == written.sorted())
  }

  @Test("markers keep the order of the file, and have exact times and the nearest frames")
  func markers() throws {
    let timeline = try #require(compile(Self.noted).timeline)
    #expect(timeline.markers.map(\.time.value) == [Rational(299, 100), Rational(2, 5)])
    // 2.99 s is 74.75 frames of 1/25 s.
    #expect(timeline.markers.map(\.frame) == [FrameIndex(75), FrameIndex(10)])
    #expect(timeline.markers.map(\.name?.value) == ["later", nil])
    #expect(timeline.markers.map(\.note) == ["a marker", nil])
    #expect(timeline.markers.map(\.color?.text) == ["#ff8000ff", nil])
  }

  private func findings(markers: String) -> [Diagnostic] {
    compile(
      """
      {"cutlist": 1, "media": {"a": {"color": "red"}},
       "tracks": [{"video": [{"clip": "a", "duration": "2s"}]}], "markers": \(markers)}
      """
    ).diagnostics
  }

  @Test(
    "a marker that leads nowhere is a finding",
    arguments: [
      (#"[{"at": "2s"}, {"at": 0, "name": "a"}]"#, [], ""),
      (#"[{"at": "61f", "name": "a"}]"#, ["marker-after-end"], "marker 'a' stands at "),
      (
        #"[{"at": 0, "name": "a"}, {"at": 1, "name": "a"}]"#, ["markers-of-one-name"],
        "another marker is called 'a' too"
      ),
      (#"[{"name": "a"}]"#, ["missing-key"], "a marker needs \"at\""),
      (#"[{"at": "-1s"}]"#, ["time-out-of-range"], ""),
      (#"[{"at": 0, "note": 7}]"#, ["wrong-type"], ""),
      (#"[{"at": 0, "comment": "x"}]"#, ["unknown-key"], ""),
    ] as [(String, [String], String)])
  func wrong(markers: String, ids: [String], message: String) {
    let findings = findings(markers: markers)
    #expect(findings.map(\.id.rawValue) == ids)
    #expect(findings.allSatisfy { $0.message.hasPrefix(message) }, "\(findings.map(\.message))")
  }

  @Test("other programs' words for a note and for markers are understood")
  func otherWords() {
    let findings = compile(
      """
      {"cutlist": 1, "description": "x", "chapters": [], "media": {"a": {"color": "red"}},
       "tracks": [{"video": [{"clip": "a", "duration": "2s", "comment": "y"}]}]}
      """
    ).diagnostics
    #expect(
      findings.flatMap(\.fixes).map(\.message)
        == ["write \"note\"", "write \"markers\"", "write \"note\""])
  }
}
