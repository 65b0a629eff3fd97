import Foundation
import Testing
import SeededNumbers

@testable import AudioMixing

@Suite struct QuarterSineTests {
  @Test("agrees with libm's sine and tangent")
  func agrees() {
    for step in 0...10_000 {
      let x = Double(step) / 10_000
      #expect(abs(QuarterSine.value(x) - sin(x * .pi / 2)) < 1e-12)
      if x <= 0.9 { #expect(abs(QuarterSine.tangent(x) - tan(x * .pi / 2)) < 1e-10) }
    }
    #expect(QuarterSine.value(0) == 0)
    #expect(QuarterSine.value(1) == 1)
  }
}

@Suite struct ToneTests {
  private func sine(
    _ frequency: Int, _ range: Range<Int64>, rate: Int = 48_000, level: Int = 1_000_000
  ) -> [Float] {
    var sound = AudioBuffer(channelCount: 1, frameCount: range.count)
    ToneGenerator.addSine(
      frequency: frequency, level: level, from: range.lowerBound, sampleRate: rate, to: &sound)
    return sound.channels[0]
  }

  private func beeps(_ range: Range<Int64>, rate: Int = 48_000) -> [Float] {
    var sound = AudioBuffer(channelCount: 1, frameCount: range.count)
    ToneGenerator.addBeeps(from: range.lowerBound, sampleRate: rate, to: &sound)
    return sound.channels[0]
  }

  @Test("a sine agrees with libm", arguments: [1, 440, 997, 1000, 11_999, 24_000])
  func sineAccuracy(frequency: Int) {
    for (index, sample) in sine(frequency, 0..<4800).enumerated() {
      let turns = Double(index * frequency % 48_000) / 48_000
      if abs(Double(sample) - sin(turns * 2 * .pi)) > 1e-7 { Issue.record("sample \(index)") }
    }
  }

  @Test("a sine does not drift: a day later it is the same")
  func noDrift() {
    let day: Int64 = 86_400 * 44_100
    #expect(sine(441, day..<day + 500, rate: 44_100) == sine(441, 0..<500, rate: 44_100))
    #expect(sine(997, day + 7..<day + 500, rate: 44_100) == sine(997, 7..<500, rate: 44_100))
  }

  @Test("a sine has the level it was asked for, within full scale")
  func level() {
    #expect(sine(12_000, 0..<4, level: 250_000) == [0, 0.25, 0, -0.25])
    #expect(sine(12_000, 1..<2, level: .max) == [1])
    #expect(sine(12_000, 1..<2, level: .min) == [0])
  }

  @Test("sounds add to what is there, in each channel")
  func adds() {
    var sound = buffer([[0.5, 0.5], [0, -1]])
    ToneGenerator.addSine(
      frequency: 12_000, level: 1_000_000, from: 0, sampleRate: 48_000, to: &sound)
    #expect(sound.channels == [[0.5, 1.5], [0, 0]])
  }

  @Test(
    "beeps begin at each second with the second's pitch", arguments: [8000, 11_025, 44_100, 48_000])
  func beepsBySecond(rate: Int) {
    for second in [0, 1, 9, 10, 3607] as [Int64] {
      let start = second * Int64(rate)
      let length = rate / 20
      let sound = beeps(start - 100..<start + Int64(rate) - 100, rate: rate)
      #expect(sound.prefix(101).allSatisfy { $0 == 0 })
      #expect(sound.dropFirst(100 + length).allSatisfy { $0 == 0 })
      let frequency = Double(600 + 100 * (second % 10))
      let edge = max(1, rate / 2000)
      for index in edge..<length - edge {
        let expected = 0.5 * sin(Double(index) * frequency / Double(rate) * 2 * .pi)
        if abs(Double(sound[100 + index]) - expected) > 1e-6 {
          Issue.record("second \(second), sample \(index)")
        }
      }
    }
  }

  @Test("how the samples are cut into blocks makes no difference", arguments: [1, 50, 5000])
  func blocks(longest: Int) {
    var generator = SeededGenerator(seed: UInt64(longest))
    let range = -1000..<20_000
    let cuts = generator.cuts(range, longest: longest)
      .map { Int64($0.lowerBound)..<Int64($0.upperBound) }
    let whole = Int64(range.lowerBound)..<Int64(range.upperBound)
    #expect(cuts.flatMap { beeps($0, rate: 8000) } == beeps(whole, rate: 8000))
    #expect(cuts.flatMap { sine(441, $0, rate: 8000) } == sine(441, whole, rate: 8000))
  }

  @Test("before sample 0 there is silence")
  func before() {
    #expect(sine(12_000, -3..<2) == [0, 0, 0, 0, 1])
    #expect(sine(12_000, -10..<0).allSatisfy { $0 == 0 })
    #expect(beeps(-48_000 ..< -47_000).allSatisfy { $0 == 0 })
  }

  @Test("positions, rates and frequencies that cannot be are silence")
  func extremes() {
    for start in [Int64.min, .min + 1, .max - 1, .max] {
      for rate in [Int.min, -1, 0, 1, 7, 48_000, .max] {
        for frequency in [Int.min, 0, 1, 3, .max] {
          var sound = AudioBuffer(channelCount: 1, frameCount: 5)
          ToneGenerator.addSine(
            frequency: frequency, level: 1_000_000, from: start, sampleRate: rate, to: &sound)
          ToneGenerator.addBeeps(from: start, sampleRate: rate, to: &sound)
          #expect(sound.channels == [[0, 0, 0, 0, 0]])
        }
      }
    }
    #expect(sine(24_001, 0..<9).allSatisfy { $0 == 0 })
    var none = AudioBuffer(channelCount: 0, frameCount: 0)
    ToneGenerator.addBeeps(from: 0, sampleRate: 48_000, to: &none)
    #expect(none.frameCount == 0)
  }
}
