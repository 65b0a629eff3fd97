import Foundation
import LibAV
import MediaTime
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaReading
@testable import MediaSources

/// Transport streams that were joined byte by byte, so that their clock begins anew.
@Suite("joined streams")
struct JoinedStreamTests {
  /// Pictures of a part that begins at a level of its own.
  private static let count = 25

  private func joined(_ starts: [Int], in folder: WritingFolder) throws -> MediaFile {
    let stream = FieldMovie.stream(pictures: Self.count)
    let bytes = starts.flatMap { TransportStream.bytes(stream, start: $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("joined.ts")))
    return try Media.probe(folder.file("joined.ts"))
  }

  @Test(
    "all pictures of streams that were joined are shown, one after another",
    arguments: [
      // The same clock again, one that is 500 s later, and one that is earlier.
      [90_000, 90_000], [90_000, 45_090_000], [45_090_000, 90_000], [90_000, 9_000_000, 90_000],
    ])
  func all(_ starts: [Int]) throws {
    let folder = try WritingFolder()
    let file = try joined(starts, in: folder)
    let total = Self.count * starts.count
    // 25 pictures a second, whatever the clocks say.
    #expect(
      file.facts.video?.frames
        == .regular(start: .zero, rate: try Media.rate(25), count: total))
    let reader = try FrameReader(.file(file), protocols: [])
    // Forward, and across the seams backward.
    for number in Array(0..<total) + Array((0..<total).reversed()) {
      let level = try reader.frame(number).withFrame { $0.row(0, ofPlane: 0)[4] }
      let place = number % Self.count
      // Combs are gone: rows of both fields are mixed.
      #expect(abs(Int(level) - Int(FieldMovie.levels(place).top)) <= 1, "picture \(number)")
    }
    let said = file.details.irregularities.first { $0.id == .joined }
    #expect(said?.message.contains("(at 1 s") == true)
  }

  @Test("a joined file is known again with its parts")
  func known() throws {
    let folder = try WritingFolder()
    let file = try joined([90_000, 90_000], in: folder)
    let bytes = FactsFile.encode(file, key: "key")
    let read = FactsFile.decode(
      bytes, key: "key", contentHash: file.facts.contentHash, writtenPath: file.writtenPath,
      place: file.place)
    #expect(read == file)
  }

  @Test("what was not received is a gap, and no seam")
  func gap() throws {
    let folder = try WritingFolder()
    // Five seconds are missing: sound and pictures would part if they were closed up.
    let file = try joined([90_000, 90_000 + 25 * 3600 + 5 * 90_000], in: folder)
    #expect(file.pictures?.runs.isEmpty == true)
    #expect(try file.facts.video?.frames.range(ofFrame: 49)?.start == Rational(174, 25))
    // The first part ends after 25 pictures of 1/25 s.
    let said = try #require(file.details.irregularities.first { $0.id == .clockGap })
    #expect(
      said.message == "its clock jumps ahead by 5 s at 1 s: nothing is there until 6 s")
    #expect(
      file.facts.pictureFaults.contains { $0.range?.start == .one && $0.range?.end == Rational(6) })
    let plain = try joined([90_000], in: folder)
    #expect(!plain.details.irregularities.contains { $0.id == .clockGap })
  }
}
