internal import AudioMixing
internal import Diagnostics
internal import BaseValues
import OutputKinds
internal import PlanModel
internal import TimelineModel

/// Lowers the tracks' sound to spans of samples with gain envelopes.
///
/// A clip sounds as long as its picture is seen: over its own range and the whole of the transitions
/// at its ends, where the two sounds cross over, whatever the picture's easing.
struct AudioPlanner {
  private let edit: PlacedEdit
  private let catalog: MediaCatalog
  private let frameCount: Int

  private var timeline: Timeline { edit.timeline }

  init(_ edit: PlacedEdit, _ catalog: MediaCatalog, frameCount: Int) {
    self.edit = edit
    self.catalog = catalog
    self.frameCount = frameCount
  }

  /// The tracks of sound; none where the output has no sound.
  ///
  /// - Parameter inquiry: knows what only listening tells, and is asked for more.
  func plan(
    _ tables: inout PlanTables, _ inquiry: inout SoundInquiry
  ) throws(PlanningError) -> [AudioPlan] {
    var plans: [AudioPlan] = []
    for mix in timeline.output.mixes {
      inquiry.beginMix()
      plans.append(try plan(mix, &tables, &inquiry))
    }
    return plans
  }

  private func plan(
    _ mix: AudioMix, _ tables: inout PlanTables, _ inquiry: inout SoundInquiry
  ) throws(PlanningError) -> AudioPlan {
    let output = mix.encoding
    let grid = SampleGrid(rate: output.sampleRate)
    let movieEnd = try locating(timeline.output.range) { () throws(TimeOverflow) in
      try FrameGrid(timeline.output.frameRate).time(of: FrameIndex(Int64(frameCount)))
    }
    let sampleCount = max(0, grid.nearestSample(to: movieEnd).value)
    let mastering = timeline.output.mastering
    let envelopes = EnvelopePlanner(grid: grid)
    let gain = mastering.gain == .one ? [] : [envelopes.steady(.outputGain, mastering.gain)]
    var planner = SpanPlanner(
      edit: edit, catalog: catalog, envelopes: envelopes, channels: output.channels,
      end: movieEnd, window: 0..<sampleCount)
    planner.mix = mix
    var draft = AudioDraft(inquiry: inquiry)
    if mastering.filter != nil, sampleCount > 0 {
      planner.bus = planner.addBus(
        mastering.filter, nil, named: AudioBus.master, over: 0..<sampleCount, gain, pan: .zero,
        &draft)
    } else {
      planner.around = gain
    }
    try planner.plan(&draft)
    inquiry = draft.inquiry
    for span in draft.spans { tables.use(span.media) }
    for bus in draft.buses { if let media = bus.media { tables.use(media) } }
    var plan = AudioPlan(
      sampleRate: grid.rate, channels: output.channels, sampleCount: sampleCount,
      spans: draft.spans, ceiling: mastering.ceilingHundredths,
      loudness: mastering.loudnessHundredths)
    plan.buses = draft.buses
    return plan
  }
}

/// The spans planned so far, and the buses that some of them go through.
struct AudioDraft {
  var spans: [AudioSpan] = []
  var buses: [AudioBus] = []
  var inquiry: SoundInquiry
}

/// Works out the spans of an edit, one track after the other.
struct SpanPlanner {
  let edit: PlacedEdit
  /// The tracks that are heard; of edits that clips show, all.
  var mix: AudioMix?
  let catalog: MediaCatalog
  let envelopes: EnvelopePlanner
  /// Of the movie's sound.
  let channels: Int
  /// Of the edit, in time of the movie, whether what shows it goes on until then or not.
  let end: Rational
  /// The samples in which it is heard.
  let window: Range<Int64>
  /// What the clips that show the edit do to its sound, and the tracks of these.
  var around: [GainEnvelope] = []
  /// Of the clip that shows it.
  var pan = Rational.zero
  /// The pans that move of the clips that show it, and of the tracks of these.
  var panning: [GainEnvelope] = []
  /// Of the clip that shows it, where that changes the speed.
  var pitch: Pitch?
  /// What all of it goes through.
  var bus: Int?
  /// Where the clip that shows it comes up and goes down.
  var surroundings = SoundEnds()

