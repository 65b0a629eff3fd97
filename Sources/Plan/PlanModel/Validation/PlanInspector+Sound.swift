import AudioMixing
internal import BaseValues
import OutputKinds
internal import TimelineModel

// What is heard in which samples.
extension PlanInspector {
  mutating func inspectSound() {
    guard let audio = plan.audio, let encoding = plan.output.audio else {
      if (plan.audio == nil) != (plan.output.audio == nil) {
        at(.name("audio")) { $0.report("the movie has sound here and none in its output") }
      }
      if !plan.otherAudio.isEmpty {
        at(.name("otherAudio")) { $0.report("there are other tracks of sound without a first one") }
      }
      return
    }
    at(.name("audio")) { $0.inspect(audio, encoding) }
    let count = plan.output.otherAudio.count
    guard plan.otherAudio.count == count else {
      return at(.name("otherAudio")) {
        $0.report("the output has \(count) other tracks of sound, not \($0.plan.otherAudio.count)")
      }
    }
    for (index, pair) in zip(plan.otherAudio, plan.output.otherAudio).enumerated() {
      at(.name("otherAudio"), .index(index)) { inspector in
        inspector.atMix(index + 1) { $0.inspect(pair.0, pair.1) }
        // All end together, so that their chunks are joined in the order in which they begin.
        if pair.0.sampleCount != audio.sampleCount {
          inspector.report("all tracks of sound have the length of the first")
        }
      }
    }
  }

  private mutating func inspect(_ audio: AudioPlan, _ encoding: AudioEncoding) {
    if audio.sampleRate != encoding.sampleRate || audio.channels != encoding.channels {
      report("the sound has another form than the output's")
    }
    inspectLength(of: audio, encoding)
    audio.inspect(&self)
    guard faults.isEmpty else { return }
    each("buses", audio.buses) { $1.inspect(&$0) }
    for (index, bus) in audio.buses.enumerated() {
      guard let parent = bus.parent, !(0..<index).contains(parent) else { continue }
      at(.name("buses"), .index(index)) { $0.report("expected a \"parent\" before the bus") }
    }
    guard faults.isEmpty else { return }
    each("spans", audio.spans) { $0.inspect($1, of: audio) }
  }

  /// The sound ends with the picture, to a sample that the rounding of a part's ends may add.
  private mutating func inspectLength(of audio: AudioPlan, _ encoding: AudioEncoding) {
    let frames = FrameIndex(Int64(plan.output.frameCount))
    guard let end = try? FrameGrid(plan.output.rate).time(of: frames) else { return }
    let count = SampleGrid(rate: encoding.sampleRate).nearestSample(to: end).value
    check("sampleCount", audio.sampleCount, in: max(0, count - 1)...max(0, count + 1))
  }

  private mutating func inspect(_ span: AudioSpan, of audio: AudioPlan) {
    span.inspect(&self)
    // Where a part of a movie begins, sound of another speed counts from where it began.
    // What goes through a chain counts from before it and beyond it too.
    let first = span.isNatural && span.bus == nil ? 0 : Self.samples.lowerBound
    let end = span.bus == nil ? audio.sampleCount : Self.samples.upperBound
    check("samples", span.samples, within: first...max(first, end))
    guard let curve = span.curve else { return }
    if (try? RampedSpeed(curve, sampleRate: audio.sampleRate)) == nil {
      at(.name("curve")) { $0.report("expected speeds up to 64 at rising times") }
    }
    if span.pitch != .follow,
      curve.points.contains(where: { $0.speed < Rational(1, over: 4096) })
    {
      at(.name("curve")) { $0.report("expected speeds from 1/4096 on where the pitch stays") }
    }
  }

  mutating func check(_ name: String, _ samples: Range<Int64>, within limits: ClosedRange<Int64>) {
    if samples.isEmpty || samples.lowerBound < limits.lowerBound
      || samples.upperBound > limits.upperBound
    {
      at(.name(name)) { $0.report("expected samples of the movie, at least one") }
    }
  }

  /// Reports envelopes without points, and points that do not rise or are not in a range.
  mutating func check(_ name: String, _ envelopes: [GainEnvelope], in gains: ClosedRange<Int64>) {
    each(name, envelopes) { inspector, envelope in
      var last = Self.samples.lowerBound
      if envelope.points.isEmpty { inspector.report("an envelope has no point") }
      inspector.each("points", envelope.points) { inspector, point in
        inspector.check("sample", point.sample, in: last...Self.samples.upperBound)
        inspector.check("gain", point.gain, in: gains)
        last = min(max(last, point.sample), Self.samples.upperBound)
      }
    }
  }
}
