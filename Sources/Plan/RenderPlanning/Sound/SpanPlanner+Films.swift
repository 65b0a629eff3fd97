internal import AudioMixing
internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

// The sound of edits that are shown as films.
extension SpanPlanner {
  /// Plans what a film is heard of.
  ///
  /// ```
  ///   edit     ├─ a ─┤─── b ───┤
  ///   movie    ├─── b ───┤─ a ─┤     backwards: each span is turned, and heard from its end
  /// ```
  /// Each time that it is played begins at the sample nearest to its exact beginning, with the sample nearest to
  /// what is heard there exactly. Where it is cut out of the edit, it crosses over with what the time before would
  /// have gone on with.
  ///
  /// - Parameters:
  ///   - samples: in which the clip is heard.
  ///   - gains: what the clip and all around it do.
  ///   - bus: what the clip goes through. Within the film nothing has a chain: a rule sees to that.
  ///   - ends: where the clip comes up and goes down.
  func plan(
    _ passes: [EditFilm.Pass], of edit: PlacedEdit, over samples: Range<Int64>,
    _ gains: [GainEnvelope], pan: Rational, pitch: Pitch?, through bus: Int?, _ ends: SoundEnds,
    _ draft: inout AudioDraft
  ) throws(PlanningError) {
    let end = sample(edit.timeline.duration)
    let limit: Int64 = 1 << 52
    let film = edit.film.flatMap {
      TimeRange(start: $0.map.start, end: edit.timeline.duration)
    }
    for (index, pass) in passes.enumerated() {
      // Far beyond any movie.
      guard sample(pass.start).magnitude < limit, sample(pass.filmStart).magnitude < limit else {
        continue
      }
      let before = index > 0 ? passes[index - 1] : nil
      let after = index + 1 < passes.count ? passes[index + 1] : nil
      let joint = try locating(edit.timeline.output.range) { () throws(TimeOverflow) in
        try self.joint(
          pass, after: before, before: after, in: film, leads: edit.film?.isReversed ?? false)
      }
      var turn = AudioTurn(
        start: sample(pass.start), filmStart: sample(pass.filmStart),
        isBackwards: pass.isBackwards)
      turn.filmStart = try locating(edit.timeline.output.range) { () throws(TimeOverflow) in
        let moved = try envelopes.grid.time(of: SampleIndex(turn.start)) - pass.start
        return sample(
          pass.isBackwards ? try pass.filmStart - moved : try pass.filmStart + moved)
      }
      let first = max(samples.lowerBound, sample(joint.start))
      let heard = first..<max(first, min(samples.upperBound, sample(joint.end)))
      var window = turn.filmSamples(heard)
      window = window.lowerBound..<max(window.lowerBound, min(window.upperBound, end))
      if window.isEmpty { continue }
      let gains = gains + joint.envelopes
      let inner = try locating(edit.timeline.output.range) { () throws(TimeOverflow) in
        try pass.filmEnds(
          SoundEnds(
            start: before == nil ? ends.start : joint.ends.start,
            end: after == nil ? ends.end : joint.ends.end))
      }
      let planner = SpanPlanner(
        edit: edit, catalog: catalog, envelopes: envelopes, channels: channels,
        end: edit.timeline.duration,
        window: window, pan: pan, pitch: pitch, surroundings: inner)
      var found = AudioDraft(inquiry: draft.inquiry)
      try planner.plan(&found)
      draft.inquiry = found.inquiry
      let base = draft.buses.count
      for inner in found.buses {
        var turned = turn.turned(inner)
        turned.parent = inner.parent.map { $0 + base } ?? bus
        if inner.parent == nil {
          turned.envelopes += gains.compactMap { $0.trimmed(to: turned.samples) }
          turned.panning += panning.compactMap { $0.part(turned.samples) }
        }
        draft.buses.append(turned)
      }
      for span in found.spans {
        var span = turn.turned(span)
        if let inner = span.bus {
          span.bus = base + inner
          draft.spans.append(span)
          continue
        }
        span.envelopes += gains.compactMap { $0.trimmed(to: span.samples) }
        span.panning += panning.compactMap { $0.part(span.samples) }
        span.bus = bus
        draft.spans.append(span)
      }
    }
  }
}

extension SpanPlanner {
  /// How a time of a film meets those beside it.
  private struct PassJoint {
    /// When it is heard first, and last.
    var start: Rational
    var end: Rational
    var envelopes: [GainEnvelope] = []
    var ends = SoundEnds()
  }

