import AudioMixing
import Testing
import SeededNumbers

@Suite struct DownMixTests {
  private static let a = 0.5.squareRoot()

  /// Left and right rows, then the row for mono.
  private static let tables: [(layout: String, left: [Double], right: [Double], mono: [Double])] = [
    ("stereo", [1, 0], [0, 1], [0.5, 0.5]),
    ("2.1", [1, 0, 0], [0, 1, 0], [0.5, 0.5, 0]),
    ("3.0", [1, 0, a], [0, 1, a], [0.5, 0.5, a]),
    ("4.0", [1, 0, a, 0.5], [0, 1, a, 0.5], [0.5, 0.5, a, 0.5]),
    ("quad", [1, 0, a, 0], [0, 1, 0, a], [0.5, 0.5, a / 2, a / 2]),
    ("5.0", [1, 0, a, a, 0], [0, 1, a, 0, a], [0.5, 0.5, a, a / 2, a / 2]),
    ("5.0(side)", [1, 0, a, a, 0], [0, 1, a, 0, a], [0.5, 0.5, a, a / 2, a / 2]),
    ("5.1", [1, 0, a, 0, a, 0], [0, 1, a, 0, 0, a], [0.5, 0.5, a, 0, a / 2, a / 2]),
    ("5.1(side)", [1, 0, a, 0, a, 0], [0, 1, a, 0, 0, a], [0.5, 0.5, a, 0, a / 2, a / 2]),
    (
      "6.1", [1, 0, a, 0, 0.5, a, 0], [0, 1, a, 0, 0.5, 0, a],
      [0.5, 0.5, a, 0, 0.5, a / 2, a / 2]
    ),
    (
      "7.1", [1, 0, a, 0, a, 0, a, 0], [0, 1, a, 0, 0, a, 0, a],
      [0.5, 0.5, a, 0, a / 2, a / 2, a / 2, a / 2]
    ),
  ]

  @Test("has the standard's coefficients for each layout")
  func coefficients() {
    for table in Self.tables {
      let count = table.left.count
      let stereo = DownMix(layout: table.layout, inputCount: count, outputCount: 2)
      #expect(stereo.matrix == [table.left, table.right], "\(table.layout)")
      let mono = DownMix(layout: table.layout, inputCount: count, outputCount: 1)
      #expect(mono.matrix == [table.mono], "\(table.layout)")
      #expect((stereo.inputCount, stereo.outputCount, mono.outputCount) == (count, 2, 1))
    }
  }

  @Test("what is the same on both sides keeps its level in mono, and mono on both sides")
  func roundTrip() {
    let level = buffer([[0.75, -1]])
    var both = AudioBuffer(channelCount: 2, frameCount: 2)
    DownMix(layout: "mono", inputCount: 1, outputCount: 2).apply(level, into: &both)
    #expect(both.channels == [[0.75, -1], [0.75, -1]])
    var one = AudioBuffer(channelCount: 1, frameCount: 2)
    DownMix(layout: "stereo", inputCount: 2, outputCount: 1).apply(both, into: &one)
    #expect(one == level)
  }

  @Test("parts of an input add up to the whole of it")
  func parts() {
    var generator = SeededGenerator(seed: 6)
    let input = generator.noise(channels: 6, frames: 40)
    let whole = DownMix(layout: "5.1", inputCount: 6, outputCount: 2)
    var expected = AudioBuffer(channelCount: 2, frameCount: 40)
    whole.apply(input, into: &expected)
    var sum = AudioBuffer(channelCount: 2, frameCount: 40)
    for range in [0..<1, 1..<4, 4..<6] {
      let part = whole.part(range)
      #expect((part.inputCount, part.outputCount) == (range.count, 2))
      for channel in range {
        let samples = input.channels[channel]
        part.add(samples.span, of: channel - range.lowerBound, to: &sum)
      }
    }
    #expect(sum == expected)
    #expect(whole.part(5..<9).inputCount == 1)
  }