  var timeline: Timeline { edit.timeline }

  func plan(_ draft: inout AudioDraft) throws(PlanningError) {
    for track in timeline.tracks {
      if !track.kind.isHeard || track.muted || mix?.hears(track.id) == false { continue }
      let shared = try envelopes(of: track, &draft)
      let moving = try locating(track.range) { () throws(TimeOverflow) in
        try envelopes.panning(
          .trackPanAutomation, track.panAutomation, base: track.start, before: .zero)
      }
      var planner = self
      if let moving { planner.panning.append(softened(moving)) }
      let matrix = matrix(track.channelMap, width: track.width)
      guard track.audioFilter != nil || matrix != nil, !window.isEmpty else {
        try planner.plan(track, shared, &draft)
        continue
      }
      var inner = planner
      inner.bus = planner.addBus(
        track.audioFilter, matrix,
        named: track.name.map { "track '\($0.value)'" } ?? "track \(track.id.index + 1)",
        over: window, shared + around, pan: pan, &draft)
      (inner.around, inner.pan, inner.panning) = ([], .zero, [])
      try inner.plan(track, [], &draft)
    }
  }

  /// The chain for sound of so many channels.
  private func chain(_ media: MediaID) -> MediaID {
    let items = timeline.media
    guard items.indices.contains(media.index),
      case .audioFilter(var wanted) = items[media.index].content, wanted.channels != channels
    else { return media }
    wanted.channels = channels
    return items.first { $0.content == .audioFilter(wanted) }?.id ?? media
  }

  /// - Parameter pan: of what comes out.
  func addBus(
    _ filter: SoundFilter?, _ matrix: ChannelMatrix?, named label: String,
    over samples: Range<Int64>,
    _ gains: [GainEnvelope], pan: Rational, _ draft: inout AudioDraft
  ) -> Int {
    var memory: Int64?
    if case .seconds(let seconds)? = filter?.memory {
      let exact = (try? seconds * Rational(Int64(envelopes.grid.rate)))?.ceil()
      memory = min(max(1, exact ?? AudioBus.mostMemory), AudioBus.mostMemory)
    }
    draft.buses.append(
      AudioBus(
        label: label, media: filter.map { chain($0.media) }, samples: samples, memory: memory,
        envelopes: gains.compactMap { $0.trimmed(to: samples) }, pan: self.pan(pan), parent: bus))
    draft.buses[draft.buses.count - 1].matrix = matrix
    draft.buses[draft.buses.count - 1].panning = panning.compactMap { $0.part(samples) }
    return draft.buses.count - 1
  }

