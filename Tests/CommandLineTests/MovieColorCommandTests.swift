import BaseValues
import Foundation
import LibAV
import PlanModel
import Raster
import Testing

@testable import CommandLineInterface

/// Movies of HDR and of Display P3 from the project to the file and back.
@Suite("movies of other colours", .timeLimit(.minutes(60)))
struct MovieColorCommandTests {
  private static func project(
    _ color: String, media: String = #""w": { "color": "white" }"#, tracks: String,
    video: String = #""codec": "ffv1""#, more: String = #", "container": "mkv""#,
    size: String = "64x36"
  ) -> String {
    """
    { "cutlist": 1,
      "output": { "size": "\(size)", "frameRate": 10, "audio": false, "color": "\(color)",
        "video": { \(video) }\(more) },
      "media": { \(media) },
      "tracks": [ \(tracks) ] }
    """
  }

  private static let white = #"{ "video": [ { "clip": "w", "duration": "0.5s" } ] }"#

  private func edit(_ sandbox: Sandbox, _ text: String, _ name: String = "a.json") throws
    -> ComposedEdit
  {
    try ComposedEdit(try sandbox.write(name, text))
  }

  private func codes(_ image: Image, _ plane: Int) -> Set<Int> {
    var found: Set<Int> = []
    for y in 0..<image.height(of: plane) {
      if image.format.depth == UInt8.depth {
        let row = image.row(plane, y)
        for x in row.indices { found.insert(Int(row[x])) }
      } else {
        let row = image.row(plane, y, as: UInt16.self)
        for x in row.indices { found.insert(Int(row[x])) }
      }
    }
    return found
  }

  /// Code points of ITU-T H.273: primaries, transfer characteristics, matrix coefficients.
  private static let tags: [(color: String, points: [Int32])] = [
    ("sdr", [1, 1, 1]), ("p3", [12, 1, 1]), ("hdr10", [9, 16, 9]), ("hlg", [9, 18, 9]),
  ]

