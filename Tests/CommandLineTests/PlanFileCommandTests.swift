import Diagnostics
import Foundation
import PictureKinds
import PlanModel
import Testing
import TimelineModel
import Workspace

@testable import CommandLineInterface

/// Plans that are written, carried away and rendered without their project.
@Suite struct PlanFileCommandTests {
  private static let fonts = "/usr/share/fonts/truetype/dejavu/"

  /// A project in `NAME/edit` whose media and font lie in `NAME/media`.
  private func makeEdit(_ sandbox: Sandbox, _ name: String) throws -> String {
    for folder in ["edit", "media"] { try sandbox.makeFolder("\(name)/\(folder)") }
    let made = try sandbox.write(
      "\(name)/make.json", Projects.counter(seconds: 1, rate: "10", size: "64x36", gop: 5))
    let clip = sandbox.file("\(name)/media/clip.mp4")
    try #require(sandbox.run("render", made, "-o", clip, "--no-cache").status == 0)
    try FileManager.default.copyItem(
      atPath: Self.fonts + "DejaVuSans.ttf", toPath: sandbox.file("\(name)/media/letters.ttf"))
    return try sandbox.write(
      "\(name)/edit/a.json",
      """
      { "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "video": { "preset": "ultrafast" } },
        "media": { "clip": "../media/clip.mp4", "red": { "color": "red" } },
        "tracks": [
          { "video": [ { "clip": "clip", "out": "0.6s" },
                       { "transition": "dissolve", "duration": "0.2s" },
                       { "clip": "red", "duration": "0.4s" } ] },
          { "titles": [ { "at": "0.2s", "duration": "0.5s", "text": "A", "size": 20,
                          "font": "../media/letters.ttf" } ] } ] }
      """)
  }

