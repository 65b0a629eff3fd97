import Foundation
import Testing

@Suite("format")
struct FormatCommandTests {
  private static let loose = """
    {"tracks": [{"video": [{"duration": "2s", "clip": "a"}]}], "media": {"a": {"color": "red"}},
     "cutlist": 1}
    """
  private static let formed = """
    {
      "cutlist": 1,
      "media": {
        "a": { "color": "red" }
      },
      "tracks": [
        {
          "video": [
            { "clip": "a", "duration": "2s" }
          ]
        }
      ]
    }

    """

  private func text(_ name: String, _ sandbox: Sandbox) throws -> String {
    try String(decoding: sandbox.bytes(name), as: UTF8.self)
  }

  @Test("files are rewritten with their rights, and those that are right are not touched")
  func files() throws {
    let sandbox = try Sandbox()
    let (loose, formed) = (
      try sandbox.write("a.json", Self.loose), try sandbox.write("b.json", Self.formed)
    )
    try sandbox.allow(0o640, "a.json")
    let before = try sandbox.modified("b.json")
    let outcome = sandbox.run("format", loose, formed)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.messages == "\(loose): formatted\n")
    #expect(try text("a.json", sandbox) == Self.formed)
    #expect(try sandbox.modified("b.json") == before)
    let attributes = try FileManager.default.attributesOfItem(atPath: loose)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try sandbox.names() == ["a.json", "b.json"])
    #expect(sandbox.run("format", "--check", loose, formed).status == 0)
  }

  @Test("a link stays one, and what it leads to is formatted")
  func link() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Self.loose)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("link.json"), withDestinationPath: "a.json")
    #expect(sandbox.run("format", sandbox.file("link.json")).status == 0)
    #expect(try text("a.json", sandbox) == Self.formed)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.file("link.json"))
        == "a.json")
  }

  @Test("--check lists and --diff shows what would change, and neither changes it")
  func trial() throws {
    let sandbox = try Sandbox()
    let (loose, formed) = (
      try sandbox.write("a.json", Self.loose), try sandbox.write("b.json", Self.formed)
    )
    let check = sandbox.run("format", "--check", loose, formed)
    #expect(check.status == 1 && check.output == "\(loose)\n" && check.messages.isEmpty)
    let shown = sandbox.run("format", "--diff", loose, formed)
    #expect(shown.status == 0)
    #expect(shown.output.hasPrefix("--- \(loose)\n+++ \(loose)\n@@ -1,2 +1,"))
    #expect(shown.output.contains("\n+        { \"clip\": \"a\", \"duration\": \"2s\" }\n"))
    let both = sandbox.run("format", "--diff", "--check", loose)
    #expect(both.status == 1 && both.output == shown.output)
    #expect(try text("a.json", sandbox) == Self.loose)
  }

  @Test("a file that cannot be formatted is left and explained, and the others are done")
  func wrong() throws {
    let sandbox = try Sandbox()
    let comment = "{\"cutlist\": 1, \"tracks\": [] // why\n}\n"
    let wrong = try sandbox.write("a.json", comment)
    let loose = try sandbox.write("b.json", Self.loose)
    let outcome = sandbox.run("format", wrong, loose)
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("a.json:1:29: error: JSON has no comments [json-syntax]"))
    #expect(try text("a.json", sandbox) == comment)
    #expect(try text("b.json", sandbox) == Self.formed)
    try sandbox.write("b.json", Self.loose)
    let missing = sandbox.run("format", sandbox.file("none.json"), wrong, loose)
    #expect(missing.status == 2 && missing.messages.contains("none.json' cannot be read"))
    #expect(try text("b.json", sandbox) == Self.formed)
    let other = try sandbox.write("package.json", "{\"name\": \"x\"}")
    #expect(sandbox.run("format", other).status == 1)
    #expect(try text("package.json", sandbox) == "{\"name\": \"x\"}")
    #expect(sandbox.run("format", "-", "-").status == 2)
  }

  @Test("what is wrong in meaning is formatted all the same")
  func meaning() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json", "{\"tracks\": 7, \"cutlist\": 1, \"Media\": {\"a\": []}}")
    #expect(sandbox.run("format", project).status == 0)
    #expect(
      try text("a.json", sandbox)
        == "{\n  \"cutlist\": 1,\n  \"tracks\": 7,\n  \"Media\": {\n    \"a\": []\n  }\n}\n")
  }

  @Test("standard input goes to standard output")
  func standardInput() throws {
    let sandbox = try Sandbox()
    let loose = try sandbox.write("a.json", Self.loose)
    let outcome = try RunningProgram(["format", "-"], input: loose).wait()
    #expect(outcome.status == 0 && outcome.output == Self.formed && outcome.messages.isEmpty)
    let wrong = try sandbox.write("b.json", "{,")
    let refused = try RunningProgram(["format", "-"], input: wrong).wait()
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.messages.contains("-:1:2: error: "))
  }

  @Test("a project in the form is in it after check --fix, one in another keeps its own")
  func mending() throws {
    let sandbox = try Sandbox()
    let item = "\"clip\": \"a\", \"duration\": \"2s\""
    let project = try sandbox.write(
      "a.json", Self.formed.replacing(item, with: item + ", \"In\": \"1sec\""))
    #expect(sandbox.run("format", "--check", project).status == 0)
    #expect(sandbox.run("check", "--fix", project).status == 0)
    let mended = "\"clip\": \"a\", \"in\": \"1s\", \"duration\": \"2s\""
    #expect(try text("a.json", sandbox) == Self.formed.replacing(item, with: mended))
    let loose = try sandbox.write("b.json", Self.loose.replacing("2s", with: "2sec"))
    #expect(sandbox.run("check", "--fix", loose).status == 0)
    #expect(try text("b.json", sandbox) == Self.loose)
  }
}
