import Diagnostics
import EditMerging
import ProjectFormat
import Testing

/// A project of which a test says what differs from the usual one.
private struct Edit {
  var media = #""beach": "beach.mp4", "night": "night.mov", "town": "town.mov""#
  var clips = [
    #"{ "id": "a", "clip": "beach", "in": "1s", "duration": "4s" }"#,
    #"{ "id": "b", "clip": "night", "in": "2s", "duration": "5s" }"#,
    #"{ "id": "c", "clip": "town", "in": "3s", "duration": "6s" }"#,
  ]
  var second = [#"{ "id": "d", "clip": "town", "at": "1s", "duration": "2s" }"#]
  var titles = [#"{ "id": "t", "at": "1s", "duration": "3s", "text": "Day", "size": 40 }"#]
  var output = #""size": "1280x720", "frameRate": 30"#

  var text: String {
    """
    { "cutlist": 1, "output": { \(output) }, "media": { \(media) }, "tracks": [
      { "id": "main", "video": [ \(clips.joined(separator: ", ")) ] },
      { "id": "over", "video": [ \(second.joined(separator: ", ")) ] },
      { "id": "words", "titles": [ \(titles.joined(separator: ", ")) ] } ] }
    """
  }

  static func changed(_ change: (inout Edit) -> Void) -> Edit {
    var edit = Edit()
    change(&edit)
    return edit
  }
}

private func merge(_ ours: Edit, _ theirs: Edit, base: Edit = Edit()) throws -> ProjectMerge {
  ProjectMerge(
    base: try value(base.text), ours: try value(ours.text), theirs: try value(theirs.text))
}

private func form(_ edit: Edit) throws -> String { CanonicalForm.text(of: try value(edit.text)) }

private let clipX = #"{ "id": "x", "clip": "beach", "in": "20s", "duration": "1s" }"#
private let clipY = #"{ "id": "y", "clip": "night", "in": "30s", "duration": "1s" }"#

@Suite("Merges")
struct MergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    fileprivate var ours: @Sendable (inout Edit) -> Void
    fileprivate var theirs: @Sendable (inout Edit) -> Void
    fileprivate var merged: @Sendable (inout Edit) -> Void

    fileprivate init(
      _ name: String, _ ours: @escaping @Sendable (inout Edit) -> Void,
      _ theirs: @escaping @Sendable (inout Edit) -> Void,
      _ merged: @escaping @Sendable (inout Edit) -> Void
    ) {
      testDescription = name
      self.ours = ours
      self.theirs = theirs
      self.merged = merged
    }
  }

