public import AudioMixing
import MediaTime
public import PlanModel

/// Mixes any range of a plan's sound. Used by one thread only.
///
/// The samples of a range do not depend on which ranges were asked for before: each is a sum, in
/// the plan's order of spans, of source samples times gains, and a gain is a function of the
/// sample's number alone.
public final class AudioRenderer {
  private let plan: AudioPlan
  private let source: any AudioSource
  private let index: SpanIndex
  /// Envelopes of the spans that the last range had, by place in the plan.
  private var envelopes: [Int: [Envelope]] = [:]
  /// Those of these spans that are not heard as their source is.
  private var varied: [Int: VariedAudio] = [:]
  /// What limits the sum, and the sample that it is given next; `nil` before the first range.
  private var limiting: (limiter: Limiter, next: Int64)?
  /// Spans looked at so far while looking for those that sound.
  private(set) var visits = 0

  /// - Complexity: O(n log n) for n spans.
  public init(plan: AudioPlan, source: any AudioSource) {
    self.plan = plan
    self.source = source
    index = SpanIndex(plan.spans)
  }

  /// The mixed sound of `samples`, limited to the plan's ceiling, where it has one, and not to −1…1; silence
  /// where no span sounds.
  ///
  /// - Throws: what the source throws.
  /// - Complexity: as that of the sum; where the plan has a ceiling, a range that does not follow the last one
  ///   takes two seconds more.
  public func mix(_ samples: Range<Int64>) throws(RenderError) -> AudioBuffer {
    guard let fresh = plan.limiter, !samples.isEmpty else { return try sum(samples) }
    let delay = Int64(fresh.delay)
    var (limiter, next) = limiting ?? (fresh, .min)
    limiting = nil
    if next != samples.lowerBound + delay {
      limiter = fresh
      let first = samples.lowerBound - Int64(fresh.history)
      next = samples.lowerBound + delay
      _ = limiter.limit(try sum(first..<next))
    }
    let end = samples.upperBound + delay
    let result = limiter.limit(try sum(next..<end))
    limiting = (limiter, end)
    return result
  }

  /// Mixes `samples` in blocks, in order.
  ///
  /// - Parameters:
  ///   - length: samples of a block, above 0; the last one may have fewer.
  ///   - each: gets each block with the number of its first sample.
  /// - Throws: what the source throws.
  public func mix(
    _ samples: Range<Int64>, inBlocksOf length: Int64, each: (AudioBuffer, Int64) -> Void
  ) throws(RenderError) {
    var position = samples.lowerBound
    while position < samples.upperBound {
      let end = min(position + max(1, length), samples.upperBound)
      each(try mix(position..<end), position)
      position = end
    }
  }

  /// The mixed sound of `samples`, limited to nothing; silence where no span sounds.
  ///
  /// A span that is heard as its source is reads its source once for each range, from `sourceSample` plus the
  /// samples since the span's first one; for others see `VariedAudio`.
  ///
  /// - Throws: what the source throws.
  /// - Complexity: O(log n) for n spans, and the samples of those that sound.
  private func sum(_ samples: Range<Int64>) throws(RenderError) -> AudioBuffer {
    var result = AudioBuffer(channelCount: plan.channels, frameCount: samples.count)
    guard plan.channels > 0 else { return result }
    let indices = index.indices(in: samples, visits: &visits)
    var known: [Int: [Envelope]] = [:]
    // Summed in plan order: float addition is not associative.
    for spanIndex in indices {
      let span = plan.spans[spanIndex]
      let made = envelopes[spanIndex] ?? span.envelopes.map { Envelope($0.points) }
      known[spanIndex] = made
      try add(span, at: spanIndex, made, to: &result, samples)
    }
    envelopes = known
    varied = varied.filter { known[$0.key] != nil }
    return result
  }

  /// What each span adds to one sample, in the order in which they are summed.
  ///
  /// - Precondition: `sample` is one of the plan's.
  /// - Throws: what the source throws.
  public func shares(of sample: Int64) throws(RenderError) -> [AudioShare] {
    var shares: [AudioShare] = []
    for spanIndex in index.indices(in: sample..<sample + 1) where plan.channels > 0 {
      let span = plan.spans[spanIndex]
      guard let heard = try read(span, at: spanIndex, sample..<sample + 1) else { continue }
      let envelopes = span.envelopes.map { Envelope($0.points) }
      var sum = AudioBuffer(channelCount: plan.channels, frameCount: 1)
      Self.add(heard, span, envelopes, from: sample, to: &sum, at: 0)
      shares.append(
        AudioShare(
          span: spanIndex, heard: heard.channels.map { $0[0] },
          gains: envelopes.map { $0.gain(at: sample) }, pan: Pan.gains(span.pan),
          added: sum.channels.map { $0[0] }))
    }
    return shares
  }

  private func add(
    _ span: AudioSpan, at spanIndex: Int, _ envelopes: [Envelope], to result: inout AudioBuffer,
    _ samples: Range<Int64>
  ) throws(RenderError) {
    let part = span.samples.clamped(to: samples)
    guard !part.isEmpty, let buffer = try read(span, at: spanIndex, part) else { return }
    Self.add(
      buffer, span, envelopes, from: part.lowerBound, to: &result,
      at: Int(part.lowerBound - samples.lowerBound))
  }

  /// What a span's source gives for some of the span's samples; `nil` where no source has sound.
  private func read(
    _ span: AudioSpan, at spanIndex: Int, _ part: Range<Int64>
  ) throws(RenderError) -> AudioBuffer? {
    var buffer = AudioBuffer(channelCount: plan.channels, frameCount: part.count)
    if span.isNatural {
      guard let first = sourceSample(span, at: part.lowerBound) else { return nil }
      try source.read(span.media, span: spanIndex, from: first, into: &buffer)
    } else {
      var sound =
        varied.removeValue(forKey: spanIndex) ?? VariedAudio(span, at: spanIndex, in: plan)
      try sound.fill(&buffer, from: part.lowerBound, source: source)
      varied[spanIndex] = sound
    }
    guard buffer.channelCount == plan.channels, buffer.frameCount == part.count else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    return buffer
  }

  /// Adds what a span's source gave, from output sample `first` on, times its gains.
  private static func add(
    _ buffer: AudioBuffer, _ span: AudioSpan, _ envelopes: [Envelope], from first: Int64,
    to result: inout AudioBuffer, at offset: Int
  ) {
    var gains = GainRow(count: buffer.frameCount)
    for envelope in envelopes { gains.multiply(by: envelope, from: first) }
    Mixer.add(buffer, gains: gains, pan: span.pan, to: &result, at: offset)
  }

  /// No source has samples further away: 66 days at 192 kHz.
  private static let farthest: UInt128 = 1 << 40

  /// `nil` where no source has sound, so that sources need not fear overflow.
  private func sourceSample(_ span: AudioSpan, at sample: Int64) -> Int64? {
    let offset = Int128(sample) - Int128(span.samples.lowerBound)
    let position = Int128(span.sourceSample) + offset
    return position.magnitude > Self.farthest ? nil : Int64(position)
  }
}