  @Test("mono goes to both sides unchanged")
  func mono() {
    #expect(DownMix(layout: "mono", inputCount: 1, outputCount: 2).matrix == [[1], [1]])
    #expect(DownMix(layout: "mono", inputCount: 1, outputCount: 1).matrix == [[1]])
  }

  @Test("of an unknown layout no channel is lost, and none is taken for another")
  func unknown() {
    func matrix(_ layout: String, _ count: Int) -> [[Double]] {
      DownMix(layout: layout, inputCount: count, outputCount: 2).matrix
    }
    #expect(matrix("5.1", 2) == matrix("stereo", 2))
    #expect(matrix("", 1) == [[1], [1]])
    #expect(matrix("2 channels", 2) == matrix("stereo", 2))
    for count in [3, 4, 5, 6, 7, 8, 9, 16] {
      let all = [Double](repeating: 1, count: count)
      #expect(matrix("\(count) channels", count) == [all, all])
      let mono = DownMix(layout: "", inputCount: count, outputCount: 1)
      #expect(mono.matrix == [all])
      // With loudspeakers as many as channels each has its own; else they are heard from the centre.
      let surround = DownMix(layout: "", inputCount: count, outputCount: 6).matrix
      for channel in 0..<count {
        #expect(surround.contains { $0[channel] > 0 }, "channel \(channel) of \(count)")
      }
      if count == 3 { #expect(surround[2] == [1, 1, 1] && surround[3] == [0, 0, 0]) }
      if count == 6 { #expect(surround[3] == [0, 0, 0, 1, 0, 0]) }
    }
    #expect(matrix("7.1(top)", 8) == matrix("7.1", 8))
    #expect(matrix("mono(top)", 1) == [[1], [1]])
    #expect(
      matrix("ambisonic 2", 9) == [
        [1] + Array(repeating: 0, count: 8), [1] + Array(repeating: 0, count: 8),
      ])
    #expect(matrix("stereo", 0) == [[], []])
    #expect(matrix("stereo", -1) == [[], []])
  }

  @Test("speakers in brackets are read; those above are dropped")
  func brackets() {
    let mix = DownMix(layout: "4 channels (FL+FR+TFL+FC)", inputCount: 4, outputCount: 2)
    #expect(mix.matrix == [[1, 0, 0, Self.a], [0, 1, 0, Self.a]])
  }

  @Test("replaces the output by the sums, in the order of channels")
  func apply() {
    var generator = SeededGenerator(seed: 3)
    for table in Self.tables {
      let input = generator.noise(channels: table.left.count, frames: 37)
      let mix = DownMix(layout: table.layout, inputCount: table.left.count, outputCount: 2)
      var output = generator.noise(channels: 2, frames: 37)
      mix.apply(input, into: &output)
      for (row, samples) in zip(mix.matrix, output.channels) {
        for frame in 0..<37 {
          var sum: Float = 0
          for (channel, factor) in row.enumerated() where factor != 0 {
            sum += input.channels[channel][frame] * Float(factor)
          }
          if samples[frame] != sum { Issue.record("\(table.layout), frame \(frame)") }
        }
      }
    }
  }

  @Test("stereo to stereo changes no bit, whatever was in the output")
  func identity() {
    var generator = SeededGenerator(seed: 4)
    let input = generator.noise(channels: 2, frames: 50)
    var output = buffer([[Float]](repeating: [Float](repeating: .nan, count: 50), count: 2))
    DownMix(layout: "stereo", inputCount: 2, outputCount: 2).apply(input, into: &output)
    #expect(output == input)
  }

  @Test("low-frequency effects that are not numbers cannot reach the output")
  func lowFrequency() {
    let input = buffer([[0.5], [0.25], [0], [.nan], [0], [0]])
    var output = AudioBuffer(channelCount: 2, frameCount: 1)
    DownMix(layout: "5.1", inputCount: 6, outputCount: 2).apply(input, into: &output)
    #expect(output.channels == [[0.5], [0.25]])
  }
}
