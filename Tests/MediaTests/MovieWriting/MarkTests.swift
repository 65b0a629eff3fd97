import Foundation
import BaseValues
import OutputKinds
import Raster
import Testing

@testable import MovieWriting

@Suite("Marks of our own files")
struct MarkTests {
  /// Boxes inside one another, the innermost with some bytes.
  private func boxes(_ names: [String], _ content: [UInt8]) -> [UInt8] {
    var bytes = content
    for name in names.reversed() {
      if name == "meta" { bytes = [0, 0, 0, 0] + bytes }
      let size = UInt32(bytes.count + 8)
      let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
      bytes = head + name.unicodeScalars.map { UInt8($0.value) } + bytes
    }
    return bytes
  }

  private func isMarked(_ bytes: [UInt8]) throws -> Bool {
    let path = FileManager.default.temporaryDirectory.path + "/mark-\(UUID().uuidString).mp4"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return MovieContainer.isOurs(path)
  }

  @Test("the tool's name is found in its box alone, and whole")
  func boxes() throws {
    let path = ["moov", "udta", "meta", "ilst", "©too", "data"]
    let kind: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0]
    let mark = boxes(path, kind + Array("cutlist".utf8))
    let type = boxes(["ftyp"], Array("isom".utf8))
    let media = boxes(["mdat"], [UInt8](repeating: 7, count: 1000))
    #expect(try isMarked(mark))
    #expect(try isMarked(type + media + mark) && isMarked(type + mark + media))
    #expect(try !isMarked(boxes(path, kind + Array("cutlist 2".utf8))))
    #expect(try !isMarked(boxes(path, kind + Array("Lavf59".utf8))))
    #expect(
      try !isMarked(
        boxes(["moov", "udta", "meta", "ilst", "©nam", "data"], kind + Array("cutlist".utf8))))
    #expect(
      try !isMarked(
        boxes(["free", "udta", "meta", "ilst", "©too", "data"], kind + Array("cutlist".utf8))))
    #expect(try !isMarked([]) && !isMarked(Array("cutlist".utf8)))
    // Sizes that lie: longer than the file, shorter than their own header, endless.
    for place in [0, 8, 16, 28, 36, 44] {
      for size: [UInt8] in [
        [255, 255, 255, 255], [0, 0, 0, 4], [0, 0, 0, 1], [127, 255, 255, 255],
      ] {
        var wrong = mark
        wrong.replaceSubrange(place..<place + 4, with: size)
        #expect(try !isMarked(wrong), "\(place) \(size)")
      }
    }
    for count in 0..<mark.count { #expect(try !isMarked(Array(mark[..<count]))) }
  }

  @Test("a folder, a pipe and nothing at all have no mark")
  func noFiles() throws {
    let path = FileManager.default.temporaryDirectory.path + "/mark-\(UUID().uuidString)"
    defer { unsafe unlink(path) }
    #expect(unsafe mkfifo(path, 0o600) == 0)
    for place in ["/", path, path + "-none"] {
      #expect(!MovieContainer.isOurs(place) && !PictureFormat.isOurs(place))
    }
  }

  @Test("a PNG keeps its picture, and its mark has the checksum that zlib gives")
  func picture() throws {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 4, height: 4))
    image.fill(y: 100, u: 128, v: 128)
    let png = try StillWriter.png(image.freeze())
    // python3 -c "import zlib; print(hex(zlib.crc32(b'tEXtSoftware\\0cutlist')))"
    let chunk: [UInt8] =
      [0, 0, 0, 16] + Array("tEXtSoftware\u{0}cutlist".utf8) + Self.checksum
    #expect(Array(png[33..<33 + chunk.count]) == chunk)
    let path = FileManager.default.temporaryDirectory.path + "/mark-\(UUID().uuidString).png"
    defer { unsafe unlink(path) }
    try Data(png).write(to: URL(fileURLWithPath: path))
    #expect(PictureFormat.isOurs(path))
    #expect(try StillReader.picture(at: path).size == Size(width: 4, height: 4))
  }

  private static let checksum: [UInt8] = [0x3d, 0x61, 0x12, 0x1f]
}
