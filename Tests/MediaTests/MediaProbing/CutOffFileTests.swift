import Foundation
import BaseValues
import Testing
import TimelineModel

@testable import MediaProbing
@testable import MediaSources

/// Files that are shorter than their own headers say.
struct CutOffFileTests {
  private func write(_ bytes: [UInt8], _ name: String, _ folder: WritingFolder) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func big(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func little(_ value: Int, _ bytes: Int) -> [UInt8] { big(value, bytes).reversed() }

  /// A second of silence at 8000 Hz, 16 bits, mono: 16000 bytes.
  private var files: [(name: String, bytes: [UInt8])] {
    let wave = Media.wave([Int16](repeating: 0, count: 8000), rate: 8000)
    let samples = [UInt8](repeating: 0, count: 16_000)
    let format =
      little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4)
      + little(2, 2) + little(16, 2)
    // EBU Tech 3306: the lengths stand in a chunk of their own.
    let long =
      Array("RF64".utf8) + little(0xFFFF_FFFF, 4) + Array("WAVEds64".utf8)
      + little(28, 4) + little(16_072, 8) + little(16_000, 8) + little(8000, 8) + little(0, 4)
      + Array("fmt ".utf8) + little(16, 4) + format + Array("data".utf8)
      + little(0xFFFF_FFFF, 4) + samples
    // AIFF-C 1991: 8000 as an 80-bit number is 2^12 × 1.953125.
    let common = big(1, 2) + big(8000, 4) + big(16, 2) + [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let interchange =
      Array("FORM".utf8) + big(4 + 26 + 16 + 16_000, 4) + Array("AIFFCOMM".utf8)
      + big(18, 4) + common + Array("SSND".utf8) + big(16_008, 4) + big(0, 8) + samples
    let core =
      Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8)
      + big(Int(bitPattern: UInt(8000.0.bitPattern)), 8) + Array("lpcm".utf8) + big(0, 4)
      + big(2, 4) + big(1, 4) + big(1, 4) + big(16, 4) + Array("data".utf8) + big(16_004, 8)
      + big(0, 4) + samples
    return [("a.wav", wave), ("b.wav", long), ("a.aiff", interchange), ("a.caf", core)]
  }

  @Test("the largest numbers that an AVI header can have are no more than a length")
  func largestHeader() throws {
    let large = little(0xFFFF_FFFF, 4)
    let header =
      Array("RIFF".utf8) + little(1000, 4) + Array("AVI LIST".utf8) + little(200, 4)
      + Array("hdrlavih".utf8) + little(56, 4) + large + little(0, 12) + large
    let found = AnnouncedBytes.find(format: "avi") { (position, count) throws(Never) in
      Array(header.dropFirst(Int(position)).prefix(count))
    }
    // (2³² − 1)² microseconds.
    #expect(found == AnnouncedBytes(end: 1008, duration: Rational(737_869_762_604_784_681, 40_000)))
  }

  @Test("sound that ends before its header says so is told of, with both times", arguments: 0..<4)
  func sounds(index: Int) throws {
    let folder = try WritingFolder()
    let (name, bytes) = files[index]
    let whole = try Media.probe(try write(bytes, "whole-" + name, folder))
    #expect(whole.facts.audio?.range?.end == Rational(1))
    #expect(whole.facts.announcedEnd == nil)
    #expect(!whole.details.irregularities.contains { $0.id == .endsEarly })
    // A quarter is gone; then 64 bytes are, which are 4 ms.
    for (lost, end) in [(4000, Rational(3, 4)), (64, Rational(996, 1000))] {
      let path = try write(Array(bytes.dropLast(lost)), "cut\(lost)-" + name, folder)
      let cut = try Media.probe(path)
      #expect(cut.facts.announcedEnd == Rational(1), "\(name)")
      let said = cut.details.irregularities.first { $0.id == .endsEarly }
      #expect(said?.message.hasPrefix("it announces 1 s, but its material ends at 0.") == true)
      let found = try #require(cut.facts.audio?.range?.end)
      let wanted = try #require(end)
      #expect(try (found - wanted).magnitude() < Rational.millisecond, "\(name): \(found)")
    }
  }

  @Test("a length that a program could not know is none", arguments: [0, 0x7FFF_F000, 0xFFFF_FFFF])
  func piped(size: Int) throws {
    let folder = try WritingFolder()
    var bytes = files[0].bytes
    bytes.replaceSubrange(40..<44, with: little(size, 4))
    let file = try Media.probe(try write(bytes, "pipe.wav", folder))
    #expect(file.facts.announcedEnd == nil)
    #expect(!file.details.irregularities.contains { $0.id == .endsEarly })
  }

  @Test("a movie whose last box is cut off is told of")
  func movie() throws {
    let folder = try WritingFolder()
    let rate = try Media.rate(25)
    try writeMovie(folder.file("movie.mp4"), rate: rate, chunks: [50], sampleRate: nil)
    let bytes = try folder.bytes("movie.mp4")
    let size = Int64(bytes.count)
    func find(_ bytes: [UInt8]) -> AnnouncedBytes? {
      AnnouncedBytes.find(format: "mov,mp4,m4a,3gp,3g2,mj2") { (position, count) in
        let start = min(Int(position), bytes.count)
        return Array(bytes[start..<min(bytes.count, start + count)])
      }
    }
    #expect(find(bytes)?.end == size)
    #expect(find(Array(bytes.dropLast(9)))?.end == size)
    // What stands behind a movie and is no box says nothing.
    #expect(find(bytes + Array("\u{7f}\u{7f}\u{7f}\u{7f}?!?!?".utf8))?.end ?? 0 <= size)
  }

  /// RFC 8794: a header of no bytes, then a segment that says it has 100.
  @Test("a segment of Matroska says where it ends, or that nobody knows")
  func segment() {
    func find(_ bytes: [UInt8]) -> Int64? {
      let all = bytes + [UInt8](repeating: 0, count: 20)
      return AnnouncedBytes.find(format: "matroska,webm") { (position, count) in
        let start = min(Int(position), all.count)
        return Array(all[start..<min(all.count, start + count)])
      }?.end
    }
    let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67]
    #expect(find(header + [0x80 | 100]) == 110)
    #expect(find(header + [0x40, 100]) == 111)
    #expect(find(header + [0x01, 0, 0, 0, 0, 0, 0, 100]) == 117)
    #expect(find(header + [0xFF]) == nil)
    #expect(find(header + [0x01, 255, 255, 255, 255, 255, 255, 255]) == nil)
  }
}
