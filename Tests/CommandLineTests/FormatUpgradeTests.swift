import Foundation
import Testing

@testable import CommandLineInterface

@Suite("old ways to say something")
struct FormatUpgradeTests {
  private func project(_ property: String) -> String {
    """
    {
      "cutlist": 1,
      "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "groups": {
        "g": {
          "tracks": [
            {
              "titles": [
                {
                  "duration": "1s",
                  "layers": [ { "text": "a", "size": 9 }, { "text": "b", "position": [9, 9], "size": 9 } ],
                  "animate": [ { "property": "\(property)", "from": [-9, 3], "to": [0, 0] } ]
                }
              ]
            }
          ]
        }
      },
      "tracks": [
        {
          "video": [
            { "clip": "g" }
          ]
        },
        {
          "titles": [
            {
              "duration": "1s",
              "layers": [ { "text": "c", "size": 9, "animate": [ { "property": "position", "to": [30, 20] } ] } ],
              "animate": [ { "property": "\(property)", "to": [5, 5] } ]
            }
          ]
        }
      ]
    }

    """
  }

  @Test(
    "the movement of a whole title is its offset; the old word means the same, is told and mended")
  func offset() throws {
    let sandbox = try Sandbox()
    let old = try sandbox.write("old.json", project("position"))
    let new = try sandbox.write("new.json", project("offset"))
    #expect(sandbox.run("format", new, old).status == 0)
    let told = sandbox.run("check", old)
    #expect(told.status == 0 && told.messages.contains("2 warnings"), "\(told.messages)")
    #expect(
      told.messages.contains("[title-position]") && told.messages.contains("write \"offset\""))
    #expect(!sandbox.run("check", new).messages.contains("title-position"))
    let frames = sandbox.run("frames", new).output
    #expect(frames == sandbox.run("frames", old).output && !frames.isEmpty)
    let fixed = try sandbox.write("fixed.json", sandbox.bytes("old.json"))
    #expect(sandbox.run("check", "--fix", fixed).status == 0)
    #expect(try sandbox.bytes("fixed.json") == sandbox.bytes("new.json"))
    #expect(sandbox.run("format", "--upgrade", old).status == 0)
    #expect(try sandbox.bytes("old.json") == sandbox.bytes("new.json"))
    #expect(sandbox.run("format", "--upgrade", "--check", new).status == 0)
  }

  @Test("an offset is added to where a clip or a text stands, moving or not")
  func added() throws {
    let sandbox = try Sandbox()
    func frames(_ animations: String) throws -> String {
      let path = try sandbox.write(
        "p.json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
          "media": { "c": { "generate": "counter" } },
          "tracks": [ { "video": [ { "clip": "c", "duration": "1s", "scale": 0.5, "position": [20, 10],
            "animate": [ \(animations) ] } ] } ] }
        """)
      let outcome = sandbox.run("frames", path)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return outcome.output
    }
    let moved = try frames(#"{ "property": "offset", "from": [-4, 2], "to": [8, 8] }"#)
    let placed = try frames(#"{ "property": "position", "from": [16, 12], "to": [28, 18] }"#)
    #expect(moved == placed)
    let both = try frames(
      #"{ "property": "position", "from": [10, 6], "to": [22, 12] }, { "property": "offset", "from": [6, 6], "to": [6, 6] }"#
    )
    #expect(both == placed)
  }
}