  /// - Parameter bare: the one clip that is planned, without gains, fades and ducks; `nil` for all as they are.
  func plan(
    _ track: Track, _ shared: [GainEnvelope], bare: Int? = nil, _ draft: inout AudioDraft
  ) throws(PlanningError) {
    let layout = TrackLayout(track)
    for index in bare.map({ $0..<$0 + 1 }) ?? track.clips.indices {
      let clip = track.clips[index]
      guard let written = clip.sound, catalog[clip.media]?.audio != nil else { continue }
      let sound = bare == nil ? written : written.bare
      let sounding = try locating(clip.range) { () throws(TimeOverflow) in
        try declicking.ends(of: index, layout)
      }
      let first = max(window.lowerBound, sample(sounding.start))
      let last = min(window.upperBound, sample(sounding.end))
      guard first < last else { continue }
      var own = try locating(clip.range) { () throws(TimeOverflow) in
        try envelopes(of: clip, sound, layout, index)
      }
      own += sounding.envelopes
      if let wanted = sound.loudness,
        let gain = try leveling(index, of: track, wanted, &draft)
      {
        own.insert(gain, at: 0)
      }
      if let duck = sound.duck, let envelope = try self.duck(duck, named: .clipDuck, &draft) {
        own.append(envelope)
      }
      // What its chain gives is as loud, and where, as it would be itself.
      var (gains, around, bus) = (own + shared, around, bus)
      var pan = sound.pan == .zero ? pan : sound.pan
      var inside = self
      let moving = try locating(clip.range) { () throws(TimeOverflow) in
        try envelopes.panning(
          .panAutomation, sound.panAutomation, base: clip.placed.start, before: sound.pan)
      }
      if let moving {
        pan = .zero
        inside.panning.append(softened(moving))
      }
      let inner = edit.edit(ofClip: index, track)
      // The channels of an edit are the movie's.
      var matrix = matrix(inner == nil ? nil : sound.channelMap, width: sound.width)
      if sound.filter != nil || inner != nil && matrix != nil {
        bus = inside.addBus(
          sound.filter, matrix, named: "clip '\(track.origin(ofClip: index, in: timeline).label)'",
          over: first..<last, gains + around, pan: pan, &draft)
        (gains, around, pan, inside.panning) = ([], [], .zero, [])
        matrix = nil
      }
      if let inner {
        if let film = inner.film {
          let passes = try locating(clip.range) { () throws(TimeOverflow) in
            try film.passes(from: sounding.start, to: sounding.end)
          }
          try inside.plan(
            passes, of: inner, over: first..<last, gains + around, pan: pan,
            pitch: pitch ?? (clip.tempo == .one ? nil : sound.pitch), through: bus, sounding.ends,
            &draft)
          continue
        }
        let planner = SpanPlanner(
          edit: inner, catalog: catalog, envelopes: envelopes, channels: channels,
          end: inner.timeline.duration,
          window: (first..<last).clamped(to: first..<max(first, sample(inner.timeline.duration))),
          around: gains + around, pan: pan, panning: inside.panning,
          pitch: pitch ?? (clip.speed == .one ? nil : sound.pitch), bus: bus,
          surroundings: sounding.ends)
        try planner.plan(&draft)
        continue
      }
      var span = try locating(clip.range) { () throws(TimeOverflow) in
        try self.span(ofClip: index, track, sound, first..<last, gains + around)
      }
      span.pan = self.pan(pan)
      span.routes = routes(sound.channelMap, of: clip.media)
      span.matrix = matrix
      span.panning = inside.panning.compactMap { $0.part(span.samples) }
      span.bus = bus
      draft.spans.append(span)
    }
  }

  func sample(_ time: Rational) -> Int64 { envelopes.grid.nearestSample(to: time).value }

  private func span(
    ofClip index: Int, _ track: Track, _ sound: AudioProperties, _ samples: Range<Int64>,
    _ gains: [GainEnvelope]
  ) throws(TimeOverflow) -> AudioSpan {
    let clip = track.clips[index]
    let exact = try sourceTime(clip, at: samples.lowerBound)
    let onSample = try (exact * WideRational(envelopes.grid.rate)).rounded
    var span = AudioSpan(
      origin: track.origin(ofClip: index, in: timeline), media: clip.media, samples: samples,
      sourceSample: Int64(clamping: onSample),
      envelopes: gains.compactMap { $0.trimmed(to: samples) }, speed: clip.speed,
      pitch: pitch ?? sound.pitch)
    span.sourceTime = try? exact.rational()
    if let loop = clip.loop {
      span.joint = try declicking.joint(of: clip, from: span.sourceSample, count: samples.count)
      // Where that cannot be reckoned with, it is told here and not while it is mixed.
      _ = try LoopedPositions(loop, sampleRate: envelopes.grid.rate)
      span.loop = loop
    }
    if let curve = clip.curve {
      let first = try envelopes.grid.time(of: SampleIndex(samples.lowerBound))
      let counted = try curve.counted(from: try first - clip.placed.start)
      // Where that cannot be reckoned with, it is told here and not while it is mixed.
      _ = try RampedSpeed(counted, sampleRate: envelopes.grid.rate)
      if span.pitch != .follow { _ = try TimeStretch(counted, sampleRate: envelopes.grid.rate) }
      span.curve = counted
    }
    return span
  }

