import AudioMixing
import Foundation
import MediaSources
import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel
import SeededNumbers

@testable import MediaReading

@Suite("sound reader")
struct AudioReaderTests {
  private func write(_ bytes: [UInt8], _ folder: WritingFolder, _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  /// A ramp that names every sample of a second and a half.
  private func ramp(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 % 60_000 - 30_000) }
  }

  @Test("samples come at their places, silence before and behind")
  func places() throws {
    let folder = try WritingFolder()
    let ramp = ramp(96_000)
    let path = try write(Media.wave(ramp, rate: 48_000, channels: 2), folder, "ramp.wav")
    let source = try Media.probe(path)
    #expect(
      source.facts.audio
        == AudioFacts(
          sampleRate: 48_000, channels: 2,
          range: try TimeRange(start: .zero, duration: Rational(2))))
    for start in [-100, 0, 1, 777, 50_000, 95_990] as [Int64] {
      let samples = try Media.samples(source, from: start, count: 500)
      for (offset, sample) in samples.enumerated() {
        let place = Int(start) + offset
        let expected = ramp.indices.contains(place) ? Float(ramp[place]) / 32_768 : 0
        #expect(sample == expected, "sample \(place)")
        if sample != expected { return }
      }
    }
  }

  @Test(
    "what is read from the middle is what is read from the beginning",
    arguments: [48_000, 44_100, 22_050, 96_000, 32_000])
  func middle(rate: Int) throws {
    let folder = try WritingFolder()
    let path = try write(Media.wave(ramp(rate * 3), rate: rate), folder, "ramp.wav")
    let source = try Media.probe(path)
    let whole = try Media.samples(source, count: 144_000)
    for start in [1, 48_001, 100_003, 131_072] {
      let part = try Media.samples(source, from: Int64(start), count: 4000)
      #expect(part == Array(whole[start..<start + 4000]), "from \(start)")
    }
  }

  @Test(
    "of another rate every sample is the filter's, from the first to the last",
    arguments: [44_100, 8000, 96_000])
  func converted(rate: Int) throws {
    let folder = try WritingFolder()
    var noise = SeededGenerator(seed: 44)
    let samples = (0..<rate / 4).map { _ in Int16.random(in: -9000...9000, using: &noise) }
    let path = try write(Media.wave(samples, rate: rate), folder, "noise.wav")
    let read = try Media.samples(try Media.probe(path), from: -50, count: 12_200)
    let converter = RateConverter(from: rate, to: 48_000)
    let source = samples.map { Float($0) / 32_768 }
    var wanted = [Float](repeating: 0, count: 12_000)
    var span = wanted.mutableSpan
    converter.fill(&span, 0..<12_000, from: 0, source: source.span, startingAt: 0)
    #expect(Array(read[50..<12_050]) == wanted)
    // Nothing is heard before the source's beginning and after its end.
    #expect(read[..<50].allSatisfy { $0 == 0 } && read[12_050...].allSatisfy { $0 == 0 })
  }

  @Test("AAC in MP4 is the same from every position, and its encoder delay is dropped")
  func aac() throws {
    let folder = try WritingFolder()
    for rate in [48_000, 44_100] {
      let path = folder.file("movie\(rate).mp4")
      try writeMovie(
        path, rate: try Media.rate(25), chunks: [50, 50, 50, 50], sampleRate: rate,
        settings: Synthetic.settings(
          rate: try Media.rate(25), size: Size(width: 64, height: 64)))
      let source = try Media.probe(path)
      #expect(source.facts.audio?.range == (try TimeRange(start: .zero, duration: Rational(8))))
      let whole = try Media.samples(source, count: 384_000)
      // A square wave of 441 Hz: positive at first, and the change of sign near its half period.
      let half = 48_000 / 882
      for place in [half / 2, half / 2 + 2 * half, 40 * half + half / 2] {
        #expect(whole[place] > 0.02)
      }
      for place in [half + half / 2, 3 * half + half / 2] { #expect(whole[place] < -0.02) }
      // Over the end of the first section, which lasts five seconds.
      for start in [5, 70_001, 237_000, 239_999, 240_000, 300_001] {
        let part = try Media.samples(source, from: Int64(start), count: 3000)
        #expect(part == Array(whole[start..<start + 3000]), "from \(start) at \(rate)")
      }
    }
  }

  @Test("a rate that is converted keeps its time: an impulse stays at its place")
  func impulse() throws {
    let folder = try WritingFolder()
    var samples = [Int16](repeating: 0, count: 44_100 * 4)
    for second in 0..<4 { samples[second * 44_100] = 20_000 }
    let path = try write(Media.wave(samples, rate: 44_100), folder, "impulse.wav")
    let converted = try Media.samples(try Media.probe(path), count: 192_000)
    for second in 0..<4 {
      let around = max(0, second * 48_000 - 100)..<second * 48_000 + 100
      let peak = around.max { abs(converted[$0]) < abs(converted[$1]) }
      #expect(peak == second * 48_000)
    }
  }

  @Test("one channel is heard from both sides unchanged, and of two the mean")
  func channels() throws {
    let folder = try WritingFolder()
    let level = [Int16](repeating: 16_384, count: 9600)
    let mono = try Media.probe(write(Media.wave(level, rate: 48_000), folder, "mono.wav"))
    let left = try Media.samples(mono, count: 2000, channel: 0)
    let right = try Media.samples(mono, count: 2000, channel: 1)
    #expect(left == right)
    #expect(left == Array(repeating: 0.5, count: 2000))
    let stereo = try Media.probe(
      write(Media.wave(level, rate: 48_000, channels: 2), folder, "stereo.wav"))
    let mixed = try Media.samples(stereo, count: 2000, channels: 1)[1000]
    #expect(mixed == 0.5)
  }

  @Test("sound of six channels is mixed down to two")
  func surround() throws {
    let folder = try WritingFolder()
    let level = [Int16](repeating: 3277, count: 9600)
    var bytes = Media.wave(level, rate: 48_000, channels: 6)
    // WAVE_FORMAT_EXTENSIBLE: 16 bits, the speakers of 5.1, PCM.
    bytes[16] = 40
    bytes[20..<22] = [0xFE, 0xFF]
    bytes.insert(
      contentsOf: [
        22, 0, 16, 0, 0x3F, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B,
        0x71,
      ], at: 36)
    let source = try Media.probe(write(bytes, folder, "six.wav"))
    #expect(source.facts.audio?.channels == 6)
    // Front + centre at -3 dB + surround at -3 dB (ITU-R BS.775).
    let mixed = try Media.samples(source, count: 2000)[1000]
    #expect(abs(mixed - 0.1 * (1 + 2 * 0.7071)) < 0.002)
  }

  @Test("hundreds of short clips of one file open it twice, two at a time")
  func reuse() throws {
    let folder = try WritingFolder()
    let path = try write(Media.wave(ramp(480_000), rate: 48_000), folder, "long.wav")
    let item = Media.item(path)
    let source = try Media.probe(path)
    var library = MediaLibrary()
    library.add(.file(source), for: item)
    let spans = (0..<400).map { (number: Int) -> AudioSpan in
      let start = Int64(number) * 500
      let origin = PlanOrigin(track: TrackID(0), item: .clip(number), label: "clip")
      return AudioSpan(
        origin: origin, media: MediaID(0), samples: start..<start + 700,
        sourceSample: Int64((number * 7919) % 470_000), envelopes: [])
    }
    let sounds = MediaAudioSource(
      spans: spans, rate: 48_000, channels: 2, library: library)
    for (number, span) in spans.enumerated() {
      var buffer = AudioBuffer(channelCount: 2, frameCount: 500)
      try sounds.read(MediaID(0), span: number, from: span.sourceSample, into: &buffer)
      #expect(buffer.channels[0][0] != buffer.channels[0][499])
      guard number > 0 else { continue }
      var rest = AudioBuffer(channelCount: 2, frameCount: 200)
      try sounds.read(
        MediaID(0), span: number - 1, from: spans[number - 1].sourceSample + 500, into: &rest)
    }
    #expect(sounds.opens == 2)
  }

  @Test("samples are taken from the queue in order however many are dropped")
  func queue() {
    var queue = SampleQueue(channelCount: 1)
    var appended = 0
    var dropped = 0
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let block = (0..<1000).map { Float(appended + $0) }
      queue.append(block.span, channel: 0)
      appended += 1000
      let count = min(queue.count, Int.random(in: 0...1600, using: &random))
      queue.drop(count)
      dropped += count
      #expect(queue.count == appended - dropped)
      guard queue.count > 0 else { continue }
      var out = [Float](repeating: -1, count: 3)
      var span = out.mutableSpan
      queue.copy(from: queue.count - 1, count: 1, channel: 0, into: &span, at: 1)
      #expect(out == [-1, Float(appended - 1), -1])
    }
  }
}
