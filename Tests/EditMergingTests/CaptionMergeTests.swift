import EditMerging
import ProjectFormat
import Testing

/// Items of tracks of captions, which have neither ids nor times of their own.
@Suite("Merges of captions")
struct CaptionMergeTests {
  private func project(_ items: String...) -> String {
    """
    { "cutlist": 1, "media": { "subs": "talk.srt", "more": "more.srt" },
      "tracks": [ { "captions": [ \(items.joined(separator: ", ")) ] } ] }
    """
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> ProjectMerge {
    ProjectMerge(base: try value(base), ours: try value(ours), theirs: try value(theirs))
  }

  private let plain = #"{ "clip": "subs" }"#

  @Test("both sides change the captions of a file: there is one item with both changes")
  func file() throws {
    let merged = try merge(
      project(plain), project(#"{ "clip": "subs", "shift": "0.1s" }"#),
      project(#"{ "clip": "subs", "style": { "color": "red" } }"#))
    #expect(merged.isClean)
    let wanted = project(#"{ "clip": "subs", "shift": "0.1s", "style": { "color": "red" } }"#)
    #expect(merged.text() == CanonicalForm.text(of: try value(wanted)))
  }

  @Test(
    "both sides change the same of it, or one removes what the other changes: that is a conflict",
    arguments: [#"{ "clip": "subs", "shift": "0.2s" }"#, ""])
  func conflict(_ theirs: String) throws {
    let merged = try merge(
      project(plain), project(#"{ "clip": "subs", "shift": "0.1s" }"#),
      theirs.isEmpty ? project() : project(theirs))
    #expect(!merged.isClean)
  }

  @Test("of two files each keeps its change")
  func twoFiles() throws {
    let other = #"{ "clip": "more" }"#
    let merged = try merge(
      project(plain, other), project(#"{ "clip": "subs", "shift": "0.1s" }"#, other),
      project(plain, #"{ "clip": "more", "shift": "2s" }"#))
    #expect(merged.isClean)
    let wanted = project(
      #"{ "clip": "subs", "shift": "0.1s" }"#, #"{ "clip": "more", "shift": "2s" }"#)
    #expect(merged.text() == CanonicalForm.text(of: try value(wanted)))
  }

  @Test(
    "among captions of one text a change stays at its place, where another one is added behind them"
  )
  func alike() throws {
    let yes = #"{ "duration": "2s", "text": "Yes." }"#
    let merged = try merge(
      project(yes, yes, yes),
      project(yes, #"{ "duration": "2s", "text": "Yes.", "note": "n" }"#, yes),
      project(
        yes, #"{ "duration": "2.2s", "text": "Yes." }"#, yes,
        #"{ "duration": "1s", "text": "New" }"#))
    #expect(merged.isClean)
    let wanted = project(
      yes, #"{ "duration": "2.2s", "text": "Yes.", "note": "n" }"#, yes,
      #"{ "duration": "1s", "text": "New" }"#)
    #expect(merged.text() == CanonicalForm.text(of: try value(wanted)))
  }
}
