import Foundation
import Testing

@testable import AudioMixing

@Suite struct PeakCorrectionTests {
  private static let rate = 48_000

  private func tone(_ level: Float, _ count: Int) -> AudioBuffer {
    var buffer = AudioBuffer(channelCount: 1, frameCount: count)
    buffer.withChannel(0) { samples in
      for i in samples.indices { samples[i] = level * Float(sin(Double(i) * 0.13)) }
    }
    return buffer
  }

  @Test("sound is lowered by what is missing around a peak, within a fence, and nowhere else")
  func around() {
    var decoded = tone(0.1, 9600)
    decoded.withChannel(0) { $0[4800] = 1 }
    var correction = PeakCorrection(
      channelCount: 1, sampleCount: 9600, sampleRate: Self.rate, ceiling: -3)
    let isLowered = correction.lower(decoded, at: 0..<9600, within: 4500..<9600)
    #expect(isLowered)
    var block = AudioBuffer(channels: [Array(repeating: 1, count: 9600)])!
    correction.apply(to: &block, from: 0)
    let gains = block.channels[0]
    // 3.1 dB and up to an eighth more, 5 ms to both sides, and nothing from 15 ms on.
    for index in 4700...5040 {
      let decibels = 20 * log10(Double(gains[index]))
      #expect(decibels <= -3.1 && decibels >= -3.6, "\(index): \(decibels)")
    }
    #expect(gains[..<4501].allSatisfy { $0 == 1 } && gains[5530...].allSatisfy { $0 == 1 })
    for index in 1..<9600 { #expect(abs(gains[index] - gains[index - 1]) < 0.004) }
    // What is below the ceiling stays.
    let isLoweredAgain = correction.lower(tone(0.1, 9600), at: 0..<9600)
    #expect(!isLoweredAgain)
  }

  @Test(
    "where one place is too loud all of a range is lowered by what it needs, without a step at a fence"
  )
  func all() {
    var decoded = tone(0.1, 9600)
    decoded.withChannel(0) { $0[4800] = 1 }
    var correction = PeakCorrection(
      channelCount: 1, sampleCount: 9600, sampleRate: Self.rate, ceiling: -3)
    let isLowered = correction.lowerAll(decoded, at: 0..<9600, within: 2000..<9600)
    #expect(isLowered)
    var block = AudioBuffer(channels: [Array(repeating: 1, count: 9600)])!
    correction.apply(to: &block, from: 0)
    let gains = block.channels[0]
    // 10 ms after the fence, and to the end of the sound, where nothing follows.
    for index in 2480..<9600 {
      let decibels = 20 * log10(Double(gains[index]))
      #expect(decibels <= -3.1 && decibels >= -3.6, "\(index): \(decibels)")
    }
    #expect(gains[..<2000].allSatisfy { $0 == 1 })
    for index in 1..<9600 { #expect(abs(gains[index] - gains[index - 1]) < 0.004) }
    let isLoweredAgain = correction.lowerAll(tone(0.1, 9600), at: 0..<9600, within: 0..<9600)
    #expect(!isLoweredAgain)
  }
}
