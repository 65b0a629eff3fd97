import AudioMixing
import Foundation
import Testing
import SeededNumbers

@Suite struct MixerTests {
  /// The definition, sample by sample.
  private func reference(
    _ source: AudioBuffer, _ gains: GainRow, _ pan: Int, _ destination: AudioBuffer, _ offset: Int
  ) -> AudioBuffer {
    var channels = destination.channels
    let sides = [Pan.gains(pan).left, Pan.gains(pan).right]
    for (channel, samples) in source.channels.enumerated() {
      // Left, right, centre, low-frequency effects, back left, back right.
      let places = [2: [0, 1], 6: [0, 1, nil, nil, 0, 1]][source.channelCount]
      let side = places?[channel].map { sides[$0] } ?? 1
      for (index, sample) in samples.enumerated() {
        channels[channel][offset + index] += sample * Float(gains.values[index] * side)
      }
    }
    return buffer(channels)
  }

  @Test("sums as the definition does and leaves the rest alone", arguments: [1, 2, 3, 6])
  func agrees(channels: Int) {
    var generator = SeededGenerator(seed: UInt64(channels))
    for (count, offset) in [(0, 0), (1, 0), (1, 99), (7, 13), (33, 64), (100, 0)] {
      for pan in [-32768, -1000, 0, 20000, 32768] {
        let source = generator.noise(channels: channels, frames: count)
        let target = generator.noise(channels: channels, frames: 100)
        var gains = GainRow(count: count)
        gains.multiply(by: [.at(0, 0.3), .at(2, 1.7, .equalPower), .at(4, 0)], from: 3)
        var mixed = target
        Mixer.add(source, gains: gains, pan: pan, to: &mixed, at: offset)
        #expect(mixed == reference(source, gains, pan, target, offset))
      }
    }
  }

  @Test("the order of sums is kept: float addition is not associative")
  func order() {
    let parts: [Float] = [1e8, -1e8, 1]
    func mix(_ values: [Float]) -> Float {
      var sum = AudioBuffer(channelCount: 1, frameCount: 1)
      for value in values {
        Mixer.add(buffer([[value]]), gains: GainRow(count: 1), to: &sum, at: 0)
      }
      return sum.channels[0][0]
    }
    #expect(mix(parts) == 1)
    #expect(mix([1, 1e8, -1e8]) == 0)
  }

  @Test("other lengths and channels are refused")
  func preconditions() async {
    await #expect(processExitsWith: .failure) {
      var target = AudioBuffer(channelCount: 2, frameCount: 4)
      Mixer.add(
        AudioBuffer(channelCount: 2, frameCount: 4), gains: GainRow(count: 4), to: &target, at: 1)
    }
    await #expect(processExitsWith: .failure) {
      var target = AudioBuffer(channelCount: 2, frameCount: 4)
      Mixer.add(
        AudioBuffer(channelCount: 1, frameCount: 4), gains: GainRow(count: 4), to: &target, at: 0)
    }
  }
}

@Suite struct PanTests {
  @Test("the centre leaves both sides alone, the ends silence one")
  func ends() {
    #expect(Pan.gains(0) == (1, 1))
    #expect(Pan.gains(-32768) == (1, 0))
    #expect(Pan.gains(32768) == (0, 1))
    #expect(Pan.gains(.min) == (1, 0))
    #expect(Pan.gains(.max) == (0, 1))
  }

  @Test("the side that sound leaves falls by a quarter cosine, the other stays")
  func law() {
    for pan in stride(from: 0, through: 32768, by: 64) {
      let right = Pan.gains(pan)
      let left = Pan.gains(-pan)
      #expect(abs(right.left - cos(Double(pan) / 32768 * .pi / 2)) < 1e-12)
      #expect(right.right == 1)
      #expect(left == (right.right, right.left))
    }
  }
}

@Suite struct AudioBufferTests {
  @Test("begins silent, with counts that are not negative")
  func silence() {
    let buffer = AudioBuffer(channelCount: 2, frameCount: 3)
    #expect(buffer.channels == [[0, 0, 0], [0, 0, 0]])
    #expect(AudioBuffer(channelCount: -1, frameCount: 3).channels.isEmpty)
    #expect(AudioBuffer(channelCount: 1, frameCount: -3).frameCount == 0)
    #expect(AudioBuffer(channelCount: 0, frameCount: 3).frameCount == 0)
  }

  @Test("takes channels that are equally long only")
  func channels() {
    #expect(AudioBuffer(channels: [[1], [1, 2]]) == nil)
    #expect(AudioBuffer(channels: [])?.channelCount == 0)
    #expect(AudioBuffer(channels: [[1, 2], [3, 4]])?.frameCount == 2)
  }

  @Test("writing changes one channel of one copy")
  func copies() {
    let first = buffer([[1, 2], [3, 4]])
    var second = first
    second.withChannel(1) { $0[0] = 9 }
    #expect(first.channels == [[1, 2], [3, 4]])
    #expect(second.channels == [[1, 2], [9, 4]])
    second.silence()
    #expect(second.channels == [[0, 0], [0, 0]])
  }
}

@Suite struct ClippingTests {
  @Test("limits to ±1 and counts what it changed")
  func clamp() {
    let next = Float(1).nextUp
    var block = buffer([
      [0, 1, -1, 0.5, next, -next], [.infinity, -.infinity, .nan, 2, -0.0, .leastNonzeroMagnitude],
    ])
    #expect(Clipping.clamp(&block) == 6)
    #expect(block.channels[0] == [0, 1, -1, 0.5, 1, -1])
    #expect(block.channels[1] == [1, -1, 0, 1, 0, .leastNonzeroMagnitude])
    #expect(block.channels[1][4].sign == .minus)
    #expect(Clipping.clamp(&block) == 0)
  }

  @Test("nothing is nothing")
  func empty() {
    var block = AudioBuffer(channelCount: 0, frameCount: 0)
    #expect(Clipping.clamp(&block) == 0)
  }
}