  /// The source time that is heard at an output sample, exactly; backwards the sample before it is.
  private func sourceTime(
    _ clip: Clip, at sample: Int64
  ) throws(TimeOverflow) -> WideRational {
    let rate = WideRational(envelopes.grid.rate)
    let time = try WideRational(Int128(sample), over: rate.numerator)
    if let curve = clip.curve {
      let elapsed = try envelopes.grid.time(of: SampleIndex(sample)) - clip.placed.start
      return try WideRational(curve.covered(at: elapsed)) + WideRational(clip.sourceStart)
    }
    let elapsed = try (time - WideRational(clip.placed.start)) * WideRational(clip.speed)
    return try elapsed + WideRational(clip.sourceStart)
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
    if sound.gain != .one { result.append(envelopes.steady(.gain, sound.gain)) }
    if sound.lead == nil, let before = layout.incoming(of: index),
      let curve = layout.crossing(before).gainCurve
    {
      let (start, end) = (before.placed.start, before.placed.end)
      result.append(envelopes.ramp(.crossFade, start, end, from: .zero, to: .one, curve))
    }
    if sound.tail == nil, let after = layout.outgoing(of: index),
      let curve = layout.crossing(after).gainCurve
    {
      let (start, end) = (after.placed.start, after.placed.end)
      result.append(envelopes.ramp(.crossFade, start, end, from: .one, to: .zero, curve))
    }
    if let fade = sound.fadeIn {
      let start = try clip.placed.start - (sound.lead ?? .zero)
      result.append(try envelopes.fadeIn(fade, start: start))
    }
    if let fade = sound.fadeOut {
      // A clip that the movie's end cuts off fades out before that.
      let stop = try clip.placed.end + (sound.tail ?? .zero)
      result.append(try envelopes.fadeOut(fade, end: min(stop, end)))
    }
    let automation = try envelopes.automation(
      .automation, sound.automation, base: clip.placed.start)
    if let automation { result.append(softened(automation)) }
    return result
  }

  private var declicking: Declicking {
    Declicking(
      duration: timeline.output.declick, envelopes: envelopes, catalog: catalog, edit: edit,
      end: end, surroundings: surroundings)
  }

  /// Without clicks where it steps.
  private func softened(_ envelope: GainEnvelope) -> GainEnvelope {
    envelope.softened(over: sample(timeline.output.declick))
  }

  private func envelopes(
    of track: Track, _ draft: inout AudioDraft
  ) throws(PlanningError) -> [GainEnvelope] {
    var result: [GainEnvelope] = []
    if track.gain != .one { result.append(envelopes.steady(.trackGain, track.gain)) }
    let automation = try locating(track.range) { () throws(TimeOverflow) in
      try envelopes.automation(.trackAutomation, track.automation, base: track.start)
    }
    if let automation { result.append(softened(automation)) }
    if let duck = track.duck, let envelope = try self.duck(duck, named: .duck, &draft) {
      result.append(envelope)
    }
    return result
  }

  private func duck(
    _ duck: Duck, named purpose: GainEnvelope.Purpose, _ draft: inout AudioDraft
  ) throws(PlanningError) -> GainEnvelope? {
    let heard = duck.during == .speech ? try speech(duck, &draft) : nil
    return try locating(duck.range) { () throws(TimeOverflow) in
      var voices = heard ?? []
      if heard == nil { voices = try edit.voices(of: duck, catalog, until: end) }
      return try DuckPlanner(envelopes: envelopes).envelope(duck, named: purpose, voices: voices)
    }
  }
}
