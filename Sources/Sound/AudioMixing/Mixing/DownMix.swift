/// Brings a sound's channels to those of the mix, down with the coefficients of ITU-R BS.775, table 2.
///
/// Centre and surrounds go to both sides' fronts 3 dB down; a single surround counts as one that
/// sits in both at −3 dB. Low-frequency effects are dropped. The sums are not scaled down: a downmix
/// of a loud sound may exceed 1 and is cut at the encoder only (see `Clipping`), so that quiet
/// material keeps its level.
///
/// Mono goes to both sides at 1, as players and editors do, not at −3 dB as for loudspeakers of
/// equal power: a voice recorded in mono is as loud as in a stereo file that has it on both sides.
/// The way back is the mean of both sides, so what is the same on both keeps its level and cannot
/// clip; with more channels, mono is the mean of the stereo downmix. (The standard's mono row is
/// 3 dB louder, which suits sides that have nothing in common.)
///
/// The recommendation stops at five channels. With more, each left one goes left and each right one
/// right at −3 dB.
///
/// In 5.1 and 7.1 each channel is heard where it was meant to be: stereo in front, mono in the centre, low-frequency
/// effects where they belong. The surrounds of 5.1 are at the sides of 7.1; what is at the sides and behind is
/// summed in the surrounds of 5.1, so that 7.1 comes to the same stereo by way of 5.1. A single surround is in
/// both at −3 dB.
package struct DownMix: Hashable, Sendable {
  /// How much of each input goes to each output: `matrix[output][input]`.
  package let matrix: [[Double]]
  /// Channels of the input.
  package let inputCount: Int
  /// Channels of the output.
  package var outputCount: Int { matrix.count }

  /// The matrix for a layout of libav, such as `5.1(side)` or `4 channels (FL+FR+FC+LFE)`.
  ///
  /// Layouts are known by name, or by the speakers in brackets; speakers that are not of the
  /// horizontal ring are dropped. With a layout that is neither, or whose name is of another number of
  /// channels, two channels are left and right. More of them may be a microphone each, so none is lost
  /// and none is moved: each is heard as mono is, except that six and eight in a mix of 5.1 or 7.1 are
  /// taken as those. Of ambisonics the first channel is heard, which is all directions at once.
  ///
  /// - Parameters:
  ///   - inputCount: channels that there are.
  ///   - outputCount: 1 for mono, 2 for stereo, 6 for 5.1, 8 for 7.1; others count as the next one below.
  package init(layout: String, inputCount: Int, outputCount: Int) {
    let inputCount = max(0, inputCount)
    let speakers = Speaker.layout(layout, count: inputCount, isSurround: outputCount > 2)
    self.inputCount = inputCount
    if outputCount > 2 {
      let outputs = ChannelLayout(channels: outputCount).speakers
      if outputs.count > 2 {
        let hasBoth = Set(speakers).isSuperset(of: [.backLeft, .sideLeft])
        let shares = speakers.map { $0.shares(in: outputs, hasBoth: hasBoth) }
        matrix = outputs.indices.map { output in shares.map { $0[output] } }
        return
      }
    }
    let isApart = speakers.allSatisfy { $0 == .center || $0 == .other }
    let sides = speakers.map { speaker in
      isApart && speaker == .center ? (left: 1, right: 1) : speaker.stereo
    }
    if outputCount == 1 {
      matrix = [sides.map { ($0.left + $0.right) / 2 }]
    } else {
      matrix = [sides.map(\.left), sides.map(\.right)]
    }
  }

  /// Whether it is known where channels are heard: one or two always, more where a layout says so.
  package static func hasPlaces(_ layout: String, count: Int) -> Bool {
    count <= 2 || Speaker.said(layout, count: count) != nil
  }

  /// A matrix of its own.
  ///
  /// - Parameter matrix: `matrix[output][input]`, rows of `inputCount` factors.
  package init(matrix: [[Double]], inputCount: Int) {
    self.matrix = matrix
    self.inputCount = inputCount
  }

  /// The share that some of the input's channels have, for inputs that come in several parts.
  package func part(_ inputs: Range<Int>) -> DownMix {
    let inputs = inputs.clamped(to: 0..<inputCount)
    return DownMix(matrix: matrix.map { Array($0[inputs]) }, inputCount: inputs.count)
  }

  /// Replaces `output` by the mix of `input`.
  ///
  /// - Precondition: the channels are the matrix's; both are equally long.
  package func apply(_ input: AudioBuffer, into output: inout AudioBuffer) {
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
  package func add(_ samples: Span<Float>, of channel: Int, to output: inout AudioBuffer) {
    precondition(output.channelCount == outputCount, "\(output.channelCount) channels")
    for index in 0..<outputCount {
      output.withChannel(index) { target in add(samples, of: channel, to: &target, as: index) }
    }
  }

  /// Adds one channel's share to one channel of the output.
  ///
  /// - Precondition: both channels exist; `target` is as long as `samples`.
  package func add(
    _ samples: Span<Float>, of channel: Int, to target: inout MutableSpan<Float>, as output: Int
  ) {
    precondition(samples.count == target.count, "lengths differ")
    let factor = Float(matrix[output][channel])
    // What is dropped must not leave traces, not even of what is not a number.
    if factor == 0 { return }
    for i in target.indices { target[i] += samples[i] * factor }
  }
}
