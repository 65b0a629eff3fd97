import Diagnostics
import FileSystem
import Foundation
import LibAV
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Stills that say what their colours are. What they become is what LittleCMS 2.17 makes of them, with the
/// same profiles and relative colorimetry, in sRGB.
@Suite("colour profiles")
struct ColorProfileTests {
  // MARK: - Profiles

  private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }

  /// sRGB's curve as parameters (ICC.1:2022, 10.18, function 3).
  private static let curve =
    Array("para".utf8) + big(0) + [0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  private static func gamma(_ gamma: Double) -> [UInt8] {
    Array("curv".utf8) + big(0) + big(1) + big(Int((gamma * 256).rounded()), 2)
  }

  /// A table of two equal values.
  private static let flat =
    Array("curv".utf8) + big(0) + big(2) + big(0x8000, 2) + big(0x8000, 2)

  /// A profile by the X, Y, Z of its primaries at D50.
  private static func profile(
    _ primaries: [[Double]], _ curve: [UInt8], space: String = "RGB "
  ) -> [UInt8] {
    var tags = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map {
      ($0, Array("XYZ ".utf8) + big(0) + $1.flatMap(fixed))
    }
    tags += (space == "GRAY" ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]).map { ($0, curve) }
    var table: [UInt8] = []
    var body: [UInt8] = []
    for (name, data) in tags {
      table += Array(name.utf8) + big(132 + 12 * tags.count + body.count) + big(data.count)
      body += data + Array(repeating: 0, count: (4 - data.count % 4) % 4)
    }
    let header =
      big(132 + table.count + body.count) + big(0) + [2, 0x40, 0, 0]
      + Array("mntr\(space)XYZ ".utf8) + Array(repeating: 0, count: 12) + Array("acsp".utf8)
    return header + Array(repeating: 0, count: 128 - header.count) + big(tags.count) + table + body
  }

  private static let displayP3 = [
    [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
  ]
  private static let adobe = [
    [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
  ]
  private static let standard = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]

  // MARK: - Files

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var a = 1
    var b = 0
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    return [0x78, 1, 1] + length + length.map { ~$0 } + bytes + big(b, 2) + big(a, 2)
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var sum: UInt32 = 0xffff_ffff
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return big(content.count) + body + big(Int(~sum))
  }

  private static func iccp(_ profile: [UInt8]) -> [UInt8] {
    chunk("iCCP", [0x78, 0, 0] + zlib(profile))
  }

  /// A picture of one colour, 16 × 16.
  private static func png(_ color: [UInt8], _ chunks: [UInt8]) -> [UInt8] {
    let row = [0] + Array(repeating: color, count: 16).joined()
    let rows = Array(repeating: row, count: 16).flatMap { $0 }
    let type: UInt8 = color.count == 1 ? 0 : 2
    return [0x89] + Array("PNG\r\n\u{1a}\n".utf8)
      + chunk("IHDR", big(16) + big(16) + [8, type, 0, 0, 0]) + chunks
      + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
  }

  /// The same as TIFF 6.0 without compression.
  private static func tiff(_ color: [UInt8], _ profile: [UInt8]) -> [UInt8] {
    let pixels = Array(repeating: color, count: 256).flatMap { $0 }
    let fields: [(tag: Int, type: Int, count: Int, value: [UInt8])] = [
      (256, 3, 1, big(16, 2)), (257, 3, 1, big(16, 2)),
      (258, 3, 3, big(8, 2) + big(8, 2) + big(8, 2)), (259, 3, 1, big(1, 2)),
      (262, 3, 1, big(2, 2)), (273, 4, 1, []), (277, 3, 1, big(3, 2)), (278, 3, 1, big(16, 2)),
      (279, 4, 1, big(pixels.count)), (34675, 7, profile.count, profile),
    ]
    var data: [UInt8] = []
    let start = 8 + 2 + 12 * fields.count + 4
    var table: [UInt8] = big(fields.count, 2)
    let outside = fields.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    for field in fields {
      var value = field.tag == 273 ? big(start + outside) : field.value
      if value.count > 4 {
        let offset = start + data.count
        data += value
        value = big(offset)
      }
      table += big(field.tag, 2) + big(field.type, 2) + big(field.count)
      table += value + Array(repeating: 0, count: 4 - value.count)
    }
    return Array("MM".utf8) + [0, 42] + big(8) + table + big(0) + data + pixels
  }

  // MARK: - Reading

  private func source(_ bytes: [UInt8], _ name: String, in folder: WritingFolder) throws
    -> MediaFile
  {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return try Media.probe(name, in: folder.path)
  }

  private func color(of bytes: [UInt8], _ name: String = "a.png") throws -> [Int] {
    let folder = try WritingFolder()
    let source = try source(bytes, name, in: folder)
    let frame = try FrameReader(.file(source), protocols: []).frame(0)
    let side = Rect(x: 0, y: 0, width: 16, height: 16)
    let conformer = ImageConformer(
      Conform(media: MediaID(0), crop: side, size: Size(width: 16, height: 16)),
      orientation: .upright, codedSize: Size(width: 16, height: 16),
      pool: ImagePool(limitBytes: 1 << 20))
    let image = try conformer.image(of: frame)
    return (0..<3).map { Int(image.row($0, 4)[4]) }
  }

  /// Codes of BT.709 in limited range of R′G′B′ of 8 bits (ITU-R BT.709-6, 3.2 to 3.5).
  private func expect(
    _ found: [Int], _ color: [Int], within limit: Double = 1.5,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let rgb = color.map { Double($0) / 255 }
    let luma = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    let wanted = [
      16 + 219 * luma, 128 + 224 * (rgb[2] - luma) / 1.8556, 128 + 224 * (rgb[0] - luma) / 1.5748,
    ]
    for (found, wanted) in zip(found, wanted) {
      #expect(abs(Double(found) - wanted) <= limit, "\(found) \(wanted)", sourceLocation: place)
    }
  }

  private static let p3: [(stored: [UInt8], seen: [Int])] = [
    ([128, 128, 128], [128, 128, 128]), ([200, 120, 90], [213, 115, 83]),
    ([90, 110, 160], [85, 111, 164]), ([240, 230, 200], [242, 230, 196]),
    ([40, 30, 50], [42, 30, 51]), ([255, 255, 255], [255, 255, 255]),
  ]

  @Test("Display P3 in PNG is brought to sRGB", arguments: p3)
  func displayP3(stored: [UInt8], seen: [Int]) throws {
    let profile = Self.profile(Self.displayP3, Self.curve)
    expect(try color(of: Self.png(stored, Self.iccp(profile))), seen)
    // What is outside of sRGB goes to its edge.
    let cyan = try color(of: Self.png([60, 200, 200], Self.iccp(profile)))
    expect(cyan, [0, 203, 202], within: 4)
  }

  @Test("profiles of a gamma are brought to sRGB, in PNG and TIFF alike")
  func gammas() throws {
    for (primaries, gamma, stored, seen) in [
      (Self.adobe, 2.19921875, [200, 120, 90], [224, 121, 88]),
      (Self.adobe, 2.19921875, [90, 110, 160], [79, 110, 163]),
      (Self.adobe, 2.19921875, [40, 30, 50], [39, 24, 47]),
      (Self.standard, 1.8, [60, 200, 200], [77, 210, 210]),
      (Self.standard, 1.8, [40, 30, 50], [53, 40, 65]),
    ] as [([[Double]], Double, [UInt8], [Int])] {
      let profile = Self.profile(primaries, Self.gamma(gamma))
      expect(try color(of: Self.png(stored, Self.iccp(profile))), seen)
      expect(try color(of: Self.tiff(stored, profile), "a.tif"), seen)
    }
  }

  /// H.273, tables 2 to 4: primaries 0, 3 and 13 and transfer functions 0, 3 and 19 are reserved; the matrix of a
  /// PNG has to be 0, its range 0 or 1 (PNG, third edition, 11.3.2.6).
  @Test(
    "a cICP that cannot be meant is told, and what comes next counts",
    arguments: [
      [9, 16, 9, 1], [0, 13, 0, 1], [3, 13, 0, 1], [13, 13, 0, 1], [1, 0, 0, 1], [1, 3, 0, 1],
      [1, 19, 0, 1], [1, 13, 0, 2],
    ] as [[UInt8]])
  func faultyCodePoints(numbers: [UInt8]) throws {
    let folder = try WritingFolder()
    let chunk = Self.chunk("cICP", numbers)
    let name = "cICP \(numbers.map { "\($0)" }.joined(separator: "-")), not used"
    let bare = try source(Self.png([200, 120, 90], chunk), "a.png", in: folder)
    #expect(bare.details.coding?.profile == name)
    #expect(bare.notes.count == 1)
    #expect(bare.notes.first?.hasPrefix("its cICP is left out of account: ") == true)
    let profile = Self.iccp(Self.profile(Self.displayP3, Self.curve))
    let other = try source(Self.png([200, 120, 90], chunk + profile), "b.png", in: folder)
    #expect(other.details.coding?.profile == name + "; ICC profile")
    expect(try color(of: Self.png([200, 120, 90], chunk + profile)), [213, 115, 83])
    expect(try color(of: Self.png([200, 120, 90], chunk)), [200, 120, 90])
  }

  @Test("what tells colours is named, and whether it counts")
  func names() throws {
    let folder = try WritingFolder()
    func name(_ chunks: [UInt8]) throws -> String? {
      let file = try source(Self.png([200, 120, 90], chunks), "a.png", in: folder)
      #expect(file.notes.isEmpty)
      return file.details.coding?.profile
    }
    #expect(try name([]) == nil)
    #expect(try name(Self.chunk("cICP", [9, 16, 0, 1])) == "cICP 9-16-0-1")
    #expect(try name(Self.chunk("gAMA", Self.big(45_455))) == "gAMA 0.45455, as sRGB")
    #expect(try name(Self.chunk("gAMA", Self.big(100_000))) == "gAMA 1")
    let points = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000]
    #expect(
      try name(Self.chunk("cHRM", points.flatMap { Self.big($0) }))
        == "cHRM white 0.3127,0.329 red 0.68,0.32 green 0.265,0.69 blue 0.15,0.06")
    #expect(try name(Self.iccp(Self.profile(Self.displayP3, Self.curve))) == "ICC profile")
  }

  @Test(
    "a profile is called what it calls itself, in both versions; nothing is read beyond its end")
  func descriptions() {
    func profile(_ text: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: 128) + Self.big(1) + Array("desc".utf8) + Self.big(144)
        + Self.big(text.count) + text
    }
    let old = Array("desc".utf8) + Self.big(0) + Self.big(11) + Array("Display P3\0".utf8)
    let new =
      Array("mluc".utf8) + Self.big(0) + Self.big(1) + Self.big(12) + Array("enUS".utf8)
      + Self.big(10) + Self.big(28) + "Größe".utf16.flatMap { Self.big(Int($0), 2) }
    typealias Note = VideoFrame.ColorNote
    #expect(Note.description(ofICC: profile(old)) == "Display P3")
    #expect(Note.description(ofICC: profile(new)) == "Größe")
    for text in [old, new] {
      for count in 0..<profile(text).count {
        #expect(Note.description(ofICC: Array(profile(text).prefix(count))) == nil)
      }
      for index in text.indices {
        var other = text
        other[index] = 0xff
        _ = Note.description(ofICC: profile(other))
      }
    }
  }

  @Test("a profile that is sRGB's changes nothing, to the bit")
  func nothing() throws {
    let profile = Self.profile(Self.standard, Self.curve)
    let plain = try color(of: Self.png([200, 120, 90], []))
    #expect(try color(of: Self.png([200, 120, 90], Self.iccp(profile))) == plain)
    // gAMA and cHRM of sRGB (W3C PNG, third edition, 11.3.2.5).
    let points = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    let said =
      Self.chunk("gAMA", Self.big(45455))
      + Self.chunk("cHRM", points.flatMap { Self.big($0) })
    #expect(try color(of: Self.png([200, 120, 90], said)) == plain)
    let overruled = Self.chunk("sRGB", [0]) + Self.chunk("gAMA", Self.big(100_000))
    #expect(try color(of: Self.png([200, 120, 90], overruled)) == plain)
  }

  @Test("gAMA and cHRM of PNG count where there is nothing better")
  func gammaOfPNG() throws {
    // Light is the code to the power of 1 / 0.55556: 1.8 as in the profile above.
    let said = Self.chunk("gAMA", Self.big(55556))
    expect(try color(of: Self.png([60, 200, 200], said)), [77, 210, 210])
    let points = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
    let p3 =
      Self.chunk("gAMA", Self.big(45455)) + Self.chunk("cHRM", points.flatMap { Self.big($0) })
    for (stored, seen) in Self.p3 { expect(try color(of: Self.png(stored, p3)), seen) }
  }

  @Test("cICP of PNG counts before all else: a picture of PQ is tone-mapped as a movie of PQ")
  func codes() throws {
    // BT.2020, PQ, RGB of full range. Code 148 of 255 is about 203 cd/m², which is white.
    let pq = Self.chunk("cICP", [9, 16, 0, 1])
    let profile = Self.profile(Self.displayP3, Self.curve)
    let grey = try color(of: Self.png([76, 76, 76], pq + Self.iccp(profile)))
    // SMPTE ST 2084: code 76 of 255 is 10.0 cd/m²; of 203, by BT.1886: (10.0 / 203)^(1 / 2.4).
    expect(
      grey, Array(repeating: Int((pow(10.0 / 203, 1 / 2.4) * 255).rounded()), count: 3), within: 3)
    #expect(grey[1] == 128 && grey[2] == 128)
    let folder = try WritingFolder()
    let source = MediaSource.file(try source(Self.png([76, 76, 76], pq), "pq.png", in: folder))
    #expect(
      source.lightConversion(to: .sdr)?.contains("PQ") == true,
      "\(String(describing: source.lightConversion(to: .sdr)))")
  }

  @Test("a profile for grey counts")
  func grey() throws {
    let profile = Self.profile([], Self.gamma(1.8), space: "GRAY")
    let found = try color(of: Self.png([128], Self.iccp(profile)))
    expect(found, [146, 146, 146])
    #expect(found[1] == 128 && found[2] == 128)
  }

  @Test("a profile that cannot be used is said, and one that is damaged does no harm")
  func unusable() throws {
    let folder = try WritingFolder()
    let good = Self.profile(Self.displayP3, Self.curve)
    var tables = good
    for index in tables.indices.dropLast(3)
    where tables[index..<index + 4].elementsEqual("rXYZ".utf8) {
      tables.replaceSubrange(index..<index + 4, with: "A2B0".utf8)
    }
    for (bytes, words) in [
      (Self.profile(Self.displayP3, Self.curve, space: "CMYK"), "it is for CMYK colours"),
      (tables, "it is made of tables"),
      (Self.profile([], Self.gamma(1.8), space: "GRAY"), "it is for grey"),
      (Self.profile(Array(repeating: [0, 0, 0], count: 3), Self.curve), "its primaries are none"),
      (
        Self.profile(Self.standard.map { $0.map { -$0 } }, Self.curve), "its primaries are none"
      ),
      (
        Self.profile(Array(repeating: Self.standard[1], count: 3), Self.curve),
        "its primaries are none"
      ),
      (Self.profile(Self.standard, Self.gamma(0)), "it has neither curves"),
      (Self.profile(Self.standard, Self.flat), "its curves are flat"),
    ] {
      let source = try source(Self.png([9, 9, 9], Self.iccp(bytes)), "a.png", in: folder)
      #expect(source.notes.contains { $0.contains(words) }, "\(source.notes)")
    }
    let plain = try source(Self.png([9, 9, 9], Self.iccp(good)), "a.png", in: folder)
    #expect(plain.notes.isEmpty, "\(plain.notes)")
    // Anything: every shorter profile, and every byte of its head and its table changed.
    for length in stride(from: 0, to: good.count, by: 7) {
      _ = ColorProfile.read(icc: Array(good[..<length]))
    }
    for index in 0..<min(good.count, 260) {
      for byte in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = good
        bytes[index] = byte
        _ = ColorProfile.read(icc: bytes)
      }
    }
  }
}
