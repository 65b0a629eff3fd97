internal import AudioMixing
package import Diagnostics
internal import BaseValues
package import PlanModel
package import Rendering
package import TimelineModel

/// Explains samples of a plan's sound.
package struct AudioExplainer {
  private let plan: RenderPlan
  private let locations: ProjectLocations
  private let facts: any ExplanationFacts

  /// - Parameters:
  ///   - plan: of the whole timeline.
  ///   - file: the project's text, for places in it.
  package init(
    _ plan: RenderPlan, of timeline: Timeline, file: SourceFile, facts: any ExplanationFacts
  ) {
    self.plan = plan
    self.facts = facts
    locations = ProjectLocations(file: file, timeline: timeline)
  }

  /// Why a sample is what it is; `nil` outside the sound.
  ///
  /// The shares are those of the renderer that mixes movies, summed in its order.
  ///
  /// - Throws: what the source throws.
  package func explanation(
    of sample: Int64, source: any AudioSource
  ) throws(RenderError) -> AudioExplanation? {
    guard let audio = plan.audio, (0..<audio.sampleCount).contains(sample) else { return nil }
    let heard = audio.beforeMaster
    let shares = try AudioRenderer(plan: heard, source: source).shares(of: sample)
    var sum = [Float](repeating: 0, count: audio.channels)
    for share in shares { for channel in sum.indices { sum[channel] += share.added[channel] } }
    let limited =
      audio.ceiling == nil
      ? nil : try AudioRenderer(plan: audio, source: source).mix(sample..<sample + 1)
    var mastered: (chain: String, values: [Float])?
    if let master = audio.master {
      var unlimited = audio
      unlimited.ceiling = nil
      let mix = try AudioRenderer(plan: unlimited, source: source).mix(sample..<sample + 1)
      mastered = (words(master), mix.channels.map { $0[0] })
    }
    return AudioExplanation(
      project: locations.file.path, sample: sample, sampleCount: audio.sampleCount,
      sampleRate: audio.sampleRate, channels: audio.channels,
      time: try? SampleGrid(rate: audio.sampleRate).time(of: SampleIndex(sample)),
      chunk: chunk(of: sample),
      items: shares.map { item($0, heard.spans[$0.span], of: heard, at: sample) }, sum: sum,
      mastered: mastered, limited: limited?.channels.map { $0[0] })
  }

  private func chunk(of sample: Int64) -> ExplainedChunk? {
    guard let chunk = plan.audioChunks.first(where: { $0.keptSamples.contains(sample) }) else {
      return nil
    }
    let all = 0..<(plan.audio?.sampleCount ?? 0)
    return ExplainedChunk(
      index: chunk.index, range: chunk.keptSamples.clamped(to: all), record: facts.record(of: chunk)
    )
  }

  private func item(
    _ share: AudioShare, _ span: AudioSpan, of audio: AudioPlan, at sample: Int64
  ) -> AudioItemExplanation {
    let elapsed = Rational(sample - span.samples.lowerBound)
    let media = locations.timeline.media
    let index = span.media.index
    let bus = share.bus.flatMap { audio.buses.indices.contains($0) ? audio.buses[$0] : nil }
    return AudioItemExplanation(
      item: locations.item(span.origin),
      media: media.indices.contains(index) ? media[index].name : "media \(index)",
      description: facts.source(span.media), span: span.samples, sourceStart: span.sourceSample,
      speed: span.speed, curve: span.curve, loop: span.loop, pitch: span.pitch,
      position: position(in: span, elapsed, rate: audio.sampleRate),
      sampleRate: audio.sampleRate, heard: share.heard,
      gains: zip(bus?.envelopes ?? span.envelopes, share.gains).compactMap {
        gain($0, $1, span.origin, at: sample)
      },
      pan: bus?.pan ?? span.pan,
      panning: zip(bus?.panning ?? span.panning, share.positions).map {
        let (range, _) = cause(of: $0, span.origin)
        return PanExplanation(
          purpose: $0.purpose, position: $1, location: locations.location(range))
      }, sides: share.pan, added: share.added,
      routes: span.routes.map { PlanText.routes($0, outputs: audio.channels) },
      matrix: span.matrix.map { PlanText.matrix($0) },
      filter: bus.map { filter($0, span, of: audio) }, origins: locations.origins(span.origin))
  }

  /// `through 'agate' (track 'voice'), in blocks of 384000 with 96000 before`
  private func filter(_ bus: AudioBus, _ span: AudioSpan, of audio: AudioPlan) -> String {
    let inner = audio.buses(from: span.bus).prefix { $0 != bus } + [bus]
    return inner.map(words).joined(separator: "; then ")
  }

  private func words(_ bus: AudioBus) -> String {
    var parts: [String] = []
    if let media = bus.media, case .audioFilter(let filter)? = plan.source(of: media)?.content {
      parts.append("'\(filter.chain)' of \(bus.label), \(PlanText.blocks(bus))")
    }
    if let matrix = bus.matrix {
      parts.append("channels of \(bus.label): \(PlanText.matrix(matrix))")
    }
    return parts.isEmpty ? bus.label : parts.joined(separator: "; then ")
  }

  private func position(in span: AudioSpan, _ elapsed: Rational, rate: Int) -> Rational? {
    guard let curve = span.curve else {
      return try? Rational(span.sourceSample - (span.isReversed ? 1 : 0)) + elapsed * span.speed
    }
    guard let ramp = try? RampedSpeed(curve, sampleRate: rate),
      let passed = ramp.position(at: elapsed.floor())
    else { return nil }
    return try? Rational(span.sourceSample) + passed
  }

  // MARK: - Gains

  private func gain(
    _ envelope: GainEnvelope, _ factor: Double, _ origin: PlanOrigin, at sample: Int64
  ) -> GainExplanation? {
    guard let first = envelope.points.first else { return nil }
    // Of several points at one sample the last counts from there on.
    let index = envelope.points.lastIndex { $0.sample <= sample }
    let before = index.map { envelope.points[$0] } ?? first
    var after: GainPoint?
    var position: Rational?
    if let index, index + 1 < envelope.points.count, before.curve != .hold {
      let next = envelope.points[index + 1]
      if next.gain != before.gain {
        after = next
        let start = Rational(before.sample)
        position = try? (Rational(sample) - start) / (Rational(next.sample) - start)
      }
    }
    let (range, cause) = self.cause(of: envelope, origin)
    return GainExplanation(
      purpose: envelope.purpose, factor: factor, before: before, after: after, position: position,
      location: locations.location(range), cause: cause)
  }

  /// Where an envelope is written, and what it comes from.
  private func cause(
    of envelope: GainEnvelope, _ origin: PlanOrigin
  ) -> (range: SourceRange, cause: String?) {
    let track = locations.track(origin.track)
    let clip = locations.clip(origin)
    switch envelope.purpose {
    case .fadeIn: return (clip?.sound?.fadeIn?.range ?? .none, nil)
    case .fadeOut: return (clip?.sound?.fadeOut?.range ?? .none, nil)
    case .automation: return (clip?.sound?.automation.first?.range ?? .none, nil)
    case .panAutomation: return (clip?.sound?.panAutomation.first?.range ?? .none, nil)
    case .trackPanAutomation: return (track?.panAutomation.first?.range ?? .none, nil)
    case .trackAutomation: return (track?.automation.first?.range ?? .none, nil)
    case .outputGain: return (locations.timeline.output.range, "of all sound")
    case .loudness:
      let wanted = locations.timeline.output.mastering.loudness
      return (
        wanted?.range ?? .none,
        wanted?.value.decimalDescription.map { "brings the movie to \($0) LUFS" }
      )
    case .clipLoudness:
      let wanted = clip?.sound?.loudness
      return (
        wanted?.range ?? .none,
        wanted?.value.decimalDescription.map { "brings the clip to \($0) LUFS" }
      )
    case .trackGain: return (track?.range ?? .none, nil)
    case .duck: return cause(of: track?.duck)
    case .clipDuck: return cause(of: clip?.sound?.duck)
    case .crossFade:
      guard case .clip(let index) = origin.item, let track, let first = envelope.points.first,
        let last = envelope.points.last
      else { return (.none, nil) }
      let transition = track.transitions.first {
        (first.gain < last.gain ? $0.to : $0.from) == index
      }
      return (transition?.range ?? .none, transition.map { $0.kind.label })
    case .gain, .declick: return (clip?.range ?? .none, nil)
    }
  }

  private func cause(of duck: Duck?) -> (range: SourceRange, cause: String?) {
    guard let duck else { return (.none, nil) }
    let names = duck.under.map { trigger in
      switch trigger {
      case .track(let track):
        "track "
          + (locations.track(track)?.name.map { "'\($0.value)'" } ?? locations.number(of: track))
      case .clips(let name): "clip '\(name)'"
      }
    }
    let speech = duck.during == .speech ? "speech in " : ""
    return (duck.range, "under \(speech)\(names.joined(separator: " and "))")
  }
}