  static let trimmedB = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "3s" }"#

  static let clean: [Case] = [
    Case(
      "changes to different clips", { $0.clips[0] = clipX }, { $0.clips[2] = clipY },
      {
        $0.clips[0] = clipX
        $0.clips[2] = clipY
      }),
    Case(
      "different properties of one clip",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "3s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "1s", "duration": "5s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "1s", "duration": "3s" }"# }),
    Case(
      "a trim of the head and one of the tail",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "3s", "duration": "4s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "4.5s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "3s", "duration": "3.5s" }"# }),
    Case(
      "a trim of the head in frames and one of the tail by its end",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "90f", "duration": "120f" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "out": "6s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "90f", "duration": "90f" }"# }),
    Case(
      "a retime and a trim of the head",
      {
        $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "2.5s", "speed": 2 }"#
      },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "3s", "duration": "4s" }"# },
      {
        $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "3s", "duration": "2s", "speed": 2 }"#
      }),
    Case(
      "a slip and a trim of the head",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "3s", "duration": "5s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "4s", "duration": "3s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "5s", "duration": "3s" }"# }),
    Case(
      "one property changed the same way", { $0.clips[1] = trimmedB }, { $0.clips[1] = trimmedB },
      { $0.clips[1] = trimmedB }),
    Case(
      "a move in its track and a trim", { $0.clips.swapAt(0, 1) }, { $0.clips[1] = trimmedB },
      { $0.clips = [trimmedB, $0.clips[0], $0.clips[2]] }),
    Case(
      "a move to another track and a trim",
      {
        $0.second.append($0.clips[1])
        $0.clips.remove(at: 1)
      }, { $0.clips[1] = trimmedB },
      {
        $0.second.append(trimmedB)
        $0.clips.remove(at: 1)
      }),
    Case(
      "additions at different places", { $0.clips.insert(clipX, at: 0) },
      { $0.clips.append(clipY) }, { $0.clips = [clipX] + $0.clips + [clipY] }),
    Case(
      "additions at one place, ours first", { $0.clips.insert(clipX, at: 1) },
      { $0.clips.insert(clipY, at: 1) }, { $0.clips.insert(contentsOf: [clipX, clipY], at: 1) }),
    Case(
      "the same addition of both", { $0.clips.insert(clipX, at: 1) },
      { $0.clips.insert(clipX, at: 1) }, { $0.clips.insert(clipX, at: 1) }),
    Case(
      "a removal and a change of its neighbour", { $0.clips.remove(at: 0) },
      { $0.clips[1] = trimmedB },
      {
        $0.clips[1] = trimmedB
        $0.clips.remove(at: 0)
      }),
    Case(
      "a removal by both", { $0.clips.remove(at: 0) }, { $0.clips.remove(at: 0) },
      { $0.clips.remove(at: 0) }),
    Case(
      "a removal and an addition after what is gone", { $0.clips.remove(at: 1) },
      { $0.clips.insert(clipX, at: 2) },
      {
        $0.clips.insert(clipX, at: 2)
        $0.clips.remove(at: 1)
      }),
    Case(
      "a title's words and its time",
      { $0.titles[0] = $0.titles[0].replacing(#""Day""#, with: #""Night""#) },
      { $0.titles[0] = $0.titles[0].replacing(#""at": "1s""#, with: #""at": "2s""#) },
      {
        $0.titles[0] = $0.titles[0].replacing(#""Day""#, with: #""Night""#)
          .replacing(#""at": "1s""#, with: #""at": "2s""#)
      }),
    Case(
      "a media item renamed and used anew",
      {
        $0.media = $0.media.replacing(#""night""#, with: #""dusk""#)
        $0.clips[1] = $0.clips[1].replacing(#""night""#, with: #""dusk""#)
      }, { $0.clips.append(clipY) },
      {
        $0.media = $0.media.replacing(#""night""#, with: #""dusk""#)
        $0.clips[1] = $0.clips[1].replacing(#""night""#, with: #""dusk""#)
        $0.clips.append(clipY.replacing(#""night""#, with: #""dusk""#))
      }),
    Case(
      "a media item renamed and followed by captions",
      {
        $0.media = $0.media.replacing(#""night""#, with: #""dusk""#)
        $0.clips[1] = $0.clips[1].replacing(#""night""#, with: #""dusk""#)
      }, { $0.titles.append(#"{ "clip": "day", "follow": "night" }"#) },
      {
        $0.media = $0.media.replacing(#""night""#, with: #""dusk""#)
        $0.clips[1] = $0.clips[1].replacing(#""night""#, with: #""dusk""#)
        $0.titles.append(#"{ "clip": "day", "follow": "dusk" }"#)
      }),
    Case(
      "media added by both",
      { $0.media += #", "x": "x.mov""# }, { $0.media += #", "y": "y.mov""# },
      { $0.media += #", "x": "x.mov", "y": "y.mov""# }),
    Case(
      "the output's size and its rate", { $0.output = #""size": "640x360", "frameRate": 30"# },
      { $0.output = #""size": "1280x720", "frameRate": 25"# },
      { $0.output = #""size": "640x360", "frameRate": 25"# }),
    Case(
      "an end written otherwise on one side alone",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "out": "6s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "5s", "gain": 2 }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "out": "6s", "gain": 2 }"# }),
  ]

  @Test("what goes together is merged", arguments: clean)
  func agrees(_ edits: Case) throws {
    let merged = try merge(.changed(edits.ours), .changed(edits.theirs))
    #expect(merged.isClean)
    #expect(merged.text() == (try form(.changed(edits.merged))))
  }

  struct Conflict: Sendable, CustomTestStringConvertible {
    var testDescription: String
    fileprivate var ours: @Sendable (inout Edit) -> Void
    fileprivate var theirs: @Sendable (inout Edit) -> Void
    var marks: [String]

    fileprivate init(
      _ name: String, _ ours: @escaping @Sendable (inout Edit) -> Void,
      _ theirs: @escaping @Sendable (inout Edit) -> Void, _ marks: [String]
    ) {
      testDescription = name
      self.ours = ours
      self.theirs = theirs
      self.marks = marks
    }
  }

  static let conflicts: [Conflict] = [
    Conflict(
      "one property changed in two ways", { $0.clips[1] = trimmedB },
      { $0.clips[1] = trimmedB.replacing("3s", with: "4s") },
      [
        #"<<<<<<< ours: clip 'b' shows 2s to 5s"#, "=======",
        #">>>>>>> theirs: clip 'b' shows 2s to 6s"#,
      ]),
    Conflict(
      "two ways to write one property", { $0.clips[1] = trimmedB },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "out": "6s" }"# },
      [
        #"<<<<<<< ours: clip 'b' shows 2s to 5s"#, "=======",
        #">>>>>>> theirs: clip 'b' shows 2s to 6s"#,
      ]),
    Conflict(
      "trims that leave nothing together",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "6s", "duration": "1s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "2s", "duration": "3s" }"# },
      [
        #"<<<<<<< ours: clip 'b' shows 6s to 7s"#, "=======",
        #">>>>>>> theirs: clip 'b' shows 2s to 5s"#,
      ]),
    Conflict(
      "two slips",
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "6s", "duration": "5s" }"# },
      { $0.clips[1] = #"{ "id": "b", "clip": "night", "in": "1s", "duration": "5s" }"# },
      [
        #"<<<<<<< ours: clip 'b' shows 6s to 11s"#, "=======",
        #">>>>>>> theirs: clip 'b' shows 1s to 6s"#,
      ]),
    Conflict(
      "a removal and a change", { $0.clips.remove(at: 1) }, { $0.clips[1] = trimmedB },
      ["<<<<<<< ours: clip 'b' removed", "=======", ">>>>>>> theirs: clip 'b' changed"]),
    Conflict(
      "a change and a removal", { $0.clips[1] = trimmedB }, { $0.clips.remove(at: 1) },
      ["<<<<<<< ours: clip 'b' changed", "=======", ">>>>>>> theirs: clip 'b' removed"]),
    Conflict(
      "a property taken away and changed",
      { $0.titles[0] = $0.titles[0].replacing(#", "size": 40"#, with: "") },
      { $0.titles[0] = $0.titles[0].replacing("40", with: "50") },
      ["<<<<<<< ours: title 't': no size", "=======", ">>>>>>> theirs: title 't': size 50"]),
    Conflict(
      "moves to two tracks",
      {
        $0.second.append($0.clips[1])
        $0.clips.remove(at: 1)
      }, { $0.clips = [$0.clips[1], $0.clips[0], $0.clips[2]] },
      []),
    Conflict(
      "the output's rate", { $0.output = #""size": "1280x720", "frameRate": 25"# },
      { $0.output = #""size": "1280x720", "frameRate": 24"# },
      ["<<<<<<< ours: output: frameRate 25", "=======", ">>>>>>> theirs: output: frameRate 24"]),
    Conflict(
      "clips of one name added by both", { $0.clips.append(clipX) },
      { $0.clips.append(clipX.replacing("20s", with: "25s")) },
      [#"<<<<<<< ours: clip 'x': in 20s"#, "=======", #">>>>>>> theirs: clip 'x': in 25s"#]),
  ]

  @Test("what does not go together stands between marks, both sides in words", arguments: conflicts)
  func contradicts(_ edits: Conflict) throws {
    let (ours, theirs) = (Edit.changed(edits.ours), Edit.changed(edits.theirs))
    let merged = try merge(ours, theirs)
    let text = MarkedText(merged.text())
    #expect(text.marks == edits.marks)
    #expect(merged.isClean == edits.marks.isEmpty)
    guard !edits.marks.isEmpty else { return }
    // Here nothing else was changed.
    #expect(text.ours == (try form(ours)))
    #expect(text.theirs == (try form(theirs)))
  }

  @Test("conflicts leave the lines alone that they do not touch")
  func fewestLines() throws {
    let merged = try merge(
      .changed {
        $0.clips[1] = Self.trimmedB
        $0.clips.append(clipX)
      },
      .changed {
        $0.clips[1] = Self.trimmedB.replacing("3s", with: "4s")
        $0.titles = []
      })
    #expect(merged.conflictCount == 1)
    let lines = merged.text().split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("<<<<<<<") })
    #expect(lines[start + 1].contains(#""duration": "3s""#))
    #expect(lines[start + 2] == "=======")
    #expect(lines[start + 3].contains(#""duration": "4s""#))
    #expect(lines[start + 4].hasPrefix(">>>>>>>"))
    #expect(MarkedText(merged.text()).agreed.contains(#""id": "x""#))
    #expect(!merged.text().contains("Day"))
  }

  @Test("a clip that both moved to other tracks stands on both in a conflict")
  func twoMoves() throws {
    let base = Edit.changed { $0.titles = [] }
    let other =
      #", { "id": "third", "video": [ { "clip": "town", "in": "9s", "duration": "1s" } ] } ] }"#
    func text(_ edit: Edit, third: String = "") -> String {
      let whole = edit.text.replacing(#"[  ] } ] }"#, with: "[] }" + other)
      return third.isEmpty
        ? whole
        : whole.replacing(#""duration": "1s" } ]"#, with: #""duration": "1s" }, \#(third) ]"#)
    }
    var ours = base
    let moved = ours.clips.remove(at: 1)
    ours.second.append(moved)
    var theirs = base
    theirs.clips.remove(at: 1)
    let merged = ProjectMerge(
      base: try value(text(base)), ours: try value(text(ours)),
      theirs: try value(text(theirs, third: moved)))
    #expect(merged.conflictCount == 1)
    let marks = MarkedText(merged.text()).marks
    let both = ["<<<<<<< ours: clip 'b' moved", "=======", ">>>>>>> theirs: clip 'b' moved"]
    #expect(marks == both + both)
    #expect(MarkedText(merged.text()).ours == CanonicalForm.text(of: try value(text(ours))))
    #expect(
      MarkedText(merged.text()).theirs
        == CanonicalForm.text(of: try value(text(theirs, third: moved))))
  }
}
