import AudioMixing
import LibAV
import PlanModel

/// Channel and rate conversion of a stream's sound, from one position on.
///
/// ```
/// source ──┼────────────▲─────────┼───────▶   numbers of the source's rate
///          ▲ decoded from here on
///          ├─── reach ──┤ first output sample wanted
/// ```
final class AudioChain {
  /// Output sample of the first sample given.
  let firstSample: Int64

  private let stream: AudioStream
  private let converter: RateConverter
  private let sourceRate: Int
  private let channels: Int
  private let routes: [ChannelRoute]?
  private let layout: String
  private var toFloat: Resampler?
  private var mix: DownMix?
  /// Samples at the source's rate that are still needed, from `waitingStart` on.
  private var waiting: SampleQueue
  private var waitingStart: Int64
  /// The output sample that is made next.
  private var nextSample: Int64
  /// Source sample that the next one that is decoded has.
  private var position: Int64
  /// Source sample that the next block begins with when nothing is missing.
  private var expected: Int64?
  private var isDraining = false

  /// - Parameters:
  ///   - converter: from the stream's rate to the output's.
  ///   - routes: how the source's channels become the output's; `nil` for the usual way.
  ///   - sample: output sample from which on all are right.
  init(
    _ stream: AudioStream, _ converter: RateConverter, channels: Int,
    routes: [ChannelRoute]? = nil, from sample: Int64
  ) throws(LibAVError) {
    self.routes = routes
    self.stream = stream
    self.converter = converter
    sourceRate = stream.sampleRate
    self.channels = channels
    layout = AudioFormat.usualLayout(channels: channels)
    firstSample = sample
    nextSample = sample
    waitingStart = converter.needed(for: sample..<sample + 1).lowerBound
    position = max(0, waitingStart)
    waiting = SampleQueue(channelCount: channels)
    // Before the source's first sample it is silent.
    waiting.appendSilence(Int(position - waitingStart))
    try stream.begin(at: position)
  }

  /// Appends the next output samples, perhaps none.
  ///
  /// - Returns: false at the end.
  func next(into queue: inout SampleQueue) throws(LibAVError) -> Bool {
    if !isDraining, let block = try stream.next() {
      if block.beginsLink { expected = nil }
      try take(block.frame, at: block.sample, heard: block.heard, into: &queue)
      return true
    }
    guard !isDraining else { return false }
    isDraining = true
    // Up to the source's end, after which it is silent.
    let end = converter.samples(in: position..<position).lowerBound
    waiting.appendSilence(Int(converter.reach) + 1)
    give(upTo: end, to: &queue)
    return true
  }

  private func take(
    _ frame: borrowing AudioFrame, at place: Int64?, heard: Range<Int>,
    into queue: inout SampleQueue
  ) throws(LibAVError) {
    // Clocks of containers are coarse: only a real gap or overlap moves sound.
    let at: Int64
    switch (place, expected) {
    case (let place?, let expected?):
      at = (place - expected).magnitude > UInt64(stream.jitter) ? place : expected
    case (let place?, nil): at = place
    case (nil, let expected?): at = expected
    case (nil, nil): at = 0
    }
    expected = at + Int64(frame.sampleCount)
    var heard = heard
    let start = at + Int64(heard.lowerBound)
    if start > position {
      try fill(start - position, into: &queue)
    } else {
      heard = heard.lowerBound + Int(min(position - start, Int64(heard.count)))..<heard.upperBound
    }
    if heard.isEmpty { return }
    if toFloat == nil || toFloat?.source != frame.audioFormat {
      toFloat = try Resampler(from: frame.audioFormat, sampleRate: sourceRate)
      mix = stream.downMix(
        of: frame.layout, channelCount: frame.channelCount, to: channels, by: routes)
    }
    guard let converted = try toFloat?.convert(frame), let mix else { return }
    heard = heard.clamped(to: 0..<converted.sampleCount)
    guard !heard.isEmpty else { return }
    position += Int64(heard.count)
    var mixed = try silence(heard.count)
    for output in 0..<min(channels, mix.outputCount) {
      var target = mixed.mutableChannel(output)
      for channel in 0..<min(mix.inputCount, converted.channelCount) {
        mix.add(
          converted.channel(channel).extracting(heard), of: channel, to: &target, as: output)
      }
    }
    resample(mixed, into: &queue)
  }

  private func silence(_ count: Int) throws(LibAVError) -> AudioFrame {
    var frame = try AudioFrame(layout: layout, sampleRate: sourceRate, sampleCount: count)
    for channel in 0..<channels {
      var samples = frame.mutableChannel(channel)
      samples.update(repeating: 0)
    }
    return frame
  }

  /// Silence where the source has a gap.
  private func fill(_ count: Int64, into queue: inout SampleQueue) throws(LibAVError) {
    var left = min(count, Int64(sourceRate) * 24 * 3600)
    while left > 0 {
      let part = Int(min(left, 8192))
      resample(try silence(part), into: &queue)
      position += Int64(part)
      left -= Int64(part)
    }
  }

  private func resample(_ block: borrowing AudioFrame, into queue: inout SampleQueue) {
    guard converter.reach > 0 else {
      for channel in 0..<channels { queue.append(block.channel(channel), channel: channel) }
      return
    }
    for channel in 0..<channels { waiting.append(block.channel(channel), channel: channel) }
    // Those whose last source sample is at hand; in blocks that are worth it.
    let known = waitingStart + Int64(waiting.count) - converter.reach
    let end = converter.samples(in: known..<known).lowerBound
    if end - nextSample >= 1024 { give(upTo: end, to: &queue) }
  }

  /// Makes output samples from what is waiting, and forgets what is not needed any more.
  private func give(upTo end: Int64, to queue: inout SampleQueue) {
    guard converter.reach > 0, end > nextSample else { return }
    var made = [Float](repeating: 0, count: Int(end - nextSample))
    var others = channels > 1 ? made : []
    for channel in stride(from: 0, to: channels, by: 2) {
      var samples = made.mutableSpan
      if channel + 1 == channels {
        waiting.withSamples(channel) { source in
          converter.fill(
            &samples, samples.indices, from: nextSample, source: source,
            startingAt: waitingStart)
        }
        queue.append(samples.span, channel: channel)
      } else {
        var other = others.mutableSpan
        waiting.withSamples(channel) { first in
          waiting.withSamples(channel + 1) { second in
            converter.fill(
              &samples, &other, samples.indices, from: nextSample, sources: (first, second),
              startingAt: waitingStart)
          }
        }
        queue.append(samples.span, channel: channel)
        queue.append(other.span, channel: channel + 1)
      }
    }
    nextSample = end
    let start = converter.needed(for: end..<end + 1).lowerBound
    let unused = min(Int(start - waitingStart), waiting.count)
    waiting.drop(unused)
    waitingStart += Int64(unused)
  }
}
