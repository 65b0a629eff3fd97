import Diagnostics
import FileSystem
import Foundation
import MediaOpening
import BaseValues
import Testing
import TimelineModel

@testable import LibAV
@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Photos of telephones (HEIC). Tiles are pictures of one colour, 64 × 64, by x265 through `heif-enc` 1.15;
/// what photos look like is what `heif-convert` 1.15 makes of the same files.
@Suite("HEIC photos")
struct PhotoTests {
  // MARK: - Files

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  private static let configuration = bytes(
    """
    0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
    1eba0240210001002b42010103700000030090000003000003001ea020810596ea4929ae6e04040c0800000300080000
    0300084022000100074401c172b02240
    """)
  private static let tiles = [
    "000000182801af1380e533c09fffedba8fff6e7cf0fbbb06b543d4f8",
    "000000182801af1380e533c09fffd84a3ffdc8f57fe7862ad50f53e0",
    "000000192801af1380e6a870d3fffe541457fe447abfdfa82d279bf7c0",
    "000000122801af1380e6c86853ea1fa964bf9461a398",
  ].map(bytes)
  /// What the tiles were made from.
  private static let red = [200, 40, 40]
  private static let green = [30, 160, 60]
  private static let blue = [40, 60, 200]
  private static let white = [220, 220, 220]

