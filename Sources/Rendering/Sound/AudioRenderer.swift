public import AudioMixing
import MediaTime
public import RenderPlanning

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
  /// Those of these spans whose speed is not natural.
  private var varied: [Int: VariedSound] = [:]
  /// Spans looked at so far while looking for those that sound.
  private(set) var visits = 0

  /// - Complexity: O(n log n) for n spans.
  public init(plan: AudioPlan, source: any AudioSource) {
    self.plan = plan
    self.source = source
    index = SpanIndex(plan.spans)
  }

  /// The mixed sound of `samples`, not limited to −1…1; silence where no span sounds.
  ///
  /// A span at natural speed reads its source once for each range, from `sourceSample` plus the
  /// samples since the span's first one; for others see `VariedSound`.
  ///
  /// - Throws: what the source throws.
  /// - Complexity: O(log n) for n spans, and the samples of those that sound.
  public func mix(_ samples: Range<Int64>) throws(RenderError) -> AudioBuffer {
    var result = AudioBuffer(channelCount: plan.channels, frameCount: samples.count)
    guard plan.channels > 0 else { return result }
    let places = index.places(in: samples, visits: &visits)
    var known: [Int: [Envelope]] = [:]
    // Summed in plan order: float addition is not associative.
    for place in places {
      let span = plan.spans[place]
      let made = envelopes[place] ?? span.envelopes.map(Envelope.init)
      known[place] = made
      try add(span, at: place, made, to: &result, samples)
    }
    envelopes = known
    varied = varied.filter { known[$0.key] != nil }
    return result
  }

  private func add(
    _ span: AudioSpan, at place: Int, _ envelopes: [Envelope], to result: inout AudioBuffer,
    _ samples: Range<Int64>
  ) throws(RenderError) {
    let part = span.samples.clamped(to: samples)
    guard !part.isEmpty else { return }
    var buffer = AudioBuffer(channelCount: plan.channels, frameCount: part.count)
    if span.speed == .one {
      guard let first = sourceSample(span, at: part.lowerBound) else { return }
      try source.read(span.media, span: place, from: first, into: &buffer)
    } else {
      var sound = varied.removeValue(forKey: place) ?? VariedSound(span, at: place, in: plan)
      try sound.fill(&buffer, from: part.lowerBound, source: source)
      varied[place] = sound
    }
    guard buffer.channelCount == plan.channels, buffer.frameCount == part.count else {
      throw RenderError(.media, "a source gave another number of samples than it was asked for")
    }
    var gains = GainRow(count: part.count)
    for envelope in envelopes { gains.multiply(by: envelope, from: part.lowerBound) }
    Mixer.add(
      buffer, gains: gains, pan: span.pan, to: &result,
      at: Int(part.lowerBound - samples.lowerBound))
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

extension Envelope {
  /// The gains of a plan's envelope.
  public init(_ envelope: GainEnvelope) {
    self.init(envelope.points.map(EnvelopePoint.init))
  }
}

extension EnvelopePoint {
  init(_ point: GainPoint) {
    let curve: Curve =
      switch point.curve {
      case .hold: .hold
      case .linear: .linear
      case .equalPower: .equalPower
      }
    self.init(sample: point.sample, gain: point.gain, curve: curve)
  }
}
