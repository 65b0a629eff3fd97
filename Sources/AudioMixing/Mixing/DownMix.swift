/// Brings a sound's channels to mono or stereo after ITU-R BS.775, table 2.
///
/// Centre and surrounds go to both sides' fronts 3 dB down; for mono, left and right are 3 dB down
/// and the surrounds 6; a single surround counts as one that sits in both at −3 dB. Low-frequency
/// effects are dropped. The sums are not scaled down: a downmix of a loud sound may exceed 1 and is
/// cut at the encoder only (see `Clipping`), so that quiet material keeps its level.
///
/// Mono goes to both sides at 1, not at −3 dB as for loudspeakers of equal power: an editor puts a
/// voice recorded in mono beside stereo sound and expects the level that the file has. The way back
/// is the standard's, so mono to stereo to mono is 3 dB louder.
///
/// The recommendation stops at five channels. With more, each left one goes left and each right one
/// right at −3 dB.
public struct DownMix: Hashable, Sendable {
  /// How much of each input goes to each output: `matrix[output][input]`.
  public let matrix: [[Double]]
  /// Channels of the input.
  public let inputCount: Int
  /// Channels of the output.
  public var outputCount: Int { matrix.count }

  /// The matrix for a layout of libav, such as `5.1(side)` or `4 channels (FL+FR+FC+LFE)`.
  ///
  /// Layouts are known by name, or by the speakers in brackets; speakers that are not of the
  /// horizontal ring are dropped. A layout that is neither, or whose name is of another number of
  /// channels, counts as the usual one of its number (1 mono, 2 stereo, 3 2.1, 4 4.0, 5 5.0, 6 5.1,
  /// 7 6.1, 8 7.1); with more, the first two channels are left and right and the others are dropped.
  ///
  /// - Parameters:
  ///   - inputCount: channels that there are.
  ///   - outputCount: 1 for mono; everything else counts as 2.
  public init(layout: String, inputCount: Int, outputCount: Int) {
    let inputCount = max(0, inputCount)
    let speakers = Speaker.layout(layout, count: inputCount)
    self.inputCount = inputCount
    if outputCount == 1 {
      matrix = [speakers == [.center] ? [1] : speakers.map(\.mono)]
    } else if speakers == [.center] {
      matrix = [[1], [1]]
    } else {
      matrix = [speakers.map(\.stereo.left), speakers.map(\.stereo.right)]
    }
  }

  /// Replaces `output` by the mix of `input`.
  ///
  /// - Precondition: the channels are the matrix's; both are equally long.
  public func apply(_ input: AudioBuffer, into output: inout AudioBuffer) {
    precondition(input.channelCount == inputCount, "\(input.channelCount) channels")
    output.silence()
    for channel in 0..<inputCount {
      let samples = input.channels[channel]
      add(samples.span, of: channel, to: &output)
    }
  }

  /// Adds one channel's share to every channel of the output.
  ///
  /// - Precondition: the input channel exists; `output` has the matrix's channels and is as long.
  public func add(_ samples: Span<Float>, of channel: Int, to output: inout AudioBuffer) {
    precondition(output.channelCount == outputCount, "\(output.channelCount) channels")
    precondition(samples.count == output.frameCount, "lengths differ")
    for index in 0..<outputCount where matrix[index][channel] != 0 {
      let factor = Float(matrix[index][channel])
      output.withChannel(index) { target in
        for i in target.indices { target[i] += samples[i] * factor }
      }
    }
  }
}
