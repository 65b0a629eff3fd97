import Foundation
import Testing

@testable import CommandLineInterface

/// A name as somebody would choose it to write over a terminal: a title, a colour, a direction turned
/// round, a line end, a separator of lines, and a control of eight bits.
private let hostile = "a\u{1B}]0;title\u{7}\u{1B}[31m\u{202E}b\u{2066}\u{61C}\n\u{2028}\u{9B}2Jc"
private let shown = #"a\u{1b}]0;title\u{7}\u{1b}[31m\u{202e}b\u{2066}\u{61c}\n\u{2028}\u{9b}2Jc"#
/// Where nothing is written, for there is no project.
private let image = FileManager.default.temporaryDirectory.appendingPathComponent("x.png").path
private let page = FileManager.default.temporaryDirectory.appendingPathComponent("x.html").path

@Suite("What reaches a terminal")
struct TerminalSafetyTests {
  /// What acts on a terminal, by the Unicode blocks and standards that give it.
  private func actors(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  @Test(
    "names on the command line are shown, not obeyed",
    arguments: [
      [hostile], ["help", hostile], ["render", "--" + hostile], ["render", "-" + hostile],
      ["render", hostile], ["check", hostile], ["format", hostile], ["plan", hostile], ["frames", hostile],
      ["inspect", hostile, "-o", page], ["frame", hostile, "--frame", "0", "-o", image],
      ["sheet", hostile, "-o", image], ["explain", hostile, "--frame", "0"],
      ["test", hostile], ["compare", hostile, hostile], ["probe", hostile],
      ["probe", hostile, "--json"], ["cache", hostile],
      ["render", "--jobs", hostile, "x.json"], ["render", "--color", hostile, "x.json"],
      ["cache", "prune", "--max-size", hostile], ["render", "--memory", hostile, "x.json"],
    ])
  func arguments(words: [String]) throws {
    let outcome = inProcess(words)
    #expect(outcome.status != 0)
    #expect(actors(outcome.messages) == [] && actors(outcome.output) == [])
    if words != ["probe", hostile, "--json"] {
      #expect(outcome.messages.contains(shown), "\(outcome.messages)")
    }
  }

  @Test("so are the names of files, media, tracks and texts in projects, and titles")
  func project() throws {
    let sandbox = try Sandbox()
    let name = hostile.replacing("\n", with: "").replacing("/", with: "")
    let quoted = try String(decoding: JSONEncoder().encode(name), as: UTF8.self)
    let good = try sandbox.write(
      "good \(name).json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { \(quoted): { "generate": "counter" } },
        "tracks": [
          { "id": \(quoted), "video": [ { "clip": \(quoted), "duration": "1s" } ] },
          { "id": \(quoted.replacing("a", with: "d")), "titles": [
            { "at": "0s", "duration": "1s", "text": \(quoted), "font": "DejaVu Sans" } ] } ] }
      """)
    let bad = try sandbox.write(
      "bad.json",
      """
      { "cutlist": 1, \(quoted): 1, "media": { \(quoted): \(quoted), "f": { "filter": \(quoted) } },
        "tracks": [ { "video": [ { "clip": \(quoted) }, { "clip": \(quoted.dropLast())x" } ] } ] }
      """)
    for words in [
      ["check", good], ["check", bad], ["plan", good], ["plan", good, "--json"],
      ["explain", good, "--frame", "3"], ["explain", good, "--frame", "3", "--json"],
      ["frames", good], ["frames", good, "--json"], ["check", bad, "--json"], ["test", good],
      ["test", good, "--json"], ["compare", good, good], ["compare", good, good, "--json"],
      ["frame", good, "--frame", "0", "-o", sandbox.file(name + ".png")],
      ["sheet", good, "-o", sandbox.file(name + "-sheet.png")],
      ["render", good, "-o", sandbox.file(name + ".mp4"), "--cache", sandbox.cache],
      ["render", good, "--check-determinism"],
    ] {
      let outcome = sandbox.run(words)
      #expect(actors(outcome.messages) == [], "\(words): \(outcome.messages)")
      #expect(actors(outcome.output) == [], "\(words): \(outcome.output)")
      #expect(!(outcome.messages + outcome.output).isEmpty || words[0] == "render")
      if words.contains("--json"), words[0] != "test", words[0] != "compare" {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        }
      }
    }
    // Data stay what they are.
    struct Plan: Decodable {
      struct Source: Decodable { var name: String }
      var sources: [Source]
    }
    let plan = try JSONDecoder().decode(
      Plan.self, from: Data(sandbox.run("plan", good, "--json").output.utf8))
    #expect(plan.sources.first?.name == name)
  }
}
