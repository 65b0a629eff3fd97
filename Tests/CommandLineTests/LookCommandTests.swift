import Foundation
import Testing

@testable import CommandLineInterface

/// Files of colours on their way through the commands.
@Suite struct LookCommandTests {
  private static let negative = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n"

  private static func project(_ media: String, effect: String = "\"media\": \"look\"") -> String {
    """
    {
      "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { "white": { "color": "white" }, "look": \(media) },
      "tracks": [
        { "video": [ { "clip": "white", "duration": "4f", "effects": [ { "effect": "lut", \(effect) } ] } ] }
      ]
    }
    """
  }

  private func sandbox(_ look: String = negative) throws -> (Sandbox, project: String) {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("work/looks")
    try sandbox.write("work/looks/a.cube", look)
    let project = try sandbox.write(
      "work/cut.json", Self.project("{ \"lut\": \"looks/a.cube\" }"))
    return (sandbox, project)
  }

  /// The hashes of the frames.
  private func frames(_ sandbox: Sandbox, _ project: String) -> Outcome {
    sandbox.run("frames", project)
  }

  @Test("a look changes pictures, and another content of its file does so otherwise")
  func content() throws {
    let (sandbox, project) = try sandbox()
    func key() -> String {
      sandbox.run("explain", project, "--frame", "0", "--cache", sandbox.cache).output
        .split(separator: "\n").first { $0.contains(" key ") }.map(String.init) ?? ""
    }
    let negative = frames(sandbox, project)
    let first = key()
    #expect(negative.status == 0 && !first.isEmpty, "\(negative.messages)")
    try sandbox.write("work/looks/a.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    let same = frames(sandbox, project)
    #expect(same.output != negative.output)
    #expect(key() != first)
    try sandbox.write("work/looks/a.cube", Self.negative)
    #expect(frames(sandbox, project).output == negative.output)
    #expect(key() == first)
  }

  @Test("what is wrong with a file is told with its line, at its place in the project")
  func damage() throws {
    let (sandbox, project) = try sandbox("LUT_1D_SIZE 2\n1 1 1\n0 zero 0\n")
    let check = sandbox.run("check", project, "--no-cache")
    #expect(check.status != 0)
    #expect(
      check.messages.contains(
        "cut.json:4:53: error: 'looks/a.cube' has something else where three numbers"))
    #expect(check.messages.contains("in line 3 [media-look]"))
    for (name, words) in [
      ("hald.png", "HALD images are not read"), ("a.csp", "of a kind that is not read"),
    ] {
      try sandbox.write("work/looks/\(name)", "x")
      try sandbox.write("work/cut.json", Self.project("{ \"lut\": \"looks/\(name)\" }"))
      let check = sandbox.run("check", project, "--no-cache")
      #expect(check.messages.contains(words) && check.messages.contains(".cube, .3dl, .cdl"))
    }
    try sandbox.write("work/looks/a.cube", Self.negative)
    try sandbox.write("work/cut.json", Self.project("\"looks/a.cube\""))
    let named = sandbox.run("check", project, "--no-cache").messages
    #expect(named.contains("fix: write { \"lut\": \"looks/a.cube\" }"), "\(named)")
    #expect(!named.contains("not used"))
    try sandbox.write("work/cut.json", Self.project("{ \"lut\": \"looks/b.cube\" }"))
    #expect(
      sandbox.run("check", project, "--no-cache").messages.contains(
        "media file 'looks/b.cube' does not exist"))
  }

  @Test("a file of colours is not read from outside, where that is refused")
  func confined() throws {
    let (sandbox, project) = try sandbox()
    try sandbox.write("away.cube", Self.negative)
    #expect(sandbox.run("check", project, "--confine", "--no-cache").status == 0)
    try sandbox.write("work/cut.json", Self.project("{ \"lut\": \"../away.cube\" }"))
    #expect(
      sandbox.run("check", project, "--confine", "--no-cache").messages.contains("media-outside"))
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("work/link.cube"), withDestinationPath: sandbox.file("away.cube"))
    try sandbox.write("work/cut.json", Self.project("{ \"lut\": \"link.cube\" }"))
    #expect(
      sandbox.run("check", project, "--confine", "--no-cache").messages.contains("media-outside"))
  }

  @Test("it is locked, found again by its content, and never overwritten")
  func kept() throws {
    let (sandbox, project) = try sandbox()
    let look = sandbox.file("work/looks/a.cube")
    #expect(sandbox.run("frame", project, "--frame", "0", "-o", look, "--no-cache").status != 0)
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    #expect(try sandbox.text("work/cut.lock.json").contains("\"look\""))
    #expect(sandbox.run("check", "--locked", project, "--no-cache").status == 0)
    try sandbox.makeFolder("away")
    try FileManager.default.moveItem(atPath: look, toPath: sandbox.file("away/b.cube"))
    let relink = sandbox.run(
      "relink", project, sandbox.file("away"), "--write", "--cache", sandbox.cache)
    #expect(relink.status == 0, "\(relink.messages)")
    #expect(try sandbox.text("work/cut.json").contains("{ \"lut\": \"../away/b.cube\" }"))
    #expect(sandbox.run("check", "--locked", project, "--no-cache").status == 0)
    try sandbox.write("away/b.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    #expect(
      sandbox.run("check", "--locked", project, "--no-cache").messages.contains("'look'"))
  }

  @Test("a plan names the file, and renders elsewhere where it has the same content")
  func planned() throws {
    let (sandbox, project) = try sandbox()
    let plan = sandbox.file("work/plan.json")
    #expect(sandbox.run("plan", project, "--write", plan).status == 0)
    func render(_ words: String..., to movie: String) -> Outcome {
      sandbox.run(["render"] + words + ["-o", sandbox.file(movie), "--no-cache"])
    }
    #expect(render(project, to: "a.mp4").status == 0)
    let elsewhere = render("--plan", plan, to: "b.mp4")
    #expect(elsewhere.status == 0, "\(elsewhere.messages)")
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("b.mp4"))
    try sandbox.write("work/looks/a.cube", "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
    let other = render("--plan", plan, to: "c.mp4")
    #expect(other.status != 0 && other.messages.contains("is not what the plan was made of"))
    // A plan that anybody may have written.
    try sandbox.write("work/looks/a.cube", Self.negative)
    let text = try sandbox.text("work/plan.json")
    for (from, to) in [
      ("\"media\": 1", "\"media\": 0"), ("\"media\": 1", "\"media\": 7"),
      ("\"media\": 1", "\"media\": null"), ("\"name\": \"lut\"", "\"name\": \"invert\""),
    ] {
      // The last "media" is the effect's, after the source's own.
      let parts = text.components(separatedBy: from)
      try #require(parts.count > 1)
      let damaged = parts.dropLast().joined(separator: from) + to + (parts.last ?? "")
      try sandbox.write("work/plan.json", damaged)
      let outcome = render("--plan", plan, to: "d.mp4")
      #expect(outcome.status == 1, "\(from) \(to): \(outcome.messages)")
    }
  }

  @Test("a group's look is found from the project that shows it")
  func nested() throws {
    let (sandbox, project) = try sandbox()
    let outer = try sandbox.write(
      "outer.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
        "media": { "inner": { "project": "work/cut.json" } },
        "tracks": [ { "video": [ { "clip": "inner", "duration": "4f" } ] } ] }
      """)
    let shown = frames(sandbox, outer)
    #expect(shown.status == 0, "\(shown.messages)")
    #expect(shown.output == frames(sandbox, project).output)
  }
}
