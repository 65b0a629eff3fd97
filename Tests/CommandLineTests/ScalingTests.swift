import Foundation
import Testing

@testable import CommandLineInterface

/// Pictures whose pixels stay as they are, beside pictures that were made as large by the formula.
@Suite("scaling")
struct ScalingTests {
  private static let (width, height) = (48, 28)

  /// A sample that no other one is likely to have.
  private static func code(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
    UInt8(16 + (x * 37 + y * 101 + plane * 59 + x * y * 7) % 220)
  }

  /// Two pictures of the size, each sample that of the small picture in which its centre lies.
  private static func movie(
    _ size: (width: Int, height: Int), from left: Int = 0, _ top: Int = 0,
    of part: (width: Int, height: Int) = (width, height)
  ) -> Data {
    var file = Data("YUV4MPEG2 W\(size.width) H\(size.height) F25:1 Ip A1:1 C420mpeg2\n".utf8)
    for number in 0..<2 {
      file += Data("FRAME\n".utf8)
      for plane in 0..<3 {
        let half = plane == 0 ? 1 : 2
        for y in 0..<size.height / half {
          let row = top / half + (2 * y + 1) * part.height / (2 * size.height)
          file += Data(
            (0..<size.width / half).map { x in
              let column = left / half + (2 * x + 1) * part.width / (2 * size.width)
              return Self.code(plane + number, column, row)
            })
        }
      }
    }
    return file
  }

  private static func project(
    _ size: String, _ media: String, _ tracks: String, rest: String = ""
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 25, "audio": false },
      "media": { "m": { "file": "\(media)", "colorSpace": { "matrix": "bt709" } } }, \(rest)
      "tracks": [ \(tracks) ] }
    """
  }

  private static func hashes(
    _ sandbox: Sandbox, _ text: String, _ options: String...
  ) throws -> String {
    try sandbox.write("edit.json", text)
    let outcome = sandbox.run(["frames", sandbox.file("edit.json")] + options)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test(
    "pictures of another size have the source's samples, in all planes",
    arguments: [(160, 90), (480, 280), (30, 16), (48, 28), (100, 14)])
  func sizes(_ size: (Int, Int)) throws {
    let sandbox = try Sandbox()
    try sandbox.write("small.y4m", Self.movie((Self.width, Self.height)))
    try sandbox.write("large.y4m", Self.movie((size.0, size.1)))
    let name = "\(size.0)x\(size.1)"
    let expected = try Self.hashes(
      sandbox, Self.project(name, "large.y4m", #"{ "video": [ { "clip": "m" } ] }"#))
    let clip = #"{ "clip": "m", "fit": "stretch", "scaling": "nearest" }"#
    let tracks = [
      #"{ "video": [ \#(clip) ] }"#,
      // It moves, and is where it would be at rest.
      #"""
      { "video": [ { "clip": "m", "fit": "stretch", "scaling": "nearest",
        "animate": [ { "property": "scale", "values": [1, 1], "duration": "1s" } ] } ] }
      """#,
    ]
    for track in tracks {
      #expect(try Self.hashes(sandbox, Self.project(name, "small.y4m", track)) == expected)
    }
    // From defaults, and at a size of the command.
    let byDefault = Self.project(
      "96x56", "small.y4m", #"{ "video": [ { "clip": "m", "fit": "stretch" } ] }"#,
      rest: #""defaults": { "clip": { "scaling": "nearest" } },"#)
    #expect(try Self.hashes(sandbox, byDefault, "--size", name) == expected)
  }

  @Test("crops, views, groups and transitions keep samples")
  func places() throws {
    let sandbox = try Sandbox()
    try sandbox.write("small.y4m", Self.movie((Self.width, Self.height)))
    try sandbox.write("large.y4m", Self.movie((160, 90), from: 12, 6, of: (24, 14)))
    let expected = try Self.hashes(
      sandbox, Self.project("160x90", "large.y4m", #"{ "video": [ { "clip": "m" } ] }"#))
    let crop =
      #""crop": { "left": "25%", "right": "25%", "top": 0.2143, "bottom": 0.2857 }, "fit": "stretch""#
    let clip = #"{ "clip": "m", \#(crop), "scaling": "nearest" }"#
    let tracks: [(String, String)] = [
      (#"{ "video": [ \#(clip) ] }"#, ""),
      (
        #"{ "video": [ { "clip": "g" } ] }"#,
        #""groups": { "g": { "tracks": [ { "video": [ \#(clip) ] } ] } },"#
      ),
    ]
    for (track, rest) in tracks {
      #expect(
        try Self.hashes(sandbox, Self.project("160x90", "small.y4m", track, rest: rest))
          == expected)
    }
  }

  @Test("plan and explanation say that pixels stay as they are, and texts have none")
  func words() throws {
    let sandbox = try Sandbox()
    try sandbox.write("small.y4m", Self.movie((Self.width, Self.height)))
    try sandbox.write(
      "edit.json",
      Self.project(
        "96x56", "small.y4m", #"{ "video": [ { "clip": "m", "scaling": "nearest" } ] }"#))
    let path = sandbox.file("edit.json")
    #expect(sandbox.run("plan", path).output.contains("  nearest "))
    #expect(
      sandbox.run("explain", path, "--frame", "0").output.contains(
        "place      pixels as they are, nearest "))
    try sandbox.write(
      "edit.json",
      Self.project(
        "96x56", "small.y4m",
        #"""
        { "video": [ { "clip": "m" } ] },
        { "titles": [ { "text": "A", "scaling": "nearest", "duration": "1f" } ] }
        """#))
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("\"scaling\" is for images, and this is a text"))
  }
}
