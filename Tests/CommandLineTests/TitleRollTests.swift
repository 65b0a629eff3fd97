import Foundation
import PlanModel
import Raster
import Testing

/// Titles that pass over the picture by whole pixels in each frame.
@Suite struct TitleRollTests {
  private func project(
    _ keys: String, rate: String = "25", start: String = "0s", more: String = ""
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "96x64", "frameRate": \(rate), "audio": false },
      "media": { "black": { "color": "black" } }, \(more)
      "tracks": [ { "video": [ { "clip": "black", "duration": "6s" } ] },
        { "titles": [ { "at": "\(start)", "duration": "5s", "text": "Who\\nwas\\nhere", "font": "DejaVu Sans",
          "size": 20, \(keys) } ] } ] }
    """
  }

  private func said(_ sandbox: Sandbox, _ path: String) -> String {
    let outcome = sandbox.run("check", path)
    return outcome.output + outcome.messages
  }

  private func luma(
    _ edit: ComposedEdit, _ frame: Int, height: Int = 64
  ) throws -> [[UInt8]] {
    let image = try edit.image(frame)
    return (0..<height).map { y in
      let row = image.row(0, y, as: UInt8.self)
      return row.indices.map { row[$0] }
    }
  }

  @Test(
    "the next frame is the last one by whole pixels farther, at odd rates and off the grid too",
    arguments: [
      ("25", "0s", "\"roll\": 2", 0, -2), ("25", "0.5s", "\"roll\": 3", 0, -3),
      ("\"30000/1001\"", "0.71s", "\"roll\": 1", 0, -1), ("25", "0.33s", "\"roll\": -2", 0, 2),
      ("24", "0s", "\"crawl\": 4", -4, 0), ("60", "0.111s", "\"crawl\": -1", 1, 0),
    ])
  func whole(rate: String, start: String, keys: String, right: Int, down: Int) throws {
    let sandbox = try Sandbox()
    let edit = try ComposedEdit(
      try sandbox.write("a.json", project(keys, rate: rate, start: start)))
    var seen = 0
    // The first frame of all, and where it is seen.
    let first = edit.plan.segments.dropFirst().first?.frames.lowerBound ?? 0
    for frame in [first] + Array(30..<60) {
      let (one, next) = (try luma(edit, frame), try luma(edit, frame + 1))
      for y in 0..<64 where (0..<64).contains(y + down) {
        for x in 0..<96 where (0..<96).contains(x + right) {
          #expect(next[y + down][x + right] == one[y][x])
          if one[y][x] > 100 { seen += 1 }
        }
      }
    }
    #expect(seen > 500)
  }

  @Test(
    "it comes from beyond the edge and has left by its end; what is cut off is told with what helps"
  )
  func ends() throws {
    let sandbox = try Sandbox()
    func isBlack(_ rows: [[UInt8]]) -> Bool { rows.allSatisfy { $0.allSatisfy { $0 == 16 } } }
    for keys in ["\"roll\": 2", "\"roll\": -2", "\"crawl\": 2", "\"crawl\": -2"] {
      let path = try sandbox.write("a.json", project(keys))
      let edit = try ComposedEdit(path)
      #expect(isBlack(try luma(edit, 0)))
      // The letters' own edges are a few pixels within their box.
      #expect(!isBlack(try luma(edit, 10)))
      #expect(isBlack(try luma(edit, 124)))
      #expect(said(sandbox, path).contains("nothing wrong"))
    }
    let path = try sandbox.write("a.json", project("\"roll\": 1"))
    let told = said(sandbox, path)
    #expect(told.contains("ends before it has rolled out of the picture"))
    // What is proposed is enough, and one frame less is not.
    for fix in ["\"roll\": 2"] {
      let mended = try sandbox.write("b.json", project(fix))
      #expect(!said(sandbox, mended).contains("roll-cut-off"))
    }
    let duration = try #require(
      told.firstMatch(of: /set "duration" to "([0-9.]+)s"/)?.1)
    let text = project("\"roll\": 1").replacing(
      "\"duration\": \"5s\"", with: "\"duration\": \"\(duration)s\""
    )
    .replacing("\"6s\"", with: "\"20s\"")
    #expect(!said(sandbox, try sandbox.write("c.json", text)).contains("roll-cut-off"))
    let less = (try #require(Double(duration))) - 0.04
    let short = text.replacing("\"\(duration)s\"", with: "\"\(less)s\"")
    #expect(said(sandbox, try sandbox.write("d.json", short)).contains("roll-cut-off"))
  }

  @Test("what is proposed mends, for short titles and off the grid too", arguments: 0..<6)
  func fixes(_ number: Int) throws {
    let sandbox = try Sandbox()
    let (key, start, length, rate) = [
      ("\"crawl\": 2", "0s", "3f", "25"), ("\"crawl\": -7", "0.333s", "1f", "10"),
      ("\"roll\": 3", "0.333s", "12f", "25"), ("\"roll\": -1", "0.71s", "0.5s", "\"30000/1001\""),
      ("\"crawl\": 1", "0s", "1f", "25"), ("\"roll\": 5", "0.111s", "9f", "60"),
    ][number]
    let text = project(key, rate: rate, start: start)
      .replacing("\"duration\": \"5s\"", with: "\"duration\": \"\(length)\"")
      .replacing("\"6s\"", with: "\"60s\"")
    let told = said(sandbox, try sandbox.write("a.json", text))
    let duration = try #require(told.firstMatch(of: /set "duration" to "([^"]+)"/)?.1)
    let longer = text.replacing("\"\(length)\"", with: "\"\(duration)\"")
    #expect(!said(sandbox, try sandbox.write("b.json", longer)).contains("roll-cut-off"))
    let speed = told.firstMatch(of: /set "(roll|crawl)" to (-?[0-9]+)/)
    #expect((speed == nil) == (length == "1f"))
    if let speed {
      let faster = text.replacing(key, with: "\"\(speed.1)\": \(speed.2)")
      #expect(!said(sandbox, try sandbox.write("c.json", faster)).contains("roll-cut-off"))
    }
  }

  @Test("a group plays it faster and backwards, and layers roll together")
  func nested() throws {
    let sandbox = try Sandbox()
    let own = """
      { "duration": "5s", "roll": 2, "layers": [
        { "text": "Who", "font": "DejaVu Sans", "size": 20 },
        { "shape": "rectangle", "width": 20, "height": 6, "position": [48, 40] } ] }
      """
    func text(_ tracks: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "96x64", "frameRate": 25, "audio": false },
        "groups": { "g": { "tracks": [ { "titles": [ \(own) ] } ] } }, "tracks": [ \(tracks) ] }
      """
    }
    let plain = try ComposedEdit(try sandbox.write("a.json", text("{ \"titles\": [ \(own) ] }")))
    let fast = try ComposedEdit(
      try sandbox.write("b.json", text("{ \"video\": [ { \"clip\": \"g\", \"speed\": 2 } ] }")))
    let back = try ComposedEdit(
      try sandbox.write("c.json", text("{ \"video\": [ { \"clip\": \"g\", \"speed\": -1 } ] }")))
    for frame in [0, 9, 14, 20, 30] {
      #expect(try luma(fast, frame) == luma(plain, 2 * frame))
      #expect(try luma(back, 124 - frame) == luma(plain, frame))
    }
    #expect(try luma(plain, 30) != luma(plain, 31))
  }

  @Test("a movie of another size shows the same at the same times")
  func scaled() throws {
    let sandbox = try Sandbox()
    let whole = try ComposedEdit(try sandbox.write("a.json", project("\"roll\": 2")))
    let half = try ComposedEdit(
      try sandbox.write("b.json", project("\"roll\": 2")), scale: "1/2")
    for frame in stride(from: 5, to: 120, by: 11) {
      func middle(_ rows: [[UInt8]]) -> Double? {
        let lit = rows.indices.filter { y in rows[y].contains { $0 > 60 } }
        return lit.isEmpty ? nil : Double(lit[0] + lit[lit.count - 1]) / 2
      }
      let (large, small) = (
        middle(try luma(whole, frame)), middle(try luma(half, frame, height: 32))
      )
      #expect((large == nil) == (small == nil), "\(frame)")
      if let large, let small { #expect(abs(large / 2 - small) < 2, "\(frame)") }
    }
  }

  @Test(
    "a roll beside a movement of the title, a crawl beside a roll and one of captions are refused")
  func refused() throws {
    let sandbox = try Sandbox()
    func errors(_ text: String) throws -> String {
      said(sandbox, try sandbox.write("a.json", text))
    }
    #expect(try errors(project("\"roll\": 2, \"crawl\": 2")).contains("[conflicting-keys]"))
    let layers = """
      { "cutlist": 1, "output": { "size": "96x64", "frameRate": 25 }, "tracks": [ { "titles": [
        { "duration": "5s", "roll": 2, "layers": [ { "text": "a" } ],
          "animate": [ { "property": "offset", "from": [0, 0], "to": [9, 9] } ] } ] } ] }
      """
    #expect(try errors(layers).contains("[conflicting-keys]"))
    let captions = """
      { "cutlist": 1, "output": { "size": "96x64", "frameRate": 25 },
        "styles": { "s": { "roll": 2 } },
        "tracks": [ { "video": [ { "gap": "3s" } ] },
          { "captions": [ { "at": 0, "duration": "1s", "text": "a" } ], "style": "s" } ] }
      """
    #expect(try errors(captions).contains("[motion-of-captions]"))
  }
}
