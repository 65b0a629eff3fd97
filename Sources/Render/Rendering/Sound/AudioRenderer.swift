package import AudioMixing
import BaseValues
package import PlanModel

/// Mixes any range of a plan's sound. Used by one thread only.
///
/// The samples of a range do not depend on which ranges were asked for before: each is a sum, in
/// the plan's order of spans, of source samples times gains, and a gain is a function of the
/// sample's number alone.
package final class AudioRenderer {
  private let plan: AudioPlan
  private let source: any AudioSource
  /// What is summed at the end, then what goes through each bus.
  private var lanes: [Lane]
  /// Buses at work, by place in the plan.
  private var filtered: [Int: FilteredAudio] = [:]
  /// Envelopes of the spans that the last ranges had, by place in the plan.
  private var envelopes: [Int: [Envelope]] = [:]
  /// Those of these spans that are not heard as their source is.
  private var varied: [Int: VariedAudio] = [:]
  /// What limits the sum, and the sample that it is given next; `nil` before the first range.
  private var limiting: (limiter: Limiter, next: Int64)?
  /// Spans looked at so far while looking for those that sound.
  private(set) var visits = 0

  /// - Complexity: O(n log n) for n spans.
  package init(plan: AudioPlan, source: any AudioSource) {
    self.plan = plan
    self.source = source
    lanes = ([nil] + plan.buses.indices.map { $0 }).map { (bus: Int?) in
      Lane(
        index: SpanIndex(plan.spans) { $0.bus == bus },
        buses: plan.buses.indices.filter { plan.buses[$0].parent == bus })
    }
  }

  /// What is summed: spans, and then what comes out of buses.
  private struct Lane {
    let index: SpanIndex
    let buses: [Int]
    /// Spans that the last range had.
    var sounding: Set<Int> = []
  }

  /// The mixed sound of `samples`, limited to the plan's ceiling, where it has one, and not to −1…1; silence
  /// where no span sounds.
  ///
  /// - Throws: what the source throws.
  /// - Complexity: as that of the sum; where the plan has a ceiling, a range that does not follow the last one
  ///   takes two seconds more.
  package func mix(_ samples: Range<Int64>) throws(RenderError) -> AudioBuffer {
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
  package func mix(
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
    try sum(samples, in: 0)
  }

  /// - Parameter lane: 0 for what is summed at the end, above that of a bus.
  private func sum(_ samples: Range<Int64>, in lane: Int) throws(RenderError) -> AudioBuffer {
    var result = AudioBuffer(channelCount: plan.channels, frameCount: samples.count)
    guard plan.channels > 0 else { return result }
    let indices = lanes[lane].index.indices(in: samples, visits: &visits)
    // Summed in plan order: float addition is not associative.
    for spanIndex in indices {
      let span = plan.spans[spanIndex]
      let made = envelopes[spanIndex] ?? span.envelopes.map { Envelope($0.points) }
      envelopes[spanIndex] = made
      try add(span, at: spanIndex, made, to: &result, samples)
    }
    for bus in lanes[lane].buses { try add(bus, to: &result, samples) }
    let sounding = Set(indices)
    for spanIndex in lanes[lane].sounding where !sounding.contains(spanIndex) {
      envelopes[spanIndex] = nil
      varied[spanIndex] = nil
    }
    lanes[lane].sounding = sounding
    return result
  }

  // MARK: - Buses

  private func add(
    _ index: Int, to result: inout AudioBuffer, _ samples: Range<Int64>
  ) throws(RenderError) {
    let bus = plan.buses[index]
    let part = bus.samples.clamped(to: samples)
    guard !part.isEmpty, let heard = try read(index, part) else { return }
    Self.add(
      heard, bus.envelopes.map { Envelope($0.points) }, pan: bus.pan, bus.panning,
      from: part.lowerBound,
      to: &result, at: Int(part.lowerBound - samples.lowerBound))
  }

  /// What comes out of a bus; `nil` where nothing goes in for as long as its chain remembers.
  private func read(_ index: Int, _ part: Range<Int64>) throws(RenderError) -> AudioBuffer? {
    let bus = plan.buses[index]
    guard var result = try treated(index, part) else { return nil }
    bus.matrix?.apply(to: &result)
    return result
  }

  /// The same before its matrix.
  private func treated(_ index: Int, _ part: Range<Int64>) throws(RenderError) -> AudioBuffer? {
    let bus = plan.buses[index]
    guard let media = bus.media else {
      return isHeard(in: index + 1, part) ? try sum(part, in: index + 1) : nil
    }
    // A chain that remembers everything is always at work: whether it is must not depend on the range.
    guard bus.memory == nil || isHeard(in: index + 1, bus.needed(for: part)) else {
      filtered[index] = nil
      return nil
    }
    let sound: FilteredAudio
    if let known = filtered[index] {
      sound = known
    } else {
      sound = FilteredAudio(bus, channels: plan.channels, chain: try source.chain(media))
      filtered[index] = sound
    }
    do throws(RenderError) {
      let result = try sound.read(
        part, isHeard: { bus.memory == nil || isHeard(in: index + 1, $0) }
      ) {
        (samples) throws(RenderError) in try sum(samples, in: index + 1)
      }
      // A chain that is done with lets its process go.
      if part.upperBound == bus.samples.upperBound { filtered[index] = nil }
      return result
    } catch {
      filtered[index] = nil
      throw error
    }
  }

  /// Whether a span is heard in a lane, itself or through other buses.
  private func isHeard(in lane: Int, _ samples: Range<Int64>) -> Bool {
    if !lanes[lane].index.indices(in: samples).isEmpty { return true }
    return lanes[lane].buses.contains { bus in
      let needed = plan.buses[bus].needed(for: samples)
      return !needed.isEmpty && isHeard(in: bus + 1, needed)
    }
  }

  /// The first span that is heard through a bus at or before a sample.
  private func span(of bus: Int, at sample: Int64) -> Int? {
    let own = plan.spans.indices.filter { index in
      plan.buses(from: plan.spans[index].bus).contains(plan.buses[bus])
    }
    return own.first { plan.spans[$0].samples.contains(sample) }
      ?? own.last { plan.spans[$0].samples.lowerBound <= sample } ?? own.first
  }

  // MARK: - Shares

  /// What each span, and all that goes through a bus, adds to one sample, in the order in which they are summed.
  ///
  /// - Precondition: `sample` is one of the plan's.
  /// - Throws: what the source throws.
  package func shares(of sample: Int64) throws(RenderError) -> [AudioShare] {
    var shares: [AudioShare] = []
    guard plan.channels > 0 else { return shares }
    func add(
      _ span: Int, _ heard: AudioBuffer, through bus: Int?, _ envelopes: [Envelope], pan: Int,
      _ panning: [GainEnvelope]
    ) {
      var sum = AudioBuffer(channelCount: plan.channels, frameCount: 1)
      Self.add(heard, envelopes, pan: pan, panning, from: sample, to: &sum, at: 0)
      let positions = panning.map { Envelope($0.points).gain(at: sample) }
      shares.append(
        AudioShare(
          span: span, bus: bus, heard: heard.channels.map { $0[0] },
          gains: envelopes.map { $0.gain(at: sample) }, positions: positions,
          pan: Pan.gains(pan, positions),
          added: sum.channels.map { $0[0] }))
    }
    for spanIndex in lanes[0].index.indices(in: sample..<sample + 1) {
      let span = plan.spans[spanIndex]
      guard let heard = try read(span, at: spanIndex, sample..<sample + 1) else { continue }
      add(
        spanIndex, heard, through: nil, span.envelopes.map { Envelope($0.points) }, pan: span.pan,
        span.panning)
    }
    for index in lanes[0].buses where plan.buses[index].samples.contains(sample) {
      let bus = plan.buses[index]
      guard let span = span(of: index, at: sample), let heard = try read(index, sample..<sample + 1)
      else { continue }
      add(
        span, heard, through: index, bus.envelopes.map { Envelope($0.points) }, pan: bus.pan,
        bus.panning)
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
      buffer, envelopes, pan: span.pan, span.panning, from: part.lowerBound, to: &result,
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
    span.matrix?.apply(to: &buffer)
    return buffer
  }

  /// Adds what a span's source or a chain gave, from output sample `first` on, times its gains.
  private static func add(
    _ buffer: AudioBuffer, _ envelopes: [Envelope], pan: Int, _ panning: [GainEnvelope],
    from first: Int64, to result: inout AudioBuffer, at offset: Int
  ) {
    var gains = GainRow(count: buffer.frameCount)
    for envelope in envelopes { gains.multiply(by: envelope, from: first) }
    guard buffer.channelCount > 1, !panning.isEmpty else {
      return Mixer.add(buffer, gains: gains, pan: pan, to: &result, at: offset)
    }
    var sides = (left: gains, right: gains)
    let steady = GainPoint(sample: 0, gain: Int64(pan) << 9, curve: .hold)
    if pan != 0 { GainRow.multiply(&sides, byPan: Envelope([steady]), from: first) }
    for positions in panning {
      GainRow.multiply(&sides, byPan: Envelope(positions.points), from: first)
    }
    Mixer.add(buffer, sides: sides, middle: gains, to: &result, at: offset)
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
