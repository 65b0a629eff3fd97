import AudioMixing
internal import BaseValues
internal import OutputKinds
internal import TimelineModel

extension RenderPlan {
  /// The key of a stretch of sound: a SHA-256 over everything in the plan that can change its
  /// samples, with positions relative to its start, and how it is encoded.
  ///
  /// - Parameter samples: output samples.
  /// - Complexity: O(spans).
  public func key(ofSamples samples: Range<Int64>, context: String = "") -> String {
    key(ofSamples: samples, among: SpanIndex(audio?.spans ?? []), context: context)
  }

  /// The keys of chunks of sound: of what is heard in them, pre-roll included, and of what is kept.
  ///
  /// - Complexity: O(n log n) for n spans, and the parts of spans in each chunk.
  public func audioKeys(of chunks: [AudioChunk], context: String = "") -> [String] {
    let index = SpanIndex(audio?.spans ?? [])
    return chunks.map { chunk in
      let dropped = chunk.packets.lowerBound - chunk.firstPacket
      return key(
        ofSamples: audio?.samples(deciding: chunk) ?? chunk.samples, among: index,
        context: "\(context);\(dropped) dropped, \(chunk.packets.count) kept")
    }
  }

  /// A number for each second of sound, and for what is left of the last one: the same number is the
  /// same sound, however it is encoded.
  ///
  /// - Complexity: as that of `audioKeys(of:context:)`.
  public func secondFingerprints() -> [UInt64] {
    guard let audio, audio.sampleRate > 0 else { return [] }
    let index = SpanIndex(audio.spans)
    let rate = Int64(audio.sampleRate)
    return stride(from: 0, to: audio.sampleCount, by: audio.sampleRate).map { start in
      let own = start..<min(start + rate, audio.sampleCount)
      let samples = audio.samples(around: own)
      var hasher = ContentHasher()
      hasher.add([rate, Int64(audio.channels), Int64(own.count)])
      hasher.add(limiting: audio)
      hasher.add(audio.loudness ?? 0)
      hasher.add(audio, index, of: self, within: samples)
      return UInt64(bitPattern: hasher.words[0])
    }
  }

  private func key(
    ofSamples samples: Range<Int64>, among index: SpanIndex, context: String
  ) -> String {
    var hasher = ContentHasher()
    hasher.add("cutlist sound 2")
    hasher.add(context)
    hasher.add(samples.count)
    guard let audio else { return hasher.text }
    hasher.add(audio.sampleRate)
    hasher.add(audio.channels)
    hasher.add(output.audioCodec.name)
    hasher.add(output.audio?.bitRate ?? 0)
    hasher.add(limiting: audio)
    let mixed = audio.samples(around: samples)
    hasher.add(audio, index, of: self, within: mixed)
    return hasher.text
  }
}

extension ContentHasher {
  /// Adds how a span's speed changes and what it repeats.
  mutating func addRun(of span: AudioSpan) {
    if let curve = span.curve {
      add("curve")
      add(curve.points.count)
      for point in curve.points {
        add(point.at)
        add(point.speed)
        add(point.isHeld ? 1 : 0)
      }
    }
    if let loop = span.loop {
      add("loop")
      add(loop.start)
      add(loop.length)
      add(loop.isPingPong ? 1 : 0)
      if let crossFade = loop.crossFade {
        add("cross-fade")
        add(crossFade)
      }
    }
    if let joint = span.joint {
      add("joint")
      add([joint.length, joint.first, joint.startsInside ? 1 : 0, joint.endsInside ? 1 : 0])
    }
  }

