import Diagnostics
import FileSystem
import Foundation
import MediaOpening
import Testing

@testable import MediaProbing

/// Small files that ask for much work.
struct HostilePictureTests {
  // MARK: - SVG

  /// Groups within each other, each of which draws the one before it ten times.
  private static func drawing(levels: Int, kind: String = "use") -> String {
    var text = #"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36" "#
    text += #"xmlns:xlink="http://www.w3.org/1999/xlink"><!-- <use> -->"#
    text += #"<defs><rect id="a0" width="9" height="9" fill="red"/>"#
    for level in stride(from: 1, through: levels, by: 1) {
      let one =
        kind == "use"
        ? "<use xlink:href='#a\(level - 1)'/>"
        : "<rect width='9' height='9' style='fill: url(#a\(level - 1))'/>"
      let name = kind == "use" ? "g" : "pattern"
      text += "<\(name) id='a\(level)'>"
      text += String(repeating: one, count: 10) + "</\(name)>"
    }
    return text + "</defs><use href='#a\(levels)'/></svg>"
  }

  @Test(
    "elements of a drawing that others draw are counted as often as they are drawn",
    arguments: 0...6)
  func counted(levels: Int) {
    // A group of level n draws itself and ten uses with what each draws: 11 + 10 t(n - 1), t(0) = 1.
    var drawn = 1
    for _ in 0..<levels { drawn = 11 + 10 * drawn }
    let written = 3 + 1 + 11 * levels
    // `svg`, `defs` and what is in it are written; drawn are `svg`, the use, and what that draws.
    let expected = max(0, 2 + drawn - written)
    #expect(DrawnElements.repeated(in: Array(Self.drawing(levels: levels).utf8)) == expected)
  }

  @Test(
    "a drawing of few bytes and countless elements is refused, and says how many it has",
    arguments: ["use", "pattern"])
  func multiplied(kind: String) throws {
    let folder = try WritingFolder()
    for (name, levels) in [("few.svg", 3), ("many.svg", 10), ("countless.svg", 40)] {
      try Data(Self.drawing(levels: levels, kind: kind).utf8)
        .write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let locator = MediaLocator(projectFolder: folder.path)
    #expect(try Media.problem("few.svg", locator) == nil)
    let many = try #require(try Media.problem("many.svg", locator))
    #expect(many.message.contains("22222222"))
    #expect(many.message.contains("the limit is 100000"))
    let countless = try #require(try Media.problem("countless.svg", locator))
    #expect(countless.message.contains("countless elements"))
  }

  @Test("a drawing that refers to itself is counted to its end")
  func circles() {
    let text = """
      <svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href='#none'/></g>
      """
    #expect(DrawnElements.repeated(in: Array(text.utf8)) < 10)
    let deep = String(repeating: "<g>", count: 200_000)
    #expect(DrawnElements.repeated(in: Array(deep.utf8)) == 0)
  }

  // MARK: - PNG

  /// Bytes that inflate to one byte and `count` times 258: each repetition is the code 285 of 8 bits and a
  /// distance of 5 (RFC 1951, 3.2.6).
  private static func inflating(count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0xDA]
    var (hold, held) = (0, 0)
    func add(_ bits: String) {
      for bit in bits {
        hold |= (bit == "1" ? 1 : 0) << held
        held += 1
        if held == 8 {
          bytes.append(UInt8(hold))
          (hold, held) = (0, 0)
        }
      }
    }
    add("110" + "00110000")
    // Eight of them have 13 whole bytes, so one round is made and repeated.
    for _ in 0..<(count % 8) { add("11000101" + "00000") }
    let start = bytes.count
    for _ in 0..<8 { add("11000101" + "00000") }
    let round = bytes[start...]
    for _ in 1..<(count / 8) { bytes += round }
    add("0000000" + "0000000")
    return bytes
  }

  private static func png(chunk name: String, _ content: [UInt8]) -> [UInt8] {
    var table = [UInt32](repeating: 0, count: 256)
    for index in 0..<256 {
      table[index] = (0..<8).reduce(UInt32(index)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    func big(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + content
      let check = body.reduce(UInt32.max) {
        $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)]
      }
      return big(UInt32(content.count)) + body + big(~check)
    }
    // One grey pixel: a filter byte and the sample, stored, with their Adler-32.
    let pixel: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 0x80, 0, 0x82, 0, 0x81]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(1) + big(1) + [8, 0, 0, 0, 0]) + chunk(name, content)
      + chunk("IDAT", pixel) + chunk("IEND", [])
  }

  @Test(
    "a picture whose profile or text inflates to more than 64 MiB is refused before it does",
    arguments: ["iCCP", "zTXt"])
  func inflated(chunk: String) throws {
    let folder = try WritingFolder()
    // 1 + 260112 × 258 = 67108897, and 64 MiB are 67108864.
    for (name, count) in [("little.png", 8000), ("much.png", 260_112), ("more.png", 2_000_000)] {
      let bytes = Self.png(chunk: chunk, Array("x".utf8) + [0, 0] + Self.inflating(count: count))
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let locator = MediaLocator(projectFolder: folder.path)
    #expect(try Media.problem("little.png", locator) == nil)
    for name in ["much.png", "more.png"] {
      let problem = try #require(try Media.problem(name, locator))
      #expect(problem.id == .mediaLimit)
      #expect(problem.message.contains("inflate to more than 64 MiB"))
    }
  }
}
