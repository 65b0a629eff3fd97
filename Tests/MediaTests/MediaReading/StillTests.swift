import Diagnostics
import FileSystem
import Foundation
import LibAV
import BaseValues
import MovieWriting
import Raster
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

@Suite("still pictures")
struct StillTests {
  private func item(_ reading: Interpretation) -> MediaItem {
    var item = Media.item("a.png")
    item.reading = reading
    return item
  }

  private func problem(_ bytes: [UInt8], _ name: String) throws -> Diagnostic? {
    let folder = try WritingFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return try Media.problem(name, MediaLocator(projectFolder: folder.path))
  }

  private static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }

  /// A PNG file with the given header and nothing in it.
  private static func emptyPNG(_ side: Int) -> [UInt8] {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + content
      var sum: UInt32 = 0xffff_ffff
      for byte in body {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
      }
      return big(content.count) + body + big(Int(~sum))
    }
    let header = big(side) + big(side) + [8, 0, 0, 0, 0]
    return [0x89] + Array("PNG\r\n\u{1a}\n".utf8) + chunk("IHDR", header)
      + chunk("IDAT", [0x78, 0x9c, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  private static func bitmapHeader(_ side: Int) -> [UInt8] {
    var file = Media.bitmap(width: 4, height: 4) { _, _ in (0, 0, 0) }
    file.replaceSubrange(18..<26, with: little(side, 4) + little(side, 4))
    return file
  }

  private static func ppm(_ side: Int) -> [UInt8] {
    Array("P6 \(side) \(side) 255\n".utf8) + [UInt8](repeating: 0, count: 3000)
  }

  private static func gif(_ side: Int) -> [UInt8] {
    Array("GIF89a".utf8) + little(side, 2) + little(side, 2) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2c, 0, 0, 0, 0] + little(side, 2) + little(side, 2) + [0, 2, 2, 0x4c, 1, 0, 0x3b]
  }

  @Test(
    "a picture with too many pixels is refused with its size and the limit",
    arguments: [
      ("png", emptyPNG(30_000), 30_000), ("bmp", bitmapHeader(30_000), 30_000),
      ("ppm", ppm(30_000), 30_000), ("gif", gif(60_000), 60_000),
    ])
  func tooLarge(ending: String, bytes: [UInt8], side: Int) throws {
    let problem = try #require(try problem(bytes, "huge.\(ending)"))
    #expect(problem.id == .mediaNotMedia)
    #expect(
      problem.message
        == "'huge.\(ending)' has \(side)×\(side) pixels; the limit is 268435456")
    #expect(problem.notes == [])
  }

  @Test("a picture of one pixel is one")
  func tiny() throws {
    let folder = try WritingFolder()
    let bytes = Media.bitmap(width: 1, height: 1) { _, _ in (200, 200, 200) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("dot.bmp")))
    let source = try Media.probe("dot.bmp", in: folder.path)
    #expect(source.facts.video?.codedSize == Size(width: 1, height: 1))
    #expect(source.isStill)
    let frame = try FrameReader(.file(source), protocols: []).frame(0)
    #expect(frame.withFrame { $0.row(0, ofPlane: 0)[0] } == 200)
  }

  @Test("a picture that is damaged or cut off says so before anything is rendered")
  func damaged() throws {
    let folder = try WritingFolder()
    let picture = Synthetic.frame(3, size: Size(width: 160, height: 96))
    let bytes = try StillWriter.jpeg(picture, size: picture.size)
    let path = folder.file("photo.jpg")
    // Without the marker at its end a picture is whole.
    for whole in [bytes[...], bytes.dropLast(2)] {
      try Data(whole).write(to: URL(fileURLWithPath: path))
      let source = try Media.probe(path)
      #expect(source.notes == [])
      _ = try FrameReader(.file(source), protocols: []).frame(0)
    }
    var parts = [0.7, 0.8, 0.9].map { bytes.prefix(Int(Double(bytes.count) * $0)) }
    // A marker in the middle of what is coded ends it.
    parts.append(bytes[...])
    parts[3][bytes.count * 2 / 3] = 0xFF
    parts[3][bytes.count * 2 / 3 + 1] = 0xD9
    for part in parts {
      try Data(part).write(to: URL(fileURLWithPath: path))
      let source = try Media.probe(path)
      #expect(source.notes.contains { $0.hasPrefix("its picture is damaged") }, "\(source.notes)")
      #expect(throws: LibAVError.damagedPicture) {
        try FrameReader(.file(source), protocols: []).frame(0)
      }
    }
  }

  @Test("a WebP picture that moves is refused with a way out")
  func animatedWebP() throws {
    let chunk = Array("VP8X".utf8) + Self.little(10, 4) + [2, 0, 0, 0, 15, 0, 0, 15, 0, 0]
    let animation = Array("ANIM".utf8) + Self.little(6, 4) + [0, 0, 0, 0, 0, 0]
    let body = Array("WEBP".utf8) + chunk + animation
    let problem = try #require(
      try problem(Array("RIFF".utf8) + Self.little(body.count, 4) + body, "a.webp"))
    #expect(problem.message == "'a.webp' is an animated WebP picture, which libav cannot read")
    #expect(
      problem.fixes.map(\.message)
        == ["convert it to a movie, an animated PNG, or numbered PNG pictures"])
    #expect(!UnreadableFrame.isAnimatedWebP([]))
    #expect(!UnreadableFrame.isAnimatedWebP(Array("RIFF0000WEBPVP8 ".utf8) + [9, 9, 9, 9, 2]))
  }

  /// A TIFF file of one grey tile, 16 by 16 (TIFF 6.0, section 15).
  private static func tiff(tags more: [(Int, Int, Int)] = []) -> [UInt8] {
    let tags =
      [
        (256, 3, 16), (257, 3, 16), (258, 3, 8), (259, 3, 1), (262, 3, 1), (277, 3, 1),
        (322, 3, 16), (323, 3, 16), (324, 4, 8), (325, 4, 256),
      ] + more
    var file = Array("II".utf8) + little(42, 2) + little(264, 4)
    file += [UInt8](repeating: 200, count: 256) + little(tags.count, 2)
    for (tag, type, value) in tags {
      file += little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
    }
    return file + little(0, 4)
  }

  @Test("a TIFF picture in tiles is refused with a way out")
  func tiledTIFF() throws {
    let problem = try #require(try problem(Self.tiff(), "a.tif"))
    #expect(
      problem.message
        == "'a.tif' is a TIFF picture that is stored in tiles, which libav cannot read")
    #expect(
      problem.fixes.map(\.message) == [
        "store it in strips, with 'tiffcp -s IN.tif OUT.tif' for example, or convert it to PNG"
      ])
    func isTiled(_ bytes: [UInt8]) -> Bool {
      UnreadableFrame.isTiledTIFF { position, count in
        Array(bytes.dropFirst(Int(position)).prefix(count))
      }
    }
    #expect(isTiled(Self.tiff()))
    #expect(!isTiled(Self.tiff(tags: [(50706, 1, 0x0401)])), "camera raw files are read")
    #expect(!isTiled(Array(Self.tiff().prefix(100))))
    #expect(!isTiled([]))
  }

  @Test("stills that moving pictures are made of play at their own times")
  func moving() throws {
    let folder = try WritingFolder()
    // Three pictures of 16 by 16 that stay for 10, 20 and 30 hundredths of a second.
    var file = Array("GIF89a".utf8) + Self.little(16, 2) + Self.little(16, 2)
    file += [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for delay in [10, 20, 30] {
      file += [0x21, 0xf9, 4, 0] + Self.little(delay, 2) + [0, 0]
      file += [0x2c, 0, 0, 0, 0] + Self.little(1, 2) + Self.little(1, 2) + [0, 2, 2, 0x4c, 1, 0]
    }
    try Data(file + [0x3b]).write(to: URL(fileURLWithPath: folder.file("a.gif")))
    let source = try Media.probe("a.gif", in: folder.path)
    #expect(
      source.facts.video?.frames
        == .irregular(times: [0, 10, 30], end: 60, timeBase: try #require(Rational(1, 100))))
  }

  @Test("a matrix that is not known is not spoken of where the project says another")
  func unknownMatrix() throws {
    let source = try Self.sourceWithUnknownMatrix()
    #expect(source.read(as: item(Interpretation())).notes.count == 1)
    let said = Interpretation(colors: ColorSpaceTags(matrix: .bt709))
    #expect(source.read(as: item(said)).notes == [])
    let range = Interpretation(colors: ColorSpaceTags(range: .full))
    #expect(source.read(as: item(range)).notes.count == 1)
  }

  private static func sourceWithUnknownMatrix() throws -> MediaFile {
    var source = MediaFile(
      "a", at: .file(path: "/a"),
      facts: MediaFacts(
        video: VideoFacts(codedSize: Size(width: 2, height: 2), frames: .still), audio: nil,
        contentHash: "a"))
    source.pictures = PictureStream(
      stream: 0, fields: StoredFields(), unknownMatrix: "ictcp")
    return source
  }
}
