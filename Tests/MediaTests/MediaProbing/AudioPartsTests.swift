import Foundation
import BaseValues
import Testing

@testable import MediaProbing
@testable import MediaSources

@Suite("sound in parts")
struct AudioPartsTests {
  // MARK: - Chains of Ogg streams

  private func page(_ flags: UInt8, _ body: Int) -> [UInt8] {
    var lacing = [UInt8](repeating: 255, count: body / 255)
    lacing.append(UInt8(body % 255))
    let head: [UInt8] = Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20)
    return head + [UInt8(lacing.count)] + lacing + [UInt8](repeating: 7, count: body)
  }

  private func links(_ bytes: [UInt8]) -> [Range<Int64>] {
    OggLinks.find(size: Int64(bytes.count)) { position, count in
      Array(bytes.dropFirst(Int(position)).prefix(count))
    }
  }

  @Test("a link begins where streams begin after others had given sound")
  func linksOfChain() {
    let one = page(2, 30) + page(2, 60) + page(0, 300) + page(4, 1000)
    #expect(links(one) == [0..<Int64(one.count)])
    let two = one + one
    let half = Int64(one.count)
    #expect(links(two) == [0..<half, half..<2 * half])
    // Something else before, between and after.
    let junk = Array("not OggX at all".utf8)
    let mixed = junk + one + junk + one + junk
    let first = Int64(junk.count)
    let second = first + half + Int64(junk.count)
    #expect(links(mixed) == [first..<second, second..<Int64(mixed.count)])
    #expect(links(junk).isEmpty)
    #expect(links(Array(one.prefix(20))).isEmpty)
  }

  // MARK: - Beginnings of MP3

  /// Frames of MPEG-1 layer III, 128 kbit/s at 44100 Hz: 417 bytes each (144 · 128000 / 44100).
  private func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0x55, count: 413) }
  }

  private func start(_ bytes: [UInt8]) -> Int64? {
    MPEGAudioStart.find(size: Int64(bytes.count)) { position, count in
      Array(bytes.dropFirst(Int(position)).prefix(count))
    }
  }

  @Test("an MP3 file that begins as it should is read as a whole")
  func wholeMP3() {
    #expect(start(frames(9)) == nil)
    let tag: [UInt8] =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 1, count: 128)
    #expect(start(tag + frames(9)) == nil)
    #expect(start(tag + [0, 0, 0] + frames(9)) == nil)
    #expect(start([1, 2, 3]) == nil)
    #expect(start([]) == nil)
  }

  @Test("what comes before the first frames that follow one another is left out")
  func damagedMP3() {
    let junk: [UInt8] = (0..<1000).map { UInt8($0 % 251) }
    #expect(start(junk + frames(9)) == 1000)
    // The signs of a frame alone are none.
    let false1: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + junk
    #expect(start(false1 + frames(9)) == Int64(false1.count))
    // The rest of a frame.
    #expect(start(Array(frames(9).dropFirst(100))) == 317)
    // A tag that says it were longer: 16 000 bytes.
    let tag: [UInt8] =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x7D, 0] + [UInt8](repeating: 1, count: 50)
    #expect(start(tag + frames(60)) == 60)
  }

  @Test("the search is given up in a file that is made of false beginnings")
  func hostile() {
    func reads(_ unit: [UInt8], _ find: (Int64, (Int64, Int) -> [UInt8]) -> Void) -> Int {
      let bytes = (0..<100_000).flatMap { _ in unit }
      var reads = 0
      find(Int64(bytes.count)) { position, count in
        reads += 1
        return Array(bytes.dropFirst(Int(position)).prefix(count))
      }
      return reads
    }
    let marks = reads(Array("OggS".utf8)) { size, read in
      let found = OggLinks.find(size: size, read)
      #expect(found.isEmpty)
    }
    #expect(marks <= 2 * OggLinks.limit + 2)
    let heads = reads([0xFF, 0xFB, 0x90, 0x00]) { size, read in
      let found = MPEGAudioStart.find(size: size, read)
      #expect(found == nil)
    }
    #expect(heads <= 50_000)
  }

  // MARK: - E-AC-3

  /// A frame's header: words of 16 bits less one, and how many blocks it has.
  private func frame(words: Int, code: UInt8, kind: Int = 0, number: Int = 0) -> [UInt8] {
    let size = kind << 14 | number << 11 | words - 1
    return [0x0B, 0x77, UInt8(size >> 8), UInt8(size & 255), code << 4, 16 << 3]
      + [UInt8](repeating: 0, count: 2 * words - 6)
  }

  @Test(
    "frames of E-AC-3 say how many blocks they have",
    arguments: [(0, 256), (1, 512), (2, 768), (3, 1536)])
  func blocks(code: UInt8, samples: Int) {
    #expect(EnhancedAC3.samples(in: frame(words: 40, code: code).span) == samples)
    let two = frame(words: 40, code: code) + frame(words: 50, code: code)
    #expect(EnhancedAC3.samples(in: two.span) == 2 * samples)
    // Further channels of the same time.
    let more = frame(words: 40, code: code) + frame(words: 50, code: code, kind: 1)
    #expect(EnhancedAC3.samples(in: more.span) == samples)
    #expect(EnhancedAC3.samples(in: Array(two.dropLast(1)).span) == nil)
    #expect(EnhancedAC3.samples(in: Array(two.prefix(5)).span) == nil)
  }

  @Test("blocks that a made-up clock has drift apart follow one another")
  func contiguous() throws {
    // 256 samples at 44100 Hz are 522.45 ticks of 1/90000 s; libav counts 522 (drift of a hundredth
    // of a second every 440 blocks).
    let times = (0..<5000).map { Int64($0) * 522 }
    let clock = AudioClock(
      timeBase: try #require(Rational(1, 90_000)), sampleRate: 44_100, origin: .zero)
    let index = AudioIndex(
      times: times, clock: clock, blocks: .lengths([Int32](repeating: 256, count: 5000)),
      skipped: 0,
      isContiguous: true)
    #expect(index.runs == [0])
    for block in [0, 1, 441, 2500, 4999] {
      let said = try #require(clock.sample(times[block]))
      #expect(index.snapped(said) == Int64(block) * 256)
      #expect(index.place(ofBlock: block) == Int64(block) * 256)
    }
  }

  // MARK: - Encoder padding

  @Test("what iTunes says of an encoder's padding")
  func padding() {
    let text = " 00000000 00000840 000001CA 00000000003F31F6 00000000 00000000"
    let found = AudioPadding(text)
    #expect(found?.atStart == 2112)
    #expect(found?.count == 4_141_558)
    for wrong in ["", "00000000 00000840", " 0 FFFFFFFF 0 FF", " 0 840 1CA XYZ", " 0 0 0 FF"] {
      #expect(AudioPadding(wrong) == nil)
    }
  }
}
