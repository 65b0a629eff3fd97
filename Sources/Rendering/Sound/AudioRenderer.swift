public import AudioMixing
public import RenderPlanning

/// Mixes any range of a plan's sound. Used by one thread only.
///
/// The samples of a range do not depend on which ranges were asked for before.
public final class AudioRenderer {
  private let plan: AudioPlan
  private let source: any AudioSource
  /// Spans in order of their first sample, by place in the plan.
  private let byStart: [Int]
  private let longest: Int64

  public init(plan: AudioPlan, source: any AudioSource) {
    self.plan = plan
    self.source = source
    byStart = plan.spans.indices.sorted { a, b in
      let (first, second) = (plan.spans[a].samples.lowerBound, plan.spans[b].samples.lowerBound)
      return first != second ? first < second : a < b
    }
    longest = plan.spans.map { $0.samples.upperBound - $0.samples.lowerBound }.max() ?? 0
  }

  /// The mixed sound of `samples`, not limited.
  public func mix(_ samples: Range<Int64>) throws(RenderError) -> AudioBuffer {
    var result = AudioBuffer(channelCount: plan.channels, frameCount: samples.count)
    // Summed in plan order: float addition is not associative.
    for index in active(in: samples).sorted() {
      try add(index, to: &result, at: samples)
    }
    return result
  }

  private func active(in samples: Range<Int64>) -> [Int] {
    var low = 0
    var high = byStart.count
    let earliest = samples.lowerBound - longest
    while low < high {
      let middle = low + (high - low) / 2
      if plan.spans[byStart[middle]].samples.lowerBound < earliest {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var result: [Int] = []
    while low < byStart.count, plan.spans[byStart[low]].samples.lowerBound < samples.upperBound {
      if plan.spans[byStart[low]].samples.overlaps(samples) { result.append(byStart[low]) }
      low += 1
    }
    return result
  }

  private func add(
    _ index: Int, to result: inout AudioBuffer, at samples: Range<Int64>
  ) throws(RenderError) {
    let span = plan.spans[index]
    let part = span.samples.clamped(to: samples)
    guard !part.isEmpty else { return }
    var buffer = AudioBuffer(channelCount: plan.channels, frameCount: part.count)
    try source.read(
      span.media, span: index, from: span.sourceSample + part.lowerBound - span.samples.lowerBound,
      into: &buffer)
    var gains = GainRow(count: part.count)
    for envelope in span.envelopes {
      gains.multiply(by: envelope.points.map(EnvelopePoint.init), from: part.lowerBound)
    }
    Mixer.add(
      buffer, gains: gains, pan: span.pan, to: &result,
      at: Int(part.lowerBound - samples.lowerBound))
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