  /// Adds the spans that are heard in some samples, and what those go through that are filtered.
  fileprivate mutating func add(
    _ audio: AudioPlan, _ index: SpanIndex, of plan: RenderPlan, within samples: Range<Int64>
  ) {
    for span in index.indices(in: samples) where audio.spans[span].bus == nil {
      let span = audio.spans[span]
      if span.isHeard(in: samples) {
        add(span, of: plan, within: samples, channels: audio.channels)
      }
    }
    let needed = audio.samples(ofBuses: samples)
    for (place, bus) in audio.buses.enumerated() where !needed[place].isEmpty {
      let heard = needed[place]
      let spans = index.indices(in: heard).filter { audio.spans[$0].bus == place }
      add("bus")
      add(place)
      add(bus.parent ?? -1)
      if let media = bus.media { add(media, of: plan, wantsVideo: false) }
      // Where its blocks begin, and how much each is fed with.
      add(bus.samples.lowerBound &- samples.lowerBound)
      add(bus.memory ?? -1)
      add(min(bus.samples.upperBound, heard.upperBound) &- samples.lowerBound)
      add(audio.channels > 1 ? bus.pan : 0)
      add(bus.matrix)
      let outer = bus.parent.map { needed[$0] } ?? samples
      add(bus.envelopes.compactMap { $0.trimmed(to: outer) }, from: samples.lowerBound)
      addPanning(bus.panning, within: outer, from: samples.lowerBound, channels: audio.channels)
      add(spans.count)
      for span in spans {
        add(audio.spans[span], of: plan, within: heard, channels: audio.channels)
      }
    }
  }

  /// Adds nothing where channels go the usual way.
  mutating func add(_ routes: [ChannelRoute]?) {
    guard let routes else { return }
    add("routes")
    for route in routes { add([Int64(route.output), Int64(route.input), route.gain]) }
  }

  /// Adds nothing where there is none.
  mutating func add(_ matrix: ChannelMatrix?) {
    guard let matrix else { return }
    add("matrix")
    add(matrix.factors)
  }

  fileprivate mutating func add(limiting audio: AudioPlan) {
    guard let ceiling = audio.ceiling else { return }
    add("limit")
    add(ceiling)
  }

  fileprivate mutating func add(
    _ span: AudioSpan, of plan: RenderPlan, within samples: Range<Int64>, channels: Int
  ) {
    let part = span.samples.clamped(to: samples)
    let base = samples.lowerBound
    add(span.media, of: plan, wantsVideo: false)
    add(part.lowerBound - base)
    add(part.upperBound - base)
    add(span.speed)
    // At natural speed only the sample heard first counts, not where its span began.
    let skipped = part.lowerBound - span.samples.lowerBound
    if span.isNatural {
      add(span.sourceSample &+ skipped)
    } else {
      add(span.sourceSample)
      add(skipped)
      add(span.pitch.rawValue)
      addRun(of: span)
    }
    add(channels > 1 ? span.pan : 0)
    add(span.routes)
    add(span.matrix)
    add(span.envelopes.compactMap { $0.trimmed(to: part) }, from: base)
    addPanning(span.panning, within: part, from: base, channels: channels)
  }

  private mutating func addPanning(
    _ panning: [GainEnvelope], within part: Range<Int64>, from base: Int64, channels: Int
  ) {
    if panning.isEmpty || channels < 2 { return }
    add("panning")
    add(panning.compactMap { $0.part(part) }, from: base)
  }

  private mutating func add(_ envelopes: [GainEnvelope], from base: Int64) {
    add(envelopes.count)
    for envelope in envelopes {
      add(envelope.points.count)
      for point in envelope.points {
        add(point.sample &- base)
        add(point.gain)
        add(PlanText.curve(point.curve))
      }
    }
  }
}

extension AudioSpan {
  /// Whether the span has samples in a range and is not silenced over all of them.
  fileprivate func isHeard(in samples: Range<Int64>) -> Bool {
    let part = self.samples.clamped(to: samples)
    if part.isEmpty { return false }
    return !envelopes.contains { envelope in
      guard let points = envelope.trimmed(to: part)?.points else { return false }
      return points.allSatisfy { $0.gain == 0 }
    }
  }
}
