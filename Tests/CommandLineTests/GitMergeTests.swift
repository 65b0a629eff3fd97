import Diagnostics
import Foundation
import ProjectFormat
import Testing

@testable import CommandLineInterface

@Suite("Merges by git")
struct GitMergeTests {
  /// A text in canonical form.
  private func form(_ text: String) throws -> String {
    let value = JSONParser.parse(SourceFile(path: "", text: text)).value
    return CanonicalForm.text(of: try #require(value))
  }

  @Test("pairs of edits on two branches are merged, or are in conflict in the right place")
  func pairs() throws {
    let sandbox = try Sandbox()
    let pairs = EditPair.all
    func files(_ edit: (EditPair) -> (inout SmallEdit) -> Void) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: pairs.map { ("\($0.name).json", SmallEdit.changed(edit($0))) })
    }
    _ = try sandbox.repository(files { _ in { _ in } })
    let outcome = try sandbox.merge(ours: files(\.ours), theirs: files(\.theirs))
    #expect(outcome.status == 1)
    var conflicts: Set<String> = []
    for pair in pairs {
      let text = try sandbox.stored("\(pair.name).json")
      switch pair.result {
      case .merged(let change):
        // What both sides have alike git takes without asking.
        let expected = SmallEdit.changed(change)
        let isSame = SmallEdit.changed(pair.ours) == SmallEdit.changed(pair.theirs)
        #expect(text == (isSame ? expected : try form(expected)), "\(pair.name)")
      case .conflict(let first, let last):
        conflicts.insert("\(pair.name).json")
        let marks = text.split(separator: "\n").filter {
          $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>")
        }
        #expect(marks == ["<<<<<<< \(first)", ">>>>>>> \(last)"], "\(pair.name)")
        #expect(outcome.messages.contains("\(pair.name).json:"), "\(pair.name)")
      }
    }
    let unmerged = try sandbox.git(in: "films", "diff", "--name-only", "--diff-filter=U").output
    #expect(Set(unmerged.split(separator: "\n").map(String.init)) == conflicts)
    #expect(pairs.count >= 30)
  }

  @Test(
    "a merge writes a project as it is, with the line ends of ours and marks of direction in texts")
  func asItIs() throws {
    let sandbox = try Sandbox()
    func project(_ note: String, _ width: Int) -> String {
      """
      { "cutlist": 1, "note": "\(note)", "output": { "size": "\(width)x36", "frameRate": 25 },
        "tracks": [ { "titles": [ { "text": "\u{200F}ab\u{202B}c\u{202C}", "duration": "1s" } ] } ] }

      """
    }
    try sandbox.write("b.json", project("a", 64))
    try sandbox.write("o.json", project("a", 128).replacing("\n", with: "\r\n"))
    try sandbox.write("t.json", project("b", 64))
    let files = ["b.json", "o.json", "t.json"].map { sandbox.file($0) }
    let wanted = try form(project("b", 128)).replacing("\n", with: "\r\n")
    let printed = sandbox.run("merge", files[0], files[1], files[2])
    #expect(printed.status == 0)
    #expect(printed.output == wanted)
    #expect(
      sandbox.run("merge", files[0], files[1], files[2], "-o", sandbox.file("m.json")).status == 0)
    #expect(try String(contentsOfFile: sandbox.file("m.json"), encoding: .utf8) == wanted)
  }

  /// ```
  /// base ─┬─ words ─┬─ m ── clip ────┬─ last
  ///       │         ╳                │
  ///       └─ trim ──┴─ n ── back ────┘
  /// ```
  @Test("where histories cross nothing of either side is lost")
  func crossing() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["day.json": SmallEdit().text], patterns: ["*.json"])
    func branch(_ name: String, from start: String) throws {
      try sandbox.git(in: "films", "checkout", "--quiet", "-b", name, start)
    }
    func change(_ message: String, _ edit: (inout SmallEdit) -> Void) throws {
      try sandbox.commit(["day.json": SmallEdit.changed(edit)], message)
    }
    let words = { (edit: inout SmallEdit) in
      edit.titles[0] = edit.titles[0].replacing(#""Day""#, with: #""Night""#)
    }
    let trim = { (edit: inout SmallEdit) in
      edit.clips[2] = edit.clips[2].replacing(#""in": "3s""#, with: #""in": "4s""#)
    }
    let clip = { (edit: inout SmallEdit) in
      edit.clips[1] = edit.clips[1].replacing(#""in": "2s""#, with: #""in": "1s""#)
    }
    try branch("trim", from: "main")
    try change("trim") { trim(&$0) }
    try branch("words", from: "main")
    try change("words") { words(&$0) }
    try branch("m", from: "words")
    #expect(try sandbox.git(in: "films", "merge", "--quiet", "--no-edit", "trim").status == 0)
    try branch("n", from: "trim")
    #expect(try sandbox.git(in: "films", "merge", "--quiet", "--no-edit", "words").status == 0)
    try change("back") { trim(&$0) }
    try sandbox.git(in: "films", "checkout", "--quiet", "m")
    try change("clip") { edit in
      words(&edit)
      trim(&edit)
      clip(&edit)
    }
    #expect(try sandbox.git(in: "films", "merge", "--quiet", "--no-edit", "n").status == 0)
    let expected = SmallEdit.changed { edit in
      trim(&edit)
      clip(&edit)
    }
    #expect(try sandbox.stored("day.json") == form(expected))
  }

  @Test(
    "what only both versions together have wrong is told, and stops the merge if it is an error")
  func combination() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["day.json": SmallEdit().text], patterns: ["*.json"])
    let outcome = try sandbox.merge(
      ours: [
        "day.json": SmallEdit.changed {
          $0.sound = $0.sound.replacing(#""id": "hum""#, with: #""id": "drone""#)
        }
      ],
      theirs: [
        "day.json": SmallEdit.changed {
          $0.sound +=
            #", { "audio": [ { "clip": "hum", "duration": "2s" } ], "duck": { "under": "hum", "to": 0.2 } }"#
        }
      ])
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains(
        "day.json: merged; each version is right in this, and both together are not:"))
    #expect(outcome.messages.contains("hum"))
    let text = try sandbox.stored("day.json")
    #expect(text.contains("drone") && text.contains("duck") && !text.contains("<<<<"))
  }

  @Test("a warning of one version alone is not said to be that of both together")
  func ownWarning() throws {
    let sandbox = try Sandbox()
    func edit(_ name: String, first: String, title: String) throws -> String {
      try sandbox.write(
        name,
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
          "media": { "counter": { "generate": "counter" }, "navy": { "color": "navy" } },
          "tracks": [
            { "video": [ { "clip": "counter", "duration": "\(first)" },
              { "clip": "navy", "duration": "1s" } ] },
            { "titles": [ { "at": "\(title)", "duration": "1s", "text": "Day", "size": 12 } ] } ] }
        """)
    }
    let base = try edit("base.json", first: "2s", title: "1s")
    // The title stays until 3.5 s of 3 s, and of 2 s once the other version has trimmed a clip.
    let ours = try edit("ours.json", first: "2s", title: "2.5s")
    let theirs = try edit("theirs.json", first: "1s", title: "1s")
    try #require(sandbox.run("check", ours).messages.contains("[title-outside]"))
    let own = sandbox.run("merge", base, ours, theirs)
    #expect(own.status == 0 && own.messages == "", "\(own.messages)")
    // The title ends within the movie of either version.
    let late = try edit("late.json", first: "2s", title: "1.5s")
    let both = sandbox.run("merge", base, late, theirs)
    #expect(both.messages.contains("each version is right in this"), "\(both.messages)")
    #expect(both.messages.contains("[title-outside]"), "\(both.messages)")
  }

  @Test("marks are as long as the repository says, and lines end as those of our side do")
  func forms() throws {
    let sandbox = try Sandbox()
    func lines(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
    _ = try sandbox.repository(
      ["day.json": lines(SmallEdit().text), "night.json": SmallEdit().text], patterns: ["*.json"])
    let attributes = sandbox.file("films/.git/info/attributes")
    try "night.json conflict-marker-size=11\n".write(
      toFile: attributes, atomically: true, encoding: .utf8)
    let outcome = try sandbox.merge(
      ours: [
        "day.json": lines(
          SmallEdit.changed { $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""3s""#) }),
        "night.json": SmallEdit.changed {
          $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""3s""#)
        },
      ],
      theirs: [
        "day.json": lines(SmallEdit.changed { $0.output[1] = #""frameRate": 20"# }),
        "night.json": SmallEdit.changed {
          $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""2s""#)
        },
      ])
    #expect(outcome.status == 1)
    let day = try sandbox.stored("day.json")
    #expect(day.utf8.count { $0 == 0x0A } == day.utf8.count { $0 == 0x0D } && day.contains("\r\n"))
    let merged = SmallEdit.changed {
      $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""3s""#)
      $0.output[1] = #""frameRate": 20"#
    }
    #expect(day == lines(try form(merged)))
    let marks = try sandbox.stored("night.json").split(separator: "\n").filter {
      $0.first.map { "<=>".contains($0) } ?? false
    }
    #expect(
      marks == [
        "<<<<<<<<<<< ours: clip 'b' shows 2s to 5s", "===========",
        ">>>>>>>>>>> theirs: clip 'b' shows 2s to 4s",
      ])
    #expect(outcome.messages.contains("night.json:"))
  }

  @Test(
    "what both sides have changed is shown where git is told to show it, as git itself shows it",
    arguments: ["diff3", "zdiff3"])
  func base(style: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["day.json": SmallEdit().text], patterns: ["*.json"])
    try sandbox.git(in: "films", "config", "merge.conflictStyle", style)
    let ours = SmallEdit.changed {
      $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""3s""#)
    }
    let theirs = SmallEdit.changed {
      $0.clips[1] = $0.clips[1].replacing(#""4s""#, with: #""2s""#)
    }
    let outcome = try sandbox.merge(ours: ["day.json": ours], theirs: ["day.json": theirs])
    #expect(outcome.status == 1)
    for (name, text) in [("o", SmallEdit().text), ("a", ours), ("b", theirs)] {
      _ = try sandbox.write(name, try form(text))
    }
    let lines = try sandbox.git("merge-file", "-p", "--\(style)", "a", "o", "b").output
    #expect(lines.contains("|||||||"))
    /// Without the names of the sides.
    func plain(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { line in
        ["<<<<<<<", "|||||||", ">>>>>>>"].contains(line.prefix(7)) ? line.prefix(7) : line
      }
    }
    let stored = try sandbox.stored("day.json")
    #expect(plain(stored) == plain(lines))
    #expect(stored.contains("\n||||||| base\n"))
    #expect(outcome.messages.contains("day.json:"))
  }

  @Test("a file that is called like a project and is none is merged line by line")
  func otherFiles() throws {
    let sandbox = try Sandbox()
    let lines = (1...9).map { "  \"key\($0)\": \($0)" }
    func text(_ changes: [Int: String]) -> String {
      "{\n" + lines.enumerated().map { changes[$0.offset] ?? $0.element }.joined(separator: ",\n")
        + "\n}\n"
    }
    _ = try sandbox.repository(
      ["settings.json": text([:]), "broken.json": "{ \"tracks\": [\n" + text([:])],
      patterns: ["*.json"])
    let outcome = try sandbox.merge(
      ours: ["settings.json": text([0: "  \"first\":   1"]), "broken.json": "{ \"tracks\": [ 1\n"],
      theirs: ["settings.json": text([8: "  \"last\":   9"]), "broken.json": "{ \"tracks\": [ 2\n"])
    #expect(outcome.status == 1)
    #expect(
      try sandbox.stored("settings.json") == text([0: "  \"first\":   1", 8: "  \"last\":   9"]))
    #expect(
      outcome.messages.contains("broken.json: it cannot be read as a project; merged line by line"))
    #expect(try sandbox.stored("broken.json").contains("<<<<<<< ours\n"))
  }

  @Test("a project that both branches have added is in conflict where they differ")
  func bothAdded() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["other.json": SmallEdit().text], patterns: ["*.json"])
    let outcome = try sandbox.merge(
      ours: ["day.json": SmallEdit().text],
      theirs: ["day.json": SmallEdit.changed { $0.output[1] = #""frameRate": 20"# }])
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("day.json: both sides have added it; merged line by line"))
    let text = try sandbox.stored("day.json")
    #expect(text.components(separatedBy: "<<<<<<< ours\n").count == 2)
    let check = sandbox.run("check", sandbox.file("films/day.json"))
    #expect(check.status == 1)
    #expect(check.messages.contains("error: unfinished merge"))
  }

  @Test("two edits under one name do not become one movie with the pictures of both")
  func twoEdits() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["other.json": SmallEdit().text], patterns: ["*.json"])
    func edit(_ seconds: Int) -> String {
      """
      {
        "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10 },
        "media": { "a": { "generate": "counter" } },
        "tracks": [
          { "video": [ { "clip": "a", "duration": "\(seconds)s" } ] }
        ]
      }

      """
    }
    let outcome = try sandbox.merge(ours: ["day.json": edit(1)], theirs: ["day.json": edit(2)])
    #expect(outcome.status == 1)
    let text = try sandbox.stored("day.json")
    #expect(text.contains("<<<<<<< ours\n") && text.contains(">>>>>>> theirs\n"))
  }

  @Test("an emptied project is merged line by line, and nothing of the other side is lost")
  func emptied() throws {
    let sandbox = try Sandbox()
    let edit = SmallEdit().text
    _ = try sandbox.repository(["day.json": edit], patterns: ["*.json"])
    let changed = SmallEdit.changed { $0.output[1] = #""frameRate": 20"# }
    let outcome = try sandbox.merge(ours: ["day.json": changed], theirs: ["day.json": ""])
    #expect(outcome.status == 1)
    let text = try sandbox.stored("day.json")
    #expect(changed.split(separator: "\n").allSatisfy { text.contains($0) })
    for (name, text) in [("base", edit), ("ours", changed), ("empty", "")] {
      try sandbox.write("\(name).json", text)
    }
    let paths = ["base", "ours", "empty"].map { sandbox.file("\($0).json") }
    let answer = sandbox.run(["merge"] + paths)
    #expect(answer.status == 1 && answer.messages.contains("empty.json' is empty"))
  }

  @Test("git tells changes and items in words")
  func words() throws {
    let sandbox = try Sandbox()
    let folder = try sandbox.repository(["day.json": SmallEdit().text], patterns: ["*.json"])
    try sandbox.commit(
      ["day.json": SmallEdit.changed { $0.clips.remove(at: 2) }], "shorter")
    let changes = try sandbox.git(in: folder, "diff", "HEAD~1").output
    #expect(changes.contains("cutlist diff day.json"))
    #expect(changes.contains("removed clip 'c'"))
    #expect(try sandbox.git(in: folder, "show", "--ext-diff").output.contains("removed clip 'c'"))
    let log = try sandbox.git(in: folder, "log", "-p", "-1").output
    #expect(log.contains("-  clip 'c': clip town, in 3s, duration 3s"))
    let none = try sandbox.git(in: folder, "show", "--no-textconv").output
    #expect(none.contains("-    { \"id\": \"main\", \"video\""))
  }

  @Test("during a conflict git tells both sides in words")
  func conflictWords() throws {
    let sandbox = try Sandbox()
    let folder = try sandbox.repository(["day.json": SmallEdit().text], patterns: ["*.json"])
    func trimmed(_ time: String) -> [String: String] {
      let edit = SmallEdit.changed {
        $0.clips[2] = $0.clips[2].replacing(#""in": "3s""#, with: #""in": "\#(time)""#)
      }
      return ["day.json": edit]
    }
    #expect(try sandbox.merge(ours: trimmed("4s"), theirs: trimmed("5s")).status == 1)
    // Signs in two columns are git's: a line that neither side has, and one of each side.
    let combined = try sandbox.git(in: folder, "diff").output
    #expect(
      combined.contains(
        """
        ++<<<<<<< ours
         +  clip 'c': clip town, in 4s, duration 3s
        ++=======
        +   clip 'c': clip town, in 5s, duration 3s
        ++>>>>>>> theirs
        """), "\(combined)")
    #expect(!combined.contains("\"clip\""), "\(combined)")
    let ours = try sandbox.git(in: folder, "diff", "--ours").output
    #expect(ours.contains("unfinished merge, ours:\nno change"), "\(ours)")
    #expect(ours.contains("unfinished merge, theirs:"), "\(ours)")
    #expect(ours.contains("slipped clip 'c' by 1 second"), "\(ours)")
  }
}
