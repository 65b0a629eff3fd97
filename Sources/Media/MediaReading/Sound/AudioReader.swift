import AudioMixing
import LibAV
import PlanModel

/// Gives any samples of a stream at the output's rate and channels, exact to the sample.
///
/// Positions come from the container's timestamps; decoding starts early enough for the codec to
/// settle and for what the rate conversion looks at, so a sample has the same value from wherever
/// reading began.
final class AudioReader {
  /// The stream, which another reader may use when this one is done.
  let stream: AudioStream
  private let rate: Int
  private let converter: RateConverter
  private let channels: Int
  private let routes: [ChannelRoute]?
  private var chain: AudioChain?
  /// Output samples at hand, from `start` on.
  private var held: SampleQueue
  private var start: Int64 = 0
  private var hasEnded = false
  /// Those of the samples read last that could not be decoded and are silent, at the output's rate.
  private(set) var damage: [Range<Int64>] = []

  /// - Parameters:
  ///   - routes: how the source's channels become the output's; `nil` for the usual way.
  ///   - converter: from the stream's rate to `rate`, where one is at hand: its tables take milliseconds to make.
  init(
    _ stream: AudioStream, rate: Int, channels: Int, routes: [ChannelRoute]? = nil,
    converter: RateConverter? = nil
  ) {
    self.routes = routes
    self.stream = stream
    self.rate = rate
    self.converter = converter ?? RateConverter(from: stream.sampleRate, to: rate)
    self.channels = channels
    held = SampleQueue(channelCount: channels)
  }

  /// Fills `buffer` with the samples from `sample` on; silence where the source has none.
  func read(from sample: Int64, into buffer: inout AudioBuffer) throws(LibAVError) {
    buffer.silence()
    damage = []
    let end = sample + Int64(buffer.frameCount)
    guard end > 0 else { return }
    let first = max(0, sample)
    if chain == nil || first < start || first > heldEnd + Int64(2 * rate) {
      try restart(at: first)
    }
    while heldEnd < end, !hasEnded {
      if try chain?.next(into: &held) != true { hasEnded = true }
      drop(before: first)
    }
    damage = stream.damage.compactMap { samples in
      let part = outputSamples(samples).clamped(to: first..<end)
      return part.isEmpty ? nil : part
    }
    let from = max(first, start)
    let to = min(end, heldEnd)
    guard from < to else { return }
    for channel in 0..<channels {
      buffer.withChannel(channel) { samples in
        held.copy(
          from: Int(from - start), count: Int(to - from), channel: channel, into: &samples,
          at: Int(from - sample))
      }
    }
    drop(before: to)
  }

  /// The output samples that source samples take part in.
  private func outputSamples(_ samples: Range<Int64>) -> Range<Int64> {
    let sourceRate = Int128(stream.sampleRate)
    let first = Int128(samples.lowerBound) * Int128(rate) / sourceRate
    let end = (Int128(samples.upperBound) * Int128(rate) + sourceRate - 1) / sourceRate
    return Int64(clamping: first)..<Int64(clamping: max(first, end))
  }

  private var heldEnd: Int64 { start + Int64(held.count) }

  private func drop(before sample: Int64) {
    let count = Int(min(max(0, sample - start), Int64(held.count)))
    held.drop(count)
    start += Int64(count)
  }

  private func restart(at sample: Int64) throws(LibAVError) {
    chain = nil
    let made = try AudioChain(
      stream, converter, channels: channels, routes: routes, from: sample)
    held.removeAll()
    start = made.firstSample
    hasEnded = false
    chain = made
  }
}
