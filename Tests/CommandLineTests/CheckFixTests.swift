import Foundation
import Testing
import Workspace

@testable import CommandLineInterface

@Suite struct CheckFixTests {
  /// Several mistakes with certain fixes, three of them on one line; German and CJK text, tabs, and
  /// layout as a person has it.
  private static let wrong = """
    {
    \t"cutlist": "1",
      "output": { "size": [640, 360],   "frameRate": "29,97", "Background": "darkblue" },
      "media": { "Küste": { "color": "Red" } },
      "tracks": [
        { "video": [ { "clip": "küste", "duration": "3sec" } ] },
        { "id": "世界 🎬", "titles": { "at": 0, "duration": "1 s", "text": "Grüße, мир ½", "size": "40" } }
      ]
    }

    """
  /// The same by hand.
  private static let right = """
    {
    \t"cutlist": 1,
      "output": { "size": "640x360",   "frameRate": 29.97, "background": "#00008b" },
      "media": { "Küste": { "color": "red" } },
      "tracks": [
        { "video": [ { "clip": "Küste", "duration": "3s" } ] },
        { "id": "世界 🎬", "titles": [{ "at": 0, "duration": "1s", "text": "Grüße, мир ½", "size": 40 }] }
      ]
    }

    """

  @Test(
    "check --fix applies what is certain and leaves every other byte", arguments: ["\n", "\r\n"])
  func fix(lineEnd: String) throws {
    let sandbox = try Sandbox()
    let mark = lineEnd == "\n" ? "" : "\u{FEFF}"
    let project = try sandbox.write("a.json", mark + Self.wrong.replacing("\n", with: lineEnd))
    try sandbox.allow(0o640, "a.json")
    #expect(sandbox.run("check", project).status == 1)
    let outcome = sandbox.run("check", "--fix", project)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages == "\(project): 11 fixes applied\n\(project): nothing wrong\n")
    let expected = Data((mark + Self.right.replacing("\n", with: lineEnd)).utf8)
    #expect(try sandbox.bytes("a.json") == expected)
    #expect(try sandbox.names() == ["a.json"])
    let attributes = try FileManager.default.attributesOfItem(atPath: project)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    // Nothing is left to do, so nothing is written.
    let modified = try sandbox.modified("a.json")
    #expect(sandbox.run("check", "--fix", project).status == 0)
    #expect(try sandbox.modified("a.json") == modified)
  }

  @Test("--dry-run prints a diff that patch(1) takes to what --fix writes, and changes nothing")
  func dryRun() throws {
    for lineEnd in ["\n", "\r\n"] {
      let sandbox = try Sandbox()
      // Without a line end at the end of the file.
      let text = String(Self.wrong.dropLast()).replacing("\n", with: lineEnd)
      let project = try sandbox.write("a.json", text)
      let outcome = sandbox.run("check", "--fix", "--dry-run", project)
      #expect(outcome.status == 0)
      #expect(try sandbox.bytes("a.json") == Data(text.utf8))
      #expect(outcome.output.hasPrefix("--- \(project)\n+++ \(project)\n@@ -1,"))

      let copy = try sandbox.write("b.json", text)
      let diff = try sandbox.write("a.diff", outcome.output)
      let patch = Process()
      patch.executableURL = URL(fileURLWithPath: "/usr/bin/patch")
      patch.arguments = ["--binary", "-s", copy, diff]
      try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/patch"))
      try patch.run()
      patch.waitUntilExit()
      #expect(patch.terminationStatus == 0)
      sandbox.run("check", "--fix", project)
      #expect(try sandbox.bytes("b.json") == sandbox.bytes("a.json"))
    }
  }

  @Test("what is not certain is left and reported, with the status of the project as it is then")
  func uncertain() throws {
    let sandbox = try Sandbox()
    let text = """
      {"cutlist": 1, "media": {"a": {"color": "red"}}, // red
       "tracks": [{"video": [{"clip": "a", "duration": "2sec", "opacity": 50, "start": 0}]}],}
      """
    let project = try sandbox.write("a.json", text)
    let outcome = sandbox.run("check", "--fix", project)
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasSuffix("3 errors, 0 warnings\n"), "\(outcome.messages)")
    #expect(outcome.messages.contains("fix: write \"50%\""))
    #expect(
      try String(decoding: sandbox.bytes("a.json"), as: UTF8.self)
        == text.replacing("2sec", with: "2s").replacing("],}", with: "]}"))
  }

  @Test("mistakes behind mistakes are found one after the other")
  func rounds() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json",
      "{'cutlist': '1', 'media': {'a': {'color': 'Red'}} 'tracks': {'Video': {'clip': 'A', 'duration': '2 sec'}}}"
    )
    #expect(sandbox.run("check", "--fix", project).status == 0)
    #expect(
      try String(decoding: sandbox.bytes("a.json"), as: UTF8.self)
        == "{\"cutlist\": 1, \"media\": {\"a\": {\"color\": \"red\"}}, \"tracks\": "
        + "[{\"video\": [{\"clip\": \"a\", \"duration\": \"2s\"}]}]}")
  }

  @Test("a link is not written through, and a protected file is not replaced")
  func refused() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.json", Self.wrong)
    let link = sandbox.file("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let outcome = sandbox.run("check", "--fix", link)
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("it is a link; name the file that it leads to"))
    #expect(try sandbox.bytes("a.json") == Data(Self.wrong.utf8))
    #expect(try sandbox.names() == ["a.json", "link.json"])
    // Reading through it is harmless.
    #expect(sandbox.run("check", "--fix", "--dry-run", link).status == 0)
  }

  @Test("a file that another program has changed since it was read is left alone")
  func changedMeanwhile() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.json", "theirs")
    let problem = #expect(throws: RewritingError.self) {
      try ProjectFile.replace(file, Array("old".utf8), with: Array("new".utf8))
    }
    let message = problem.map { CommandFailure($0, writing: file).message }
    #expect(
      message?.hasSuffix("it was changed by another program meanwhile; try again") == true)
    #expect(try sandbox.bytes("a.json") == Data("theirs".utf8))
    #expect(try sandbox.names() == ["a.json"])
    try ProjectFile.replace(file, Array("theirs".utf8), with: Array("new".utf8))
    #expect(try sandbox.bytes("a.json") == Data("new".utf8))
  }

  @Test("paths with backslashes or in another case are mended where the file is there")
  func paths() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("shots")
    try sandbox.write("shots/Night.png", Data("no picture".utf8))
    let project = try sandbox.write(
      "a.json",
      #"{"cutlist": 1, "media": {"a": "shots\\Night.png", "b": {"file": "shots/night.PNG"}}, "tracks": [{"video": [{"clip": "a"}, {"clip": "b"}]}]}"#
    )
    sandbox.run("check", "--fix", project)
    let text = try String(decoding: sandbox.bytes("a.json"), as: UTF8.self)
    #expect(text.contains(#""a": "shots/Night.png", "b": {"file": "shots/Night.png"}"#))
  }

  @Test("as data a fix says whether it is certain, and what stands where")
  func data() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json", #"{"cutlist": 1, "output": {"size": [640, 360], "duration": 1}, "tracks": []}"#)
    let outcome = sandbox.run("check", "--json", project)
    let findings = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    let fixes = try #require(findings[0]["fixes"] as? [[String: Any]])
    #expect(fixes[0]["certain"] as? Bool == true)
    let edits = try #require(fixes[0]["edits"] as? [[String: Any]])
    #expect(edits[0]["replacement"] as? String == "\"640x360\"")
    #expect(edits[0]["line"] as? Int == 1)
    #expect(edits[0]["column"] as? Int == 35)
    #expect(edits[0]["endColumn"] as? Int == 45)
  }

  @Test("a project that cannot be loaded is reported as data on standard output too")
  func unloadable() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", #"{"cutlist": 7, "tracks": []}"#)
    let outcome = sandbox.run("check", "--json", project)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("unknown-version"))
    #expect(outcome.messages.isEmpty)
  }

  @Test("--dry-run without --fix, with --json, and --fix of standard input are refused")
  func usage() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Self.right)
    #expect(sandbox.run("check", "--dry-run", project).status == 2)
    #expect(sandbox.run("check", "--fix", "--dry-run", "--json", project).status == 2)
    #expect(sandbox.run("check", "--fix", "-").status == 2)
  }
}
