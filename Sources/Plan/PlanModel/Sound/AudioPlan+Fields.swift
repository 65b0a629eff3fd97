package import AudioMixing
package import BaseValues
package import TimelineModel

// The order of the fields is that of files.

extension AudioPlan: PlanRecord {
  package static var blank: AudioPlan {
    AudioPlan(sampleRate: 0, channels: 0, sampleCount: 0, spans: [])
  }

  /// What brings the movie to a loudness counts as gains; spans and buses count where they are heard.
  package static let fields: [RecordField<AudioPlan>] = [
    RecordField("sampleRate", \.sampleRate), RecordField("channels", \.channels),
    .label("sampleCount", \.sampleCount),
    RecordField(
      optional: "ceiling", \.ceiling, order: 1, tag: "limit", limits: .range(-10000...0)),
    .label(optional: "loudness", \.loudness, limits: .range(-10000...0)),
    .label("spans", \.spans), .label("buses", \.buses),
  ]
}

extension AudioBus: PlanRecord {
  package static var blank: AudioBus {
    AudioBus(label: "", media: MediaID(0), samples: 0..<0, memory: nil)
  }

  /// Which bus it goes through counts where it is heard.
  package static let fields: [RecordField<AudioBus>] = [
    .label("label", \.label),
    RecordField("media", \.media, order: 1, limits: chainLimits) { _, media, key in
      if let media { key.add(media) }
    },
    // Where its blocks begin, and how much each is fed with.
    RecordField("samples", \.samples, order: 1, limits: sampleLimits) { _, samples, key in
      key.add(samples.lowerBound &- key.samples.lowerBound)
    },
    RecordField("memory", \.memory, order: 1, limits: .range(1...mostMemory)) { bus, memory, key in
      key.add(memory)
      key.add(min(bus.samples.upperBound, key.heard.upperBound) &- key.samples.lowerBound)
    },
    RecordField(optional: "matrix", \.matrix, order: 3, limits: .ofChannels),
    RecordField("envelopes", \.envelopes, order: 4, limits: .gains) { _, envelopes, key in
      key.add(gains: envelopes, within: key.outer, from: key.samples.lowerBound)
    },
    RecordField("pan", \.pan, order: 2, limits: .pans) { _, pan, key in key.add(pan: pan) },
    RecordField("panning", \.panning, order: 4, limits: .panning) { _, panning, key in
      key.add(panning: panning, within: key.outer, from: key.samples.lowerBound)
    },
    .label(optional: "parent", \.parent),
  ]

  private static let chainLimits = PlanLimits<MediaID?> { name, media, inspector in
    guard let media else { return }
    inspector.check(name, media)
    guard let source = inspector.plan.source(of: media), let audio = inspector.plan.audio else {
      return
    }
    if case .audioFilter(let filter) = source.content, filter.sampleRate == audio.sampleRate,
      filter.channels == audio.channels
    {
      return
    }
    inspector.at(.name(name)) { $0.report("source \(media.index) is no chain for such sound") }
  }

  private static let sampleLimits = PlanLimits<Range<Int64>> { name, samples, inspector in
    inspector.check(name, samples, within: PlanInspector.samples)
  }
}

extension AudioSpan: PlanRecord {
  package static var blank: AudioSpan {
    AudioSpan(origin: .blank, media: MediaID(0), samples: 0..<0, sourceSample: 0, envelopes: [])
  }

  /// What the orders 2 and 3 have is what sound is of, whatever part of it is heard; which bus it goes
  /// through counts where it is heard.
  package static let fields: [RecordField<AudioSpan>] = [
    .label("origin", \.origin), RecordField("media", \.media, limits: .known),
    RecordField("samples", \.samples) { span, samples, key in
      let part = samples.clamped(to: key.heard)
      key.add(part.lowerBound - key.heard.lowerBound)
      key.add(part.upperBound - key.heard.lowerBound)
    },
    // At natural speed only the sample heard first counts, not where its span began.
    RecordField("sourceSample", \.sourceSample, order: 1, limits: .range(PlanInspector.samples)) {
      span, sample, key in
      let skipped = span.samples.clamped(to: key.heard).lowerBound - span.samples.lowerBound
      if span.isNatural { return key.add(sample &+ skipped) }
      key.add(sample)
      key.add(skipped)
    },
    .label(optional: "sourceTime", \.sourceTime),
    RecordField("speed", \.speed, limits: speedLimits),
    RecordField(optional: "curve", \.curve, order: 2),
    RecordField(optional: "loop", \.loop, order: 2, limits: loopLimits),
    RecordField(optional: "joint", \.joint, order: 2) { span, joint, key in
      if span.isNatural { return }
      key.add("joint")
      // How many numbers follow.
      key.add(4)
      key.add(joint)
    },
    RecordField("pitch", \.pitch, order: 1) { span, pitch, key in
      if !span.isNatural { key.add(pitch) }
    },
    RecordField("envelopes", \.envelopes, order: 4, limits: .gains) { span, envelopes, key in
      key.add(
        gains: envelopes, within: span.samples.clamped(to: key.heard), from: key.heard.lowerBound)
    },
    RecordField("pan", \.pan, order: 3, limits: .pans) { _, pan, key in key.add(pan: pan) },
    RecordField("panning", \.panning, order: 4, limits: .panning) { span, panning, key in
      key.add(
        panning: panning, within: span.samples.clamped(to: key.heard), from: key.heard.lowerBound)
    },
    RecordField(optional: "routes", \.routes, order: 3) { _, routes, key in
      key.add("routes")
      for route in routes {
        // How many numbers follow.
        key.add(3)
        key.add(route)
      }
    },
    RecordField(optional: "matrix", \.matrix, order: 3, limits: .ofChannels),
    .label(optional: "bus", \.bus, limits: busLimits),
  ]

