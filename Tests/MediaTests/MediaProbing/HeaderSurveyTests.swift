import Foundation
import LibAV
import Testing

@testable import MediaOpening
@testable import MediaReading
@testable import MediaSources

/// Decodes every file of a folder with and without reading ahead to describe its streams, and prints
/// for which formats and codecs all pictures and samples were the same: the table in
/// `HeaderSufficiency` comes from it. Runs only when `CUTLIST_SURVEY` names the folders.
@Suite(
  "header survey",
  .enabled(if: ProcessInfo.processInfo.environment["CUTLIST_SURVEY"] != nil, "needs CUTLIST_SURVEY")
)
struct HeaderSurveyTests {
  @Test("where the header is said to suffice, everything decoded is the same without reading ahead")
  func survey() throws {
    let folders = (ProcessInfo.processInfo.environment["CUTLIST_SURVEY"] ?? "").split(
      separator: ",")
    var found: [String: (same: Int, other: [String])] = [:]
    for folder in folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: String(folder)).sorted() {
        let path = folder + "/" + name
        guard let source = try? Media.probe(path) else { continue }
        let input = try InputFile(source.place, protocols: [])
        func note(_ stream: Int, _ isSame: Bool, _ isTrusted: Bool) {
          let codec = input.stream(stream)?.codecName ?? ""
          let kind = "\(source.formatName.prefix(8)) \(codec) \(isTrusted ? "trusted" : "")"
          if isSame {
            found[kind, default: (0, [])].same += 1
          } else {
            found[kind, default: (0, [])].other.append(name)
          }
          #expect(isSame || !isTrusted, "\(name) stream \(stream)")
        }
        if let stream = source.pictures?.stream {
          let isSame = try pictures(source, true) == pictures(source, false)
          note(stream, isSame, source.headerSuffices.forPictures)
        }
        if let stream = source.sounds.first?.stream {
          let isSame = samples(source, true) == samples(source, false)
          note(stream, isSame, source.headerSuffices.forSound)
        }
      }
    }
    for (kind, result) in found.sorted(by: { $0.key < $1.key }) {
      print("HEADER \(kind): same \(result.same), not \(result.other)")
    }
  }

  /// Hashes of the first pictures, then of some in the middle, backward.
  private func pictures(_ source: MediaFile, _ suffices: Bool) throws -> [UInt64] {
    var source = source
    source.headerSuffices.forPictures = suffices
    let reader = try source.storedFrames(protocols: [])
    let count = source.pictures?.index?.entries.count ?? 1
    let wanted = Array(0..<min(count, 120)) + stride(from: count - 1, to: 0, by: -max(1, count / 9))
    return wanted.map { number in
      do { return try reader.frame(number).hash } catch { return 0 }
    }
  }

  private func samples(_ source: MediaFile, _ suffices: Bool) -> [[Float]] {
    var source = source
    source.headerSuffices.forSound = suffices
    // A decoder that does not open with what the header says has no sound.
    return [0, 1, 3, 2].map {
      (try? Media.samples(source, from: $0 * 47_000, count: 30_000)) ?? []
    }
  }
}
