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
      return
    }
    at(.name("audio")) { inspector in
      if audio.sampleRate != encoding.sampleRate || audio.channels != encoding.channels {
        inspector.report("the sound has another form than the output's")
      }
      inspector.inspectLength(of: audio, encoding)
      if let ceiling = audio.ceiling {
        inspector.check("ceiling", ceiling, in: -10000...0)
      }
      if let loudness = audio.loudness {
        inspector.check("loudness", loudness, in: -10000...0)
      }
      guard inspector.faults.isEmpty else { return }
      inspector.each("buses", audio.buses) { $0.inspect($1, of: audio) }
      for (index, bus) in audio.buses.enumerated() {
        guard let parent = bus.parent, !(0..<index).contains(parent) else { continue }
        inspector.at(.name("buses"), .index(index)) {
          $0.report("expected a \"parent\" before the bus")
        }
      }
      guard inspector.faults.isEmpty else { return }
      inspector.each("spans", audio.spans) { $0.inspect($1, of: audio) }
    }
  }

  /// The sound ends with the picture, to a sample that the rounding of a part's ends may add.
  private mutating func inspectLength(of audio: AudioPlan, _ encoding: AudioEncoding) {
    let frames = FrameIndex(Int64(plan.output.frameCount))
    guard let end = try? FrameGrid(plan.output.rate).time(of: frames) else { return }
    let count = SampleGrid(rate: encoding.sampleRate).nearestSample(to: end).value
    check("sampleCount", audio.sampleCount, in: max(0, count - 1)...max(0, count + 1))
  }

  private mutating func inspect(_ span: AudioSpan, of audio: AudioPlan) {
    check("media", span.media)
    // Where a part of a movie begins, sound of another speed counts from where it began.
    // What goes through a chain counts from before it and beyond it too.
    let first = span.isNatural && span.bus == nil ? 0 : Self.samples.lowerBound
    let end = span.bus == nil ? audio.sampleCount : Self.samples.upperBound
    if let bus = span.bus { check("bus", bus, placeIn: "buses", of: audio.buses.count) }
    if span.samples.isEmpty || span.samples.lowerBound < first || span.samples.upperBound > end {
      at(.name("samples")) { $0.report("expected samples of the movie, at least one") }
    }
    check("sourceSample", span.sourceSample, in: Self.samples)
    check("speed", span.tempo, in: (Rational(1, 1000) ?? .one)...Rational(1000))
    if let curve = span.curve, (try? RampedSpeed(curve, sampleRate: audio.sampleRate)) == nil {
      at(.name("curve")) { $0.report("expected speeds up to 64 at rising times") }
    }
    if let curve = span.curve, span.pitch != .follow,
      curve.points.contains(where: { $0.speed < Rational(1, 4096) ?? .one })
    {
      at(.name("curve")) { $0.report("expected speeds from 1/4096 on where the pitch stays") }
    }
    if let loop = span.loop,
      (try? LoopedPositions(loop, sampleRate: audio.sampleRate)) == nil
    {
      at(.name("loop")) { $0.report("expected a part of a source with a length") }
    }
    if let joint = span.joint {
      at(.name("joint")) { inspector in
        inspector.check("length", joint.length, in: 1...LoopJoint.longest)
        inspector.check("first", joint.first, in: Self.samples)
      }
    }
    check("pan", span.pan, in: -32768...32768)
    for (index, route) in (span.routes ?? []).enumerated() {
      at(.name("routes"), .index(index)) { inspector in
        inspector.check("output", route.output, in: 0...max(0, audio.channels - 1))
        inspector.check("input", route.input, in: 0...63)
        inspector.check("gain", route.gain, in: 0...GainPoint.unity << 8)
      }
    }
    inspect(span.matrix, of: audio)
    inspect(span.envelopes)
    inspect(span.panning, "panning", from: -GainPoint.unity, to: GainPoint.unity)
  }

  private mutating func inspect(_ bus: AudioBus, of audio: AudioPlan) {
    if let media = bus.media { check("media", media) }
    if let media = bus.media, let source = plan.source(of: media) {
      if case .audioFilter(let filter) = source.content, filter.sampleRate == audio.sampleRate,
        filter.channels == audio.channels
      {
      } else {
        at(.name("media")) { $0.report("source \(media.index) is no chain for such sound") }
      }
    }
    if bus.samples.isEmpty || bus.samples.lowerBound < Self.samples.lowerBound
      || bus.samples.upperBound > Self.samples.upperBound
    {
      at(.name("samples")) { $0.report("expected samples of the movie, at least one") }
    }
    if let memory = bus.memory { check("memory", memory, in: 1...AudioBus.mostMemory) }
    check("pan", bus.pan, in: -32768...32768)
    inspect(bus.matrix, of: audio)
    inspect(bus.envelopes)
    inspect(bus.panning, "panning", from: -GainPoint.unity, to: GainPoint.unity)
  }

  private mutating func inspect(_ matrix: ChannelMatrix?, of audio: AudioPlan) {
    guard let matrix else { return }
    at(.name("matrix")) { inspector in
      if matrix.channels != audio.channels
        || matrix.factors.count != audio.channels * audio.channels
      {
        inspector.report("expected a factor of each channel for each channel")
      }
      for factor in matrix.factors {
        inspector.check("factors", factor, in: -(GainPoint.unity << 24)...GainPoint.unity << 24)
      }
    }
  }

  private mutating func inspect(
    _ envelopes: [GainEnvelope], _ name: String = "envelopes", from least: Int64 = 0,
    to greatest: Int64 = GainPoint.unity << 8
  ) {
    each(name, envelopes) { inspector, envelope in
      var last = Self.samples.lowerBound
      if envelope.points.isEmpty { inspector.report("an envelope has no point") }
      inspector.each("points", envelope.points) { inspector, point in
        inspector.check("sample", point.sample, in: last...Self.samples.upperBound)
        inspector.check("gain", point.gain, in: least...greatest)
        last = min(max(last, point.sample), Self.samples.upperBound)
      }
    }
  }
}
