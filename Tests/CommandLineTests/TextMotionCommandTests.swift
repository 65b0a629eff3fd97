import Foundation
import Testing

@testable import CommandLineInterface

@Suite("Texts that come and go, and shapes that draw themselves, in edits")
struct TextMotionCommandTests {
  /// At 25 frames a second letters come every two frames.
  private func project(_ tracks: String, groups: Bool) -> String {
    let title = """
      { "text": "moving on", "duration": "2s", "size": 20, "enter": { "preset": "rise", "stagger": "0.08s" },
        "wave": { "height": 3, "period": "0.8s" },
        "leave": { "by": "word", "preset": "pop", "order": "backward", "stagger": "0.2s" } }
      """
    let other = """
      { "text": "other words", "duration": "2s", "size": 16, "position": ["50%", "20%"],
        "enter": "scramble", "leave": { "preset": "tracking", "duration": "0.4s" } }
      """
    let roll = "{ \"text\": \"roll\", \"duration\": \"2s\", \"size\": 20, \"roll\": 3 }"
    let shape = """
      { "shape": "star", "width": 60, "duration": "2s", "position": [120, 60], "fill": "navy",
        "stroke": { "width": 3, "color": "yellow", "dash": [9, 4] }, "animate": [
          { "property": "drawn", "from": 0, "to": 1, "duration": "1.6s", "easing": "ease-out" },
          { "property": "color", "from": "navy", "to": "red", "duration": "2s" } ] }
      """
    let own = [shape, title, other, roll].map { "{ \"titles\": [ \($0) ] }" }
      .joined(separator: ", ")
    return """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": 25 },
        \(groups ? "\"groups\": { \"g\": { \"tracks\": [ \(own) ] } }," : "")
        "tracks": [ \(groups ? tracks : own) ] }
      """
  }

  private func frames(_ sandbox: Sandbox, _ path: String, _ numbers: [Int]) throws -> [Data] {
    try numbers.map { number in
      let still = sandbox.file("still.png")
      try #require(
        sandbox.run("frame", path, "--frame", "\(number)", "-o", still, "--force").status == 0)
      return Data(try sandbox.bytes("still.png"))
    }
  }

  @Test(
    "a group plays them faster, backwards, held and in part",
    arguments: [
      ("{ \"clip\": \"g\", \"speed\": 2 }", [0, 5, 9, 12, 20, 24], 2, 0),
      ("{ \"clip\": \"g\", \"speed\": -1 }", [0, 3, 20, 40, 49], -1, 49),
      ("{ \"clip\": \"g\", \"in\": \"0.2s\" }", [0, 3, 20, 44], 1, 5),
      ("{ \"clip\": \"g\", \"freeze\": \"0.4s\", \"duration\": \"1s\" }", [0, 24], 0, 10),
    ] as [(String, [Int], Int, Int)])
  func nested(clip: String, numbers: [Int], factor: Int, offset: Int) throws {
    let sandbox = try Sandbox()
    let plain = try sandbox.write("plain.json", project("", groups: false))
    let nested = try sandbox.write(
      "nested.json", project("{ \"video\": [ \(clip) ] }", groups: true))
    let places = numbers.map { factor * $0 + offset }
    let wanted = try frames(sandbox, plain, places)
    #expect(Set(wanted).count == Set(places).count)
    #expect(try frames(sandbox, nested, numbers) == wanted)
  }

  @Test("a movie has the same bytes whatever the jobs, and from a plan file")
  func same() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", project("", groups: false))
    for jobs in [1, 2, 4] {
      let movie = sandbox.file("\(jobs).mp4")
      #expect(
        sandbox.run("render", path, "-o", movie, "--no-cache", "--jobs", "\(jobs)").status == 0)
      #expect(try sandbox.bytes("\(jobs).mp4") == sandbox.bytes("1.mp4"))
    }
    try #require(
      sandbox.run("plan", path, "--write", sandbox.file("a.plan")).status == 0)
    #expect(
      sandbox.run(
        "render", "--plan", sandbox.file("a.plan"), "-o", sandbox.file("p.mp4"), "--no-cache"
      ).status == 0)
    #expect(try sandbox.bytes("p.mp4") == sandbox.bytes("1.mp4"))
  }
}
