import AudioMixing
import Foundation
import BaseValues
import Testing

@Suite("a pitch that is kept along a ramp")
struct KeptRampTests {
  private static let rate = 16_000
  /// From half to twice the speed within two seconds, where it stays.
  private static let curve = SpeedCurve([
    SpeedCurve.Point(at: .zero, speed: Rational(1, 2) ?? .one),
    SpeedCurve.Point(at: Rational(2), speed: Rational(2)),
  ])

  /// When the result comes to a second of the source: the integral ½ t + ⅜ t², solved.
  private static func time(of second: Double) -> Double {
    second <= 2.5 ? (-0.5 + (0.25 + 1.5 * second).squareRoot()) / 0.75 : 2 + (second - 2.5) / 2
  }

  private func render(
    _ isVoice: Bool, _ sample: @escaping @Sendable (Int64) -> Float, _ blocks: [Range<Int64>]
  ) throws -> [Float] {
    var source = Source(sample)
    var window = SampleWindow(channelCount: 1)
    var stretch = try TimeStretch(Self.curve, sampleRate: Self.rate)
    var pieces = try PieceStretch(Self.curve, sampleRate: Self.rate)
    var result: [Float] = []
    for block in blocks {
      var buffer = AudioBuffer(channelCount: 1, frameCount: block.count)
      if isVoice {
        pieces.fill(&buffer, from: block.lowerBound, window: &window) { source.read($0, &$1) }
      } else {
        stretch.fill(&buffer, from: block.lowerBound, window: &window) { source.read($0, &$1) }
      }
      result += buffer.channels[0]
    }
    return result
  }

  private static let tone: @Sendable (Int64) -> Float = { sample in
    Float(sin(Double(sample % 16_000) / 16_000 * 440 * 2 * .pi) / 2)
  }

  @Test("a tone stays as high and as loud as it is", arguments: [false, true])
  func tone(isVoice: Bool) throws {
    let heard = try render(isVoice, Self.tone, [0..<48_000])
    for start in stride(from: 0, to: 48_000, by: 8000) {
      let part = heard[start..<start + 8000]
      let risings = zip(part.indices, part.indices.dropFirst()).compactMap { before, after in
        heard[before] < 0 && heard[after] >= 0
          ? Double(before) + Double(heard[before] / (heard[before] - heard[after])) : nil
      }
      let first = try #require(risings.first)
      let last = try #require(risings.last)
      let frequency = Double(risings.count - 1) * 16_000 / (last - first)
      // 2 cents.
      #expect(abs(frequency / 440 - 1) < 0.0012, "\(frequency) Hz from \(start)")
      let energy = part.reduce(Float(0)) { $0 + $1 * $1 } / 8000
      // 0.3 dB.
      #expect(abs((8 * energy).squareRoot() - 1) < 0.035, "from \(start)")
    }
  }

  @Test(
    "what begins in the source begins where the ramp comes to it, once", arguments: [false, true])
  func beats(isVoice: Bool) throws {
    let beeps: @Sendable (Int64) -> Float = { sample in
      let place = sample % 12_000
      return sample >= 12_000 && place < 1600
        ? Float(cos(Double(place) / 16 * 2 * .pi) / 2) * (1 - Float(place) / 1600) : 0
    }
    let heard = try render(isVoice, beeps, [0..<48_000])
    var begins: [Int] = []
    for index in heard.indices where abs(heard[index]) > 0.1 {
      if begins.isEmpty || heard[max(0, index - 1500)..<index].allSatisfy({ abs($0) <= 0.1 }) {
        begins.append(index)
      }
    }
    let expected = (1...5).map { Self.time(of: Double($0) * 0.75) * 16_000 }.filter { $0 < 48_000 }
    #expect(begins.count == expected.count, "\(begins), \(expected)")
    for (begin, time) in zip(begins, expected) {
      #expect(abs(Double(begin) - time) <= 2, "\(begin), not \(time)")
    }
  }

  @Test(
    "a sample is the same in whatever blocks and order it is asked for", arguments: [false, true])
  func blocks(isVoice: Bool) throws {
    let sound: @Sendable (Int64) -> Float = { sample in
      Self.tone(sample) * (sample % 20_000 < 12_000 ? 1 : 0.02)
    }
    let whole = try render(isVoice, sound, [0..<40_000])
    let cuts: [Int64] = [0, 700, 9001, 23_456, 40_000]
    let blocks = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    #expect(try render(isVoice, sound, blocks) == whole)
    let backwards = try blocks.reversed().map { try render(isVoice, sound, [$0]) }
    #expect(backwards.reversed().flatMap(\.self) == whole)
  }

  @Test("one speed is the same written as a curve")
  func even() throws {
    let speed = Rational(2)
    var (one, other) = (SampleWindow(channelCount: 1), SampleWindow(channelCount: 1))
    var buffers = [AudioBuffer](
      repeating: AudioBuffer(channelCount: 1, frameCount: 9000), count: 2)
    var source = Source(Self.tone)
    var even = TimeStretch(speed: speed, sampleRate: Self.rate)
    var curve = try TimeStretch(SpeedCurve(constant: speed), sampleRate: Self.rate)
    even.fill(&buffers[0], from: 500, window: &one) { source.read($0, &$1) }
    curve.fill(&buffers[1], from: 500, window: &other) { source.read($0, &$1) }
    #expect(buffers[0].channels[0] == buffers[1].channels[0])
  }

  @Test("a ramp that stands still or turns back, and numbers without room, are refused")
  func refused() {
    for curve in [
      SpeedCurve(constant: .zero), SpeedCurve(constant: Rational(-1)),
      SpeedCurve(constant: Rational(65)), SpeedCurve([]),
      SpeedCurve(constant: Rational(Int64.max - 1, Int64.max) ?? .zero),
    ] {
      let stretch = try? TimeStretch(curve, sampleRate: Self.rate)
      let pieces = try? PieceStretch(curve, sampleRate: Self.rate)
      #expect((stretch == nil) == (pieces == nil))
      if curve.points.first?.speed != Rational(Int64.max - 1, Int64.max) { #expect(stretch == nil) }
    }
  }
}