  @Test("files say what their codes mean, in the stream and in the container")
  func tags() throws {
    let sandbox = try Sandbox()
    for (color, points) in Self.tags {
      for (name, video, more) in [
        ("a.mkv", #""codec": "ffv1""#, #", "container": "mkv""#),
        ("a.mp4", #""preset": "ultrafast""#, ""),
        ("a.mov", #""codec": "prores", "profile": "proxy""#, #", "container": "mov""#),
      ] {
        try sandbox.write(
          "a.json", Self.project(color, tracks: Self.white, video: video, more: more))
        let run = sandbox.render("a.json", to: name, "--force")
        #expect(run.status == 0, "\(color) \(name): \(run.messages)")
        var input = try InputFile(path: sandbox.file(name))
        let stream = try #require(input.streams.first { $0.kind == .video })
        let found = stream.video.colour
        #expect(
          [found.primaries.rawValue, found.transfer.rawValue, found.matrix.rawValue] == points,
          "\(color) \(name)")
        #expect(found.range == .limited)
        var decoder = try Decoder(input, stream: stream.index)
        while let packet = try input.readPacket() {
          guard try decoder.send(packet) else { break }
        }
        _ = try decoder.sendEnd()
        guard case .frame(let frame) = try decoder.receiveVideo() else {
          Issue.record("no picture in \(name)")
          continue
        }
        #expect(
          frame.colour.transfer.rawValue == points[1] && frame.colour.matrix.rawValue == points[2],
          "\(color) \(name)")
        if color == "hdr10" || color == "hlg" { #expect(frame.formatName.contains("10")) }
      }
    }
  }

  @Test(
    "white is 203 cd/m² wherever it comes from: colours, titles, pictures, backgrounds, gradients and counters"
  )
  func white() throws {
    let sandbox = try Sandbox()
    // 58.07 % of ST 2084's codes and 75 % of hybrid log-gamma's, of 64…940; all of BT.709's.
    for (color, luma) in [("hdr10", 573), ("hlg", 721), ("p3", 235)] {
      let media = """
        "w": { "color": "white" }, "g": { "generate": "gradient", "from": "white", "to": "white" },
        "n": { "generate": "counter" }
        """
      for track in [
        Self.white, #"{ "video": [ { "clip": "g", "duration": "0.5s" } ] }"#,
        #"{ "titles": [ { "text": "■", "at": 0, "duration": "0.5s", "size": 400, "color": "white", "box": { "color": "white" } } ] }"#,
        #"{ "video": [ { "clip": "w", "duration": "0.5s", "fit": "cover" } ] }"#,
      ] {
        let edit = try edit(sandbox, Self.project(color, media: media, tracks: track))
        let image = try edit.image(2)
        #expect(image.color.rawValue == color)
        #expect(codes(image, 0).max() == luma, "\(color) \(track)")
      }
      let counter = try edit(
        sandbox,
        Self.project(
          color, media: media, tracks: #"{ "video": [ { "clip": "n", "duration": "0.5s" } ] }"#))
      // White cells, of which chroma lies beside coloured ground.
      #expect(codes(try counter.image(0), 0).contains { abs($0 - luma) <= 1 })
      let bare = try edit(
        sandbox,
        Self.project(
          color,
          tracks: #"{ "titles": [ { "text": "a", "at": 0, "duration": "0.5s", "size": 4 } ] }"#,
          more: #", "container": "mkv", "background": "white""#))
      #expect(bare.plan.output.background.y == UInt16(luma))
    }
  }

  @Test("a movie of HDR is its own source, bit by bit, and a movie of BT.709 of it tones it down")
  func again() throws {
    let sandbox = try Sandbox()
    for color in ["hdr10", "hlg", "p3"] {
      let media = #""g": { "generate": "bars" }"#
      let bars = #"{ "video": [ { "clip": "g", "duration": "0.5s" } ] }"#
      try sandbox.write("a.json", Self.project(color, media: media, tracks: bars))
      #expect(sandbox.render("a.json", to: "a.mkv", "--force").status == 0)
      let first = try edit(sandbox, Self.project(color, media: media, tracks: bars)).image(1)
      let second = try edit(
        sandbox, Self.project(color, media: #""g": "a.mkv""#, tracks: bars), "b.json"
      ).image(1)
      for plane in 0..<3 {
        for y in 0..<first.height(of: plane) {
          #expect(Array(first.samples(plane, y)) == Array(second.samples(plane, y)))
        }
      }
      let standard = try edit(
        sandbox, Self.project("sdr", media: #""g": "a.mkv""#, tracks: bars), "b.json"
      ).image(1)
      #expect(standard.format == .yuv420p8)
      // White of 203 cd/m² comes to 159 of 203 by the curve of BT.2390, in P3 to white.
      let wanted = color == "p3" ? 235.0 : 16 + 219 * pow(159.0 / 203, 1 / 2.4)
      #expect(abs(Double(standard.row(0, 4)[3]) - wanted) <= 2)
    }
  }

  @Test("transitions, nested projects, borders and shadows are in the movie's codes")
  func composed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("inner.json", Self.project("sdr", tracks: Self.white))
    let outer = Self.project(
      "hdr10", media: #""i": { "project": "inner.json" }, "k": { "color": "black" }"#,
      tracks:
        #"{ "video": [ { "clip": "k", "duration": "0.5s" }, { "transition": "dissolve", "duration": "0.2s" }, { "clip": "i", "in": "0.1s" } ] }"#
    )
    let edit = try edit(sandbox, outer)
    // Half of it, in codes: (64 + 573) / 2.
    let middle = (0..<edit.frameCount).map { try? codes(edit.image($0), 0) }
    #expect(middle.contains { $0.map { $0.allSatisfy { abs($0 - 318) <= 30 } } ?? false })
    #expect(middle.last.map { $0 == [573] } ?? false)
    let bordered = try self.edit(
      sandbox,
      Self.project(
        "hdr10", media: #""k": { "color": "black" }"#,
        tracks:
          #"{ "video": [ { "clip": "k", "duration": "0.5s", "effects": [ { "effect": "border", "width": 0.2, "color": "white" } ] } ] }"#
      ))
    #expect(codes(try bordered.image(0), 0).max() == 573)
  }

  @Test("what means codes of BT.709 is refused in HDR, and what does not is done")
  func refused() throws {
    let sandbox = try Sandbox()
    func check(_ color: String, _ tracks: String, _ media: String = #""w": { "color": "white" }"#)
      throws -> String
    {
      let path = try sandbox.write("a.json", Self.project(color, media: media, tracks: tracks))
      return sandbox.run("check", path, "--no-cache").messages
    }
    func clip(_ keys: String) -> String {
      #"{ "video": [ { "clip": "w", "duration": "0.5s", \#(keys) } ] }"#
    }
    for (keys, what) in [
      (#""effects": [ { "effect": "saturation", "amount": 0.5 } ]"#, #"the effect "saturation""#),
      (#""effects": [ { "effect": "vignette" } ]"#, #"the effect "vignette""#),
      (#""blend": "multiply""#, #"the blend mode "multiply""#),
    ] {
      for color in ["hdr10", "hlg"] {
        let said = try check(color, clip(keys))
        #expect(
          said.contains("clip 'w' has \(what), which means the codes of BT.709"), "\(said)")
        #expect(said.contains("[standard-color-alone]"), "\(said)")
      }
      #expect(try !check("p3", clip(keys)).contains("standard-color-alone"))
    }
    for keys in [
      #""effects": [ { "effect": "blur", "radius": 0.1 } ]"#, #""opacity": 0.5"#,
      #""effects": [ { "effect": "shadow" } ]"#, #""scale": 0.5"#,
    ] {
      #expect(try !check("hdr10", clip(keys)).contains("error"), "\(keys)")
    }
    let additive =
      #"{ "video": [ { "clip": "w", "duration": "0.5s" }, { "transition": "additive", "duration": "0.2s" }, { "clip": "w", "duration": "0.5s" } ] }"#
    #expect(try check("hdr10", additive).contains("the blend mode \""))
  }

  /// The numbers of a box of the movie's index, of so many bytes each.
  private func box(_ name: String, in file: Data, _ sizes: [Int]) -> [Int]? {
    guard let found = file.range(of: Data(name.utf8)) else { return nil }
    var place = found.upperBound
    return sizes.map { size in
      defer { place += size }
      return file[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  @Test("HDR10 in MP4 and QuickTime says its display and its light, whatever chunks it is made of")
  func lightLevels() throws {
    let sandbox = try Sandbox()
    // Black, and white in a quarter of the picture in the last two seconds.
    let tracks = #"""
      { "video": [ { "clip": "w", "at": "3s", "duration": "2s", "scale": 0.5 } ] }
      """#
    for (name, video, more, peak) in [
      ("a.mp4", #""preset": "ultrafast", "gop": "1s""#, "", 1000),
      ("a.mov", #""codec": "prores", "profile": "proxy""#, #", "container": "mov""#, 1000),
      (
        "b.mp4", #""preset": "ultrafast""#,
        #", "masteringDisplay": { "primaries": "bt2020", "peak": 4000, "black": 0.005 }"#, 4000
      ),
    ] {
      try sandbox.write(
        "a.json", Self.project("hdr10", tracks: tracks, video: video, more: more))
      for _ in 0..<2 {
        // The second time from stored chunks.
        let run = sandbox.run(
          "render", sandbox.file("a.json"), "-o", sandbox.file(name), "--force", "--cache",
          sandbox.file("store"))
        #expect(run.status == 0, "\(run.messages)")
        let file = try Data(contentsOf: URL(filePath: sandbox.file(name)))
        #expect(box("clli", in: file, [2, 2]) == [204, 51])
        let display = try #require(box("mdcv", in: file, Array(repeating: 2, count: 8) + [4, 4]))
        let wanted =
          peak == 1000
          ? [13_250, 34_500, 7500, 3000, 34_000, 16_000, 15_635, 16_450, 10_000_000, 1]
          : [8500, 39_850, 6550, 2300, 35_400, 14_600, 15_635, 16_450, 40_000_000, 50]
        #expect(display == wanted, "\(name)")
      }
    }
    // Others have none.
    try sandbox.write("a.json", Self.project("hlg", tracks: Self.white, video: "", more: ""))
    #expect(sandbox.render("a.json", to: "c.mp4").status == 0)
    let file = try Data(contentsOf: URL(filePath: sandbox.file("c.mp4")))
    #expect(box("clli", in: file, [2]) == nil && box("mdcv", in: file, [2]) == nil)
  }

  @Test("pictures for people to look at are of BT.709")
  func stills() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Self.project("hdr10", tracks: Self.white))
    let run = sandbox.run(
      "frame", sandbox.file("a.json"), "--frame", "0", "-o", sandbox.file("a.png"))
    #expect(run.status == 0, "\(run.messages)")
    var input = try InputFile(path: sandbox.file("a.png"))
    var decoder = try Decoder(input, stream: 0)
    while let packet = try input.readPacket() { _ = try decoder.send(packet) }
    _ = try decoder.sendEnd()
    guard case .frame(let frame) = try decoder.receiveVideo() else {
      Issue.record("no picture")
      return
    }
    // 159 of 203 cd/m² by BT.1886.
    let wanted = 255 * pow(159.0 / 203, 1 / 2.4)
    for component in 0..<3 {
      #expect(abs(Double(frame.row(0, ofPlane: 0)[component]) - wanted) < 2)
    }
  }

  @Test("a plan says its colour, keys depend on it, and ten bits are the default of HDR")
  func plans() throws {
    let sandbox = try Sandbox()
    var keys: Set<String> = []
    for color in ["sdr", "p3", "hdr10", "hlg"] {
      let text = Self.project(color, tracks: Self.white)
      let plan = try edit(sandbox, text).plan
      #expect(plan.output.color.rawValue == color)
      #expect(plan.output.bitDepth == (color == "hdr10" || color == "hlg" ? 10 : 8))
      let run = sandbox.run("plan", sandbox.file("a.json"), "--json", "--no-cache")
      #expect(run.output.contains("\"color\": \"\(color)\"") == (color != "sdr"), "\(run.messages)")
      keys.insert(plan.key(ofFrames: 0..<5, context: ""))
    }
    #expect(keys.count == 4)
  }
}

extension Image {
  fileprivate func samples(_ plane: Int, _ y: Int) -> [Int] {
    if format.depth == UInt8.depth {
      let row = row(plane, y)
      return row.indices.map { Int(row[$0]) }
    }
    let row = row(plane, y, as: UInt16.self)
    return row.indices.map { Int(row[$0]) }
  }
}
