import Diagnostics
import ScratchFolders
import Testing
import Workspace

@testable import GitIntegration

@Suite("What git calls")
struct GitSettingsTests {
  @Test("a program's path and the names of projects are quoted for those who read them")
  func quoting() {
    let values = GitSettings(program: "/opt/it's mine/cutlist").values
    let driver = values.first { $0.key == "merge.cutlist.driver" }?.value
    #expect(driver == #"'/opt/it'\''s mine/cutlist' git merge-driver -- %O %A %B %L %P"#)
    #expect(
      GitSettings.attributes(of: ["my cuts/*.json"]).first
        == "\"my cuts/*.json\" diff=cutlist merge=cutlist")
  }

  @Test(
    "patterns cover projects and nothing else",
    arguments: [
      (["a.json", "b.json"], [], ["*.json"]),
      (["a.json"], [], ["*.json"]),
      (["a.json"], ["a.lock.json"], ["*.json"]),
      (["a.json"], ["b.lock.json"], ["/a.json"]),
      (["a.json"], ["b.json"], ["/a.json"]),
      (["a.json"], ["b/c.json"], ["/*.json"]),
      (["x/a.json", "x/y/b.json"], ["b.json"], ["/x/**/*.json"]),
      (["x/a.json", "x/y/b.json"], ["x/z/c.json"], ["/x/*.json", "/x/y/**/*.json"]),
      (["x/a.json", "x/y/b.json"], ["x/c.json"], ["/x/a.json", "/x/y/**/*.json"]),
      ([], ["b.json"], []),
    ])
  func patterns(_ projects: [String], _ others: [String], _ expected: [String]) {
    let found = ProjectPatterns(covering: (projects + others).sorted()) { projects.contains($0) }
    #expect(found.patterns == expected)
    #expect(found.hasNames == expected.contains { !$0.hasSuffix("*.json") })
  }

  @Test("the sides of an unfinished merge are those that git takes by itself")
  func sides() throws {
    let folder = try ScratchFolder()
    try folder.write("base", "a\nb\nc\nd\ne\n")
    try folder.write("ours", "a\nB\nc\nd\nE\n")
    try folder.write("theirs", "a\nb2\nb3\nc\nd\n")
    func merged(_ words: String...) throws -> String {
      try folder.run(
        "/usr/bin/env", ["git", "merge-file", "-p"] + words + ["ours", "base", "theirs"]
      ).output
    }
    for style in [[], ["--diff3"], ["--marker-size=9"]] {
      let text = try folder.run(
        "/usr/bin/env", ["git", "merge-file", "-p"] + style + ["ours", "base", "theirs"]
      ).output
      #expect(text.contains("<<<<<<<"))
      let sides = try #require(UnfinishedMerge(SourceFile(path: "x", text: text)))
      // The last line's end counts as a line of nothing.
      #expect(sides.ours.bytes == Array(try merged("--ours").utf8) + [0x0A])
      #expect(sides.theirs.bytes == Array(try merged("--theirs").utf8) + [0x0A])
    }
    for text in ["a\n", "<<<<<<< a\nx\n", "<<<<<<< a\n=======\n>>>>>>>> b\n"] {
      #expect(UnfinishedMerge(SourceFile(path: "x", text: text)) == nil)
    }
  }

  private func project(_ words: String, _ color: String) -> SourceFile {
    SourceFile(
      path: "x.json",
      text: """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
          "media": { "c": { "color": "\(color)" } },
          "tracks": [
            { "video": [ { "clip": "c", "duration": "2s" } ] },
            { "titles": [ { "at": 0, "duration": "1s", "text": "\(words)" } ] } ] }
        """)
  }

  @Test("changes to different things go together, and conflicts are told with their lines")
  func merges() throws {
    let messages = CollectedMessages()
    let merger = ProjectMerger(ReportingLoader(WorkspaceOptions(), messages))
    let base = project("Hi", "red")
    let clean = try #require(
      merger.merge(
        base: base, ours: project("Ho", "red"), theirs: project("Hi", "blue"), as: "m.json"))
    #expect(clean.conflicts.isEmpty && clean.text.contains("Ho") && clean.text.contains("blue"))
    #expect(try merger.report(clean) == .done && messages.text.isEmpty)
    let torn = try #require(
      merger.merge(
        base: base, ours: project("Ho", "red"), theirs: project("Hu", "red"), as: "m.json"))
    let line = try #require(
      torn.text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.hasPrefix("<<<<<<<") })
    #expect(torn.conflicts.map(\.line) == [line + 1])
    #expect(try merger.report(torn) == .projectWrong)
    #expect(messages.text.hasPrefix("m.json:\(line + 1): conflict: "), "\(messages.text)")
    let broken = SourceFile(path: "x.json", text: "{")
    #expect(merger.merge(base: base, ours: broken, theirs: base, as: "m.json") == nil)
    #expect(throws: CommandFailure.self) { try merger.requireProject(broken) }
  }
}
