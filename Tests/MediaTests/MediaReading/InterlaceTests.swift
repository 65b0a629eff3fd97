import FileSystem
import Foundation
import LibAV
import BaseValues
import Testing
import TimelineModel
import SeededNumbers

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

@Suite("interlace")
struct InterlaceTests {
  private static let width = 96
  private static let height = 32

  /// What a camera sees at a field's time: a bar that moves over stripes.
  private static func luma(_ x: Int, _ y: Int, field: Int) -> UInt8 {
    let left = field * 4
    if (left..<left + 20).contains(x) { return 210 }
    return (x / 8 + y / 8) % 2 == 0 ? 60 : 90
  }

  private static func progressive(_ field: Int) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).map { luma($0, y, field: field) } }
  }

  /// Raw video of ten interlaced pictures.
  ///
  /// - Parameter letter: how the file calls its fields: `t`, `b`, or `p` for none.
  private func movie(
    _ folder: WritingFolder, topFirst: Bool = true, letter: String, count: Int = 10
  ) throws -> String {
    let head = "YUV4MPEG2 W\(Self.width) H\(Self.height) F25:1 I\(letter) A1:1 C420mpeg2\n"
    var file = Array(head.utf8)
    for number in 0..<count {
      file += Array("FRAME\n".utf8)
      for y in 0..<Self.height {
        let isLater = (y % 2 == 0) != topFirst
        let field = 2 * number + (isLater ? 1 : 0)
        file += (0..<Self.width).map { Self.luma($0, y, field: field) }
      }
      file += [UInt8](repeating: 128, count: Self.width * Self.height / 2)
    }
    let path = folder.file("\(letter)\(topFirst).y4m")
    try Data(file).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// - Parameter rate: of the movie that it is counted for; `nil` for none.
  private func source(
    _ path: String, _ interlace: Interlace = .auto, for rate: FrameRate? = nil
  ) throws -> MediaFile {
    var item = Media.item(path)
    item.reading.interlace = interlace
    var prober = try Media.prober(MediaLocator(projectFolder: "/"))
    if let rate { (prober.outputRate, prober.countsForMovie) = (rate, true) }
    return try #require(try prober.probe(item).get().file)
  }

  private func luma(_ frame: SharedFrame) -> [UInt8] {
    frame.withFrame { frame in
      (0..<frame.height).flatMap { y in
        let row = frame.row(y, ofPlane: 0)
        return row.indices.map { row[$0] }
      }
    }
  }

  /// Mean of the squared differences.
  private func error(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var sum = 0
    for (x, y) in zip(a, b) {
      let difference = Int(x) - Int(y)
      sum += difference * difference
    }
    return sum / a.count
  }

  @Test(
    "either field order gives pictures without combs, at the time of the earlier field",
    arguments: [true, false])
  func orders(topFirst: Bool) throws {
    let folder = try WritingFolder()
    let source = try source(
      movie(folder, topFirst: topFirst, letter: topFirst ? "t" : "b"))
    #expect(source.notes.isEmpty)
    let whole = try FrameReader(.file(source), protocols: [])
    let stored = try VideoReader(source, protocols: [])
    for number in 0..<10 {
      let truth = Self.progressive(2 * number)
      let combed = error(luma(try stored.frame(number)), truth)
      #expect(combed > 400)
      #expect(error(luma(try whole.frame(number)), truth) < combed / 20, "picture \(number)")
    }
  }

  @Test("what the project says of fields counts more than what the file says")
  func said() throws {
    let folder = try WritingFolder()
    let plain = try movie(folder, letter: "p")
    let wrong = try movie(folder, letter: "b")
    for (path, said) in [(plain, Interlace.topFirst), (wrong, .topFirst)] {
      let reader = try FrameReader(.file(source(path, said)), protocols: [])
      #expect(error(luma(try reader.frame(4)), Self.progressive(8)) < 40)
    }
    for (path, said) in [(plain, Interlace.auto), (wrong, .none)] {
      let source = try source(path, said)
      let reader = try FrameReader(.file(source), protocols: [])
      let stored = try VideoReader(source, protocols: [])
      #expect(luma(try reader.frame(4)) == luma(try stored.frame(4)))
    }
    // The wrong order shows the later field's time.
    let reader = try FrameReader(.file(source(wrong)), protocols: [])
    #expect(error(luma(try reader.frame(4)), Self.progressive(9)) < 40)
  }

  @Test("pictures are the same forward, backward, shuffled and alone")
  func orderOfReading() throws {
    let folder = try WritingFolder()
    let source = try source(movie(folder, letter: "t"))
    let forward = try FrameReader(.file(source), protocols: [])
    let wanted = try (0..<10).map { try forward.frame($0).hash }
    #expect(Set(wanted).count == 10)
    let backward = try FrameReader(.file(source), protocols: [])
    for number in (0..<10).reversed() { #expect(try backward.frame(number).hash == wanted[number]) }
    var generator = SeededGenerator(seed: 4)
    let shuffled = try FrameReader(.file(source), protocols: [])
    for number in (0..<10).shuffled(using: &generator) + [3, 3, 9, 0] {
      #expect(try shuffled.frame(number).hash == wanted[number])
    }
    for number in 0..<10 {
      #expect(try FrameReader(.file(source), protocols: []).frame(number).hash == wanted[number])
    }
  }

  @Test(
    "in a movie with a frame for each field every field is a picture at its own time",
    arguments: [true, false])
  func fields(topFirst: Bool) throws {
    let folder = try WritingFolder()
    let source = try source(
      movie(folder, topFirst: topFirst, letter: topFirst ? "t" : "b"), for: Media.rate(50))
    #expect(source.facts.video?.unit == .fields)
    #expect(
      source.facts.video?.frames == .regular(start: .zero, rate: try Media.rate(50), count: 20))
    let forward = try FrameReader(.file(source), protocols: [])
    let frames = try (0..<20).map { try forward.frame($0) }
    for (number, frame) in frames.enumerated() {
      // The first and the last one are made of one field alone.
      let allowed = number == 0 || number == 19 ? 60 : 40
      #expect(error(luma(frame), Self.progressive(number)) < allowed, "field \(number)")
    }
    #expect(Set(frames.map(\.hash)).count == 20)
    // Backward, shuffled and alone.
    let backward = try FrameReader(.file(source), protocols: [])
    for number in (0..<20).reversed() {
      #expect(try backward.frame(number).hash == frames[number].hash)
    }
    var generator = SeededGenerator(seed: 9)
    let shuffled = try FrameReader(.file(source), protocols: [])
    for number in (0..<20).shuffled(using: &generator) + [7, 7, 6, 19, 0] {
      #expect(try shuffled.frame(number).hash == frames[number].hash)
    }
    for number in 0..<20 {
      let alone = try FrameReader(.file(source), protocols: [])
      #expect(try alone.frame(number).hash == frames[number].hash)
    }
    // Earlier fields are the pictures that other movies show.
    let plain = try FrameReader(
      .file(self.source(movie(folder, topFirst: topFirst, letter: topFirst ? "t" : "b"))),
      protocols: [])
    for number in 0..<10 { #expect(try plain.frame(number).hash == frames[2 * number].hash) }
  }

  @Test("fields count only where a movie has frames at the later ones' times")
  func units() throws {
    let folder = try WritingFolder()
    let path = try movie(folder, letter: "t")
    let cases: [(Int64, Int64, FrameUnit)] = [
      (50, 1, .fields), (60, 1, .fields), (60_000, 1001, .fields), (30, 1, .fields),
      (25, 1, .pictures), (24, 1, .pictures), (25_025, 1001, .pictures), (25_250, 1000, .pictures),
    ]
    for (frames, seconds, unit) in cases {
      let rate = try Media.rate(frames, per: seconds)
      #expect(try source(path, for: rate).facts.video?.unit == unit, "\(rate)")
      #expect(try source(path, .none, for: rate).facts.video?.unit == .pictures)
    }
    #expect(try source(path).facts.video?.unit == .pictures)
    #expect(
      try source(movie(folder, letter: "p"), for: Media.rate(50)).facts.video?.unit == .pictures)
  }

  @Test("where the distance of pictures varies, later fields follow by half of the usual one")
  func irregular() throws {
    let facts = VideoFacts(
      codedSize: .init(width: 96, height: 32),
      frames: .irregular(times: [0, 40, 80, 200, 230], end: 270, timeBase: Rational(1, 1000)!))
    let fields = try #require(facts.countingFields(in: Media.rate(50)))
    #expect(
      fields.frames
        == .irregular(
          times: [0, 40, 80, 120, 160, 200, 400, 430, 460, 500], end: 540,
          timeBase: Rational(1, 2000)!))
    #expect(facts.countingFields(in: try Media.rate(25)) == nil)
    #expect(fields.countingFields(in: try Media.rate(100)) == nil)
  }

  @Test("pictures that somebody holds are not written again; others are")
  func memory() throws {
    let folder = try WritingFolder()
    let reader = try FrameReader(.file(source(movie(folder, letter: "t"))), protocols: [])
    var held: [(SharedFrame, UInt64)] = []
    for number in 0..<10 {
      let frame = try reader.frame(number)
      held.append((frame, frame.hash))
    }
    for (frame, hash) in held { #expect(frame.hash == hash) }
    held = []
    func place(_ number: Int) throws -> Int {
      try reader.frame(number).withFrame { frame in
        unsafe Int(bitPattern: frame.planeMemory(0)?.base)
      }
    }
    let places = try (0..<10).map { try place($0) }
    #expect(Set(places).count <= 3)
  }

  @Test("a single interlaced picture is made of one field alone")
  func single() throws {
    let folder = try WritingFolder()
    let source = try source(movie(folder, letter: "t", count: 1))
    let frame = try FrameReader(.file(source), protocols: []).frame(0)
    #expect(error(luma(frame), Self.progressive(0)) < 60)
  }

  @Test("a progressive picture among interlaced ones stays as it is")
  func mixed() throws {
    func frame(isInterlaced: Bool) throws -> SharedFrame {
      var frame = try VideoFrame(format: "yuv420p", width: 16, height: 16)
      frame.isInterlaced = isInterlaced
      frame.isTopFieldFirst = true
      return SharedFrame(frame)
    }
    let rule = FieldRule(.auto)
    #expect(rule.order(of: try frame(isInterlaced: true)) == .topFirst)
    #expect(rule.order(of: try frame(isInterlaced: false)) == nil)
    #expect(FieldRule(.none).order(of: try frame(isInterlaced: true)) == nil)
    #expect(FieldRule(.bottomFirst).order(of: try frame(isInterlaced: false)) == .bottomFirst)
  }

  @Test(
    "formats of whole bytes and pairs of bytes are deinterlaced, others stay as they are",
    arguments: [
      ("yuv420p", true), ("yuv422p10le", true), ("nv12", true), ("uyvy422", true), ("rgb24", true),
      ("p010le", true), ("gray16le", true), ("yuv422p10be", false), ("rgb565le", false),
      ("monow", false), ("pal8", false), ("gbrpf32le", false),
    ])
  func formats(format: String, isDone: Bool) throws {
    func frame(_ seed: Int) throws -> SharedFrame {
      var frame = try VideoFrame(format: format, width: 24, height: 16)
      for plane in 0..<frame.planeCount {
        let rows = unsafe frame.planeMemory(plane)?.rows ?? 0
        for y in 0..<rows {
          var row = frame.mutableRow(y, ofPlane: plane)
          for x in row.indices { row[x] = UInt8((x * 5 + y % 2 * 90 + seed * 40) % 4) }
        }
      }
      return SharedFrame(frame)
    }
    let own = try frame(1)
    let result = try Deinterlacer().picture(
      before: try frame(0), own, after: try frame(2), order: .topFirst)
    #expect((result !== own) == isDone)
    // The earlier field is kept.
    let (kept, stored) = (luma(result), luma(own))
    let width = stored.count / 16
    for y in stride(from: 0, to: 16, by: 2) {
      #expect(kept[y * width..<(y + 1) * width] == stored[y * width..<(y + 1) * width])
    }
  }
}