  private func writePlan(_ sandbox: Sandbox, _ project: String, to name: String) throws -> String {
    let plan = sandbox.file(name)
    let outcome = sandbox.run("plan", project, "--write", plan)
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.isEmpty && outcome.messages.contains("wrote the plan of"))
    return plan
  }

  @Test("a plan elsewhere gives the bytes and the chunks of its project")
  func travels() throws {
    let sandbox = try Sandbox()
    let project = try makeEdit(sandbox, "one")
    let plan = try writePlan(sandbox, project, to: "one/edit/a.plan.json")
    let cache = ["--cache", sandbox.cache]
    #expect(sandbox.run(["render", project, "-o", sandbox.file("a.mp4")] + cache).status == 0)
    let bytes = try sandbox.bytes("a.mp4")

    // Where it was written.
    let movie = sandbox.file("b.mp4")
    let unused = sandbox.run("render", "--plan", plan, "-o", movie, "--map", "films=/b").messages
    #expect(unused.contains("begins with 'films'; its files are in '../media'"), "\(unused)")
    let again = sandbox.run(
      ["render", "--plan", plan, "-o", movie, "--progress", "json"] + cache)
    #expect(again.status == 0, "\(again.messages)")
    let done = try #require(ProgressLine.all(in: again.messages).compactMap(\.self).last)
    #expect(done.chunksRendered == 0 && done.chunksReused > 0)
    #expect(try sandbox.bytes("b.mp4") == bytes)

    // Elsewhere, without the project.
    try sandbox.makeFolder("two")
    try FileManager.default.moveItem(
      atPath: sandbox.file("one/media"), toPath: sandbox.file("two/films"))
    try FileManager.default.moveItem(atPath: plan, toPath: sandbox.file("two/p.json"))
    try FileManager.default.removeItem(atPath: sandbox.file("one"))
    let words = ["render", "--plan", sandbox.file("two/p.json"), "-o", movie, "--no-cache"]
    let lost = try RunningProgram(words).wait()
    #expect(lost.status == 3, "\(lost.messages)")
    #expect(lost.messages.contains("media file '../media/clip.mp4' does not exist"))
    #expect(lost.messages.contains("p.json:"))
    #expect(lost.messages.contains("font file '../media/letters.ttf' does not exist"))
    #expect(lost.messages.components(separatedBy: "note: looked for '").count == 3)
    #expect(lost.messages.components(separatedBy: "with --map FROM=TO").count == 3)
    let map = ["--map", "./..//media/=" + sandbox.file("two/films/")]
    let found = try RunningProgram(words + map).wait()
    #expect(found.status == 0, "\(found.messages)")
    #expect(try sandbox.bytes("b.mp4") == bytes)

    // What a stranger's plan may read is what a stranger's project may.
    let outside = sandbox.run(words + ["--confine", "--map", "../media=/usr"]).messages
    for name in [
      "'../media/clip.mp4' (mapped to '/usr/clip.mp4')", "(mapped to '/usr/letters.ttf')",
    ] {
      #expect(outside.contains("\(name) leads outside of"), "\(outside)")
    }
    let confined = sandbox.run(words + ["--confine", "--map", "../media=" + sandbox.file("")])
    #expect(confined.status == 3 || confined.status == 1)
    #expect(confined.messages.contains("--confine refuses"), "\(confined.messages)")
    #expect(sandbox.run(words + map + ["--confine", "--on-damage", "conceal"]).status == 0)
    #expect(sandbox.run(words + map + ["--check-determinism"]).messages.contains("leave out -o"))
    let check = sandbox.run(Array(words.prefix(3)) + map + ["--check-determinism"])
    #expect(check.status == 0 && check.output.contains("the same plan"), "\(check.messages)")
  }

  @Test("two folders with different paths give the same plan")
  func samePlan() throws {
    let sandbox = try Sandbox()
    let one = try writePlan(sandbox, makeEdit(sandbox, "one"), to: "one/edit/p.json")
    let two = try writePlan(sandbox, makeEdit(sandbox, "two"), to: "p.json")
    #expect(try Data(contentsOf: URL(filePath: one)) == Data(contentsOf: URL(filePath: two)))
    // The same document as is printed.
    let printed = sandbox.run("plan", sandbox.file("one/edit/a.json"), "--json")
    #expect(printed.output == (try String(contentsOfFile: one, encoding: .utf8)))
    // Relative paths of a plan that lies elsewhere than its project.
    let words = ["render", "--plan", two, "-o", sandbox.file("a.mp4"), "--no-cache"]
    #expect(sandbox.run(words).status != 0)
    #expect(sandbox.run(words + ["--map", ".=" + sandbox.file("one/edit")]).status == 0)
  }

  @Test("media and fonts of other content are refused")
  func otherContent() throws {
    let sandbox = try Sandbox()
    let plan = try writePlan(sandbox, makeEdit(sandbox, "one"), to: "one/edit/p.json")
    let words = ["render", "--plan", plan, "-o", sandbox.file("a.mp4"), "--no-cache"]
    let clip = "one/media/clip.mp4"
    let bytes = try sandbox.bytes(clip)
    var other = bytes
    other[other.count / 2] ^= 1
    try sandbox.write(clip, other)
    let changed = sandbox.run(words)
    #expect(changed.status == 3)
    let message = changed.messages
    #expect(
      message.contains("'clip' (../media/clip.mp4) is not what the plan was made of"), "\(message)")
    #expect(message.contains(#/the hash [^ ,]{12}…, not [^ ,]{12}…/#), "\(message)")
    #expect(message.contains("--map FROM=TO"))
    try sandbox.write(clip, bytes)

    // What it asks of its media and texts is held against them before anything is rendered.
    let text = try String(contentsOfFile: plan, encoding: .utf8)
    for (changes, message) in [
      (
        [(#""crop": {"x": 0,"#, #""crop": {"x": 9,"#)],
        "the crop is not within the pictures of 'clip' (../media/clip.mp4), which have 64x36 pixels"
      ),
      (
        [
          (#""outlineWidth": "0""#, #""outlineWidth": "1000""#), (#""scale": 1,"#, #""scale": 8,"#),
        ],
        "the text's picture would have"
      ),
    ] {
      let asked = changes.reduce(text) { $0.replacing($1.0, with: $1.1) }
      try #require(asked != text)
      try sandbox.write("one/edit/asked.json", asked)
      let outcome = sandbox.run(
        "render", "--plan", sandbox.file("one/edit/asked.json"), "-o", sandbox.file("a.mp4"))
      #expect(outcome.status != 0 && outcome.messages.contains(message), "\(outcome.messages)")
      #expect(outcome.messages.contains(#/asked\.json:\d+:\d+: error/#), "\(outcome.messages)")
    }

    try FileManager.default.removeItem(atPath: sandbox.file("one/media/letters.ttf"))
    try FileManager.default.copyItem(
      atPath: Self.fonts + "DejaVuSerif.ttf", toPath: sandbox.file("one/media/letters.ttf"))
    let serif = sandbox.run(words)
    #expect(serif.status == 3)
    #expect(serif.messages.contains("other fonts than the plan"), "\(serif.messages)")
    #expect(!sandbox.exists("a.mp4"))
  }

  @Test("command lines that make no sense are refused with words")
  func usage() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.mixed)
    let plan = try writePlan(sandbox, project, to: "p.json")
    let movie = sandbox.file("a.mp4")
    for (words, status, message) in [
      ([project, "--plan", plan], 2, "--plan takes the place of the project"),
      ([], 2, "usage: cutlist render (PROJECT | --plan FILE)"),
      ([project, "--map", "a=b"], 2, "--map goes with --plan"),
      (["--plan", plan, "--map", "a"], 2, "--map takes FROM=TO"),
      (["--plan", plan, "--map", "/a=/b"], 2, "no path of the plan begins with '/a'"),
      (["--plan", plan, "--map", "a=b", "--map", "./a/=c"], 2, "--map says twice where 'a' is"),
      (["--plan", plan, "--map", "/a=/b"], 2, "'/a'; it names no files"),
      (["--plan", sandbox.file("none.json")], 2, "plan '\(sandbox.file("none.json"))' cannot be"),
      (["--plan", project], 1, "this is a project, not a plan"),
    ] as [([String], Int32, String)] {
      let outcome = sandbox.run(["render", "-o", movie] + words)
      #expect(outcome.status == status, "\(words): \(outcome.messages)")
      #expect(outcome.messages.contains(message), "\(words): \(outcome.messages)")
    }
    let text = try String(contentsOfFile: plan, encoding: .utf8)
    let next = try sandbox.write(
      "next.json", text.replacing("\"cutlistPlan\": 1", with: "\"cutlistPlan\": 2"))
    let newer = sandbox.run("render", "--plan", next, "-o", movie)
    #expect(newer.status == 1 && newer.messages.contains("next.json:2:"), "\(newer.messages)")
    #expect(newer.messages.contains("version 2; this cutlist reads version 1"))
    #expect(!sandbox.exists("a.mp4"))

    for words in [["render", plan, "-o", movie], ["check", plan], ["compare", project, plan]] {
      let given = sandbox.run(words)
      #expect(given.status == 1 && given.messages.contains("this is a plan, not a project"))
      #expect(given.messages.contains("cutlist render --plan \(plan)'"), "\(given.messages)")
    }

    // What the program cannot draw is refused where it is written, before anything is rendered.
    let mode = #""blendMode": "normal""#
    let line = try #require(text.split(separator: "\n").firstIndex { $0.contains(mode) })
    let other = try sandbox.write(
      "other.json", text.replacing(mode, with: mode.replacing("normal", with: "glow")))
    let glow = sandbox.run("render", "--plan", other, "-o", movie)
    #expect(glow.status == 1 && glow.messages.contains("other.json:\(line + 1):"))
    #expect(glow.messages.contains("this cutlist has no blend mode 'glow'"), "\(glow.messages)")
    #expect(!sandbox.exists("a.mp4"))

    // A plan is written over plans of ours alone.
    #expect(sandbox.run("plan", project, "--write", plan).status == 0)
    let notes = try sandbox.write("notes.json", "{}")
    #expect(sandbox.run("plan", project, "--write", notes).status == 2)
    #expect(sandbox.run("plan", project, "--write", project, "--force").status == 2)
    #expect(sandbox.run("plan", project, "--write", plan, "-o", plan).status == 2)
  }

  @Test("a plan that is larger than plans may be is told of with the limit to raise")
  func large() {
    #expect(ProjectLimits.readingWarnings([.values: 2_000_000, .fileBytes: 64 << 20]).isEmpty)
    #expect(
      ProjectLimits.readingWarnings([.values: 2_000_001, .layers: 501, .fileBytes: 300 << 20]) == [
        "the plan has 314572800 bytes, and 67108864 are read where nothing is said; no --limit "
          + "allows so many; write it in parts with --range",
        "the plan has 2000001 values, and 2000000 are read where nothing is said; read it with "
          + "--limit values=2000001",
        "the plan has 501 layers at the same time, and 500 are read where nothing is said; read it "
          + "with --limit layers=501",
      ])
  }

  @Test("the plan of every project is read back as it was", arguments: GalleryProject.all)
  func gallery(_ project: GalleryProject) throws {
    let loader = ProjectLoader()
    let loaded = loader.load(try loader.read(project.file.path))
    let plan = loaded.marked(try #require(loaded.plan))
    let file = SourceFile(path: "plan.json", text: PlanJSON.text(plan))
    let (read, findings) = PlanJSON.read(file, kinds: .all)
    #expect(findings.isEmpty, "\(findings.prefix(3))")
    #expect(read?.plan == plan)
  }
}
