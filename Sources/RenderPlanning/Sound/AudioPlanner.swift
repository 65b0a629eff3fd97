internal import Diagnostics
internal import MediaTime
internal import PlanModel
internal import TimelineModel

/// Lowers the tracks' sound to spans of samples with gain envelopes.
///
/// A clip sounds as long as its picture is seen: over its own range and the whole of the transitions
/// at its ends, where the two sounds cross-fade in proportion to time, whatever the picture's easing.
struct AudioPlanner {
  private let timeline: Timeline
  private let catalog: MediaCatalog
  private let frameCount: Int

  init(_ timeline: Timeline, _ catalog: MediaCatalog, frameCount: Int) {
    self.timeline = timeline
    self.catalog = catalog
    self.frameCount = frameCount
  }

  /// `nil` where the output has no sound.
  func plan(_ tables: inout PlanTables) throws(PlanningError) -> AudioPlan? {
    guard let output = timeline.output.audio else { return nil }
    let grid = SampleGrid(rate: output.sampleRate)
    let movieEnd = try locating(timeline.output.range) { () throws(TimeOverflow) in
      try FrameGrid(timeline.output.frameRate).time(of: FrameIndex(Int64(frameCount)))
    }
    let planner = SpanPlanner(
      timeline: timeline, catalog: catalog, envelopes: EnvelopePlanner(grid: grid),
      movieEnd: movieEnd, sampleCount: max(0, grid.nearestSample(to: movieEnd).value))
    var spans: [AudioSpan] = []
    for track in timeline.tracks { try planner.plan(track, &spans) }
    for span in spans { tables.use(span.media) }
    return AudioPlan(
      sampleRate: grid.rate, channels: output.channels, sampleCount: planner.sampleCount,
      spans: spans)
  }
}

/// Works out the spans of one track after the other.
private struct SpanPlanner {
  let timeline: Timeline
  let catalog: MediaCatalog
  let envelopes: EnvelopePlanner
  let movieEnd: Rational
  let sampleCount: Int64

  func plan(_ track: Track, _ spans: inout [AudioSpan]) throws(PlanningError) {
    if track.kind == .titles || track.muted { return }
    let shared = try envelopes(of: track)
    let layout = TrackLayout(track)
    for index in track.clips.indices {
      let clip = track.clips[index]
      guard let sound = clip.sound, catalog[clip.media]?.audio != nil else { continue }
      let span = try locating(clip.range) { () throws(TimeOverflow) in
        try self.span(ofClip: index, track, layout, sound, shared)
      }
      if let span { spans.append(span) }
    }
  }

  private func span(
    ofClip index: Int, _ track: Track, _ layout: TrackLayout, _ sound: AudioProperties,
    _ shared: [GainEnvelope]
  ) throws(TimeOverflow) -> AudioSpan? {
    let clip = track.clips[index]
    let grid = envelopes.grid
    let first = max(0, grid.nearestSample(to: layout.earliest(of: index)).value)
    let end = min(sampleCount, grid.nearestSample(to: layout.latest(of: index)).value)
    guard first < end else { return nil }
    let samples = first..<end
    let own = try envelopes(of: clip, sound, layout, index)
    return AudioSpan(
      origin: track.origin(ofClip: index, in: timeline), media: clip.media, samples: samples,
      sourceSample: try sourceSample(clip, at: first),
      envelopes: (own + shared).compactMap { $0.trimmed(to: samples) },
      pan: pan(sound.pan), speed: clip.speed, pitch: sound.pitch)
  }

  /// The source's sample nearest to what is heard at an output sample.
  private func sourceSample(_ clip: Clip, at sample: Int64) throws(TimeOverflow) -> Int64 {
    let rate = WideRational(envelopes.grid.rate)
    let time = try WideRational(Int128(sample), over: rate.numerator)
    let elapsed = try (time - WideRational(clip.placed.start)) * WideRational(clip.speed)
    return Int64(clamping: try ((elapsed + WideRational(clip.sourceStart)) * rate).rounded)
  }

  private func pan(_ position: Rational) -> Int {
    let bounded = min(max(position, Rational(-1)), .one)
    return Int(
      roundDivide(Int128(bounded.numerator) << 15, by: Int128(bounded.denominator)))
  }

  // MARK: - Envelopes

  private func envelopes(
    of clip: Clip, _ sound: AudioProperties, _ layout: TrackLayout, _ index: Int
  ) throws(TimeOverflow) -> [GainEnvelope] {
    var result: [GainEnvelope] = []
    if sound.gain != .one { result.append(envelopes.steady("gain", sound.gain)) }
    if let before = layout.incoming(of: index)?.placed {
      result.append(
        envelopes.ramp("cross-fade", before.start, before.end, from: .zero, to: .one))
    }
    if let after = layout.outgoing(of: index)?.placed {
      result.append(envelopes.ramp("cross-fade", after.start, after.end, from: .one, to: .zero))
    }
    if let fade = sound.fadeIn {
      result.append(try envelopes.fadeIn(fade, start: clip.placed.start))
    }
    if let fade = sound.fadeOut {
      // A clip that the movie's end cuts off fades out before that.
      result.append(try envelopes.fadeOut(fade, end: min(clip.placed.end, movieEnd)))
    }
    let automation = try envelopes.automation(
      "automation", sound.automation, base: clip.placed.start)
    if let automation { result.append(automation) }
    return result
  }

  private func envelopes(of track: Track) throws(PlanningError) -> [GainEnvelope] {
    var result: [GainEnvelope] = []
    if track.gain != .one { result.append(envelopes.steady("track gain", track.gain)) }
    let automation = try locating(track.range) { () throws(TimeOverflow) in
      try envelopes.automation("track automation", track.automation, base: .zero)
    }
    if let automation { result.append(automation) }
    if let duck = track.duck, timeline.tracks.indices.contains(duck.under.index) {
      let trigger = timeline.tracks[duck.under.index]
      let envelope = try locating(duck.range) { () throws(TimeOverflow) in
        try DuckPlanner(envelopes: envelopes).envelope(duck, voices: try voices(of: trigger))
      }
      if let envelope { result.append(envelope) }
    }
    return result
  }

  /// Where a track sounds: its clips, as far as their media has sound.
  private func voices(of track: Track) throws(TimeOverflow) -> [TimeRange] {
    if track.kind == .titles || track.muted { return [] }
    let layout = TrackLayout(track)
    var result: [TimeRange] = []
    for (index, clip) in track.clips.enumerated() where clip.sound != nil {
      guard let audio = catalog[clip.media]?.audio else { continue }
      var start = max(layout.earliest(of: index), .zero)
      var end = min(layout.latest(of: index), movieEnd)
      if let range = audio.range, clip.speed > .zero {
        start = max(start, try clip.placed.start + (range.start - clip.sourceStart) / clip.speed)
        end = min(end, try clip.placed.start + (range.end - clip.sourceStart) / clip.speed)
      }
      if start < end, let voice = TimeRange(start: start, end: end) { result.append(voice) }
    }
    return result
  }
}
