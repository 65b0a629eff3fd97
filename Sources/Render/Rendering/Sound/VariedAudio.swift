import AudioMixing
import BaseValues
import PlanModel
import TimelineModel

/// The sound of a span whose speed is not natural, that is heard backwards, or again and again.
///
/// It is counted from the span's first sample, so its samples do not depend on which of them are
/// asked for, nor in which blocks. The source is read forward as long as they are; what is heard
/// backwards is reversed first.
struct VariedAudio {
  private let span: AudioSpan
  private let spanIndex: Int
  private var window: SampleWindow
  private var method: Method
  private var reversed: ReversedAudio?
  private var looped: LoopedAudio?

  private enum Method {
    case keepingPitch(TimeStretch)
    case keepingVoice(PieceStretch)
    case followingPitch(Varispeed)
    case ramped(RampedSpeed)
    /// At natural speed.
    case plain
    /// What cannot be reckoned with; a plan is looked at before it is rendered.
    case silent
  }

  /// - Parameter spanIndex: the span's spanIndex in the plan.
  init(_ span: AudioSpan, at spanIndex: Int, in plan: AudioPlan) {
    self.span = span
    self.spanIndex = spanIndex
    window = SampleWindow(channelCount: plan.channels)
    looped = span.loop.flatMap { loop in
      (try? LoopedPositions(loop, sampleRate: plan.sampleRate)).map {
        LoopedAudio($0, span.joint, channels: plan.channels)
      }
    }
    if span.isReversed {
      reversed = ReversedAudio(span.media, at: spanIndex, channels: plan.channels)
    }
    let speed = span.tempo
    method =
      switch span.pitch {
      case _ where span.loop != nil && looped == nil: .silent
      case _ where span.curve != nil:
        span.curve.flatMap { try? Self.ramp($0, span.pitch, plan.sampleRate) } ?? .silent
      case _ where speed == .one: .plain
      case .keep: .keepingPitch(TimeStretch(speed: speed, sampleRate: plan.sampleRate))
      case .keepVoice: .keepingVoice(PieceStretch(speed: speed, sampleRate: plan.sampleRate))
      case .follow: .followingPitch(Varispeed(speed: speed))
      }
  }

  private static func ramp(
    _ curve: SpeedCurve, _ pitch: Pitch, _ rate: Int
  ) throws(TimeOverflow) -> Method {
    switch pitch {
    case .keep: .keepingPitch(try TimeStretch(curve, sampleRate: rate))
    case .keepVoice: .keepingVoice(try PieceStretch(curve, sampleRate: rate))
    case .follow: .ramped(try RampedSpeed(curve, sampleRate: rate))
    }
  }

  /// Replaces everything in `buffer` by what is heard from an output sample of the span on.
  ///
  /// - Throws: what the source throws.
  mutating func fill(
    _ buffer: inout AudioBuffer, from sample: Int64, source: any AudioSource
  ) throws(RenderError) {
    let (span, spanIndex) = (span, spanIndex)
    let first = sample - span.samples.lowerBound
    // Past the last sample that any source has, rounding of speeds would have no bounds.
    guard first >= 0, first < Self.farthest, span.sourceSample.magnitude < Self.farthest else {
      return
    }
    var reversed = reversed
    defer { self.reversed = reversed }
    looped?.source = source
    defer { looped?.source = nil }
    let source: any AudioSource = looped ?? source
    let read = { (from: Int64, block: inout AudioBuffer) throws(RenderError) -> Void in
      if span.isReversed {
        try reversed?.read(from: from - span.sourceSample, into: &block, source: source)
      } else {
        try source.read(span.media, span: spanIndex, from: span.sourceSample + from, into: &block)
      }
    }
    switch method {
    case .plain: try read(first, &buffer)
    case .silent: break
    case .ramped(let ramp): try ramp.fill(&buffer, from: first, window: &window, read: read)
    case .keepingPitch(var stretch):
      try stretch.fill(&buffer, from: first, window: &window, read: read)
      method = .keepingPitch(stretch)
    case .keepingVoice(var stretch):
      try stretch.fill(&buffer, from: first, window: &window, read: read)
      method = .keepingVoice(stretch)
    case .followingPitch(let varispeed):
      try varispeed.fill(&buffer, from: first, window: &window, read: read)
    }
  }

  /// 66 days at 192 kHz.
  private static let farthest = 1 << 40
}
