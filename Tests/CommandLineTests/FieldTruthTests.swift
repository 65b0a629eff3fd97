import Foundation
import LibAV
import BaseValues
import Testing

@testable import CommandLineInterface

/// Movies of interlaced files whose fields are numbered, read back by the number in each frame.
@Suite("field truth")
struct FieldTruthTests {
  private static func output(_ rate: Int) -> String {
    """
    "output": { "size": "160x90", "frameRate": \(rate), "audio": false,
                "video": { "preset": "ultrafast", "crf": 10 } }
    """
  }

  /// Field n has a bar whose left edge lies at column 4n. Numbers in binary would not do: a bit that
  /// changes with every field is no other than a row that stands still.
  private static func luma(_ x: Int, field: Int) -> UInt8 {
    (4 * field..<4 * field + 12).contains(x) ? 220 : 40
  }

  /// The number of the field at whose time a picture is; `nil` where rows differ or no bar is seen.
  private static func number(_ picture: Movie.Picture) -> Int? {
    let edges = (20..<70).map { y in
      picture.luma[y * picture.width..<(y + 1) * picture.width].firstIndex { $0 > 130 }
        .map { $0 - y * picture.width }
    }
    guard let edge = edges[0], edges.allSatisfy({ $0.map { abs($0 - edge) < 2 } ?? false }) else {
      return nil
    }
    return (edge + 2) / 4
  }

  /// A file of 20 interlaced pictures.
  private func file(_ sandbox: Sandbox, topFirst: Bool) throws -> String {
    var file = Data("YUV4MPEG2 W160 H90 F25:1 I\(topFirst ? "t" : "b") A1:1 C420mpeg2\n".utf8)
    for number in 0..<20 {
      file += Data("FRAME\n".utf8)
      for y in 0..<90 {
        let field = 2 * number + ((y % 2 == 0) == topFirst ? 0 : 1)
        file += Data((0..<160).map { Self.luma($0, field: field) })
      }
      file += Data(repeating: 128, count: 160 * 90 / 2)
    }
    let name = topFirst ? "top.y4m" : "bottom.y4m"
    try file.write(to: URL(fileURLWithPath: sandbox.file(name)))
    return name
  }

  @Test("a movie of the field rate shows each field once", arguments: [true, false])
  func each(topFirst: Bool) throws {
    let sandbox = try Sandbox(readsApart: false)
    let name = try file(sandbox, topFirst: topFirst)
    for (rate, frames) in [(50, Array(0..<40)), (25, Array(stride(from: 0, to: 40, by: 2)))] {
      try sandbox.write(
        "edit.json",
        """
        { "cutlist": 1, \(Self.output(rate)), "media": { "m": "\(name)" },
          "tracks": [ { "video": [ { "clip": "m" } ] } ] }
        """)
      #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
      let found = try Movie(sandbox.file("edit.mp4")).pictures.map(Self.number)
      #expect(found == frames, "at \(rate)")
    }
  }

  @Test("in points on later fields, slow motion and parts that go back show the fields they say")
  func edits() throws {
    let sandbox = try Sandbox(readsApart: false)
    let name = try file(sandbox, topFirst: true)
    try sandbox.write(
      "edit.json",
      """
      { "cutlist": 1, \(Self.output(50)), "media": { "m": "\(name)" },
        "tracks": [ { "video": [
          { "clip": "m", "in": "21f", "duration": "5f" },
          { "clip": "m", "in": "2f", "duration": "6f", "speed": 0.5 },
          { "clip": "m", "in": "35f", "duration": "5f" } ] } ] }
      """)
    #expect(sandbox.render("edit.json", to: "edit.mp4").status == 0)
    let found = try Movie(sandbox.file("edit.mp4")).pictures.map(Self.number)
    #expect(found == [21, 22, 23, 24, 25, 2, 2, 3, 3, 4, 4, 35, 36, 37, 38, 39])
  }

  @Test("plan, explanation and written plan say that frames are fields")
  func words() throws {
    let sandbox = try Sandbox(readsApart: false)
    let name = try file(sandbox, topFirst: true)
    func project(_ rate: Int) throws -> String {
      try sandbox.write(
        "edit.json",
        """
        { "cutlist": 1, \(Self.output(rate)), "media": { "m": "\(name)" },
          "tracks": [ { "video": [ { "clip": "m", "duration": "1/2s" } ] } ] }
        """)
      return sandbox.file("edit.json")
    }
    #expect(try !sandbox.run("plan", project(25)).output.contains("fields"))
    #expect(
      try sandbox.run("plan", project(50)).output.contains(
        "  m file \"top.y4m\" frames of fields"))
    let explained = try sandbox.run("explain", project(50), "--frame", "7").output
    #expect(
      explained.contains(
        "frame      7, the later field of picture 3, shown from 7/50 s (0.14 s) to 4/25 s (0.16 s)"),
      "\(explained)")
    #expect(
      explained.contains(
        "a regular grid of 50 fps; the container's timestamp of the earlier field"),
      "\(explained)")
    let data = try sandbox.run("explain", project(50), "--frame", "7", "--json").output
    #expect(data.contains("\"storedPicture\": 3") && data.contains("\"field\": \"later\""))
    // A plan that is executed without its project counts as it was written.
    #expect(
      try sandbox.run("plan", project(50), "--write", sandbox.file("edit.plan.json")).status == 0)
    #expect(
      sandbox.run(
        "render", "--plan", sandbox.file("edit.plan.json"), "-o", sandbox.file("plan.mp4")
      ).status == 0)
    #expect(
      try Movie(sandbox.file("plan.mp4")).pictures.map(Self.number) == Array(0..<25))
  }
}
