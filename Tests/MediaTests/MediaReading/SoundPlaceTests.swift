import Foundation
import MediaSources
import BaseValues
import Testing
import TimelineModel
import SeededNumbers

@testable import LibAV
@testable import MediaReading

/// Sound of which each sample tells its place, in files whose clocks do not.
@Suite("places of sound")
struct SoundPlaceTests {
  private func write(_ bytes: [UInt8], _ folder: WritingFolder, _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func ramp(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 % 60_000 - 30_000) }
  }

  private func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  // MARK: - Matroska

  private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    // A size of eight bytes.
    id + [1] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
      + content
  }

  /// A Matroska file of uncompressed sound of 16 bits and one channel, in blocks of so many samples.
  private func matroska(
    _ samples: [Int16], rate: Int, block: Int, time: (Int) -> Int
  ) -> [UInt8] {
    let packets = stride(from: 0, to: samples.count, by: block).map { start in
      samples[start..<min(start + block, samples.count)].flatMap { little(Int($0), 2) }
    }
    return matroska(packets, rate: rate, codec: "A_PCM/INT/LIT", time: time)
  }

  /// - Parameter milliseconds: what the header says of its length.
  private func matroska(
    _ packets: [[UInt8]], rate: Int, codec: String, configuration: [UInt8] = [],
    milliseconds: Int? = nil, time: (Int) -> Int
  ) -> [UInt8] {
    let hertz = Double(rate).bitPattern
    let audio =
      element([0xB5], (0..<8).reversed().map { UInt8(truncatingIfNeeded: hertz >> (8 * $0)) })
      + element([0x9F], [1]) + element([0x62, 0x64], [16])
    let track =
      element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [2])
      + element([0x86], Array(codec.utf8)) + element([0xE1], audio)
      + (configuration.isEmpty ? [] : element([0x63, 0xA2], configuration))
    let length = milliseconds.map { Double($0).bitPattern }
    let said = length.map { length in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    }
    var segment =
      element(
        [0x15, 0x49, 0xA9, 0x66],
        element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40])
          + (said.map { element([0x44, 0x89], $0) } ?? []))
      + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
    for (number, packet) in packets.enumerated() {
      let time = time(number)
      let bytes: [UInt8] = [0x81, 0, 0, 0x80] + packet
      let stamp = (0..<4).reversed().map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
      segment += element(
        [0x1F, 0x43, 0xB6, 0x75], element([0xE7], stamp) + element([0xA3], bytes))
    }
    let head = element([0x42, 0x82], Array("matroska".utf8))
    return element([0x1A, 0x45, 0xDF, 0xA3], head) + element([0x18, 0x53, 0x80, 0x67], segment)
  }

  @Test(
    "blocks of 21.33 ms that a clock of milliseconds rounds lie where the sum of their samples says",
    arguments: [48_000, 24_000, 12_000])
  func rounded(rate: Int) throws {
    let folder = try WritingFolder()
    let ramp = ramp(rate * 4 + 100)
    let bytes = matroska(ramp, rate: rate, block: 1024) { ($0 * 1024 * 1000 + rate / 2) / rate }
    let source = try Media.probe(try write(bytes, folder, "ramp.mkv"))
    let end = try #require(source.facts.audio?.range).end
    #expect(end == Rational(Int64(ramp.count), Int64(rate)))
    for start in [0, 1, 1023, 5000, rate * 3 - 1, rate * 3 + 511] {
      let samples = try Media.samples(source, from: Int64(start), count: 3000, rate: rate)
      let expected = ramp[start..<start + 3000].map { Float($0) / 32_768 }
      #expect(samples == expected, "from \(start)")
    }
  }

  @Test("times that stray by 30 ms leave no gap, and are told; what is missing is one, and is told")
  func stray() throws {
    let folder = try WritingFolder()
    let ramp = ramp(48_000 * 6)
    var random = SeededGenerator(seed: 3)
    let bytes = matroska(ramp, rate: 48_000, block: 960) { number in
      number * 20 + (number >= 200 ? 400 : 0)
        + (number > 0 ? Int.random(in: 0...30, using: &random) : 15)
    }
    let source = try Media.probe(try write(bytes, folder, "ramp.mkv"))
    let found = source.details.irregularities
    #expect(found.contains { $0.id == .soundTimesStray })
    let gaps = try #require(found.first { $0.id == .soundGaps })
    #expect(gaps.ranges.count == 1)
    // 200 blocks of 20 ms before it.
    let start = try #require(gaps.ranges.first).start
    #expect(abs(try (start * Rational(1000)).rounded() - 4000) <= 20)
    let samples = try Media.samples(source, count: 48_000 * 6)
    let steps = zip(samples, samples.dropFirst()).enumerated().filter { pair in
      let step = (pair.element.1 - pair.element.0) * 32_768
      return step != 1 && step != -59_999 && step != 0
    }
    // Silence at the beginning, and the gap's two ends.
    #expect(steps.count <= 4)
  }

  @Test("a gap of 5 ms, which is not believed, moves nothing of what comes before it")
  func shortGap() throws {
    let folder = try WritingFolder()
    let ramp = ramp(48_000 * 6)
    let bytes = matroska(ramp, rate: 48_000, block: 960) { $0 * 20 + ($0 >= 100 ? 5 : 0) }
    let source = try Media.probe(try write(bytes, folder, "ramp.mkv"))
    let samples = try Media.samples(source, count: 96_000)
    #expect(samples == ramp[..<96_000].map { Float($0) / 32_768 })
  }

  // MARK: - Last packets

  /// A packet of Apple Lossless without compression, one channel of 16 bits.
  private func appleLossless(_ samples: [Int16], frame: Int) -> [UInt8] {
    var bits: [Bool] = []
    func add(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }
    // One channel, number 0, 12 bits unused; whether its samples follow; uncompressed.
    add(0, 19)
    add(samples.count < frame ? 1 : 0, 1)
    add(1, 3)
    if samples.count < frame { add(samples.count, 32) }
    for sample in samples { add(Int(sample), 16) }
    add(7, 3)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | (bits.indices.contains($1) && bits[$1] ? 1 : 0) }
    }
  }

  @Test(
    "the last packet of Apple Lossless says its own number of samples",
    arguments: [100, 1024, 2500, 4096])
  func lastOfAppleLossless(count: Int) throws {
    let folder = try WritingFolder()
    let ramp = ramp(count)
    let packets = stride(from: 0, to: count, by: 1024).map { start in
      appleLossless(Array(ramp[start..<min(start + 1024, count)]), frame: 1024)
    }
    let configuration: [UInt8] =
      [0, 0, 4, 0, 0, 16, 40, 10, 14, 1, 0, 255] + [UInt8](repeating: 0, count: 8)
      + little(48_000, 4).reversed()
    let bytes = matroska(
      packets, rate: 48_000, codec: "A_ALAC", configuration: configuration
    ) { ($0 * 1024 * 1000 + 24_000) / 48_000 }
    let source = try Media.probe(try write(bytes, folder, "ramp.mkv"))
    #expect(try #require(source.facts.audio?.range).end == Rational(Int64(count), 48_000))
    let samples = try Media.samples(source, count: count + 50)
    #expect(
      samples == ramp.map { Float($0) / 32_768 } + [Float](repeating: 0, count: 50))
  }

  @Test("the last packet of True Audio has what is left of the header's total")
  func lastOfTrueAudio() throws {
    let folder = try WritingFolder()
    // Packets of 256 / 245 s, 50,155 samples of 48 kHz; two seconds of them in two.
    let bytes = matroska(
      [[UInt8](repeating: 0, count: 40), [UInt8](repeating: 0, count: 40)], rate: 48_000,
      codec: "A_TTA1", milliseconds: 2000
    ) { $0 * 1045 }
    let source = try Media.probe(try write(bytes, folder, "silence.mkv"))
    #expect(try #require(source.facts.audio?.range).end == Rational(2))
  }

  // MARK: - WAVE

  @Test("a sample after a seek is that sample, wherever blocks begin")
  func besideBlocks() throws {
    let folder = try WritingFolder()
    let ramp = ramp(48_000 * 5)
    let source = try Media.probe(
      try write(Media.wave(ramp, rate: 48_000), folder, "ramp.wav"))
    // Three quarters of a second are read before a place; libav reads 2,048 samples at a time.
    for distance in -3...3 {
      let start = 36_000 + 2048 * 60 + distance
      let samples = try Media.samples(source, from: Int64(start), count: 100)
      #expect(samples == ramp[start..<start + 100].map { Float($0) / 32_768 }, "\(distance)")
    }
  }

  @Test("a wrong number of bytes a second moves no sound of ADPCM")
  func wrongByteRate() throws {
    let folder = try WritingFolder()
    // IMA ADPCM: blocks of 256 bytes give 505 samples; without differences all are as the first.
    var data: [UInt8] = []
    for block in 0..<1000 {
      data += little(block * 32, 2) + [0, 0] + [UInt8](repeating: 0, count: 252)
    }
    let format =
      little(0x11, 2) + little(1, 2) + little(44_100, 4) + little(44_100, 4) + little(256, 2)
      + little(4, 2) + little(2, 2) + little(505, 2)
    let chunks =
      Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8)
      + little(data.count, 4) + data
    let path = try write(
      Array("RIFF".utf8) + little(chunks.count, 4) + chunks, folder, "steps.wav")
    let source = try Media.probe(path)
    #expect(try #require(source.facts.audio?.range).end == Rational(505_000, 44_100))
    for start in [0, 504, 505, 130_000, 300_000, 300_505, 504_990] {
      let samples = try Media.samples(source, from: Int64(start), count: 10, rate: 44_100)
      let expected = (start..<start + 10).map { Float($0 / 505 * 32) / 32_768 }
      #expect(samples == expected, "from \(start)")
    }
  }

  // MARK: - Packets

  @Test(
    "packets of Opus say how long they are (RFC 6716, table 2)",
    arguments: [
      ([0x78], 960), ([0xE0], 120), ([0xE8], 240), ([0xF0], 480), ([0xF8], 960), ([0x18], 2880),
      ([0xF9], 1920), ([0xFB, 3], 2880), ([0x1B, 3], nil), ([], nil), ([0xFB], nil),
    ] as [([UInt8], Int?)])
  func opus(packet: [UInt8], samples: Int?) {
    let length = SoundPackets.opus(packet.span)
    #expect(length == samples)
  }

  @Test("of the blocks of a packet of WavPack those count that begin a place")
  func wavPack() {
    func block(_ samples: Int, _ flags: Int) -> [UInt8] {
      Array("wvpk".utf8) + little(40, 4) + little(0, 8) + little(0, 4) + little(samples, 4)
        + little(flags, 4) + little(0, 4) + [UInt8](repeating: 0, count: 16)
    }
    let whole = block(22_050, 0x800) + block(22_050, 0x1000)
    let length = SoundPackets.wavPack(whole.span)
    #expect(length == 22_050)
    let cut = Array(block(22_050, 0x1800).dropLast(30))
    let none = SoundPackets.wavPack(cut.span)
    #expect(none == nil)
  }
}
