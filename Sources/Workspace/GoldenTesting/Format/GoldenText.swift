import AudioMixing
package import Diagnostics
import BaseValues
import Raster

/// Records as text, a line each:
///
/// ```
/// movie 320x180 rate 25 frames 45 samples 86400
/// frame 0 3071721a8b44725d
/// sound 0 55ab849b3f8199d0 rms -23.01 peak -20.00
/// loudness -23.40
/// ```
/// Frames and sounds rise. The lines of `cutlist frames`, which are those of frames and of sounds
/// without levels, are a record too.
package enum GoldenText {
  /// The record as text, with a line end after each line.
  package static func text(_ record: GoldenRecord) -> String {
    var lines: [String] = []
    if let movie = record.movie {
      let samples = movie.sampleCount.map { " samples \($0)" } ?? ""
      lines.append(
        "movie \(movie.size) rate \(movie.rate.rational) frames \(movie.frameCount)\(samples)")
    }
    lines += record.frames.map { "frame \($0.number) \($0.hash)" }
    lines += record.sound.map { sound in
      let level = sound.level.map { " rms \($0.rms) peak \($0.peak)" } ?? ""
      return "sound \(sound.sample) \(sound.hash)\(level)"
    }
    if let loudness = record.loudness { lines.append("loudness \(loudness)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads a record.
  ///
  /// - Parameter project: the path of the project that it is of, for what is said of it.
  /// - Returns: `nil` where there is a finding.
  package static func read(
    _ file: SourceFile, of project: String
  ) -> (GoldenRecord?, [Diagnostic]) {
    var reader = GoldenReader(project: project)
    var offset = 0
    while offset < file.bytes.count, reader.findings.count < 20 {
      let range = file.lineRange(containing: offset)
      let text = file.text(in: range)
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      if MergeMarks.line(in: text) != nil { return (nil, [reader.unfinishedMerge(range)]) }
      if !text.isEmpty { reader.read(words, range) }
      // Past the line end, whichever of the two it is.
      offset = range.upper + (file.bytes[range.upper...].first == UInt8(ascii: "\r") ? 2 : 1)
    }
    return (reader.findings.isEmpty ? reader.record : nil, reader.findings)
  }
}

private struct GoldenReader {
  let project: String
  var record = GoldenRecord()
  var findings: [Diagnostic] = []

  mutating func read(_ words: [String], _ range: SourceRange) {
    switch words[0] {
    case "movie":
      guard record.movie == nil else { return report(twice: "movie", range) }
      guard let movie = Self.movie(words) else {
        return report("movie WIDTHxHEIGHT rate RATE frames COUNT [samples COUNT]", range)
      }
      record.movie = movie
    case "frame":
      guard words.count == 3, let number = Self.count(words[1]), let hash = ImageHash(words[2])
      else { return report("frame NUMBER HASH", range) }
      if let last = record.frames.last, last.number >= number {
        return report(order: "frame \(number)", after: "frame \(last.number)", range)
      }
      record.frames.append(GoldenFrame(number: number, hash: hash))
    case "sound":
      guard let sound = Self.sound(words) else {
        return report("sound SAMPLE HASH [rms DECIBELS peak DECIBELS]", range)
      }
      if let last = record.sound.last, last.sample >= sound.sample {
        return report(order: "sound \(sound.sample)", after: "sound \(last.sample)", range)
      }
      record.sound.append(sound)
    case "loudness":
      guard record.loudness == nil else { return report(twice: "loudness", range) }
      guard words.count == 2, let loudness = Hundredths(words[1]) else {
        return report("loudness LUFS, with two digits after the point", range)
      }
      record.loudness = loudness
    default:
      report("a line that begins with movie, frame, sound or loudness", range)
    }
  }

  private static func movie(_ words: [String]) -> MovieShape? {
    guard words.count == 6 || words.count == 8, words[2] == "rate", words[4] == "frames",
      let frames = count(words[5])
    else { return nil }
    let sides = words[1].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = count(String(sides[0])), width > 0,
      let height = count(String(sides[1])), height > 0
    else { return nil }
    let parts = words[3].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let numerator = count(String(parts[0])),
      let denominator = parts.count == 2 ? count(String(parts[1])) : 1,
      let rate = FrameRate(Int64(numerator), per: Int64(denominator))
    else { return nil }
    var samples: Int64?
    if words.count == 8 {
      guard words[6] == "samples", let number = count(words[7]) else { return nil }
      samples = Int64(number)
    }
    return MovieShape(
      size: Size(width: width, height: height), rate: rate, frameCount: frames,
      sampleCount: samples)
  }

  private static func sound(_ words: [String]) -> GoldenAudio? {
    guard words.count == 3 || words.count == 7, let sample = count(words[1]),
      let hash = AudioHash(words[2])
    else { return nil }
    guard words.count == 7 else { return GoldenAudio(sample: Int64(sample), hash: hash) }
    guard words[3] == "rms", words[5] == "peak", let rms = Hundredths(words[4]),
      let peak = Hundredths(words[6])
    else { return nil }
    return GoldenAudio(
      sample: Int64(sample), hash: hash, level: AudioLevel(rms: rms, peak: peak))
  }

  /// A whole number of digits alone, at most 2^53.
  private static func count(_ word: String) -> Int? {
    guard let number = Int(word), (0...1 << 53).contains(number), String(number) == word else {
      return nil
    }
    return number
  }

  // MARK: - Findings

  private mutating func report(_ form: String, _ range: SourceRange) {
    report(id: .goldenLine, "this line should be \(form)", range)
  }

  private mutating func report(twice word: String, _ range: SourceRange) {
    report(id: .goldenTwice, "'\(word)' is said a second time", range)
  }

  private mutating func report(order item: String, after other: String, _ range: SourceRange) {
    report(id: .goldenOrder, "'\(item)' stands after '\(other)'", range)
  }

  func unfinishedMerge(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .unfinishedMerge,
      message: "unfinished merge: both sides have changed what is kept of the movie here",
      range: range,
      fixes: [
        Fix(
          message:
            "once the project is merged, write it again with 'cutlist test --update \(project)'")
      ], showsLine: false)
  }

  private mutating func report(id: MessageID, _ message: String, _ range: SourceRange) {
    findings.append(
      Diagnostic(
        id: id, message: message, range: range,
        fixes: [Fix(message: "write the file again with 'cutlist test --update \(project)'")],
        // It may be any file.
        showsLine: false))
  }
}
