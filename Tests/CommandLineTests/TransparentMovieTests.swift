import BaseValues
import Foundation
import FileSystem
import LibAV
import MediaSources
import OutputKinds
import Raster
import Testing

@testable import CommandLineInterface

/// Movies with alpha, read back by libav.
@Suite("Transparent movies", .timeLimit(.minutes(60)))
struct TransparentMovieTests {
  /// A frame of half a second: at the left a red square, at the right a blue one that is half seen through.
  private func project(_ output: String = "", background: String = "transparent") -> String {
    """
    { "cutlist": 1,
      "output": { "size": "128x64", "frameRate": 20, "background": "\(background)", "audio": false\(output) },
      "media": { "red": { "color": "red" }, "blue": { "color": "#4080c0" } },
      "tracks": [
        { "video": [ { "clip": "red", "duration": "0.5s", "scale": 0.25, "position": [32, 32] } ] },
        { "video": [ { "clip": "blue", "duration": "0.5s", "scale": 0.25, "position": [96, 32], "opacity": 0.5 } ] } ] }
    """
  }

  /// Red, green, blue and straight alpha of all pixels of the first picture of a file, and how many pictures it has.
  private func pixels(of path: String) throws -> (rows: [[Pixel]], count: Int) {
    let input = try InputFile(path: path)
    let stream = try #require(input.streams.first { $0.kind == .video })
    var decoder = try FrameDecoder(.file(path: path), stream: stream.index, protocols: [])
    let first = try #require(try decoder.next())
    let rows = try first.frame.withFrame { (frame) throws(LibAVError) in try Self.rows(of: frame) }
    var count = 1
    while try decoder.next() != nil { count += 1 }
    return (rows, count)
  }

  private typealias Pixel = SIMD4<Int>

  private static func rows(of frame: borrowing VideoFrame) throws(LibAVError) -> [[Pixel]] {
    let size = Size(width: frame.width, height: frame.height)
    var scaler = try Scaler(
      from: Scaler.Picture(
        format: frame.formatName, width: size.width, height: size.height,
        colour: ColorGuess.complete(
          frame.colour, format: StoredPixelFormat(named: frame.formatName), size: size)),
      to: Scaler.Picture(
        format: "rgba", width: size.width, height: size.height,
        colour: ColorTags(range: .full, matrix: .rgb)))
    let made = try scaler.scale(frame)
    var rows: [[Pixel]] = []
    for y in 0..<size.height {
      let row = made.row(y, ofPlane: 0)
      var pixels: [Pixel] = []
      for x in 0..<size.width {
        var pixel = Pixel()
        for part in 0..<4 { pixel[part] = Int(row[4 * x + part]) }
        pixels.append(pixel)
      }
      rows.append(pixels)
    }
    return rows
  }

  private func expect(
    _ pixel: Pixel, near wanted: Pixel, _ tolerance: Int = 6, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for part in 0..<4 {
      #expect(abs(pixel[part] - wanted[part]) <= tolerance, comment, sourceLocation: sourceLocation)
    }
  }

