import LibAV

/// Channel and rate conversion of a stream's sound, from one position on.
///
/// ```
///              step        step        step       the grids of both rates meet every step
/// source ──┼───────────┼───────────┼───────▶
///             settle ▲      ▲ wanted
///          ▲ conversion begins, both rates' samples at the same time
/// ```
final class SoundChain {
  /// Output sample of the first sample given.
  let firstSample: Int64

  private let stream: SoundStream
  private let sourceRate: Int
  private let rate: Int
  private let channels: Int
  private let layout: String
  private var toFloat: Resampler?
  private var toRate: Resampler?
  /// Source sample that the next one fed to the rate conversion has.
  private var position: Int64
  /// Source sample that the next block begins with when nothing is missing.
  private var expected: Int64?
  private var isDraining = false

  /// - Parameter sample: output sample that must be right; those before it may not have settled.
  init(
    _ stream: SoundStream, rate: Int, channels: Int, from sample: Int64
  ) throws(LibAVError) {
    let sourceRate = stream.sampleRate
    let common = Self.greatestCommonDivisor(sourceRate, rate)
    let step = Int64(sourceRate / common)
    let (product, overflow) = sample.multipliedReportingOverflow(by: Int64(sourceRate))
    guard !overflow else { throw LibAVError(code: -22, operation: "find sound") }
    let settled = max(0, product / Int64(rate) - Int64(sourceRate / 8))
    position = settled / step * step
    firstSample = position / step * Int64(rate / common)
    try stream.begin(at: position)
    self.stream = stream
    self.sourceRate = sourceRate
    self.rate = rate
    self.channels = channels
    layout =
      channels == 1
      ? "mono" : channels == 2 ? "stereo" : SoundFormat.usualLayout(channels: channels)
  }

  /// Appends the next output samples, perhaps none.
  ///
  /// - Returns: false at the end.
  func next(into queue: inout SampleQueue) throws(LibAVError) -> Bool {
    if !isDraining, let block = try stream.next() {
      try take(block.frame, at: block.sample, heard: block.heard, into: &queue)
      return true
    }
    isDraining = true
    guard let rest = try toRate?.drain() else { return false }
    append(rest, 0..<rest.sampleCount, to: &queue)
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
      at = (place - expected).magnitude > UInt64(stream.clock.jitter) ? place : expected
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
    if toFloat == nil || toFloat?.source != frame.soundFormat {
      toFloat = try Resampler(from: frame.soundFormat, sampleRate: sourceRate, layout: layout)
    }
    guard let converted = try toFloat?.convert(frame) else { return }
    heard = heard.clamped(to: 0..<converted.sampleCount)
    guard !heard.isEmpty else { return }
    position += Int64(heard.count)
    try resample(converted, heard, into: &queue)
  }

  /// Silence where the source has a gap.
  private func fill(_ count: Int64, into queue: inout SampleQueue) throws(LibAVError) {
    var left = min(count, Int64(sourceRate) * 24 * 3600)
    while left > 0 {
      let part = Int(min(left, 8192))
      var silence = try AudioFrame(layout: layout, sampleRate: sourceRate, sampleCount: part)
      for channel in 0..<channels {
        var samples = silence.mutableChannel(channel)
        for index in samples.indices { samples[index] = 0 }
      }
      try resample(silence, 0..<part, into: &queue)
      position += Int64(part)
      left -= Int64(part)
    }
  }

  private func resample(
    _ block: borrowing AudioFrame, _ part: Range<Int>, into queue: inout SampleQueue
  ) throws(LibAVError) {
    guard sourceRate != rate else { return append(block, part, to: &queue) }
    if toRate == nil {
      toRate = try Resampler(
        from: SoundFormat(sampleFormat: "fltp", layout: layout, sampleRate: sourceRate),
        sampleRate: rate)
    }
    if part == 0..<block.sampleCount {
      guard let result = try toRate?.convert(block) else { return }
      return append(result, 0..<result.sampleCount, to: &queue)
    }
    var copy = try AudioFrame(layout: layout, sampleRate: sourceRate, sampleCount: part.count)
    for channel in 0..<channels {
      let source = block.channel(channel)
      var target = copy.mutableChannel(channel)
      for index in 0..<part.count { target[index] = source[part.lowerBound + index] }
    }
    guard let result = try toRate?.convert(copy) else { return }
    append(result, 0..<result.sampleCount, to: &queue)
  }

  private func append(
    _ frame: borrowing AudioFrame, _ part: Range<Int>, to queue: inout SampleQueue
  ) {
    for channel in 0..<channels {
      queue.append(frame.channel(channel).extracting(part), channel: channel)
    }
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
