import Foundation
import Testing

@testable import CommandLineInterface

/// What titles count is compared with titles in which the same is written: their frames are equal.
@Suite("Texts that count, in edits")
struct TextCounterCommandTests {
  private func project(_ text: String, more: String = "", output: String = "") -> String {
    let title =
      "{ \"text\": \(text), \"duration\": \"2s\", \"size\": 20, \"align\": \"left\"\(more) }"
    return """
      { "cutlist": 1,
        "output": { "size": "240x60", "frameRate": 25, "audio": false\(output) },
        "tracks": [ { "titles": [ \(title) ] } ] }
      """
  }

  private func frame(_ sandbox: Sandbox, _ text: String, _ number: Int) throws -> Data {
    let path = try sandbox.write("still.json", text)
    let still = sandbox.file("still.png")
    let made = sandbox.run("frame", path, "--frame", "\(number)", "-o", still, "--force")
    try #require(made.status == 0 && !made.messages.contains("error"), "\(made.messages)")
    return Data(try sandbox.bytes("still.png"))
  }

  @Test(
    "a frame has the text that would be written for it",
    arguments: [
      ("\"{frame}\"", 7, "\"7\""), ("\"at {timecode}!\"", 49, "\"at 01:00:01:24!\""),
      ("\"{{frame}} {remaining}\"", 30, "\"{{frame}} 0:01\""),
      (
        #"["n ", { "counter": { "count": "number", "to": 98 }, "color": "red" }, "."]"#, 10,
        #"["n ", { "text": "20", "color": "red" }, "."]"#
      ),
      (
        #"[{ "counter": { "count": "number", "from": 5, "to": 9, "begin": "1s", "duration": "0.4s" } }]"#,
        30, #"["7"]"#
      ),
    ] as [(String, Int, String)])
  func written(text: String, number: Int, same: String) throws {
    let sandbox = try Sandbox()
    let start = ", \"startTimecode\": \"01:00:00:00\""
    let counted = try frame(sandbox, project(text, output: start), number)
    #expect(try counted == frame(sandbox, project(same, output: start), number))
    #expect(try counted != frame(sandbox, project(text, output: start), number / 3))
  }

  @Test(
    "in a group it counts with the group",
    arguments: [
      ("{ \"clip\": \"g\", \"speed\": 2 }", 12, 24), ("{ \"clip\": \"g\", \"speed\": -1 }", 9, 40),
      ("{ \"clip\": \"g\", \"in\": \"0.4s\" }", 5, 15),
      ("{ \"clip\": \"g\", \"freeze\": \"1s\", \"duration\": \"1s\" }", 20, 25),
    ] as [(String, Int, Int)])
  func nested(clip: String, number: Int, shown: Int) throws {
    let sandbox = try Sandbox()
    let text = "\"{frame} {time} {remaining} {timecode}\""
    let group = """
      { "cutlist": 1, "output": { "size": "240x60", "frameRate": 25, "audio": false },
        "groups": { "g": { "tracks": [ { "titles": [
          { "text": \(text), "duration": "2s", "size": 20, "align": "left" } ] } ] } },
        "tracks": [ { "video": [ \(clip) ] } ] }
      """
    #expect(try frame(sandbox, group, number) == frame(sandbox, project(text), shown))
  }

  @Test(
    "no time is shown from before a title begins, and a number has arrived in its last frame",
    arguments: [
      ("\"{time} {remaining}\"", 0, "\"0:00 0:02\""),
      (#"[{ "counter": { "count": "number", "to": 9, "duration": "2s" } }]"#, 49, #"["9"]"#),
    ] as [(String, Int, String)])
  func edges(text: String, number: Int, same: String) throws {
    let sandbox = try Sandbox()
    let late = ", \"at\": \"0.01s\""
    let counted = try frame(sandbox, project(text, more: late), number)
    #expect(try counted == frame(sandbox, project(same, more: late), number))
  }

  @Test("parameters come first, and what they hold is no counter")
  func parameters() throws {
    let sandbox = try Sandbox()
    let text = "\"{time} {frame} {who} {{frame}} {{x}}\""
    let filled = project(text).replacing(
      "\"tracks\"",
      with: """
        "parameters": { "time": { "type": "text", "default": "noon" },
          "who": { "type": "text", "default": "{frame}" } }, "tracks"
        """)
    let same = project("\"noon 7 {{frame}} {{frame}} {x}\"")
    #expect(try frame(sandbox, filled, 7) == frame(sandbox, same, 7))
  }

  @Test("a movie has the same bytes whatever the jobs, and each state is drawn once")
  func same() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json", project("\"{remaining}\"", more: ", \"enter\": { \"by\": \"text\" }"))
    for jobs in [1, 4] {
      let movie = sandbox.file("\(jobs).mp4")
      #expect(
        sandbox.run("render", path, "-o", movie, "--no-cache", "--jobs", "\(jobs)").status == 0)
      #expect(try sandbox.bytes("\(jobs).mp4") == sandbox.bytes("1.mp4"))
    }
    let plan = sandbox.run("plan", path).output
    #expect(plan.contains("0:02") && plan.contains("0:01") && !plan.contains("0:00"), "\(plan)")
  }
}
