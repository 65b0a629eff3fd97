import Foundation
import Testing

@Suite("Commands and projects whose values come from elsewhere")
struct RelativeTimeCommandTests {
  private func project(
    shot: String = "1s", at: String = "{shot.end} - 5f", text: String = "Hello",
    size: String = "12"
  ) -> String {
    """
    {
      "cutlist": 1,
      "output": {
        "size": "64x36",
        "frameRate": 10
      },
      "media": {
        "color": { "color": "#204060" },
        "counter": { "generate": "counter" }
      },
      "styles": {
        "card": { "duration": "5f", "size": \(size) }
      },
      "tracks": [
        {
          "id": "picture",
          "video": [
            { "clip": "counter", "id": "shot", "duration": "\(shot)" },
            { "clip": "color", "duration": "1s" }
          ]
        },
        {
          "titles": [
            { "id": "title", "style": "card", "at": "\(at)", "text": "\(text)" },
            { "id": "end", "style": "card", "at": "{end} - 5f", "text": "End" }
          ]
        }
      ]
    }

    """
  }

  @Test("diff tells what moved because what it refers to was changed")
  func diff() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(shot: "0.8s"))
    let outcome = sandbox.run("diff", a, b)
    #expect(outcome.status == 1, "\(outcome.messages)")
    // The shot loses frames 8 and 9; all else, the titles at 5 and 15 too, is two frames earlier.
    #expect(outcome.output.contains("the movie is 2 frames shorter: 1.8s, was 2s"))
    #expect(outcome.output.contains("trimmed the tail of clip 'shot' by 2 frames: now 0s to 0.8s"))
    #expect(outcome.output.contains("2 frames earlier"))
    let c = try sandbox.write("c.json", project(size: "14"))
    let style = sandbox.run("diff", a, c, "--no-frames").output
    #expect(style.contains("style 'card': size 14 (was 12)"), "\(style)")
  }

  @Test("merge puts a new length and a new expression together")
  func merge() throws {
    let sandbox = try Sandbox()
    let base = try sandbox.write("base.json", project())
    let ours = try sandbox.write("ours.json", project(shot: "1.2s", size: "13"))
    let theirs = try sandbox.write("theirs.json", project(at: "{shot.end} - 3f", text: "Hallo"))
    let merged = sandbox.file("merged.json")
    let outcome = sandbox.run("merge", base, ours, theirs, "-o", merged)
    #expect(outcome.status == 0, "\(outcome.messages)")
    let expected = project(shot: "1.2s", at: "{shot.end} - 3f", text: "Hallo", size: "13")
    #expect(try sandbox.bytes("merged.json") == Data(expected.utf8))
  }

  @Test("check --fix mends a style once, and leaves expressions to those who wrote them")
  func fix() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", project(size: "\"12\""))
    #expect(sandbox.run("check", path).messages.contains("1 error, 0 warnings"))
    let outcome = sandbox.run("check", "--fix", path)
    #expect(outcome.messages == "\(path): 1 fix applied\n\(path): nothing wrong\n")
    #expect(try sandbox.bytes("a.json") == Data(project().utf8))
    let late = try sandbox.write("late.json", project(at: "{shot.end} - 15f"))
    let found = sandbox.run("check", late)
    #expect(found.messages.contains("error: -0.5s is not a time of 0 or more"), "\(found.messages)")
    #expect(sandbox.run("check", "--fix", late).status == 1)
    #expect(try sandbox.bytes("late.json") == Data(project(at: "{shot.end} - 15f").utf8))
  }

  @Test(
    "what a finding is about is told with what its expression comes to, and the style behind it")
  func notes() throws {
    let sandbox = try Sandbox()
    let text = project().replacing(
      "\"duration\": \"1s\" }\n", with: "\"until\": \"{shot.end} / 2\" }\n")
    let path = try sandbox.write("a.json", text)
    let messages = sandbox.run("check", path).messages
    #expect(
      messages.contains("error: clip 'color' ends at 0.5s, which is not after its start at 1s"),
      "\(messages)")
    #expect(messages.contains("note: {shot.end} / 2 comes to 00:00:00:05: shot.end is 00:00:01:00"))
    let beyond = try sandbox.write("b.json", project(size: "0"))
    let styled = sandbox.run("check", beyond).messages
    #expect(styled.contains("note: the style 'card' is first taken here"), "\(styled)")
    #expect(styled.contains("1 error, 0 warnings"))
  }

  @Test("explain tells as data what an expression and a style gave")
  func explain() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", project())
    let outcome = sandbox.run("explain", path, "--frame", "6", "--json", "--no-cache")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let layers = (json as? [String: Any])?["layers"] as? [[String: Any]] ?? []
    let written = layers.last?["written"] as? [[String: Any]] ?? []
    let at = try #require(written.first { $0["key"] as? String == "at" })
    #expect(at["written"] as? String == "{shot.end} - 5f")
    #expect(at["value"] as? String == "00:00:00:05")
    #expect(at["reasons"] as? [String] == ["shot.end is 00:00:01:00"])
    let size = try #require(written.first { $0["key"] as? String == "size" })
    #expect(size["reasons"] as? [String] == ["from the style 'card'"])
  }
}
