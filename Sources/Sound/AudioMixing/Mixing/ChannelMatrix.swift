/// How much of each channel goes to each, of sound that keeps its number of channels: width, swapped sides and
/// the like.
///
/// Shape: `channels` rows, one an output, of `channels` factors, one an input.
package struct ChannelMatrix: Hashable, Sendable {
  /// Channels in and out.
  package var channels: Int
  /// Row after row, 8.24 fixed point as gains are.
  package var factors: [Int64]

  /// - Parameter factors: `channels` rows of `channels` each, 8.24 fixed point.
  package init(channels: Int, factors: [Int64]) {
    self.channels = channels
    self.factors = factors
  }

  /// Leaves sound as it is.
  package init(identity channels: Int) {
    self.channels = channels
    factors = (0..<channels * channels).map { $0 / channels == $0 % channels ? GainPoint.unity : 0 }
  }

  /// Moves the sides of each pair of a layout towards each other or apart: with M = (L + R) / 2 and
  /// S = (L − R) / 2, the left becomes M + width · S and the right M − width · S.
  ///
  /// - Parameter width: 8.24 fixed point; 0 is the same on both sides, unity leaves sound as it is.
  package init(width: Int64, of layout: ChannelLayout) {
    self.init(identity: layout.speakers.count)
    for pair in layout.pairs {
      let near = (GainPoint.unity + width) / 2
      let far = GainPoint.unity - near
      for (one, other) in [(pair.left, pair.right), (pair.right, pair.left)] {
        factors[one * channels + one] = near
        factors[one * channels + other] = far
      }
    }
  }

  /// What this matrix makes of what another one has made.
  ///
  /// - Precondition: both have the same channels.
  package func after(_ first: ChannelMatrix) -> ChannelMatrix {
    precondition(channels == first.channels, "channels differ")
    var result = self
    for output in 0..<channels {
      for input in 0..<channels {
        var sum: Int128 = 0
        for between in 0..<channels {
          sum +=
            Int128(factors[output * channels + between])
            * Int128(first.factors[between * channels + input])
        }
        let half = Int128(GainPoint.unity) / 2
        result.factors[output * channels + input] = Int64(clamping: (sum + half) >> 24)
      }
    }
    return result
  }

  /// Whether sound stays as it is.
  package var isIdentity: Bool { self == ChannelMatrix(identity: channels) }

  /// Mixes the channels of a block.
  ///
  /// The products of an output are added in the order of the inputs, each rounded to 32 bits.
  ///
  /// - Precondition: the block has the matrix's channels.
  /// - Complexity: O(samples · channels²), less where factors are 0.
  package func apply(to buffer: inout AudioBuffer) {
    precondition(buffer.channelCount == channels, "channels differ")
    var result = AudioBuffer(channelCount: channels, frameCount: buffer.frameCount)
    for output in 0..<channels {
      result.withChannel(output) { target in
        for input in 0..<channels where factors[output * channels + input] != 0 {
          let factor = Float(EnvelopeRamp.factor(factors[output * channels + input]))
          let source = buffer.channels[input]
          let samples = source.span
          for index in target.indices { target[index] += samples[index] * factor }
        }
      }
    }
    buffer = result
  }
}
