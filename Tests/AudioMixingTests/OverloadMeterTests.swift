import Testing

@testable import AudioMixing

@Suite struct OverloadMeterTests {
  private func buffer(_ channels: [[Float]]) -> AudioBuffer {
    var buffer = AudioBuffer(channelCount: channels.count, frameCount: channels[0].count)
    for (number, samples) in channels.enumerated() {
      buffer.withChannel(number) { target in
        for index in samples.indices { target[index] = samples[index] }
      }
    }
    return buffer
  }

  private func noise(_ count: Int, seed: UInt64) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23) * 1.2
    }
  }

  @Test("samples beyond full scale are counted, and the first is named")
  func counts() {
    var meter = OverloadMeter(channelCount: 2)
    var (left, right) = ([Float](repeating: 0, count: 3000), [Float](repeating: 0.5, count: 3000))
    (left[1500], left[2999], right[700], right[701]) = (1.5, -1.001, 1, .nan)
    meter.add(buffer([left, right]), from: 10_240, counting: 0..<100_000)
    #expect(meter.level.clippedCount == 3)
    #expect(meter.level.firstClipped == Int64(10_941))
    #expect(meter.level.peakSample == Int64(11_740))
    #expect(meter.level.truePeak >= 1.5)
    #expect(meter.level.isOverloaded)
  }

  @Test("the level does not depend on blocks, and levels of parts add up to that of the whole")
  func parts() {
    let length = 9 * 1024 + 300
    let sound = [noise(length, seed: 1), noise(length, seed: 2)]
    func part(_ range: Range<Int>) -> AudioBuffer { buffer(sound.map { Array($0[range]) }) }
    var whole = OverloadMeter(channelCount: 2)
    whole.add(part(0..<length), from: 0, counting: 0..<Int64(length))
    var truth = TruePeakMeter(channelCount: 2)
    truth.add(part(0..<length))
    #expect(whole.level.truePeak == truth.peak)
    for step in [1024, 2048, 4096] {
      var meter = OverloadMeter(channelCount: 2)
      var position = 0
      while position < length {
        let end = min(length, position + step)
        meter.add(part(position..<end), from: Int64(position), counting: 0..<Int64(length))
        position = end
      }
      #expect(meter.level == whole.level, "blocks of \(step)")
    }
    for cut in stride(from: 1024, to: length, by: 1024) {
      var first = OverloadMeter(channelCount: 2)
      first.add(part(0..<length), from: 0, counting: 0..<Int64(cut))
      var second = OverloadMeter(channelCount: 2)
      let lead = max(0, cut - 2048)
      second.add(
        part(lead..<length), from: Int64(lead), counting: Int64(cut)..<Int64(length))
      #expect(first.level + second.level == whole.level, "cut at \(cut)")
      #expect(second.level.moved(by: -5).moved(by: 5) == second.level)
    }
  }

  @Test("silence has no level")
  func silence() {
    var meter = OverloadMeter(channelCount: 1)
    meter.add(AudioBuffer(channelCount: 1, frameCount: 5000), from: 0, counting: 0..<5000)
    #expect(meter.level == AudioLevel())
    #expect(!meter.level.isOverloaded)
  }
}