  private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count) + Array(type.utf8) + content
  }

  private static func full(_ type: String, _ version: Int, _ content: [UInt8]) -> [UInt8] {
    box(type, big(version, 1) + big(0, 3) + content)
  }

  private static func angle(_ quarters: Int) -> [UInt8] { box("irot", big(quarters, 1)) }
  private static func mirror(_ axis: Int) -> [UInt8] { box("imir", big(axis, 1)) }
  private static func aperture(_ numbers: [Int]) -> [UInt8] {
    box("clap", numbers.flatMap { big($0) })
  }

  /// A grid of 3 × 2 tiles, red, green and blue above white, red and green, of which 180 × 100 is shown.
  ///
  /// - Parameters:
  ///   - properties: of the grid.
  ///   - type: of the item that is shown; `hvc1` shows the first tile alone.
  private static func photo(
    _ properties: [[UInt8]] = [], type: String = "grid", rows: Int = 2, columns: Int = 3,
    width: Int = 180, targets: [Int] = Array(2...7), hasAlpha: Bool = false
  ) -> [UInt8] {
    let data = [0, 1, 2, 3, 0, 1].map { tiles[$0] }
    let grid = big(0, 2) + big(rows - 1, 1) + big(columns - 1, 1) + big(width, 2) + big(100, 2)
    let items = [(1, type)] + (2...7).map { ($0, "hvc1") }
    let entries = items.map { full("infe", 2, big($0.0, 2) + big(0, 2) + Array($0.1.utf8) + [0]) }
    let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
    let common = [
      box("hvcC", configuration), full("ispe", 0, big(64) + big(64)),
      full("ispe", 0, big(width) + big(100)), full("auxC", 0, Array(alpha.utf8) + [0]),
    ]
    var shown: [UInt8] = type == "grid" ? [3] : [1, 2]
    shown += properties.indices.map { UInt8(5 + $0) }
    var associations = big(1, 2) + big(shown.count, 1) + shown
    for item in 2...7 {
      associations += big(item, 2) + (hasAlpha && item == 5 ? [3, 1, 2, 4] : [2, 1, 2])
    }
    var references = box("dimg", big(1, 2) + big(targets.count, 2) + targets.flatMap { big($0, 2) })
    if hasAlpha { references += box("auxl", big(5, 2) + big(1, 2) + big(1, 2)) }
    let brands = box("ftyp", Array("heic".utf8) + big(0) + Array("mif1heic".utf8))

    func meta(_ start: Int) -> [UInt8] {
      // The grid is in idat, and its tile where it is one.
      let own = type == "grid" ? [1, 0, grid.count] : [0, start, data[0].count]
      var locations = big(1, 2) + big(own[0], 2) + big(0, 2) + big(1, 2) + big(own[1])
      locations += big(own[2])
      var offset = start
      for (item, tile) in zip(2..., data) {
        locations += big(item, 2) + big(0, 2) + big(0, 2) + big(1, 2) + big(offset)
        locations += big(tile.count)
        offset += tile.count
      }
      return full(
        "meta", 0,
        full("hdlr", 0, big(0) + Array("pict".utf8) + Array(repeating: 0, count: 13))
          + full("pitm", 0, big(1, 2)) + full("iinf", 0, big(7, 2) + entries.flatMap { $0 })
          + full("iloc", 1, big(0x4400, 2) + big(7, 2) + locations) + full("iref", 0, references)
          + box(
            "iprp",
            box("ipco", (common + properties).flatMap { $0 })
              + full("ipma", 0, big(7) + associations)) + box("idat", grid))
    }
    let tables = meta(brands.count + meta(0).count + 8)
    return brands + tables + box("mdat", data.flatMap { $0 })
  }

  // MARK: - Reading

  private func probe(_ bytes: [UInt8], in folder: WritingFolder) throws -> MediaFile {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.heic")))
    return try Media.probe("a.heic", in: folder.path)
  }

  /// Colours as stored in full range (ITU-R BT.601, as JPEG has them), at places of the stored picture.
  private func expect(
    _ source: MediaFile, _ places: [(x: Int, y: Int, color: [Int])],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let frame = try FrameReader(.file(source), protocols: []).frame(0)
    frame.withFrame { frame in
      for (x, y, color) in places {
        let found = [
          Int(frame.row(y, ofPlane: 0)[x]), Int(frame.row(y / 2, ofPlane: 1)[x / 2]),
          Int(frame.row(y / 2, ofPlane: 2)[x / 2]),
        ]
        let rgb = color.map(Double.init)
        let luma = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
        let wanted = [luma, 128 + (rgb[2] - luma) / 1.772, 128 + (rgb[0] - luma) / 1.402]
        for (found, wanted) in zip(found, wanted) {
          #expect(
            abs(Double(found) - wanted) <= 3, "\(x) \(y): \(found) \(wanted)",
            sourceLocation: location)
        }
      }
    }
  }

  @Test("a grid of tiles is put together and cut to its size")
  func grid() throws {
    let folder = try WritingFolder()
    let source = try probe(Self.photo(), in: folder)
    #expect(source.facts.video?.codedSize == Size(width: 180, height: 100))
    #expect(source.facts.video?.frames == .still)
    #expect(source.facts.video?.orientation == .upright)
    #expect(source.facts.video?.hasAlpha == false)
    try expect(
      source,
      [
        (5, 5, Self.red), (58, 58, Self.red), (70, 5, Self.green), (134, 58, Self.blue),
        (179, 5, Self.blue), (5, 70, Self.white), (70, 99, Self.red), (179, 99, Self.green),
      ])
  }

  @Test("one picture is read as well")
  func single() throws {
    let folder = try WritingFolder()
    let source = try probe(Self.photo(type: "hvc1"), in: folder)
    #expect(source.facts.video?.codedSize == Size(width: 64, height: 64))
    try expect(source, [(5, 5, Self.red), (60, 60, Self.red)])
  }

  @Test(
    "turns and mirrors apply in their order",
    arguments: [
      ([angle(1)], Orientation.rotatedCounterclockwise),
      ([angle(2)], .rotated180), ([angle(3)], .rotatedClockwise),
      ([mirror(0)], .mirroredVertically), ([mirror(1)], .mirroredHorizontally),
      ([angle(1), mirror(0)], .transposed), ([mirror(0), angle(1)], .transversed),
    ])
  func turns(properties: [[UInt8]], orientation: Orientation) throws {
    let folder = try WritingFolder()
    let source = try probe(Self.photo(properties), in: folder)
    #expect(source.facts.video?.orientation == orientation)
    #expect(source.facts.video?.codedSize == Size(width: 180, height: 100))
  }

  @Test("a cut counts in the picture as it is turned before it")
  func cut() throws {
    let folder = try WritingFolder()
    // The middle of what is left lies 10 to the right of the middle of 180 × 100, and 15 below it.
    let plain = try probe(
      Self.photo([Self.aperture([120, 1, 40, 1, 20, 2, 15, 1])]), in: folder)
    #expect(plain.facts.video?.codedSize == Size(width: 120, height: 40))
    // From (40, 45) on.
    try expect(
      plain, [(10, 8, Self.red), (60, 8, Self.green), (110, 8, Self.blue), (10, 30, Self.white)])
    // Turned against the clock it is 100 × 180, with the right edge above.
    let turned = try probe(
      Self.photo([Self.angle(1), Self.aperture([40, 1, 120, 1, 10, 1, -20, 1])]), in: folder)
    #expect(turned.facts.video?.codedSize == Size(width: 120, height: 40))
    // Of the turned picture 40…80 × 10…130: of the stored one 50…170 × 40…80.
    try expect(
      turned, [(4, 10, Self.red), (60, 10, Self.green), (110, 10, Self.blue), (4, 34, Self.white)])
    #expect(turned.facts.video?.orientation == .rotatedCounterclockwise)
  }

  @Test("codes of colours, a profile and an alpha plane are heeded")
  func tags() throws {
    let folder = try WritingFolder()
    let nclx = Self.box("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 1, 0])
    let profile = Self.box("colr", Array("prof".utf8) + [1, 2, 3])
    let source = try probe(Self.photo([nclx, profile], type: "hvc1", hasAlpha: true), in: folder)
    #expect(source.facts.video?.hasAlpha == true)
    let frame = try FrameReader(.file(source), protocols: []).frame(0)
    frame.withFrame { frame in
      #expect(frame.formatName == "yuva420p")
      #expect(frame.colour.matrix == .bt709)
      #expect(frame.colour.range == .limited)
      #expect(frame.colorNote == .icc([1, 2, 3], isGrey: false))
      // The luma of white: alpha.
      #expect(abs(Int(frame.row(9, ofPlane: 3)[9]) - 220) <= 3)
    }
  }

  // MARK: - What is not read

  private func problem(_ bytes: [UInt8], in folder: WritingFolder) throws -> Diagnostic? {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.heic")))
    return try Media.problem("a.heic", MediaLocator(projectFolder: folder.path))
  }

  @Test(
    "pictures that are made in other ways are refused with what helps",
    arguments: [
      photo(type: "iden"), photo(type: "iovl"), photo(type: "jpeg"),
      // A grid of grids, which may be a ring.
      photo(targets: [1, 1, 1, 1, 1, 1]),
    ])
  func unusual(bytes: [UInt8]) throws {
    let folder = try WritingFolder()
    let problem = try #require(try problem(bytes, in: folder))
    #expect(problem.message.contains("is a HEIF file whose picture is made in a way"))
    #expect(problem.fixes.first?.message.contains("heif-convert") == true, "\(problem.fixes)")
  }

  @Test(
    "tables that lead nowhere are told as damage",
    arguments: [
      photo(targets: [2, 3, 4]), photo(targets: [2, 3, 4, 5, 6, 99]), photo(width: 60_000),
      photo(width: 20), photo(rows: 256, columns: 256), Array(photo().dropLast()),
      photo([aperture([400, 1, 40, 1, 0, 1, 0, 1])]), photo([aperture([4, 0, 4, 0, 0, 0, 0, 0])]),
    ])
  func damaged(bytes: [UInt8]) throws {
    let folder = try WritingFolder()
    let problem = try #require(try problem(bytes, in: folder))
    #expect(problem.message.contains("damaged or cut off"), "\(problem.message)")
  }

  @Test("whatever a file says does no harm")
  func hostile() throws {
    let folder = try WritingFolder()
    let good = Self.photo([Self.angle(3), Self.aperture([120, 1, 40, 1, 20, 2, 15, 1])])
    let head = good.count - Self.tiles.map(\.count).reduce(0, +)
    func read(_ bytes: [UInt8]) {
      let photo = try? Photo(fileSize: Int64(bytes.count)) {
        (position, count) throws(LibAVError) in
        Array(bytes[min(Int(position), bytes.count)...].prefix(count))
      }
      if let photo { #expect(photo.byteCount <= 4 * bytes.count) }
    }
    for length in 0..<good.count { read(Array(good[..<length])) }
    for index in 0..<head {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = good
        bytes[index] = byte
        read(bytes)
      }
    }
    // What is decoded, more rarely.
    for index in stride(from: 24, to: good.count, by: 41) {
      var bytes = good
      bytes[index] = ~bytes[index]
      _ = try problem(bytes, in: folder)
    }
  }
}
