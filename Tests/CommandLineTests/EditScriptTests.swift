import Foundation
import Testing

@Suite("The script for continuous integration")
struct EditScriptTests {
  private static let script = GalleryProject.folder.appending(path: "ci/check-edits").path

  /// A project in its canonical form.
  private func project(_ length: String, text: String = "Hello") throws -> String {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "counter", "duration": "\(length)" } ] },
          { "titles": [ { "at": "0s", "duration": "0.5s", "text": "\(text)", "size": 6 } ] } ],
        "expect": { "duration": "1s" } }
      """)
    try #require(sandbox.run("format", path).status == 0)
    return try String(decoding: sandbox.bytes("a.json"), as: UTF8.self)
  }

  private func run(
    _ sandbox: Sandbox, _ words: [String], _ environment: [String: String] = [:],
    program path: String = script
  ) throws -> Outcome {
    let folder = URL(filePath: RunningProgram.path).deletingLastPathComponent().path
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = ["PATH": "\(folder):\(paths)", "XDG_CACHE_HOME": sandbox.cache]
    return try sandbox.execute(
      path, words, in: "films", environment: variables.merging(environment) { $1 })
  }

  private func report(_ sandbox: Sandbox) throws -> String {
    String(decoding: try sandbox.bytes("report/report.md"), as: UTF8.self)
  }

  private func checkedOut(_ files: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(files, "base")
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "work")
    return sandbox
  }

  @Test("a project of which only a part was changed is told")
  func parts() throws {
    let film = """
      {
        "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10 },
        "include": "looks.json",
        "tracks": [{ "video": [{ "clip": "c", "duration": "1s" }] }]
      }

      """
    let looks = #"{ "cutlistPart": 1, "media": { "c": { "color": "red" } } }"#
    let sandbox = try checkedOut(["film.json": film, "looks.json": looks])
    try sandbox.commit(["looks.json": looks.replacing("red", with: "blue")], "blue")
    let outcome = try run(sandbox, ["main", sandbox.file("report")])
    let text = try report(sandbox)
    #expect(
      text.contains("./film.json`") && text.contains("color blue (was red)"), "\(text)\(outcome)")
  }

  @Test("a request that is well is reported, with what was changed, added and renamed")
  func good() throws {
    let old = try project("1s")
    let sandbox = try checkedOut([
      "edits/a b.json": old, "c.json": old, "package.json": "{ \"name\": \"site\" }\n",
    ])
    try sandbox.git(in: "films", "mv", "--", "c.json", "-d.json")
    try sandbox.commit(
      [
        "edits/a b.json": try project("1s", text: "Hallo"),
        "-d.json": try project("1s", text: "Hull"),
        "new.json": try project("1s", text: "<b>New</b> @all"),
      ], "work")
    // What came to the other branch meanwhile is none of this request's changes.
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.commit(["edits/a b.json": try project("1s", text: "Later")], "later")
    try sandbox.git(in: "films", "checkout", "--quiet", "work")

    let outcome = try run(
      sandbox, ["main", sandbox.file("report")], ["PICTURES_URL": "https://ci.example.org/1?a&b|c"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    let text = try report(sandbox)
    #expect(text.contains("`the title says 'Hallo' instead of 'Hello'`"))
    #expect(text.contains("`the title says 'Hull' instead of 'Hello'`"))
    #expect(text.matches(of: /(?m)^<!-- cutlist diff -->$/).count == 3)
    #expect(text.contains("`added video track 1 with 1 item, title track 2 with 1 item`"))
    #expect(text.contains(":./c.json` → `./-d.json`"))
    #expect(text.contains("](https://ci.example.org/1?a&b|c/1-pictures/1-before.png)"))
    #expect(!text.contains("package.json"))
    let names = try sandbox.names("report")
    for name in ["1.html", "2.html", "3.html", "1-pictures", "tests.xml", "tests.html"] {
      #expect(names.contains(name), "\(names)")
    }
    #expect(!names.contains("4.html"))
    // Nothing was left beside the projects.
    #expect(try sandbox.git(in: "films", "status", "--porcelain").output == "")
  }

  @Test("a project, a layout or a test that is wrong ends it with 1, and the report is there")
  func wrong() throws {
    let sandbox = try checkedOut(["a.json": try project("1s")])
    try sandbox.commit(["a.json": try project("0.8s")], "shorter than expected")
    let failed = try run(sandbox, ["main", sandbox.file("report")])
    #expect(failed.status == 1 && failed.output.contains("FAILED"), "\(failed.messages)")
    let told = try report(sandbox)
    #expect(
      told.hasPrefix("### ⚠ Something is wrong\n\n#### Tests that did not pass\n\n    FAILED  "))
    #expect(
      told.contains("\n      duration: the movie lasts 0.8s") && told.contains("trimmed the tail"),
      "\(told)")

    try sandbox.commit(["a.json": try project("1s").replacing("  ", with: " ")], "layout")
    let layout = try run(sandbox, ["main", sandbox.file("report")])
    #expect(layout.status == 1 && layout.output.contains("a.json"), "\(layout.messages)")
    #expect(try report(sandbox).contains("no change"))
    #expect(
      try report(sandbox).contains("\n#### Laid out otherwise than `cutlist format` does it\n"))

    try sandbox.commit(["a.json": try project("1s").replacing("\"clip\"", with: "\"clap\"")], "key")
    let wrong = try run(sandbox, ["main", sandbox.file("report")])
    #expect(wrong.status == 1 && wrong.output.contains("clap"), "\(wrong.messages)")
    let findings = try report(sandbox)
    #expect(findings.contains("#### Not right\n\n    ./a.json:"), "\(findings)")
    // Nothing of it is more than text: all of it is indented.
    let block = findings.components(separatedBy: "#### Not right\n\n")[1]
      .components(separatedBy: "\n\n")[0]
    #expect(block.split(separator: "\n").allSatisfy { $0.hasPrefix("    ") }, "\(block)")
    #expect(block.contains("clap"))
  }

  @Test("media beside the projects' folder are read where an option allows it, and only there")
  func mediaElsewhere() throws {
    let sandbox = try checkedOut(["notes.txt": "x"])
    let still = try sandbox.write("still.json", try project("1s"))
    try sandbox.makeFolder("films/footage")
    try #require(
      sandbox.run("frame", still, "--frame", "0", "-o", sandbox.file("films/footage/a.png"))
        .status == 0)
    let text = try project("1s").replacing(
      #"{ "generate": "counter" }"#, with: #""../footage/a.png""#)
    try #require(text.contains("footage"))
    try sandbox.commit(["edits/a.json": text], "work")
    try sandbox.git(in: "films", "branch", "--force", "main")
    try sandbox.commit(["edits/a.json": text.replacing("Hello", with: "Hallo")], "words")
    let refused = try run(sandbox, ["main", sandbox.file("report")])
    #expect(refused.status == 3, "\(refused.output)")
    #expect(try report(sandbox).contains("'../footage/a.png'"), "\(refused.output)")
    let allowed = try run(
      sandbox, ["main", sandbox.file("report"), "--allow-path", "footage"])
    #expect(allowed.status == 0, "\(allowed.output)\(allowed.messages)")
    #expect(try report(sandbox).hasPrefix("<!-- cutlist diff -->"))
    #expect(try sandbox.names("report").contains("1-pictures"))
  }

  @Test("without changed projects the report says so, and without a base there is none")
  func nothing() throws {
    let sandbox = try checkedOut(["a.json": try project("1s")])
    try sandbox.commit(["notes.txt": "x"], "notes")
    let outcome = try run(sandbox, ["main", sandbox.file("report")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try report(sandbox) == "No edit was changed.\n")
    #expect(try run(sandbox, ["nowhere", sandbox.file("report")]).status == 2)
    #expect(try run(sandbox, []).status != 0)
  }

  @Test("the bisection that the manual tells of finds what broke a movie, and passes over the rest")
  func bisection() throws {
    let chapter = GalleryProject.folder.deletingLastPathComponent()
      .appending(path: "Sources/cutlist/CommandLineInterface/Manual.docc/VersionControl.md")
    let line = try #require(
      String(contentsOf: chapter, encoding: .utf8).split(separator: "\n").first {
        $0.hasPrefix("git bisect run ")
      })
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["edits/day.json": try project("1s")], "good")
    try sandbox.git(in: "films", "tag", "v1.0")
    let good = try project("1s", text: "Hallo")
    let gone = good.replacing(#"{ "generate": "counter" }"#, with: #""gone.mp4""#)
    try sandbox.commit(["edits/day.json": gone], "media are missing")
    try sandbox.commit(["edits/day.json": good], "good again")
    try sandbox.git(in: "films", "mv", "edits/day.json", "edits/other.json")
    try sandbox.commit([:], "there is no project")
    try sandbox.git(in: "films", "mv", "edits/other.json", "edits/day.json")
    try sandbox.commit([:], "back")
    for number in 1...3 {
      try sandbox.commit(["edits/day.json": "{ \"cutlist\": \(number), "], "it cannot be read")
    }
    try sandbox.commit(["edits/day.json": good], "it can be read again")
    try sandbox.commit(["edits/day.json": try project("0.8s")], "broken")
    try sandbox.commit(["edits/day.json": try project("0.8s", text: "Hull")], "later")
    try sandbox.git(in: "films", "bisect", "start", "HEAD", "v1.0")
    try sandbox.write("bisect", String(line) + "\n")
    let outcome = try run(sandbox, ["../bisect"], program: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    let found = try sandbox.git(in: "films", "log", "-1", "--format=%s", "refs/bisect/bad")
    #expect(found.output == "broken\n", "\(outcome.output)")
  }
}
