import AudioMixing
import Diagnostics
import FileSystem
import Foundation
import BaseValues
import LibAV
import MediaOpening
import Raster
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Reads every file of a folder in every order and prints what holds. Runs only when
/// `CUTLIST_SURVEY` names the folder.
@Suite(
  "survey",
  .enabled(if: ProcessInfo.processInfo.environment["CUTLIST_SURVEY"] != nil, "needs CUTLIST_SURVEY")
)
struct SurveyTests {
  @Test("every file is read the same in every order")
  func survey() throws {
    let folders = (ProcessInfo.processInfo.environment["CUTLIST_SURVEY"] ?? "").split(
      separator: ",")
    let filter = ProcessInfo.processInfo.environment["CUTLIST_ONLY"]
    for folder in folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: String(folder)).sorted() {
        if let filter, !name.contains(filter) { continue }
        let path = folder + "/" + name
        if (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil { continue }
        let started = Date()
        var line: String
        do { line = try Survey(path: path).line() } catch { line = "THROWS \(error)" }
        line += String(format: " %.1fs", Date().timeIntervalSince(started))
        #expect(!line.contains("WRONG") && !line.contains("THROWS"), "\(name)")
        print("SURVEY \(name): \(line)")
      }
    }
  }
}

struct Survey {
  let path: String

  func line() throws -> String {
    let range = SourceRange(at: 0)
    let item = MediaItem(
      id: MediaID(0), name: "m", nameRange: range, valueRange: range,
      content: .file(path: path, videoStream: nil, audioStream: nil))
    let prober = MediaProber(
      locator: MediaLocator(projectFolder: "/"), outputSize: Size(width: 64, height: 64),
      outputRate: FrameRate(25)!, sampleRate: 48_000)
    let started = Date()
    switch prober.probe(item) {
    case .failure(let problem):
      return "REFUSED \(problem.diagnostic.message)"
    case .success(let found):
      guard let source = found.file else { return "NO FILE" }
      var parts = [
        String(format: "probe %.2f", Date().timeIntervalSince(started)), source.formatName,
      ]
      if source.origin != .zero { parts.append("origin \(source.origin)") }
      if let video = source.facts.video { parts.append(try pictures(source, video)) }
      if source.facts.audio != nil { parts.append(try sound(source)) }
      if !source.notes.isEmpty { parts.append("NOTES \(source.notes)") }
      let record = FactsFile.encode(source, key: "key")
      let back = FactsFile.decode(
        record, key: "key", contentHash: source.facts.contentHash,
        writtenPath: source.writtenPath, place: source.place)
      parts.append("record \(record.count)" + (back == source ? "" : " WRONG"))
      return parts.joined(separator: " | ")
    }
  }

  /// `nil` for a damaged picture.
  private func hash(_ reader: any StoredFrames, _ number: Int) throws -> UInt64? {
    do throws(LibAVError) {
      return try reader.frame(number).hash
    } catch {
      guard error == .damagedPicture else { throw error }
      return nil
    }
  }