  private static let kinds: [(ending: String, video: String)] = [
    ("mov", ""), ("mov", #""codec": "prores", "profile": "4444xq""#), ("webm", #""speed": 8"#),
    ("mkv", #""speed": 8"#), ("mkv", #""codec": "ffv1""#),
    ("mkv", #""codec": "ffv1", "bitDepth": 10"#),
    ("mkv", #""codec": "prores""#), ("nut", ""), ("apng", ""),
  ]

  @Test("colours are as they were, and alpha says how far one sees through them", arguments: 0..<9)
  func kinds(_ index: Int) throws {
    let kind = Self.kinds[index]
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(kind.video.isEmpty ? "" : ", \"video\": { \(kind.video) }"))
    let name = "a.\(kind.ending)"
    let options = kind.ending == "apng" ? [] : ["--verify"]
    let outcome = sandbox.run(
      ["render", sandbox.file("a.json"), "-o", sandbox.file(name), "--jobs", "1", "--no-cache"]
        + options)
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try pixels(of: sandbox.file(name))
    #expect(found.count == 10)
    // NUT does not say by which matrix colours are coded.
    let tolerance = kind.ending == "nut" ? 24 : 6
    expect(found.rows[32][32], near: Pixel(255, 0, 0, 255), tolerance)
    expect(found.rows[32][96], near: Pixel(64, 128, 192, 128), tolerance)
    for (x, y) in [(2, 2), (64, 32), (126, 60)] { #expect(found.rows[y][x][3] == 0) }
    let bytes = try sandbox.bytes(name)
    for jobs in ["2", "4"] {
      #expect(sandbox.render("a.json", to: "b.\(kind.ending)", "--jobs", jobs).status == 0)
      #expect(try sandbox.bytes("b.\(kind.ending)") == bytes, "\(jobs) workers")
    }
    // Chunks that were kept give the same.
    #expect(sandbox.render("a.json", to: "c.\(kind.ending)").status == 0)
    #expect(try sandbox.bytes("c.\(kind.ending)") == bytes)
  }

  @Test(
    "numbered WebP has alpha where the movie has",
    arguments: [("transparent", 128), ("black", 255)])
  func webP(_ background: String, _ alpha: Int) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(background: background))
    try #require(sandbox.render("a.json", to: "a-%04d.webp", "--range", "0f..1f").status == 0)
    let found = try pixels(of: sandbox.file("a-0000.webp"))
    expect(found.rows[32][32], near: Pixel(255, 0, 0, 255), 12)
    #expect(abs(found.rows[32][96][3] - alpha) <= 2)
    #expect(found.rows[2][2][3] == (alpha < 255 ? 0 : 255))
  }

  @Test("edges have no colour of what is not there", arguments: ["a-%04d.png", "a-%04d.tif"])
  func edges(_ name: String) throws {
    let sandbox = try Sandbox()
    // A disc, whose edge lies between samples of chroma.
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x64", "frameRate": 10, "background": "transparent" },
        "tracks": [ { "titles": [
          { "shape": "ellipse", "width": 41, "height": 37, "fill": "red", "duration": "0.1s",
            "position": [31.5, 32.5] } ] } ] }
      """)
    let outcome = sandbox.render("a.json", to: name)
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try pixels(of: sandbox.file(name.replacing("%04d", with: "0000")))
    var edge = 0
    for pixel in found.rows.joined() where pixel[3] >= 16 {
      if pixel[3] < 255 { edge += 1 }
      // The fewer steps alpha has, the fewer a colour has that was multiplied by it.
      expect(pixel, near: Pixel(255, 0, 0, pixel[3]), 4 + 3 * 255 / pixel[3], "\(pixel)")
    }
    #expect(edge > 40)
  }

  @Test("numbered PNG has the colours that it was given, for readers that go by its gamma, too")
  func gamma() throws {
    let sandbox = try Sandbox()
    for background in ["transparent", "black"] {
      try sandbox.write("a.json", project(background: background))
      try #require(
        sandbox.render("a.json", to: "a-%04d.png", "--range", "0f..1f", "--force").status == 0)
      let bytes = try sandbox.bytes("a-0000.png")
      #expect(
        bytes.range(of: Data("gAMA".utf8)) == nil && bytes.range(of: Data("cHRM".utf8)) == nil)
    }
  }

  @Test("a clip that changes what is below it is seen, where there is no background, too")
  func below() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "background": "transparent" },
        "media": { "red": { "color": "red" }, "below": { "generate": "below" } },
        "tracks": [
          { "video": [ { "clip": "red", "duration": "0.2s", "scale": 0.5 } ] },
          { "video": [ { "clip": "below", "duration": "0.2s", "effects": [ { "effect": "invert" } ] } ] } ] }
      """)
    #expect(sandbox.run("check", path).messages.contains("nothing wrong"))
    try #require(sandbox.render("a.json", to: "a-%04d.png").status == 0)
    let found = try pixels(of: sandbox.file("a-0000.png"))
    expect(found.rows[18][32], near: Pixel(0, 255, 255, 255))
    #expect(found.rows[2][2][3] == 0)
  }

