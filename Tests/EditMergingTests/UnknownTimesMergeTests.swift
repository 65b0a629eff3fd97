import Diagnostics
import EditMerging
import ProjectFormat
import Testing

/// Clips without ids whose source times the project does not say in numbers.
@Suite("Merges of clips with unknown times")
struct UnknownTimesMergeTests {
  private static func project(_ clips: [String], styles: String = "{}") -> String {
    """
    { "cutlist": 1, "output": { "size": "1280x720", "frameRate": 25 },
      "parameters": { "len": { "type": "time", "default": "4s" } }, "styles": \(styles),
      "media": { "a": "a.mp4", "x": "x.mp4", "b": "b.mp4" },
      "tracks": [ { "video": [
        { "clip": "a", "in": "1s", "duration": "3s" }, \(clips.joined(separator: ", ")),
        { "clip": "b", "in": "1s", "duration": "3s" } ] } ] }
    """
  }

  private func merge(_ base: String, _ ours: [String], _ theirs: String) throws -> ProjectMerge {
    ProjectMerge(
      base: try value(Self.project([base])), ours: try value(Self.project(ours)),
      theirs: try value(Self.project([theirs])))
  }

  /// How each says them, and the same with another `in`, or whatever says where it begins.
  static let ways: [(base: String, changed: String)] = [
    (#""in": "5s", "duration": "{len}""#, #""in": "6s", "duration": "{len}""#),
    (#""in": "{len}", "duration": "2s""#, #""in": "{len}", "duration": "3s""#),
    (
      #""in": "5s", "duration": "4s", "speed": "{len}""#,
      #""in": "6s", "duration": "4s", "speed": "{len}""#
    ),
    (#""freeze": "5s", "duration": "2s""#, #""freeze": "6s", "duration": "2s""#),
    (#""in": "5s", "duration": "4s""#, #""in": "5s", "duration": "{len}""#),
  ]

  @Test(
    "a change of times and one of the sound are both done to the one clip", arguments: ways.indices)
  func both(_ way: Int) throws {
    let (base, changed) = Self.ways[way]
    let gain = #"{ "clip": "x", \#(base), "gain": 0.5 }"#
    let slip = #"{ "clip": "x", \#(changed) }"#
    let wanted = CanonicalForm.text(
      of: try value(Self.project([#"{ "clip": "x", \#(changed), "gain": 0.5 }"#])))
    let merged = try merge(#"{ "clip": "x", \#(base) }"#, [slip], gain)
    #expect(merged.isClean)
    #expect(merged.text() == wanted)
    let turned = try merge(#"{ "clip": "x", \#(base) }"#, [gain], slip)
    #expect(turned.isClean)
    #expect(turned.text() == wanted)
  }

  @Test("where one side removes such a clip and the other changes it, that is a conflict")
  func removed() throws {
    let merged = try merge(
      #"{ "clip": "x", "in": "5s", "duration": "{len}" }"#,
      [#"{ "clip": "a", "in": "20s", "duration": "1s" }"#],
      #"{ "clip": "x", "in": "6s", "duration": "{len}" }"#)
    #expect(!merged.isClean)
  }

  @Test("where one side cuts such a clip in two, the other's change is not done to one part alone")
  func split() throws {
    let merged = try merge(
      #"{ "clip": "x", "in": "5s", "duration": "{len}" }"#,
      [
        #"{ "clip": "x", "in": "5s", "duration": "{len} / 2" }"#,
        #"{ "clip": "x", "in": "7s", "duration": "{len} / 2" }"#,
      ], #"{ "clip": "x", "in": "5s", "duration": "{len}", "gain": 0.5 }"#)
    #expect(!merged.isClean)
    #expect(!MarkedText(merged.text()).agreed.contains(#""clip": "x""#))
  }

  /// What lasts as long as the clip, or is measured over all of it.
  @Test(
    "what means something else for parts of a clip is a conflict where the other side cuts it",
    arguments: [
      #""view": [{ "width": 1 }, { "x": 0.2, "y": 0.2, "width": 0.5 }]"#, #""loudness": -16"#,
      #""style": "moving""#,
    ])
  func timed(_ change: String) throws {
    let styles =
      #"{ "moving": { "animate": [{ "property": "opacity", "from": 0, "to": 1, "duration": "1s" }] } }"#
    func whole(_ clips: [String]) throws -> JSONValue {
      try value(Self.project(clips, styles: styles))
    }
    let merged = ProjectMerge(
      base: try whole([#"{ "clip": "x", "in": "5s", "duration": "4s" }"#]),
      ours: try whole([
        #"{ "clip": "x", "in": "5s", "duration": "2s" }"#,
        #"{ "clip": "x", "in": "7s", "duration": "2s" }"#,
      ]), theirs: try whole([#"{ "clip": "x", "in": "5s", "duration": "4s", \#(change) }"#]))
    #expect(!merged.isClean)
  }
}
