import AudioMixing
import LibAV

/// Channel and rate conversion of a stream's sound, from one position on.
///
/// ```
///              step        step        step       the grids of both rates meet every step
/// source ──┼───────────┼───────────┼───────▶
///             settle ▲      ▲ wanted
///          ▲ conversion begins, both rates' samples at the same time
/// ```
final class AudioChain {
  /// Output sample of the first sample given.
  let firstSample: Int64

  private let stream: AudioStream
  private let sourceRate: Int
  private let rate: Int
  private let channels: Int
  private let layout: String
  private var toFloat: Resampler?
  private var mix: DownMix?
  private var toRate: Resampler?
  /// Source sample that the next one fed to the rate conversion has.
  private var position: Int64
  /// Source sample that the next block begins with when nothing is missing.
  private var expected: Int64?
  private var isDraining = false

  /// - Parameter sample: output sample that must be right; those before it may not have settled.
  init(
    _ stream: AudioStream, rate: Int, channels: Int, from sample: Int64
  ) throws(LibAVError) {
    let sourceRate = stream.sampleRate
    let common = Self.greatestCommonDivisor(sourceRate, rate)
    let step = Int64(sourceRate / common)
    let (product, overflow) = sample.multipliedReportingOverflow(by: Int64(sourceRate))
    guard !overflow else { throw .unusable(for: "find sound") }
    let settled = max(0, product / Int64(rate) - Int64(sourceRate / 8))
    position = settled / step * step
    firstSample = position / step * Int64(rate / common)
    try stream.begin(at: position)
    self.stream = stream
    self.sourceRate = sourceRate
    self.rate = rate
    self.channels = channels
    layout = AudioFormat.usualLayout(channels: channels)
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
    isDraining = true
    guard let rest = try toRate?.drain() else { return false }
    append(rest, to: &queue)
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
      mix = stream.downMix(of: frame.layout, channelCount: frame.channelCount, to: channels)
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
    try resample(mixed, into: &queue)
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
      try resample(try silence(part), into: &queue)
      position += Int64(part)
      left -= Int64(part)
    }
  }

  private func resample(
    _ block: borrowing AudioFrame, into queue: inout SampleQueue
  ) throws(LibAVError) {
    guard sourceRate != rate else { return append(block, to: &queue) }
    if toRate == nil {
      toRate = try Resampler(
        from: AudioFormat(sampleFormat: "fltp", layout: layout, sampleRate: sourceRate),
        sampleRate: rate)
    }
    guard let result = try toRate?.convert(block) else { return }
    append(result, to: &queue)
  }

  private func append(_ frame: borrowing AudioFrame, to queue: inout SampleQueue) {
    for channel in 0..<channels { queue.append(frame.channel(channel), channel: channel) }
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
