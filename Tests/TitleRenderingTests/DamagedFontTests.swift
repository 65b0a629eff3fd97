import Diagnostics
import Foundation
import Testing
import TimelineModel

@testable import TitleRendering

@Suite("damaged fonts") struct DamagedFontTests {
  private let renderer = makeRenderer()
  private let range = SourceRange(lower: 3, upper: 9)

  private func font() throws -> [UInt8] {
    let path = try renderer.withEngine { engine throws(TitleError) in
      try engine.library.resolve(style("a")).face.file.path
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func findings(_ bytes: [UInt8], _ text: String) throws -> [Diagnostic] {
    let path = NSTemporaryDirectory() + "font-\(UUID().uuidString).ttf"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var asked = style(text)
    asked.font = .file(path: path)
    return renderer.check(asked, range: range)
  }

  /// Where the directory says that a table lies.
  private func table(_ name: String, _ bytes: [UInt8]) throws -> Range<Int> {
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let entries = (0..<number(4) >> 16).map { 12 + 16 * $0 }
    let entry = try #require(entries.first { Array(bytes[$0..<$0 + 4]) == Array(name.utf8) })
    return number(entry + 8)..<number(entry + 8) + number(entry + 12)
  }

  @Test("a whole font has no findings")
  func whole() throws {
    #expect(try findings(try font(), "Whole").isEmpty)
  }

  @Test(
    "a font that is cut off is an error, wherever it was cut", arguments: [0.1, 0.5, 0.9, 0.999])
  func cut(share: Double) throws {
    let bytes = try font()
    let kept = Int(Double(bytes.count) * share)
    let found = try findings(Array(bytes.prefix(kept)), "Cut")
    #expect(found.map(\.id) == [.fontFile])
    #expect(found.first?.message.contains("is cut off: its table '") == true)
    #expect(found.first?.message.contains("the file has \(kept)") == true)
  }

  @Test("outlines that cannot be read are an error that counts them")
  func outlines() throws {
    var bytes = try font()
    for place in try table("glyf", bytes) { bytes[place] = place % 2 == 0 ? 0x7F : 0xFF }
    let found = try findings(bytes, "aab")
    #expect(found.map(\.id) == [.fontDamaged])
    #expect(found.first?.message.contains("does not give 2 glyphs of 'aab'") == true)
  }
}
