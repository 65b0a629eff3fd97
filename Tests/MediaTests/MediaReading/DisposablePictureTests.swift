import Foundation
import LibAV
import Testing
import SeededNumbers

@testable import MediaReading
@testable import MediaSources

@Suite("pictures that no other is made from")
struct DisposablePictureTests {
  private let folder: WritingFolder

  init() throws { folder = try WritingFolder() }

  /// Sixty noisy pictures in two groups, with so many B pictures between others.
  private func movie(_ words: String, as name: String) throws -> String {
    let file = folder.file(name)
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=2.4,noise=alls=20:all_seed=3"]
        + ["-pix_fmt", "yuv420p", "-g", "30"] + words.split(separator: " ").map(String.init)
        + [file])
    return file
  }

  private func ffmpeg(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + words
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// What ffprobe tells of packets or pictures, a line each.
  private func ffprobe(_ words: [String], of file: String) throws -> [[String]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffprobe", "-v", "error", "-select_streams", "v", "-of", "csv=p=0"] + words + [file]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
  }

  /// Times of the packets whose pictures no other is made from.
  private func disposable(_ file: String) throws -> Set<Int64> {
    var input = try InputFile(path: file)
    let configuration = input.codecConfiguration(0)
    let codec = input.stream(0)?.codecName ?? ""
    let pictures = try #require(DisposablePictures(codec: codec, configuration: configuration))
    var times: Set<Int64> = []
    while let packet = try input.readPacket() {
      if pictures.contains(packet), let time = packet.presentationTimestamp { times.insert(time) }
    }
    return times
  }

  /// An encoder that makes no picture from a B picture says by the type of each which these are.
  @Test(
    "they are those that the encoder made nothing from",
    arguments: [
      ("-c:v libx264 -bf 3 -x264-params b-pyramid=none", "a.mp4"),
      ("-c:v libx264 -bf 3 -x264-params b-pyramid=none:slices=3", "a.ts"),
      ("-c:v libx264 -bf 2 -x264-params b-pyramid=none:interlaced=1", "a.mkv"),
      ("-c:v mpeg2video -bf 2 -q:v 4", "a.mpg"),
      ("-c:v libx264 -bf 0", "b.mp4"),
    ])
  func types(_ words: String, _ name: String) throws {
    let file = try movie(words, as: name)
    let frames = try ffprobe(["-show_entries", "frame=pts,pict_type"], of: file)
    let expected = frames.filter { $0.count > 1 && $0[1] == "B" }.compactMap { Int64($0[0]) }
    #expect(frames.count == 60 && (expected.count > 15) == !words.contains("-bf 0"))
    #expect(try disposable(file) == Set(expected))
  }

  /// Where B pictures are made from each other, libav's own decoder leaves out those that are not.
  @Test("among B pictures they are those that libav's decoder can do without")
  func pyramid() throws {
    let file = try movie("-c:v libx264 -bf 7 -x264-params b-pyramid=normal:b-adapt=0", as: "p.mp4")
    func times(_ words: String...) throws -> Set<Int64> {
      Set(
        try ffprobe(words + ["-show_entries", "frame=pts"], of: file).compactMap {
          $0.first.flatMap { Int64($0) }
        })
    }
    let all = try times()
    let needed = try times("-skip_frame", "noref")
    #expect(all.count == 60 && needed.count < 40)
    #expect(try disposable(file) == all.subtracting(needed))
  }

  @Test("whatever else is in a packet, or is not as it should be, makes it one that is needed")
  func units() throws {
    let pictures = try #require(
      DisposablePictures(codec: "h264", configuration: [1, 100, 0, 30, 0xFF, 0xE1, 0]))
    func judged(_ bytes: [UInt8]) -> Bool { pictures.contains(bytes.span) }
    let slice: [UInt8] = [0, 0, 0, 2, 0x01, 0x80]
    #expect(judged(slice) && judged([0, 0, 0, 1, 0x06] + slice) && judged(slice + slice))
    let referenced: [UInt8] = [0, 0, 0, 2, 0x21, 0x80]
    let parameters: [UInt8] = [0, 0, 0, 2, 0x68, 0x80]
    for other in [
      referenced, slice + referenced, parameters + slice, [], [0], [0, 0, 0, 1, 0x06],
      slice + [0, 0], [0, 0, 0, 0] + slice, [0xFF, 0xFF, 0xFF, 0xFF, 1], [0, 0, 0, 9, 1],
      [0, 0, 0, 2, 0x81, 0],
    ] { #expect(!judged(other), "\(other)") }
    var random = SeededGenerator(seed: 5)
    for codec in ["h264", "mpeg2video"] {
      let pictures = try #require(DisposablePictures(codec: codec, configuration: []))
      for _ in 0..<2000 {
        let bytes = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
          UInt8.random(in: 0...3, using: &random)
        }
        _ = pictures.contains(bytes.span)
      }
    }
    #expect(DisposablePictures(codec: "hevc", configuration: []) == nil)
    #expect(DisposablePictures(codec: "h264", configuration: [1, 2]) == nil)
  }

  private func hashes(_ source: MediaFile, _ order: [Int]) throws -> [Int: UInt64] {
    let reader = try VideoReader(source, protocols: [])
    var result: [Int: UInt64] = [:]
    for number in order {
      do throws(LibAVError) {
        result[number] = try reader.frame(number).hash
      } catch {
        guard error == .damagedPicture else { throw error }
      }
    }
    return result
  }

  @Test("damage in one of them costs it alone, in whatever order pictures are read")
  func damage() throws {
    let file = try movie("-c:v libx264 -bf 3 -x264-params b-pyramid=normal", as: "whole.mp4")
    let whole = try hashes(try Media.probe(file), Array(0..<60))
    let times = try disposable(file)
    var bytes = try folder.bytes("whole.mp4")
    var input = try InputFile(path: file)
    var hit: Set<Int> = []
    let index = try #require(try Media.probe(file).pictures?.index)
    while let packet = try input.readPacket() {
      guard let time = packet.presentationTimestamp, let number = index.position(of: time),
        times.contains(time), [2, 3].contains(number % 20) || number == 45,
        let start = packet.position
      else { continue }
      hit.insert(number)
      for byte in Int(start) + 12..<Int(start) + packet.size { bytes[byte] ^= 0x5A }
    }
    try #require(hit.count >= 2)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("hit.mp4")))
    let source = try Media.probe(folder.file("hit.mp4"))
    let forward = try hashes(source, Array(0..<60))
    // Not all that is turned over is seen to be damaged.
    let missing = Set(0..<60).subtracting(forward.keys)
    #expect(!missing.isEmpty && missing.isSubset(of: hit))
    for number in forward.keys where !hit.contains(number) {
      #expect(forward[number] == whole[number], "\(number)")
    }
    #expect(try hashes(source, (0..<60).reversed()) == forward)
    var random = SeededGenerator(seed: 8)
    #expect(try hashes(source, (0..<60).shuffled(using: &random)) == forward)
    for step in [2, 3, 7] {
      let some = Array(stride(from: 0, to: 60, by: step))
      #expect(try hashes(source, some) == forward.filter { some.contains($0.key) })
    }
  }
}