  /// Times cross over where the later one of the film begins: after they meet, and before that where the film runs
  /// backwards, so that it is heard as forward, turned.
  ///
  /// - Parameters:
  ///   - film: where the edit is in times of the film.
  ///   - leads: whether the film runs backwards.
  private func joint(
    _ pass: EditFilm.Pass, after before: EditFilm.Pass?, before after: EditFilm.Pass?,
    in film: TimeRange?, leads: Bool
  ) throws(TimeOverflow) -> PassJoint {
    var result = PassJoint(start: pass.start, end: pass.end)
    let duration = timeline.output.declick
    guard duration > .zero else { return result }
    func length(_ one: EditFilm.Pass, _ other: EditFilm.Pass) throws(TimeOverflow) -> Rational {
      let shorter = min(try one.end - one.start, try other.end - other.start)
      return min(duration, try shorter / Rational(2))
    }
    // Turned, a gain that is reached with a sample is reached with the one before it.
    let turned = leads ? try envelopes.grid.time(of: SampleIndex(1)) : .zero
    if let before, try !pass.isWhole(in: film, atStart: true) {
      let length = try length(before, pass)
      result.start = try leads ? pass.start - length : pass.start
      result.envelopes.append(
        envelopes.ramp(
          .declick, try result.start - turned, try result.start + length - turned, from: .zero,
          to: .one))
      result.ends.start = result.start
    }
    if let after, try !pass.isWhole(in: film, atStart: false) {
      let length = try length(pass, after)
      result.end = try leads ? pass.end : pass.end + length
      result.envelopes.append(
        envelopes.ramp(
          .declick, try result.end - length - turned, try result.end - turned, from: .one,
          to: .zero))
      result.ends.end = result.end
    }
    return result
  }
}

extension EditFilm.Pass {
  /// Whether it begins or ends with the edit itself.
  fileprivate func isWhole(
    in film: TimeRange?, atStart: Bool
  ) throws(TimeOverflow) -> Bool {
    guard let film else { return false }
    let passed = try atStart ? .zero : end - start
    let time = isBackwards ? try filmStart - passed : try filmStart + passed
    return isBackwards == atStart ? time >= film.end : time <= film.start
  }

  /// Times at which it comes up and goes down, in times of the film.
  fileprivate func filmEnds(_ ends: SoundEnds) throws(TimeOverflow) -> SoundEnds {
    func time(_ time: Rational?) throws(TimeOverflow) -> Rational? {
      guard let time else { return nil }
      return isBackwards ? try filmStart - (time - start) : try filmStart + (time - start)
    }
    let (first, last) = (try time(ends.start), try time(ends.end))
    return isBackwards ? SoundEnds(start: last, end: first) : SoundEnds(start: first, end: last)
  }
}

/// Where the samples of a film are heard.
private struct AudioTurn {
  /// The sample of the movie at which it begins.
  let start: Int64
  /// The film's sample that is heard there; backwards the one after that.
  var filmStart: Int64
  let isBackwards: Bool

  /// The film's samples that are heard over some of the movie's.
  func filmSamples(_ samples: Range<Int64>) -> Range<Int64> {
    let count = samples.upperBound - samples.lowerBound
    let passed = samples.lowerBound - start
    return isBackwards
      ? filmStart - passed - count..<filmStart - passed
      : filmStart + passed..<filmStart + passed + count
  }

  /// A bus of the film, which has no chain, as it is heard.
  func turned(_ bus: AudioBus) -> AudioBus {
    var result = bus
    if isBackwards {
      let mirror = start + filmStart
      result.samples = mirror - bus.samples.upperBound..<mirror - bus.samples.lowerBound
      result.envelopes = bus.envelopes.map { $0.mirrored(at: mirror) }
      result.panning = bus.panning.map { $0.mirrored(at: mirror) }
    } else {
      let shift = start - filmStart
      result.samples = bus.samples.lowerBound + shift..<bus.samples.upperBound + shift
      result.envelopes = bus.envelopes.map { $0.moved(by: shift) }
      result.panning = bus.panning.map { $0.moved(by: shift) }
    }
    return result
  }

  /// A span of the film as it is heard.
  func turned(_ span: AudioSpan) -> AudioSpan {
    var result = span
    result.sourceTime = nil
    if !isBackwards {
      let shift = start - filmStart
      result.samples = span.samples.lowerBound + shift..<span.samples.upperBound + shift
      result.envelopes = span.envelopes.map { $0.moved(by: shift) }
      result.panning = span.panning.map { $0.moved(by: shift) }
      return result
    }
    let mirror = start + filmStart
    result.samples = mirror - span.samples.upperBound..<mirror - span.samples.lowerBound
    result.speed = (try? .zero - span.speed) ?? span.speed
    let covered = Int128(span.samples.count) * Int128(span.speed.numerator)
    result.sourceSample = Int64(
      clamping: Int128(span.sourceSample)
        + roundDivide(covered, by: Int128(span.speed.denominator)))
    result.envelopes = span.envelopes.map { $0.mirrored(at: mirror) }
    result.panning = span.panning.map { $0.mirrored(at: mirror) }
    return result
  }
}

extension GainEnvelope {
  fileprivate func moved(by shift: Int64) -> GainEnvelope {
    var moved = self
    for index in points.indices { moved.points[index].sample += shift }
    return moved
  }

  /// The envelope heard backwards: what was at a sample is as far on the other side of the mirror's half.
  fileprivate func mirrored(at mirror: Int64) -> GainEnvelope {
    var turned: [GainPoint] = []
    for (index, point) in points.enumerated().reversed() {
      let before = index > 0 ? points[index - 1] : nil
      var mirrored = point
      mirrored.sample = mirror - point.sample
      mirrored.curve = before?.curve ?? .hold
      // A gain that was held is held from here on.
      if let before, before.curve == .hold {
        if before.gain != point.gain { turned.append(mirrored) }
        mirrored.gain = before.gain
      }
      turned.append(mirrored)
    }
    return GainEnvelope(purpose: purpose, points: turned)
  }
}
