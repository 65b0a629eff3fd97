import Foundation
import BaseValues
import Testing

@testable import CommandLineInterface

/// Output frame k shows the source frame whose [time, next time) holds k/r: read off the pictures.
enum FrameNumbers {
  static let rates = ["24", "25", "30000/1001", "50", "60"]

  /// The whole of a source as a movie of `frames` frames.
  static func project(_ source: String, rate: String, frames: Int) throws -> String {
    let path = try String(decoding: JSONEncoder().encode(source), as: UTF8.self)
    return """
      { "cutlist": 1, "output": { "size": "160x90", "frameRate": "\(rate)" },
        "media": { "m": \(path) },
        "tracks": [ { "video": [
          { "clip": "m", "duration": "\(frames)f", "fit": "stretch", "audio": false } ] } ] }
      """
  }

  /// Frames of the output at `rate` that begin no later than the last picture.
  static func count(_ times: [Rational], _ rate: Rational) throws -> Int {
    Int(try ((times.last ?? .zero) * rate).floor()) + 1
  }

  /// Composes `frames` in this order and compares their codes.
  ///
  /// - Returns: what is wrong, a line a frame.
  static func wrong(
    _ edit: ComposedEdit, _ frames: some Sequence<Int>, rate: Rational, times: [Rational],
    codes: [FrameCode?]
  ) throws -> [String] {
    var wrong: [String] = []
    for frame in frames {
      let place = pictureShown(at: try Rational(Int64(frame)) / rate, times)
      let code = try edit.code(frame)
      if code?.frame != codes[place]?.frame || code?.clip != codes[place]?.clip || code == nil {
        wrong.append(
          "frame \(frame) shows \(code?.frame ?? -1), not \(codes[place]?.frame ?? -1)")
      }
    }
    return wrong
  }
}

/// With movies that the tests make: every frame of the plan, and a few pictures in any order.
@Suite("frame numbers")
struct FrameNumberTests {
  @Test(
    "an output frame shows the picture that is on at its time, read in any order",
    arguments: ["24000/1001", "25", "30000/1001", "50", "60000/1001"])
  func anyOrder(sourceRate: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "source.json",
      Projects.counter(seconds: 3, rate: sourceRate, size: "160x90", gop: 40).replacing(
        "ultrafast", with: "veryfast"))
    #expect(sandbox.render("source.json", to: "source.mp4").status == 0)
    let source = try #require(FrameRate.parse(sourceRate)).rational
    let count = Int(try (Rational(3) * source).rounded())
    let times = try (0..<count).map { try Rational(Int64($0)) / source }
    let codes = (0..<count).map { FrameCode(frame: $0, clip: 1, flash: false) }
    for outputRate in FrameNumbers.rates {
      let rate = try #require(FrameRate.parse(outputRate)).rational
      let frames = try FrameNumbers.count(times, rate)
      try sandbox.write(
        "edit.json", FrameNumbers.project("source.mp4", rate: outputRate, frames: frames))
      let edit = try ComposedEdit(sandbox.file("edit.json"))
      #expect(edit.frameCount == frames)
      for frame in 0..<frames {
        let place = pictureShown(at: try Rational(Int64(frame)) / rate, times)
        #expect(edit.sourceFrame(frame) == place, "\(sourceRate) to \(outputRate), frame \(frame)")
      }
      let some = shuffled(frames, seed: 5).prefix(24)
      let wrong = try FrameNumbers.wrong(edit, some, rate: rate, times: times, codes: codes)
      #expect(wrong.isEmpty, "\(sourceRate) to \(outputRate)")
    }
  }
}

/// With the numbered files in `CUTLIST_MEDIA`: every picture of every file, at every rate forward
/// and after a seek. Runs when `CUTLIST_EXHAUSTIVE` is set; prints a line a file.
@Suite(
  "every numbered frame",
  .enabled(if: RealMedia.generated != nil && RealMedia.isExhaustive, "needs CUTLIST_EXHAUSTIVE"))
