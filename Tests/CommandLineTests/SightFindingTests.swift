import Foundation
import Testing

/// What `check` says of what is not seen, and of what is cut off at an edge.
@Suite struct SightFindingTests {
  private static func project(_ tracks: String, size: String = "320x180") -> String {
    """
    { "cutlist": 1, "output": { "size": "\(size)", "frameRate": 10 },
      "media": {
        "bars": { "generate": "bars" }, "red": { "color": "red" }, "glass": { "color": "#ff000080" },
        "counter": { "generate": "counter" }
      },
      "tracks": [
        \(tracks)
      ] }
    """
  }

  /// What `check` says, without what it says of media that are not used.
  private func findings(_ tracks: String, size: String = "320x180") throws -> String {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Self.project(tracks, size: size))
    let outcome = sandbox.run("check", path, "--no-cache", "--silence", "unused-media")
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.messages.replacing(sandbox.path + "/", with: "")
  }

  private static let nothing = "a.json: nothing wrong\n"

  @Test("a clip that another one covers all the time is found, and that it is heard is said")
  func hidden() throws {
    let below = #"{ "video": [ { "clip": "counter", "duration": "2s" } ] }"#
    let said = try findings(below + #", { "video": [ { "clip": "red", "duration": "2s" } ] }"#)
    #expect(
      said.hasPrefix(
        "a.json:7:28: warning: clip 'counter' is never seen: clip 'red' lies over all of it; its "
          + "sound is heard [item-hidden]\n"), "\(said)")
    #expect(said.contains("note: what lies over it (a.json:7:86)\n"), "\(said)")
    #expect(
      said.hasSuffix(
        "fix: put it on a later track, or, for its sound alone, on an audio track\n"
          + "0 errors, 1 warning\n"), "\(said)")
    for cover in [
      #"{ "clip": "red", "duration": "1.9s" }"#, #"{ "clip": "glass", "duration": "2s" }"#,
      #"{ "clip": "red", "duration": "2s", "scale": 0.99 }"#,
      #"{ "clip": "red", "duration": "2s", "opacity": 0.99 }"#,
      #"{ "clip": "red", "duration": "1s" }, { "transition": "dissolve", "duration": "0.5s" }"#,
    ] {
      #expect(try findings(below + #", { "video": [ \#(cover) ] }"#) == Self.nothing, "\(cover)")
    }
  }

  @Test("a clip beside the picture, or of which nothing is left, is found")
  func invisible() throws {
    let base = #"{ "video": [ { "clip": "bars", "duration": "1s" } ] }, "#
    let cases = [
      (
        #""position": [-160, 90]"#, "never seen: it lies beside the picture, 320 pixels beyond",
        #""position": [-159, 90]"#
      ),
      (
        #""position": ["50%", 280], "rotation": 1"#, "it lies beside the picture",
        #""position": ["50%", 260], "rotation": 1"#
      ),
      (#""opacity": 0"#, "its opacity is 0 all the time", #""opacity": 0.01"#),
      (#""scale": [0, 1]"#, "it is scaled to nothing", #""scale": [0.01, 1]"#),
      (
        #""rotation": { "y": 90 }"#, "seen from its edge all the time",
        #""rotation": { "y": 80 }"#
      ),
      (
        #""animate": [ { "property": "opacity", "values": [0, 0] } ]"#,
        "its opacity is 0 all the time",
        #""animate": [ { "property": "opacity", "from": 0 } ]"#
      ),
    ]
    for (wrong, words, right) in cases {
      func track(_ keys: String) -> String {
        base + #"{ "video": [ { "clip": "red", "duration": "1s", \#(keys) } ] }"#
      }
      let said = try findings(track(wrong))
      #expect(said.contains("clip 'red' is never seen"), "\(said)")
      #expect(said.contains(words), "\(said)")
      #expect(try findings(track(right)) == Self.nothing, "\(right)")
    }
  }

  // MARK: - Titles

  private func title(_ keys: String, duration: String = "2s") -> String {
    #"{ "video": [ { "clip": "bars", "duration": "4s" } ] }, { "titles": [ { "duration": "\#(duration)", \#(keys) } ] }"#
  }

  /// The columns and rows of a picture that are not black, from another program's pixels.
  private func ink(_ tracks: String, size: String) throws -> (columns: Range<Int>, rows: Range<Int>)
  {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Self.project(tracks, size: size))
    let picture = sandbox.file("a.png")
    #expect(sandbox.run("frame", path, "--at", "0", "-o", picture).status == 0)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-v", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    let sides = size.split(separator: "x").compactMap { Int($0) }
    try #require(bytes.count == sides[0] * sides[1])
    let lit = bytes.indices.filter { bytes[$0] > 2 }
    let columns = lit.map { $0 % sides[0] }
    let rows = lit.map { $0 / sides[0] }
    return (
      try #require(columns.min())..<(try #require(columns.max()) + 1),
      try #require(rows.min())..<(try #require(rows.max()) + 1)
    )
  }

  /// The same text in a larger picture shows how far its letters reach.
  @Test(
    "a text that stands beyond an edge is found with the number of pixels that are cut off",
    arguments: [
      (#""text": "Wide words", "position": [270, 90]"#, "right"),
      (#""text": "Wide words", "position": [60, 90]"#, "left"),
      (#""text": "gjpqy", "position": [160, 178]"#, "bottom"),
      (#""text": "Ät\nsecond", "size": 30, "position": [160, 20]"#, "top"),
    ])
  func edges(keys: String, edge: String) throws {
    let said = try findings(title(keys))
    let match = try #require(
      said.firstMatch(of: /is cut off: it reaches (\d+) pixels? beyond the (\w+) edge/))
    #expect(match.2 == edge)
    // Moved by 160 and 180 pixels into a picture of 640 × 540.
    let moved = keys.replacing(/\[(\d+), (\d+)\]/) { match in
      "[\(Int(match.1)! + 160), \(Int(match.2)! + 180)]"
    }
    let area = try ink(
      #"{ "titles": [ { "duration": "2s", \#(moved) } ] }"#, size: "640x540")
    let truth =
      switch edge {
      case "right": area.columns.upperBound - 480
      case "left": 160 - area.columns.lowerBound
      case "bottom": area.rows.upperBound - 360
      default: 180 - area.rows.lowerBound
      }
    // The faintest pixels of an edge may be lost among codes.
    #expect(abs(try #require(Int(match.1)) - truth) <= 1, "\(said) \(truth)")
    // The position that is offered is right.
    let fix = try #require(said.firstMatch(of: /set "position" to (\[\d+, \d+\])/))
    let mended = keys.replacing(/\[\d+, \d+\]/, with: String(fix.1))
    #expect(try findings(title(mended)) == Self.nothing)
  }

  @Test("a title that can never be read whole is found, and a size that fits is offered")
  func size() throws {
    let wide = #""text": "Much too wide for this picture", "size": 40"#
    let said = try findings(title(wide))
    #expect(said.contains("is cut off: it reaches"), "\(said)")
    #expect(said.contains(#"break its lines: add "width": 320"#), "\(said)")
    let fix = try #require(said.firstMatch(of: /set "size" to (\d+)/))
    #expect(
      try findings(title(wide.replacing("40", with: String(fix.1)))) == Self.nothing)
    #expect(try findings(title(wide + #", "width": 320"#)) == Self.nothing)
    let gone = try findings(title(#""text": "gone", "position": [160, 400]"#))
    #expect(gone.contains("text 'gone' is never seen: it lies beside the picture"), "\(gone)")
  }

  @Test("what flies in and out, and what crosses the picture, is as it is meant")
  func movement() throws {
    func moves(_ values: String, _ text: String = "fly", more: String = "") -> String {
      title(
        #""text": "\#(text)", "size": 30, "animate": [ { "property": "position", "values": \#(values)\#(more) } ]"#,
        duration: "4s")
    }
    for right in [
      moves("[[-200, 90], [160, 90]]"), moves("[[160, 90], [160, 400]]"),
      moves("[[800, 90], [-500, 90]]", "A crawl of words that is much wider than the picture"),
      moves("[[160, 400], [160, -250]]", #"A\nroll\nof\nnames\nthat\nis\nhigh"#),
      moves("[[-200, 90], [160, 90]]", more: #", "begin": "1s""#),
    ] {
      #expect(try findings(right) == Self.nothing, "\(right)")
    }
    let stops = try findings(moves("[[600, 90], [320, 90]]"))
    #expect(stops.contains("is never wholly inside the picture: it stays at least"), "\(stops)")
    #expect(stops.contains("beyond the right edge"), "\(stops)")
    let rests = try findings(
      moves("[[160, 90], [320, 90], [320, 90]]", more: #", "keyTimes": [0, 0.25, 1]"#))
    #expect(rests.contains("stands still from 1s to 4s with"), "\(rests)")
  }

  @Test("a text that goes up and down is inside the picture at the ends of its way, too")
  func wave() throws {
    func said(_ keys: String) throws -> String {
      try findings(
        "{ \"titles\": [ { \"text\": \"wave\", \"duration\": \"2s\", \"size\": 20, "
          + "\"position\": [160, 20], \"anchor\": [0.5, 0] \(keys) } ] }")
    }
    #expect(try said("") == Self.nothing)
    #expect(try said(#", "wave": { "height": 15 }"#) == Self.nothing)
    let high = try said(#", "wave": { "height": 60 }"#)
    #expect(high.contains("beyond the top edge") && high.contains("title-beyond-edge"), "\(high)")
  }

  @Test("a picture that fills the space between two edges may go beyond them")
  func bleed() throws {
    #expect(
      try findings(title(#""image": "glass", "imageWidth": 400, "imageHeight": 40"#))
        == Self.nothing)
    let half = try findings(
      title(#""image": "glass", "imageWidth": 40, "imageHeight": 40, "position": [310, 90]"#))
    #expect(half.contains("image 'glass' is cut off: it reaches 10 pixels beyond the right edge"))
    let shadow =
      #""text": "edge", "shadow": { "offset": [0, 60], "blur": 30 }, "box": { "padding": 300 }"#
    #expect(try findings(title(shadow)) == Self.nothing)
  }

  @Test("a warning that is silenced is not said, an error cannot be silenced")
  func silence() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json", Self.project(title(#""text": "gone", "position": [160, 400]"#)))
    let outcome = sandbox.run(
      "check", path, "--no-cache", "--silence", "unused-media", "--silence", "title-beyond-edge")
    #expect(outcome.messages == "\(path): nothing wrong\n")
    try sandbox.write("b.json", "{ \"cutlist\": 1, \"tracks\": [] }")
    let wrong = sandbox.run("check", sandbox.file("b.json"), "--silence", "empty-timeline")
    #expect(wrong.messages.contains("'empty-timeline' is an error"))
    #expect(wrong.status == 2)
  }
}