  func pictures(_ source: MediaFile, _ facts: VideoFacts) throws -> String {
    var text = "\(facts.codedSize.width)x\(facts.codedSize.height)"
    if facts.pixelAspect != .one { text += " sar \(facts.pixelAspect)" }
    if facts.orientation != .upright { text += " \(facts.orientation)" }
    if facts.hasAlpha { text += " alpha" }
    switch facts.frames {
    case .still: return text + " still"
    case .regular(let start, let rate, let count):
      text += " reg \(rate) n\(count ?? -1)" + (start == .zero ? "" : " from \(start)")
    case .irregular(let times, let end, let base):
      text += " VFR n\(times.count) \(times.prefix(4)) end \(end) tb \(base)"
    }
    guard let index = source.pictures?.index else { return text + " NOINDEX" }
    text +=
      " keys \(index.keys.count)" + (index.isCounted ? " COUNTED" : "")
      + (index.hasRepeatedKeys ? " REPKEYS" : "")
    // straight decode
    let limit = 400
    var seen: Set<Int> = []
    var extra = 0
    var order = -1
    var disorder = 0
    if !index.isCounted, source.pictures?.runs.isEmpty != false {
      var decoder = try FrameDecoder(source.place, stream: source.pictures!.stream, protocols: [])
      var n = 0
      while let picture = try decoder.next(), n < limit + 50 {
        n += 1
        guard let time = picture.time, let place = index.position(of: time) else {
          extra += 1
          continue
        }
        if place <= order { disorder += 1 }
        order = place
        seen.insert(place)
      }
    }
    let count = min(limit, index.entries.count)
    let missing =
      index.isCounted || source.pictures?.runs.isEmpty == false
      ? [] : (0..<count).filter { !seen.contains($0) }
    if !missing.isEmpty { text += " MISSING \(missing.count) \(missing.prefix(5))" }
    if extra > 0 { text += " extra \(extra)" }
    if disorder > 0 { text += " DISORDER \(disorder)" }
    let forward = try source.storedFrames(protocols: [])
    var hashes: [UInt64?] = []
    for n in 0..<count { hashes.append(try hash(forward, n)) }
    text += " fwd-restarts \(forward.restarts)"
    var wrong: [Int] = []
    let backward = try source.storedFrames(protocols: [])
    for n in stride(from: count - 1, to: max(-1, count - 25), by: -1)
    where try hash(backward, n) != hashes[n] { wrong.append(n) }
    var wrongShuffled: [Int] = []
    let shuffled = try source.storedFrames(protocols: [])
    var seed: UInt64 = 7
    for _ in 0..<25 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let n = Int(seed >> 33) % count
      if try hash(shuffled, n) != hashes[n] { wrongShuffled.append(n) }
    }
    text += " distinct \(Set(hashes).count)/\(count)"
    text += wrong.isEmpty ? " back ok" : " BACK WRONG \(wrong)"
    text +=
      wrongShuffled.isEmpty ? " shuf ok(\(shuffled.restarts))" : " SHUF WRONG \(wrongShuffled)"
    return text
  }

  func sound(_ source: MediaFile) throws -> String {
    let facts = source.facts.audio!
    var text = "\(facts.sampleRate)Hz \(facts.channels)ch"
    if let range = facts.range { text += " [\(range.start.seconds)..\(range.end.seconds)]" }
    if let index = source.sounds.first?.index {
      text +=
        " block \(index.blockLength) runs \(index.runs.count) \(index.runs.prefix(3)) first \(index.firstHeard) tol \(index.tolerance)"
    }
    let total = 48_000 * 12
    let straight = AudioReader(
      try AudioStream(.file(source), protocols: []), rate: 48_000, channels: 2)
    var all: [Float] = []
    var right: [Float] = []
    while all.count < total {
      var buffer = AudioBuffer(channelCount: 2, frameCount: 8000)
      try straight.read(from: Int64(all.count), into: &buffer)
      all += buffer.channels[0]
      right += buffer.channels[1]
    }
    let stream = try AudioStream(.file(source), protocols: [])
    var worst: Float = 0
    var at: Int64 = 0
    var seed: UInt64 = 9
    for _ in 0..<12 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let end = min(total, Int((facts.range?.end.seconds ?? 12) * 48_000))
      let start = Int64(seed >> 33) % Int64(max(1, end - 2500))
      let reader = AudioReader(stream, rate: 48_000, channels: 2)
      var buffer = AudioBuffer(channelCount: 2, frameCount: 2000)
      try reader.read(from: start, into: &buffer)
      for i in 0..<2000 {
        let difference = abs(buffer.channels[0][i] - all[Int(start) + i])
        if difference > worst {
          worst = difference
          at = start + Int64(i)
        }
      }
    }
    text +=
      String(
        format: " peak %.3f %.3f rnd-diff %.6f", all.map { abs($0) }.max() ?? 0,
        right.map { abs($0) }.max() ?? 0, worst) + (worst > 1e-5 ? " AT \(at)" : "")
      + " opens \(stream.opens)"
    // beeps
    var onsets: [Int] = []
    var quiet = 10_000
    for i in 0..<all.count {
      if abs(all[i]) > 0.05 {
        if quiet > 4000 { onsets.append(i) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    if onsets.count > 1 && onsets.count < 16 {
      text +=
        " onsets "
        + onsets.map { o in
          let second = (o + 24_000) / 48_000
          return "\(o - second * 48_000)"
        }.joined(separator: ",")
    }
    return text
  }
}

extension Rational {
  var seconds: Double { Double(numerator) / Double(denominator) }
}

extension SharedFrame {
  /// Of a few rows of each plane.
  var hash: UInt64 {
    withFrame { frame in
      var hash = XXH64()
      for plane in 0..<frame.planeCount {
        for y in stride(from: 0, to: frame.height, by: max(1, frame.height / 24)) {
          let row = frame.row(y, ofPlane: plane)
          if row.count > 0 { hash.update(row) }
        }
      }
      return hash.finalize()
    }
  }
}
