import Foundation
import Testing

@testable import AudioMixing

@Suite struct LimiterTests {
  private static let rate = 48000

  /// Noise at one level with bursts at another, from a seed.
  private func bursts(_ count: Int, seed: UInt64, channels: Int = 2) -> AudioBuffer {
    var state = seed
    func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
    }
    var buffer = AudioBuffer(channelCount: channels, frameCount: count)
    for channel in 0..<channels {
      buffer.withChannel(channel) { samples in
        for i in samples.indices {
          samples[i] = next() * ((i / 3000) % 5 == channel ? 1.9 : 0.2)
        }
      }
    }
    return buffer
  }

  private func part(_ buffer: AudioBuffer, _ range: Range<Int>) -> AudioBuffer {
    AudioBuffer(channels: buffer.channels.map { Array($0[range]) })
      ?? AudioBuffer(channelCount: 0, frameCount: 0)
  }

  private func sine(_ frequency: Double, _ level: Double, _ count: Int) -> [Float] {
    (0..<count).map {
      Float(level * sin(2 * Double.pi * frequency * Double($0) / Double(Self.rate)))
    }
  }

  @Test("sound below the ceiling comes out bit for bit, later")
  func quiet() throws {
    var limiter = Limiter(channelCount: 1, sampleRate: Self.rate, ceiling: -1)
    let samples = sine(1000, 0.89, 5000)
    let result = limiter.limit(try #require(AudioBuffer(channels: [samples])))
    #expect(result.channels[0].prefix(limiter.delay).allSatisfy { $0 == 0 })
    #expect(
      Array(result.channels[0].dropFirst(limiter.delay)) == Array(samples.dropLast(limiter.delay)))
  }

  @Test(
    "sines that are too loud end at the ceiling, between samples too",
    arguments: [(50.0, 1.5), (440, 4), (997, 120), (6000, 2), (11_000, 1.01)])
  func ceiling(frequency: Double, level: Double) throws {
    var limiter = Limiter(channelCount: 1, sampleRate: Self.rate, ceiling: -1)
    let result = limiter.limit(
      try #require(AudioBuffer(channels: [sine(frequency, level, 48000)])))
    // The sine's own amplitude, by its quadrature components over the last half second.
    let settled = result.channels[0].suffix(24000)
    var (inPhase, across) = (0.0, 0.0)
    for (index, sample) in zip(settled.indices, settled) {
      let angle = 2 * Double.pi * frequency * Double(index) / Double(Self.rate)
      inPhase += Double(sample) * cos(angle)
      across += Double(sample) * sin(angle)
    }
    let amplitude = 2 * (inPhase * inPhase + across * across).squareRoot() / 24000
    let decibels = 20 * log10(amplitude)
    #expect(decibels < -1 + 0.03)
    // The interpolation of BS.1770 finds up to 0.3 dB too much at high frequencies.
    #expect(decibels > -1 - (frequency > 5000 ? 0.35 : 0.03))
    #expect(settled.allSatisfy { $0.magnitude <= 0.8914 })
  }

  @Test("a hit is ducked 5 ms ahead, held 10 ms, and left at 60 dB a second")
  func shape() throws {
    var limiter = Limiter(channelCount: 1, sampleRate: Self.rate, ceiling: -6.0206)
    var samples = [Float](repeating: 0.001, count: 48000)
    samples[20000] = 1
    let result = limiter.limit(try #require(AudioBuffer(channels: [samples])))
    func decibels(_ place: Int) -> Double {
      20 * log10(Double(result.channels[0][place + limiter.delay]) / 0.001)
    }
    let depth = 20 * log10(Double(result.channels[0][20000 + limiter.delay]))
    #expect(abs(depth + 6.0206) < 0.01)
    #expect(decibels(20000 - 260).magnitude < 1e-5)
    #expect(decibels(20000 - 120) < -2 && decibels(20000 - 120) > -4)
    #expect(abs(decibels(20000 + 470) - depth) < 0.02)
    let middle = decibels(20000 + 480 + 120 + 2400)
    #expect(abs(middle - (depth + 3)) < 0.2)
    #expect(decibels(20000 + 480 + 240 + 5000).magnitude < 1e-5)
  }

  @Test("how the sound is cut into blocks makes no difference", arguments: [1, 480, 1024, 16384])
  func blocks(length: Int) {
    let sound = bursts(40000, seed: 3)
    var whole = Limiter(channelCount: 2, sampleRate: Self.rate, ceiling: -1)
    let expected = whole.limit(sound)
    var limiter = Limiter(channelCount: 2, sampleRate: Self.rate, ceiling: -1)
    for start in stride(from: 0, to: length == 1 ? 300 : 40000, by: length) {
      let range = start..<min(start + length, 40000)
      #expect(limiter.limit(part(sound, range)) == part(expected, range))
    }
  }

  @Test("what came before its history makes no difference", arguments: [8000, 11025, 44100, 48000])
  func history(rate: Int) {
    var sound = bursts(130_000, seed: 5)
    // A click that takes 1.6 s to recover from: just before `start` it is still heard of.
    sound.withChannel(0) { $0[110_000 - rate * 16 / 10] = 100_000 }
    var whole = Limiter(channelCount: 2, sampleRate: rate, ceiling: -3)
    let expected = whole.limit(sound)
    let start = 110_000
    var late = Limiter(channelCount: 2, sampleRate: rate, ceiling: -3)
    let first = start - late.history
    let found = late.limit(part(sound, first..<130_000))
    let skipped = late.history + late.delay
    #expect(
      part(found, skipped..<found.frameCount) == part(expected, start + late.delay..<130_000))
  }

  @Test("numbers that are none, and levels beyond all measure, come out without harm")
  func odd() throws {
    var limiter = Limiter(channelCount: 1, sampleRate: Self.rate, ceiling: -1)
    var samples = [Float](repeating: 0.1, count: 4000)
    samples[1000] = .nan
    samples[1500] = .infinity
    samples[2000] = .greatestFiniteMagnitude
    _ = limiter.limit(try #require(AudioBuffer(channels: [samples])))
    let quiet = limiter.limit(
      try #require(AudioBuffer(channels: [[Float](repeating: 0.1, count: 110_000)])))
    #expect(quiet.channels[0].suffix(4000).allSatisfy { $0 == 0.1 })
  }

  @Test(
    "the largest of each window is that of looking at all", arguments: [1, 2, 3, 10, 64, 99, 100])
  func maxima(length: Int) {
    var state: UInt64 = 9
    let numbers = (0..<100).map { _ -> Int64 in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return Int64(bitPattern: state) >> 56
    }
    let expected = (0...numbers.count - length).map { numbers[$0..<$0 + length].max() }
    #expect(SlidingMaximum.values(of: numbers, over: length) == expected)
    #expect(SlidingMaximum.values(of: numbers, over: 101) == [])
  }
}
