import AudioMixing
import Testing

/// What layouts are, and how sources become them.
@Suite struct ChannelLayoutTests {
  private static let front = ["left", "right", "center", "lfe"]

  @Test(
    "sources play in place in 5.1 and 7.1",
    arguments: [
      // (source, its channels, outputs, where each of its channels is heard)
      ("mono", 1, 6, [2]), ("stereo", 2, 6, [0, 1]), ("5.1", 6, 6, [0, 1, 2, 3, 4, 5]),
      ("5.1(side)", 6, 6, [0, 1, 2, 3, 4, 5]), ("7.1", 8, 6, [0, 1, 2, 3, 4, 5, 4, 5]),
      ("mono", 1, 8, [2]), ("stereo", 2, 8, [0, 1]), ("5.1", 6, 8, [0, 1, 2, 3, 6, 7]),
      ("5.1(side)", 6, 8, [0, 1, 2, 3, 6, 7]), ("7.1", 8, 8, [0, 1, 2, 3, 4, 5, 6, 7]),
      ("quad", 4, 6, [0, 1, 4, 5]), ("2.1", 3, 6, [0, 1, 3]),
    ])
  func placement(_ layout: String, _ inputs: Int, _ outputs: Int, _ heard: [Int]) {
    let mix = DownMix(layout: layout, inputCount: inputs, outputCount: outputs)
    #expect(mix.outputCount == outputs)
    for input in 0..<inputs {
      let column = mix.matrix.map { $0[input] }
      #expect(column == (0..<outputs).map { $0 == heard[input] ? 1 : 0 }, "channel \(input)")
    }
  }

  @Test("a single surround is in both at -3 dB")
  func single() {
    let mix = DownMix(layout: "4.0", inputCount: 4, outputCount: 6)
    #expect(mix.matrix.map { $0[3] } == [0, 0, 0, 0, 0.5.squareRoot(), 0.5.squareRoot()])
  }

  @Test("7.1 comes to the same stereo by way of 5.1")
  func associative() throws {
    let direct = DownMix(layout: "7.1", inputCount: 8, outputCount: 2)
    let first = DownMix(layout: "7.1", inputCount: 8, outputCount: 6)
    let second = DownMix(layout: "5.1", inputCount: 6, outputCount: 2)
    for output in 0..<2 {
      for input in 0..<8 {
        let way = (0..<6).reduce(0.0) {
          $0 + second.matrix[output][$1] * first.matrix[$1][input]
        }
        #expect((way - direct.matrix[output][input]).magnitude < 1e-12)
      }
    }
  }

  @Test("surrounds count 1.41 in loudness and low-frequency effects nothing")
  func weights() {
    #expect(ChannelLayout(channels: 1).weights == [1])
    #expect(ChannelLayout(channels: 2).weights == [1, 1])
    #expect(ChannelLayout(channels: 6).weights == [1, 1, 1, 0, 1.41, 1.41])
    #expect(ChannelLayout(channels: 8).weights == [1, 1, 1, 0, 1.41, 1.41, 1.41, 1.41])
  }

  @Test("pan moves all that is on a side, and leaves the middle", arguments: [6, 8])
  func pan(_ count: Int) throws {
    let block = try #require(
      AudioBuffer(channels: (0..<count).map { _ in [Float](repeating: 1, count: 4) }))
    var sum = AudioBuffer(channelCount: count, frameCount: 4)
    Mixer.add(block, gains: GainRow(count: 4), pan: -32768, to: &sum, at: 0)
    let expected: [Float] = [1, 0, 1, 1, 1, 0, 1, 0]
    #expect(sum.channels.map { $0[0] } == Array(expected.prefix(count)))
  }

  // MARK: - Matrices

  @Test("width is middle and side", arguments: [0, 0.25, 1, 1.5, 2])
  func width(_ width: Double) throws {
    let matrix = ChannelMatrix(
      width: Int64(width * Double(GainPoint.unity)), of: ChannelLayout(channels: 2))
    let (left, right): ([Float], [Float]) = ([0.5, -0.25, 1], [0.25, 0.75, -1])
    var block = try #require(AudioBuffer(channels: [left, right]))
    matrix.apply(to: &block)
    for index in left.indices {
      let middle = (Double(left[index]) + Double(right[index])) / 2
      let side = (Double(left[index]) - Double(right[index])) / 2
      #expect((Double(block.channels[0][index]) - (middle + width * side)).magnitude < 1e-6)
      #expect((Double(block.channels[1][index]) - (middle - width * side)).magnitude < 1e-6)
    }
  }

  @Test("the width of 5.1 leaves the centre and low-frequency effects")
  func wideSurround() {
    let matrix = ChannelMatrix(width: 0, of: ChannelLayout(channels: 6))
    let half = GainPoint.unity / 2
    #expect(Array(matrix.factors[0..<6]) == [half, half, 0, 0, 0, 0])
    #expect(Array(matrix.factors[12..<18]) == [0, 0, GainPoint.unity, 0, 0, 0])
    #expect(Array(matrix.factors[18..<24]) == [0, 0, 0, GainPoint.unity, 0, 0])
    #expect(Array(matrix.factors[24..<30]) == [0, 0, 0, 0, half, half])
  }

  @Test("matrices after each other are their product")
  func product() {
    let unity = GainPoint.unity
    let swap = ChannelMatrix(channels: 2, factors: [0, unity, unity, 0])
    #expect(swap.after(swap).isIdentity)
    let narrow = ChannelMatrix(width: 0, of: ChannelLayout(channels: 2))
    #expect(narrow.after(narrow) == narrow)
    #expect(ChannelMatrix(width: unity, of: ChannelLayout(channels: 8)).isIdentity)
  }
}
