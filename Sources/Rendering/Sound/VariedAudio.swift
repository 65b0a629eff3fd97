import AudioMixing
import PlanModel
import TimelineModel

/// The sound of a span whose speed is not natural.
///
/// It is counted from the span's first sample, so its samples do not depend on which of them are
/// asked for, nor in which blocks. The source is read forward as long as they are.
struct VariedAudio {
  private let span: AudioSpan
  private let spanIndex: Int
  private var window: SampleWindow
  private var method: Method

  private enum Method {
    case keepingPitch(TimeStretch)
    case followingPitch(Varispeed)
  }

  /// - Parameter spanIndex: the span's spanIndex in the plan.
  init(_ span: AudioSpan, at spanIndex: Int, in plan: AudioPlan) {
    self.span = span
    self.spanIndex = spanIndex
    window = SampleWindow(channelCount: plan.channels)
    method =
      switch span.pitch {
      case .keep: .keepingPitch(TimeStretch(speed: span.speed, sampleRate: plan.sampleRate))
      case .follow: .followingPitch(Varispeed(speed: span.speed))
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
    let read = { (from: Int64, block: inout AudioBuffer) throws(RenderError) in
      try source.read(span.media, span: spanIndex, from: span.sourceSample + from, into: &block)
    }
    switch method {
    case .keepingPitch(var stretch):
      try stretch.fill(&buffer, from: first, window: &window, read: read)
      method = .keepingPitch(stretch)
    case .followingPitch(let varispeed):
      try varispeed.fill(&buffer, from: first, window: &window, read: read)
    }
  }

  /// 66 days at 192 kHz.
  private static let farthest = 1 << 40
}
