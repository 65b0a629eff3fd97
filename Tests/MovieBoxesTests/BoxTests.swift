import BaseValues
import Foundation
import OutputKinds
import SeededNumbers
import Testing

@testable import MovieBoxes

/// Files from the field: `CUTLIST_SHARED`, or the folder `shared` beside the package.
private let realMedia: String = {
  let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let beside = package.deletingLastPathComponent().appendingPathComponent("shared").path
  return (ProcessInfo.processInfo.environment["CUTLIST_SHARED"] ?? beside) + "/media/real/"
}()

/// A box by hand.
private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
  let size = UInt32(content.count + 8)
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
    + type.unicodeScalars.map { UInt8($0.value) } + content
}

@Suite("Boxes of ISO/IEC 14496-12 and QuickTime")
struct BoxTests {
  private func written(_ boxes: [Box]) -> [UInt8] { boxes.flatMap(\.data) }

  @Test("known boxes open, others keep their bytes, and all are written as they were")
  func forms() throws {
    let handler = box("hdlr", [UInt8](repeating: 1, count: 24))
    let list = box(
      "ilst", box("©too", box("data", [9, 9])) + box("\u{0}\u{0}\u{0}\u{1}", box("data", [])))
    let files: [(String, [UInt8])] = [
      ("nothing", []),
      ("unknown", box("abcd", [1, 2, 3])),
      ("with a version", box("moov", box("meta", [0, 0, 0, 0] + handler + list))),
      ("without", box("moov", box("meta", handler + list))),
      ("meta of something else", box("moov", box("meta", [1, 2, 3]))),
      ("end of a list", box("moov", box("udta", box("name", [65]) + [0, 0, 0, 0]))),
      ("a zero and more", box("moov", box("udta", [UInt8](repeating: 0, count: 30)))),
      (
        "64 bits",
        box("ftyp", []) + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 18, 7, 7]
      ),
      ("to the end", box("moov", []) + [0, 0, 0, 0] + Array("mdat".utf8) + [1, 2, 3]),
      (
        "user data without sense", box("moov", box("udta", [0, 0, 0, 99] + Array("nameabcd".utf8)))
      ),
    ]
    for (name, bytes) in files {
      #expect(written(try Box.boxes(in: bytes)) == bytes, "\(name)")
      #expect(try Box.boxes(in: bytes).reduce(0) { $0 + $1.size } == bytes.count, "\(name)")
    }
    let meta = try #require(try Box.boxes(in: files[3].1).first?["meta"])
    #expect(meta.box("ilst", "©too", "data")?.bytes == [9, 9])
    #expect(try Box.boxes(in: files[5].1).first?.box("udta", "name")?.bytes == [65])
  }

  @Test("what is wrong is an error that says where")
  func faults() throws {
    func error(_ bytes: [UInt8], _ limits: BoxLimits = BoxLimits()) -> BoxError? {
      do throws(BoxError) { _ = try Box.boxes(in: bytes, limits: limits) } catch { return error }
      return nil
    }
    let good = box("ftyp", [1])
    #expect(error(good + [0, 0, 0])?.offset == 9)
    #expect(error(good + box("mdat", [1, 2]).dropLast())?.offset == 9)
    #expect(error(good + [0, 0, 0, 7] + Array("mdat".utf8))?.offset == 9)
    #expect(
      error(good + [0, 0, 0, 1] + Array("mdat".utf8) + [255, 255, 255, 255, 255, 255, 255, 255])
        != nil)
    #expect(error(good + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 15]) != nil)
    #expect(error(box("moov", box("trak", [0, 0, 1, 0] + Array("tkhd".utf8))))?.offset == 16)
    var deep: [UInt8] = []
    for _ in 0..<16 { deep = box("moov", deep) }
    #expect(error(deep) == nil)
    #expect(error(box("moov", deep))?.reason == "boxes lie more than 16 deep")
    deep = []
    for _ in 0..<100 { deep = box("udta", deep) }
    // What people have added stays as it is where it lies too deep.
    #expect(written(try Box.boxes(in: deep)) == deep)
    let many = Array((0..<20).map { _ in box("free", []) }.joined())
    #expect(error(many, BoxLimits(count: 20)) == nil)
    #expect(error(many, BoxLimits(count: 19))?.offset == 152)
    #expect(error(box("udta", many), BoxLimits(count: 19)) != nil)
  }

  @Test("damaged boxes end in an error or are written again as they were")
  func mutations() throws {
    let handler = box("hdlr", [UInt8](repeating: 0, count: 24))
    let table = box("stbl", box("stco", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9]))
    let track = box(
      "trak",
      box("tkhd", [UInt8](repeating: 0, count: 84))
        + box("mdia", box("mdhd", [UInt8](repeating: 0, count: 24)) + handler + box("minf", table)))
    let meta = box("meta", [0, 0, 0, 0] + handler + box("ilst", box("©too", box("data", [9]))))
    let good = box(
      "moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + track + box("udta", meta))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0...3, using: &random) {
        case 0:
          if !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(
              in: 0...255, using: &random)
          }
        case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random) / 4)
        case 2: bytes.insert(0, at: Int.random(in: 0...bytes.count, using: &random))
        default:
          if bytes.count > 4 {
            let place = Int.random(in: 0..<(bytes.count - 3), using: &random)
            bytes.replaceSubrange(place..<(place + 4), with: [255, 255, 255, 255])
          }
        }
      }
      guard let boxes = try? Box.boxes(in: bytes) else { continue }
      #expect(written(boxes) == bytes)
      guard var index = try? MovieIndex(boxes, .mp4) else { continue }
      try? index.describe(
        .init(
          tags: [.init(.title, "a")], chapters: [.init(start: .zero, end: .one, title: "b")],
          timecode: .init(frame: 1, isDropFrame: false), creationTime: 0), rate: .init(25))
      _ = try? index.data(samplesAt: 1 << 20, mediaMovedBy: 1 << 33)
    }
  }

  @Test("offsets of chunks get 64 bits where they need them")
  func offsets() throws {
    func index(_ offset: [UInt8]) -> [UInt8] {
      let table = box("stbl", box("stco", [0, 0, 0, 0, 0, 0, 0, 1] + offset))
      let media = box(
        "mdia",
        box("mdhd", [UInt8](repeating: 0, count: 24))
          + box("hdlr", [UInt8](repeating: 0, count: 24))
          + box("minf", table))
      return box(
        "moov",
        box("mvhd", [UInt8](repeating: 0, count: 100))
          + box("trak", box("tkhd", [UInt8](repeating: 0, count: 84)) + media))
    }
    var near = try MovieIndex(Box.boxes(in: index([0, 0, 0, 9])), .mp4)
    try near.widenOffsets(movedBy: 1000)
    #expect(try near.data(samplesAt: 0, mediaMovedBy: 1000) == index([0, 0, 3, 0xF1]))
    var far = try MovieIndex(Box.boxes(in: index([255, 255, 255, 0])), .mp4)
    #expect(throws: BoxError.self) { try far.data(samplesAt: 0, mediaMovedBy: 1000) }
    let size = far.size
    try far.widenOffsets(movedBy: 1000)
    #expect(far.size == size + 4)
    let wide = box("co64", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 0xE8])
    let data = try far.data(samplesAt: 0, mediaMovedBy: 1000)
    #expect(Array(data.suffix(wide.count)) == wide)
  }

  private static let realFiles: [String] = {
    let endings = [".mp4", ".mov", ".m4a", ".3gp", ".m4v", ".avif", ".heic"]
    let names =
      FileManager.default.enumerator(atPath: realMedia)?.compactMap { $0 as? String } ?? []
    return names.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }.sorted()
  }()

  /// Files whose boxes do not fit, by the catalogue.
  private static let damaged: Set = [
    "truncated-64bit.mp4", "displaymatrix.mov", "sample_malformed_free_box.mp4",
  ]

  @Test(
    "files from the field are written again byte for byte",
    .enabled(if: !realFiles.isEmpty, "the shared media folder is not beside the package"))
  func fieldFiles() throws {
    for name in Self.realFiles {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: realMedia + name)))
      if Self.damaged.contains(where: { name.hasSuffix($0) }) {
        #expect(throws: BoxError.self, "\(name)") { try Box.boxes(in: bytes) }
        continue
      }
      let boxes = try #require(try? Box.boxes(in: bytes), "\(name)")
      #expect(written(boxes) == bytes, "\(name)")
    }
    #expect(Self.realFiles.count > 50)
  }
}