  @Test("of a GIF a pixel is seen or not")
  func gif() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    try #require(sandbox.render("a.json", to: "a.gif").status == 0)
    let found = try pixels(of: sandbox.file("a.gif"))
    expect(found.rows[32][32], near: Pixel(255, 0, 0, 255))
    // Half of alpha counts as there.
    expect(found.rows[32][96], near: Pixel(64, 128, 192, 255), 10)
    #expect(found.rows[2][2][3] == 0)
  }

  @Test("what was written transparent lies over other pictures as the edit itself does")
  func again() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project())
    for name in ["a.mov", "a.webm", "a.mkv"] {
      try #require(sandbox.render("a.json", to: name).status == 0)
    }
    func luma(_ media: String) throws -> [Int] {
      let edit = try ComposedEdit(
        try sandbox.write(
          "b.json",
          """
          { "cutlist": 1, "output": { "size": "128x64", "frameRate": 20, "background": "#c0a040" },
            "media": { "a": \(media) },
            "tracks": [ { "video": [ { "clip": "a" } ] } ] }
          """))
      let image = try edit.image(3)
      let row = image.row(0, 32, as: UInt8.self)
      return row.indices.map { Int(row[$0]) }
    }
    let direct = try luma(#"{ "project": "a.json" }"#)
    #expect(direct[64] != direct[32] && direct[64] != direct[96])
    for name in ["a.mov", "a.webm", "a.mkv"] {
      let read = try luma("\"\(name)\"")
      // Away from edges, which codecs soften.
      for x in [4, 32, 64, 96, 124] { #expect(abs(read[x] - direct[x]) <= 3, "\(name) at \(x)") }
    }
  }

  @Test("a kept picture has alpha, and a test fails where only that differs")
  func golden() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project().replacing(
        "{ \"cutlist\": 1,",
        with: "{ \"cutlist\": 1, \"expect\": { \"golden\": { \"frames\": [\"0f\", \"5f\"] } },"))
    let made = sandbox.run("test", sandbox.file("a.json"), "--update")
    try #require(made.status == 0, "\(made.messages)")
    #expect(sandbox.run("test", sandbox.file("a.json")).status == 0)
    // Black is what is composed where nothing is; only alpha tells them apart.
    try sandbox.write(
      "a.json",
      project().replacing(
        "{ \"cutlist\": 1,",
        with: "{ \"cutlist\": 1, \"expect\": { \"golden\": { \"frames\": [\"0f\", \"5f\"] } },"
      )
      .replacing(
        "\"tracks\": [",
        with:
          "\"tracks\": [ { \"titles\": [ { \"shape\": \"rectangle\", \"width\": 20, \"height\": 20, "
          + "\"fill\": \"black\", \"position\": [64, 32], \"duration\": \"0.5s\" } ] },"))
    let other = sandbox.run("test", sandbox.file("a.json"))
    #expect(other.status == 1, "\(other.output)\(other.messages)")
  }

  @Test(
    "what cannot hold alpha says what can",
    arguments: [
      ("a.mp4", "", "H.264 in MP4 has no alpha", "ProRes 4444"),
      ("a.mov", #""codec": "h264""#, "H.264 in QuickTime has no alpha", "\"prores\""),
      (
        "a.mov", #""codec": "prores", "profile": "hq""#, "\"hq\" of ProRes has no alpha", "\"4444\""
      ),
      ("a.webm", #""bitDepth": 10"#, "has no alpha in 10 bits", "bitDepth"),
      ("a-%04d.jpg", "", "has no alpha", "shot-%04d.png"), ("a.m3u8", "", "has no alpha", ".mov"),
    ])
  func refused(_ name: String, _ video: String, _ message: String, _ way: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(video.isEmpty ? "" : ", \"video\": { \(video) }"))
    let outcome = sandbox.render("a.json", to: name)
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains(message) && outcome.messages.contains(way), "\(outcome.messages)")
  }

  @Test("raw pictures have straight alpha where it is asked for, and Y4M says that it has none")
  func raw() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", project())
    for (format, name) in [("rgba", "a.raw"), ("rgb24", "b.raw")] {
      let run = try sandbox.execute(
        "/bin/bash",
        ["-c", "'\(RunningProgram.path)' frames a.json --raw \(format) --range 0f..1f > \(name)"])
      #expect(run.status == 0, "\(run.messages)")
    }
    let rgba = try sandbox.bytes("a.raw")
    #expect(rgba.count == 4 * 128 * 64)
    let place = 4 * (32 * 128 + 96)
    for (byte, wanted) in zip(rgba[place..<place + 4], [64, 128, 192, 128]) {
      #expect(abs(Int(byte) - wanted) <= 6)
    }
    #expect(try sandbox.bytes("b.raw").count == 3 * 128 * 64)
    let y4m = sandbox.run("render", path, "-o", "-", "--format", "y4m")
    #expect(y4m.status == 1 && y4m.messages.contains("Y4M holds no alpha"))
  }
}