  private static let speedLimits = PlanLimits<Rational> { name, speed, inspector in
    let speeds = Rational(1, over: 1000)...Rational(1000)
    inspector.check(name, (try? speed.magnitude()) ?? speed, in: speeds)
  }

  private static let loopLimits = PlanLimits<SourceLoop> { name, loop, inspector in
    guard let rate = inspector.plan.audio?.sampleRate,
      (try? LoopedPositions(loop, sampleRate: rate)) == nil
    else { return }
    inspector.at(.name(name)) { $0.report("expected a part of a source with a length") }
  }

  private static let busLimits = PlanLimits<Int> { name, bus, inspector in
    inspector.check(name, bus, placeIn: "buses", of: inspector.plan.audio?.buses.count ?? 0)
  }
}

extension Pitch: KeyValue {}

extension ChannelRoute: PlanRecord {
  package static var blank: ChannelRoute { ChannelRoute(output: 0, input: 0, gain: 0) }
  package static let fields: [RecordField<ChannelRoute>] = [
    RecordField("output", \.output, limits: outputLimits),
    RecordField("input", \.input, limits: .range(0...63)),
    RecordField("gain", \.gain, limits: .range(0...GainEnvelope.mostGain)),
  ]
  package static var isInline: Bool { true }

  private static let outputLimits = PlanLimits<Int> { name, output, inspector in
    inspector.check(name, output, in: 0...max(0, (inspector.plan.audio?.channels ?? 0) - 1))
  }
}

/// How many channels there are is told by how many factors.
extension ChannelMatrix: PlanRecord {
  package static var blank: ChannelMatrix { ChannelMatrix(channels: 0, factors: []) }
  package static let fields: [RecordField<ChannelMatrix>] = [
    .label("channels", \.channels),
    RecordField(
      "factors", \.factors, limits: .each(-(GainPoint.unity << 24)...GainPoint.unity << 24)),
  ]
  package static var isInline: Bool { true }
}

extension SpeedCurve: PlanRecord {
  package static var blank: SpeedCurve { SpeedCurve([]) }
  package static let fields: [RecordField<SpeedCurve>] = [RecordField("points", \.points)]
}

extension SpeedCurve.Point: PlanRecord {
  package static var blank: SpeedCurve.Point { SpeedCurve.Point(at: .zero, speed: .one) }
  package static let fields: [RecordField<SpeedCurve.Point>] = [
    RecordField("at", \.at), RecordField("speed", \.speed), RecordField("isHeld", \.isHeld),
  ]
  package static var isInline: Bool { true }
}

extension SourceLoop: PlanRecord {
  package static var blank: SourceLoop { SourceLoop(start: .zero, length: .one) }
  package static let fields: [RecordField<SourceLoop>] = [
    RecordField("start", \.start), RecordField("length", \.length),
    RecordField("isPingPong", \.isPingPong),
    RecordField(optional: "crossFade", \.crossFade, tag: "cross-fade"),
  ]
  package static var isInline: Bool { true }
}

extension LoopJoint: PlanRecord {
  package static var blank: LoopJoint {
    LoopJoint(length: 1, first: 0, startsInside: false, endsInside: false)
  }
  package static let fields: [RecordField<LoopJoint>] = [
    RecordField("length", \.length, limits: .range(1...longest)),
    RecordField("first", \.first, limits: .range(PlanInspector.samples)),
    RecordField("startsInside", \.startsInside), RecordField("endsInside", \.endsInside),
  ]
  package static var isInline: Bool { true }
}

extension GainEnvelope: PlanRecord {
  package static var blank: GainEnvelope { GainEnvelope(purpose: .gain, points: []) }
  package static let fields: [RecordField<GainEnvelope>] = [
    .label("purpose", \.purpose), RecordField("points", \.points),
  ]

  /// The most that a gain may be.
  static let mostGain = GainPoint.unity << 8

  /// What its points may be is told where it is: pans and gains are not the same.
  package func inspect(_ inspector: inout PlanInspector) {}
}

extension GainPoint: PlanRecord {
  package static var blank: GainPoint { GainPoint(sample: 0, gain: 0, curve: .hold) }
  package static let fields: [RecordField<GainPoint>] = [
    RecordField("sample", \.sample) { _, sample, key in key.add(sample &- key.start) },
    RecordField("gain", \.gain), RecordField("curve", \.curve),
  ]
  package static var isInline: Bool { true }
}

extension GainPoint.Curve: KeyValue {
  package func add(to key: inout KeyWriter) { key.add(PlanText.curve(self)) }
}

extension Range: KeyValue where Bound == Int64 {
  package func add(to key: inout KeyWriter) {
    key.add(lowerBound)
    key.add(upperBound)
  }
}

// MARK: - Limits

extension PlanLimits<Int> {
  /// From hard left to hard right.
  static let pans = range(-PictureInput.one...PictureInput.one)
}

extension PlanLimits<[GainEnvelope]> {
  static let gains = PlanLimits { $2.check($0, $1, in: 0...GainEnvelope.mostGain) }
  static let panning = PlanLimits { $2.check($0, $1, in: -GainPoint.unity...GainPoint.unity) }
}

extension PlanLimits<ChannelMatrix> {
  /// Of the channels that there are.
  static let ofChannels = PlanLimits { name, matrix, inspector in
    let channels = inspector.plan.audio?.channels ?? 0
    guard matrix.channels != channels || matrix.factors.count != channels * channels else { return }
    inspector.at(.name(name)) { $0.report("expected a factor of each channel for each channel") }
  }
}