struct EveryNumberedFrameTests {
  /// Containers whose clock is too coarse or too vague, and the rate of what is in them.
  private static let grids: [String: Rational] = [
    "fc_2997_ms.mkv": Rational(30000, 1001) ?? .one, "ts_offset10.mkv": Rational(25),
    "multi_audio.mkv": Rational(25), "cod_vp9.webm": Rational(25), "cod_vp8.webm": Rational(25),
    "cod_ffv1.mkv": Rational(25), "fc_25.avi": Rational(25), "cod_theora.ogv": Rational(25),
  ]

  static let names: [String] = {
    guard let folder = RealMedia.generated,
      let all = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    let prefixes = [
      "fc_", "gop_", "ts_", "tc_", "cod_", "av_", "geo_pal", "geo_hdv", "geo_ntsc", "faststart",
      "geo_1080p", "video_only", "multi_audio", "with_subs", "name with", "start_nonkey",
      "lie_mp4", "lie_ts", "single_frame",
    ]
    let only = ProcessInfo.processInfo.environment["CUTLIST_ONLY"]
    return all.filter { name in
      prefixes.contains { name.hasPrefix($0) } && !name.hasSuffix(".csv")
        && only.map(name.contains) ?? true
    }.sorted()
  }()

  /// Output frames that are looked at, of a file at a rate and in an order: all but of a source of
  /// hours.
  private let limit = 2000

  /// When the pictures of a file are shown, counted from its presentation's start.
  static func times(_ source: CounterSource, _ name: String) throws -> [Rational] {
    if name.hasSuffix(".avi") {
      // Pictures have no times: each follows the one before it.
      return try source.codes.indices.map { try Rational(Int64($0)) / (grids[name] ?? .one) }
    }
    let hasClock =
      (name.hasSuffix(".mp4") || name.hasSuffix(".mov") || name == "lie_mp4_named.png")
      && name != "ts_frag.mp4" && name != "lie_ts_named.mp4"
    return try source.presented(hasClock: hasClock, rate: grids[name])
  }

  @Test("every frame shows its number at every rate, forward and after a seek", arguments: names)
  func every(name: String) throws {
    let path = try #require(RealMedia.generated) + name
    let source = try CounterSource(path)
    let times = try Self.times(source, name)
    #expect(source.codes.allSatisfy { $0 != nil }, "\(name)")
    let sandbox = try Sandbox()
    var forward = 0
    var sought = 0
    for (number, text) in FrameNumbers.rates.enumerated() {
      let rate = try #require(FrameRate.parse(text)).rational
      let count = try FrameNumbers.count(times, rate)
      try sandbox.write(
        "edit.json", FrameNumbers.project(path, rate: text, frames: count))
      let edit: ComposedEdit
      do {
        edit = try ComposedEdit(sandbox.file("edit.json"))
      } catch let refusal as ComposedEdit.Refusal {
        Issue.record("\(name): \(refusal.messages)")
        return
      }
      // Of a source of hours not each of a million repetitions of a picture.
      let step = max(1, count / limit)
      let inOrder = stride(from: 0, to: count, by: step)
      var wrong = try FrameNumbers.wrong(
        edit, inOrder, rate: rate, times: times, codes: source.codes)
      forward += inOrder.underestimatedCount
      // The first output frame of each picture: of all of them at one of the rates.
      let firsts = try times.map { Int(try ($0 * rate).ceil()) }.filter { (0..<count).contains($0) }
      let isAll = number == name.utf8.count % FrameNumbers.rates.count
      let order = shuffled(firsts.count, seed: 11).prefix(isAll ? limit : 60).map { firsts[$0] }
      wrong += try FrameNumbers.wrong(
        edit, order, rate: rate, times: times, codes: source.codes)
      sought += order.count
      #expect(wrong.isEmpty, "\(name) at \(text)")
    }
    print("NUMBERS \(name): \(times.count) pictures, \(forward) forward, \(sought) sought")
  }
}
