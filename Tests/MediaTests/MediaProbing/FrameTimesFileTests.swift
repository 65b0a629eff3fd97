import Foundation
import LibAV
import BaseValues
import Testing
import TimelineModel

@testable import MediaReading
@testable import MediaSources

/// Files whose times do not simply say which picture is shown when, made by FFmpeg.
@Suite("times of pictures in files", .enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"))
struct FrameTimesFileTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["CUTLIST_EXHAUSTIVE"] != nil

  private func ffmpeg(_ words: String...) throws {
    _ = try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-y", "-bitexact"] + words)
  }

  // MARK: - Rates

  struct Container: CustomTestStringConvertible {
    var name: String
    /// What its file is named.
    var ending: String
    var words: [String]
    var testDescription: String { name }

    init(_ name: String, _ words: String) {
      self.name = name
      ending = name.split(separator: " ")[0].description
      self.words = words.split(separator: " ").map(String.init)
    }
  }

  static let containers = [
    Container("avi", "-c:v mpeg4 -bf 0"),
    Container("mov", "-c:v mpeg4 -bf 0"),
    Container("mp4 of milliseconds", "-c:v libx264 -preset ultrafast -video_track_timescale 1000"),
    Container("mov of 600", "-c:v libx264 -preset ultrafast -video_track_timescale 600"),
    Container("mkv", "-c:v libx264 -preset ultrafast"),
    Container("webm", "-c:v libvpx -threads 1 -deadline realtime -cpu-used 8"),
    Container("ivf", "-c:v libvpx -threads 1 -deadline realtime -cpu-used 8"),
    Container("ogv", "-c:v libtheora -q:v 7"),
    Container("flv", "-c:v flv"),
    Container("ts", "-c:v libx264 -preset ultrafast"),
    Container("mpg", "-c:v mpeg2video -f vob"),
    Container("nut", "-c:v ffv1"),
    Container("y4m", "-pix_fmt yuv420p"),
    Container("gif", ""),
    Container("apng", "-f apng"),
  ]

  /// Rates that times in a container mean, and are not others' exact times as well.
  private static func rates(_ container: Container) throws -> [FrameRate] {
    switch container.name {
    case "gif": return try [Media.rate(10), Media.rate(25), Media.rate(50)]
    case "mov of 600": return try [24, 30, 60, 120].map { try Media.rate($0) }
    case "mpg":
      return try [Media.rate(24000, per: 1001), Media.rate(25), Media.rate(30000, per: 1001)]
    default: break
    }
    let usual = try [Media.rate(24), Media.rate(30), Media.rate(30000, per: 1001)]
    return isExhaustive ? PictureGridTests.rates : usual
  }

  @Test("a file has the rate that it was made with", arguments: containers)
  func rate(_ container: Container) throws {
    let folder = try WritingFolder()
    let file = folder.file("a." + container.ending)
    // Of some containers all rates have few pictures and many, of the others one of the two, by turn.
    let both = ["mp4 of milliseconds", "mkv", "avi", "gif"].contains(container.name)
    let turn = Self.containers.firstIndex { $0.name == container.name } ?? 0
    for (place, rate) in try Self.rates(container).enumerated() {
      let usual = both ? [4, 60] : (place + turn) % 2 == 0 ? [4] : [60]
      for count in Self.isExhaustive ? [1, 2, 3, 5, 10, 40, 240, 1000] : usual {
        let pictures = "testsrc2=size=64x48:rate=\(rate),noise=alls=40:allf=t"
        _ = try Tool.run(
          "ffmpeg",
          ["-nostdin", "-v", "error", "-y", "-bitexact", "-filter_complex", pictures]
            + ["-frames:v", "\(count)"] + container.words + [file])
        let source = try Media.probe(file)
        if count == 1, source.isStill { continue }
        #expect(
          source.facts.video?.frames == .regular(start: .zero, rate: rate, count: count),
          "\(rate), \(count) pictures")
      }
    }
  }

  // MARK: - Pictures

  private static let (width, height, count) = (64, 48, 60)

  /// Writes a movie with B-pictures, and returns the luma of its pictures as FFmpeg decodes them.
  private func movie(_ folder: WritingFolder, _ words: String) throws -> [[UInt8]] {
    let pictures =
      "testsrc2=size=\(Self.width)x\(Self.height):rate=25,noise=alls=20:allf=t:all_seed=7"
    _ = try Tool.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-y", "-bitexact", "-filter_complex", pictures]
        + ["-frames:v", "\(Self.count)", "-pix_fmt", "yuv420p", "-g", "20", "-threads", "1"]
        + words.split(separator: " ").map(String.init) + [folder.file("good.mp4")])
    try ffmpeg(
      "-i", folder.file("good.mp4"), "-vsync", "passthrough", "-f", "rawvideo",
      "-pix_fmt", "yuv420p", folder.file("good.yuv"))
    let bytes = try folder.bytes("good.yuv")
    let size = Self.width * Self.height
    #expect(bytes.count == Self.count * size * 3 / 2)
    return (0..<Self.count).map { Array(bytes[$0 * size * 3 / 2..<$0 * size * 3 / 2 + size]) }
  }

  private func luma(_ frame: SharedFrame) -> [UInt8] {
    frame.withFrame { frame in
      var luma: [UInt8] = []
      for y in 0..<Self.height {
        // Safe: the row is as long as it says. Byte by byte debug builds take long.
        unsafe frame.row(y, ofPlane: 0).extracting(..<Self.width).withUnsafeBufferPointer {
          unsafe luma.append(contentsOf: $0)
        }
      }
      return luma
    }
  }

  /// That each picture is the one that it should be, forward, backward and out of order.
  private func check(_ file: String, _ pictures: [[UInt8]]) throws -> MediaFile {
    let source = try Media.probe(file)
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(25), count: pictures.count), "\(file)")
    let reader = try source.storedFrames(protocols: [])
    let orders = [
      Array(pictures.indices), [59, 41, 40, 39, 3, 21, 2, 1, 0], [30, 12, 55, 20, 19],
    ]
    for number in orders.joined() where number < pictures.count {
      #expect(luma(try reader.frame(number)) == pictures[number], "\(file), picture \(number)")
    }
    return source
  }

  @Test(
    "pictures that have the times of decoding alone are shown in their order, and it is said",
    arguments: [
      "-c:v libx264 -preset veryfast -bf 3 -b_strategy 0", "-c:v mpeg4 -bf 2",
      "-c:v libx265 -preset ultrafast -x265-params log-level=error:bframes=3:keyint=20:pools=1",
    ])
  func decodingTimes(_ words: String) throws {
    let folder = try WritingFolder()
    let pictures = try movie(folder, words)
    for ending in words.contains("x264") ? ["mp4", "mkv", "flv"] : ["mp4", "mkv"] {
      let file = folder.file("bad." + ending)
      try ffmpeg(
        "-i", folder.file("good.mp4"), "-c", "copy", "-bsf:v",
        "setts=pts=DTS-STARTDTS:dts=DTS-STARTDTS", file)
      let source = try check(file, pictures)
      #expect(source.details.irregularities.map(\.id).contains(.decodingTimes))
      #expect(source.notes.count == 1)
      // What is kept of a file is the whole of it.
      let bytes = FactsFile.encode(source, key: "key")
      #expect(
        FactsFile.decode(
          bytes, key: "key", contentHash: source.facts.contentHash, writtenPath: source.writtenPath,
          place: source.place) == source)
    }
    #expect(try check(folder.file("good.mp4"), pictures).notes == [])
  }

  @Test(
    "pictures of a transport stream that lack a time are neither lost nor moved, and it is said",
    arguments: ["-c:v libx264 -preset veryfast -bf 3", "-c:v mpeg2video -bf 2 -q:v 3"])
  func missingTimes(_ words: String) throws {
    let folder = try WritingFolder()
    let pictures = try movie(folder, words)
    let stream = folder.file("good.ts")
    try ffmpeg("-i", folder.file("good.mp4"), "-c", "copy", "-f", "mpegts", stream)
    let bytes = try folder.bytes("good.ts")
    let choices: [(String, (Int) -> Bool)] = [
      ("few", { [5, 6, 17, 40].contains($0) }), ("third", { $0 % 3 == 1 }), ("end", { $0 > 50 }),
    ]
    for (name, isWithout) in choices {
      let file = folder.file(name + ".ts")
      let (stripped, count) = Self.withoutTimes(bytes, where: isWithout)
      #expect(count > 0)
      try Data(stripped).write(to: URL(fileURLWithPath: file))
      let source = try check(file, pictures)
      let said = source.details.irregularities.first { $0.id == .missingTimes }
      #expect(said?.message.hasPrefix("\(count) of its 60 pictures carry no time") == true)
    }
  }

  /// A transport stream (ISO/IEC 13818-1, 2.4.3) without the times of some pictures, and how many.
  private static func withoutTimes(
    _ stream: [UInt8], where isWithout: (Int) -> Bool
  ) -> (bytes: [UInt8], count: Int) {
    var bytes = stream
    var (number, count) = (0, 0)
    for packet in stride(from: 0, to: bytes.count, by: 188) {
      let program = Int(bytes[packet + 1] & 0x1f) << 8 | Int(bytes[packet + 2])
      guard program == 0x100, bytes[packet + 1] & 0x40 != 0 else { continue }
      let hasAdaptation = bytes[packet + 3] & 0x20 != 0
      let header = packet + 4 + (hasAdaptation ? 1 + Int(bytes[packet + 4]) : 0)
      guard bytes[header + 7] & 0x80 != 0 else { continue }
      if isWithout(number) {
        bytes[header + 7] &= 0x3f
        for place in 0..<Int(bytes[header + 8]) { bytes[header + 9 + place] = 0xff }
        count += 1
      }
      number += 1
    }
    return (bytes, count)
  }

  @Test("a programme stream that leaves out times begins with its first picture")
  func programmeStream() throws {
    let folder = try WritingFolder()
    let pictures = try movie(folder, "-c:v mpeg2video -bf 2 -q:v 3")
    try ffmpeg("-i", folder.file("good.mp4"), "-c", "copy", "-f", "vob", folder.file("good.mpg"))
    var bytes = try folder.bytes("good.mpg")
    // Packets of pictures (ISO/IEC 13818-1, 2.4.3.6): every third time is left out.
    var (number, count) = (0, 0)
    for place in bytes.indices.dropLast(9) where bytes[place..<place + 4] == [0, 0, 1, 0xe0] {
      guard bytes[place + 6] >> 6 == 2, bytes[place + 7] & 0x80 != 0 else { continue }
      if number % 3 == 1 {
        bytes[place + 7] &= 0x3f
        for stuffing in 0..<Int(bytes[place + 8]) { bytes[place + 9 + stuffing] = 0xff }
        count += 1
      }
      number += 1
    }
    #expect(count > 10)
    let file = folder.file("bad.mpg")
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    let source = try check(file, pictures)
    #expect(source.details.irregularities.map(\.id).contains(.missingTimes))
    // On the grid of a rate there is one way to place them: nothing of what is shown is wrong.
    #expect(source.facts.pictureFaults.isEmpty)
  }

  @Test("the last packet of a GXF file is followed by its end")
  func broadcastFile() throws {
    let folder = try WritingFolder()
    let file = folder.file("a.gxf")
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=720x576:r=25:d=1", "-c:v", "mpeg2video", "-b:v", "8M", file)
    let source = try Media.probe(file)
    #expect(
      source.facts.video?.frames == .regular(start: .zero, rate: try Media.rate(25), count: 25))
    #expect(source.facts.pictureFaults.isEmpty)
  }

  @Test("a picture that is stored as two fields counts once", arguments: ["ts", "mp4", "mkv"])
  func fields(_ ending: String) throws {
    let folder = try WritingFolder()
    let stream = folder.file("a.h264")
    try Data(FieldMovie.stream(pictures: 25)).write(to: URL(fileURLWithPath: stream))
    let file = folder.file("a." + ending)
    // FFmpeg takes each field for a picture, so that 50 a second are 25 pictures.
    try ffmpeg("-r", "50", "-i", stream, "-c", "copy", file)
    let source = try Media.probe(file)
    #expect(
      source.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(25), count: 25))
    #expect(
      source.details.irregularities.last?.message
        == "25 pictures are stored as two fields each, which count once")
    let reader = try source.storedFrames(protocols: [])
    for number in Array(0..<25) + [24, 13, 12, 3, 0] {
      let frame = try reader.frame(number)
      let levels = FieldMovie.levels(number)
      let rows = frame.withFrame { frame in (0..<32).map { frame.row($0, ofPlane: 0)[5] } }
      #expect(
        rows == (0..<32).map { $0 % 2 == 0 ? levels.top : levels.bottom }, "picture \(number)")
    }
  }
}
