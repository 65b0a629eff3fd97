import Foundation
import Testing

@testable import CommandLineInterface

@Suite("tools and projects in several files")
struct PartToolTests {
  private static let project = """
    {
      "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 10 },
      "include": "media.json",
      "tracks": [
        { "video": [{ "clip": "blue", "duration": "1s" }, { "include": "acts/one.json" }] },
        { "include": "acts/one.json", "track": "names" }
      ]
    }

    """

  private static func act(_ words: String, _ seconds: String) -> String {
    """
    {
      "cutlistPart": 1,
      "media": { "in": { "project": "../intro.json" } },
      "tracks": [
        { "video": [{ "clip": "red", "duration": "\(seconds)" }, { "clip": "in", "duration": "1s" }] },
        { "id": "names", "titles": [{ "at": "1s", "duration": "1s", "text": "\(words)", "size": 12 }] }
      ]
    }

    """
  }

  private static func intro(_ color: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
      "media": { "y": { "color": "\(color)" } },
      "tracks": [ { "video": [ { "clip": "y", "duration": "2s" } ] } ] }
    """
  }

  private static let files = [
    "promo.json": project, "acts/one.json": act("One", "2s"), "intro.json": intro("yellow"),
    "media.json":
      #"{ "cutlistPart": 1, "media": { "blue": { "color": "blue" }, "red": { "color": "red" } } }"#,
  ]

  private func sandbox(_ changed: [String: String] = [:]) throws -> (Sandbox, String) {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("acts")
    for (name, text) in Self.files.merging(changed, uniquingKeysWith: { $1 }) {
      try sandbox.write(name, text)
    }
    return (sandbox, sandbox.file("promo.json"))
  }

  @Test("log and blame follow the parts and the projects of each commit, and name their places")
  func history() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["media.json": try #require(Self.files["media.json"])], "media alone")
    try sandbox.commit(Self.files, "begin")
    try sandbox.commit(["acts/one.json": Self.act("One", "3s")], "longer")
    try sandbox.commit(["intro.json": Self.intro("orange")], "orange")
    try sandbox.commit(["notes.txt": "nothing"], "nothing")
    try sandbox.write("films/acts/one.json", Self.act("Two", "3s"))
    let path = sandbox.file("films/promo.json")
    let log = sandbox.run("log", path, "--no-cache")
    let headings = log.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .map { $0.split(separator: " ").last ?? "" }
    #expect(headings == ["committed", "orange", "longer", "begin"], "\(log.output)\(log.messages)")
    #expect(log.output.contains("the title says 'Two' instead of 'One'"), "\(log.output)")
    #expect(log.output.contains("not committed:acts/one.json:6:"), "\(log.output)")
    #expect(log.output.contains("'intro.json' was changed"), "\(log.output)")
    #expect(log.output.contains("extended the tail of clip 'red' by 1 second"), "\(log.output)")
    // The red clip was shown for 2 s at first: its third second was made when it was made longer.
    for (frame, subject) in [(5, "begin"), (35, "longer"), (45, "orange"), (15, "not committed")] {
      let blame = sandbox.run("blame", path, "--frame", "\(frame)", "--no-cache").output
      let made = blame.split(separator: "\n").first { $0.contains("  content  ") } ?? ""
      // Frames of one colour are like those that there were before.
      let expected = frame == 35 ? "begin" : subject
      #expect(made.hasSuffix(expected), "\(frame): \(blame)")
    }
    let diff = sandbox.run("diff", path)
    #expect(diff.status == 1 && diff.output.contains("acts/one.json:6:"), "\(diff.messages)")
    let data = sandbox.run("diff", path, "--json").output
    #expect(data.contains(#""file": "#) && data.contains("acts/one.json"), "\(data)")
  }

  @Test(
    "commits of several files, a renamed project and side branches are followed through its parts")
  func longHistory() throws {
    let sandbox = try Sandbox.withRepository()
    let media = try #require(Self.files["media.json"])
    try sandbox.commit(Self.files, "begin")
    try sandbox.commit(
      [
        "acts/one.json": Self.act("One", "3s"),
        "media.json": media.replacing("blue\" }", with: "navy\" }"),
      ],
      "two")
    try sandbox.commit(["acts/one.json": Self.act("Two", "3s")], "part")
    try sandbox.git(in: "films", "mv", "promo.json", "film.json")
    try sandbox.commit([:], "rename")
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "side")
    try sandbox.commit(
      ["acts/one.json": Self.act("Three", "3s"), "intro.json": Self.intro("orange")], "side")
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.commit(["notes.txt": "nothing"], "other")
    try sandbox.git(in: "films", "merge", "--quiet", "--no-ff", "-m", "merge", "side")
    let path = sandbox.file("films/film.json")
    let log = sandbox.run("log", path, "--no-cache", "--no-frames").output
    let headings = log.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .map { $0.split(separator: " ").last ?? "" }
    #expect(headings == ["side", "rename", "part", "two", "begin"], "\(log)")
    for (frame, subject) in [(5, "two"), (15, "side"), (45, "side")] {
      let blame = sandbox.run("blame", path, "--frame", "\(frame)", "--no-cache").output
      let made = blame.split(separator: "\n").first { $0.contains("  content  ") } ?? ""
      #expect(made.hasSuffix(subject), "\(frame): \(blame)")
    }
  }

  @Test("git takes parts for what they are, and what relink cannot do is said")
  func gitAndOthers() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(Self.files, "begin")
    let installed = try sandbox.install([])
    #expect(installed.status == 0, "\(installed.messages)")
    let attributes = try sandbox.stored(".gitattributes")
    #expect(attributes.contains("*.json"), "\(attributes)")
    #expect(!attributes.contains("promo.json"), "\(attributes)")
    let intro = Self.intro("red").replacing(#"{ "color": "red" }"#, with: "\"gone.png\"")
    try sandbox.write("films/intro.json", intro)
    let outcome = sandbox.run(
      "relink", sandbox.file("films/promo.json"), sandbox.path, "--no-cache")
    #expect(outcome.status == 1 && outcome.messages.contains("intro.json"), "\(outcome)")
  }

  @Test("fixes that are certain are made in the file that has the mistake, and in no other")
  func fixing() throws {
    let wrong = Self.act("One", "2s").replacing("\"duration\"", with: "\"Duration\"")
    let (sandbox, path) = try sandbox(["acts/one.json": wrong])
    let trial = sandbox.run("check", "--fix", "--dry-run", path)
    #expect(trial.output.contains("+++ ") && trial.output.contains("acts/one.json"), "\(trial)")
    #expect(try sandbox.bytes("acts/one.json") == Data(wrong.utf8))
    let fixed = sandbox.run("check", "--fix", path)
    #expect(fixed.status == 0, "\(fixed.messages)")
    #expect(fixed.messages.contains("acts/one.json: 3 fixes applied"), "\(fixed.messages)")
    #expect(try sandbox.bytes("acts/one.json") == Data(Self.act("One", "2s").utf8))
    #expect(try sandbox.bytes("promo.json") == Data(Self.project.utf8))
  }

  @Test("media of a part that were moved are found, by a path from the part's folder")
  func relinking() throws {
    let part = #"{ "cutlistPart": 1, "media": { "red": "red.png", "blue": { "color": "blue" } } }"#
    let (sandbox, path) = try sandbox(["media.json": part])
    try sandbox.makeFolder("lib")
    try sandbox.write("lib/media.json", part)
    try sandbox.write(
      "promo.json", Self.project.replacing("\"media.json\"", with: "\"lib/media.json\""))
    let still = try sandbox.write(
      "still.json",
      #"{ "cutlist": 1, "output": { "size": "64x36" }, "media": { "r": { "color": "red" } }, "tracks": [ { "video": [ { "clip": "r", "duration": "1s" } ] } ] }"#
    )
    try sandbox.makeFolder("pictures")
    let made = sandbox.run("frame", still, "--at", "0", "-o", sandbox.file("pictures/red.png"))
    #expect(made.status == 0, "\(made.messages)")
    #expect(sandbox.run("check", path).messages.contains("lib/red.png"))
    let outcome = sandbox.run("relink", path, sandbox.path, "--write", "--no-cache")
    #expect(outcome.status == 0, "\(outcome.messages)")
    let text = String(decoding: try sandbox.bytes("lib/media.json"), as: UTF8.self)
    #expect(text.contains(#""red": "../pictures/red.png""#), "\(text)")
    #expect(sandbox.run("check", path).status == 0, "\(sandbox.run("check", path).messages)")
  }

  @Test("parts are formatted, compared and merged as projects are")
  func parts() throws {
    let (sandbox, _) = try sandbox()
    let path = sandbox.file("media.json")
    #expect(sandbox.run("format", "--check", path).status == 1)
    #expect(sandbox.run("format", path, sandbox.file("acts/one.json")).status == 0)
    #expect(sandbox.run("format", "--check", path).status == 0)
    let base = try sandbox.write("base.json", Self.act("One", "2s"))
    let ours = try sandbox.write("ours.json", Self.act("Two", "2s"))
    let theirs = try sandbox.write("theirs.json", Self.act("One", "4s"))
    let diff = sandbox.run("diff", base, ours)
    #expect(diff.status == 1 && diff.output.contains("the title says 'Two'"), "\(diff.output)")
    #expect(!diff.messages.contains("errors"), "\(diff.messages)")
    let merged = sandbox.run("merge", base, ours, theirs, "-o", sandbox.file("merged.json"))
    #expect(merged.status == 0, "\(merged.messages)")
    let text = String(decoding: try sandbox.bytes("merged.json"), as: UTF8.self)
    #expect(text.contains("Two") && text.contains("4s") && text.contains("cutlistPart"), "\(text)")
  }

  @Test(
    "parts are not locked, are kept from being replaced, and lie where a confined project may read")
  func reach() throws {
    let (sandbox, path) = try sandbox()
    #expect(sandbox.run("lock", path).status == 0)
    let lock = String(decoding: try sandbox.bytes("promo.lock.json"), as: UTF8.self)
    #expect(lock.contains("intro.json\"") && !lock.contains("one.json"), "\(lock)")
    try sandbox.write("acts/one.json", Self.act("Changed", "2s"))
    #expect(sandbox.run("check", "--locked", path).status == 0)
    let over = sandbox.run(
      "frame", path, "--at", "0", "--force", "-o", sandbox.file("acts/one.json"))
    #expect(over.status == 2, "\(over.messages)")
    try sandbox.makeFolder("own")
    let inner = try sandbox.write(
      "own/q.json",
      Self.project.replacing("\"media.json\"", with: "\"../media.json\"")
        .replacing("\"acts/", with: "\"../acts/"))
    #expect(sandbox.run("check", inner).status == 0, "\(sandbox.run("check", inner).messages)")
    let confined = sandbox.run("check", inner, "--confine")
    #expect(confined.status != 0 && confined.messages.contains("lies outside"), "\(confined)")
  }
}
