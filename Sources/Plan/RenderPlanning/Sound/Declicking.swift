internal import AudioMixing
internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Keeps sound from clicking where it is cut within its source, and where its gain steps.
///
/// ```
///   source   ∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿
///   gain         ╱────────╲          declick at both ends
///                in       out
///
///   gain     ────────╲               a clip that goes on in the same source, treated in another way:
///            ········╱────────       both cross over from the cut on
/// ```
///
/// Where the source itself begins or ends nothing is done: it is heard as it was made. Nor where two clips of
/// a track go on in the same source without a break and without a difference.
struct Declicking {
  /// Seconds; 0 for not at all.
  let duration: Rational
  let envelopes: EnvelopePlanner
  let catalog: MediaCatalog
  /// The edit, which knows what its clips show.
  let edit: PlacedEdit
  /// When the edit ends, in its own time.
  let end: Rational
  /// Where what shows the edit comes up and goes down itself.
  let surroundings: SoundEnds

  /// When a clip is heard, and what keeps its ends from clicking.
  struct Result {
    var start: Rational
    var end: Rational
    var envelopes: [GainEnvelope] = []
    /// Where nothing of it is heard that clicks.
    var ends = SoundEnds()
  }

  /// What is done at the ends of a clip that are cut hard.
  func ends(of index: Int, _ layout: TrackLayout) throws(TimeOverflow) -> Result {
    let clip = layout.track.clips[index]
    let (start, stop) = layout.sounding(of: index)
    var result = Result(start: start, end: stop)
    let last = min(stop, end)
    // Both ends of what is shorter than two ramps get half of it.
    let ramp = max(.zero, min(duration, try (last - start) / Rational(2)))
    let softStart = layout.softness(startOf: index).map { $0 >= ramp } ?? false
    let softEnd = layout.softness(endOf: index).map { $0 >= ramp } ?? false
    result.ends = SoundEnds(
      start: softStart ? start : surroundings.start.flatMap { $0 < start ? nil : $0 },
      end: softEnd ? last : surroundings.end.flatMap { $0 > last ? nil : $0 })
    guard duration > .zero else { return result }
    guard ramp > .zero, let extent = catalog[clip.media]?.audio?.extent else { return result }
    let isWhole = try clip.isWhole(within: extent, from: start, to: last)
    if !softStart, surroundings.start.map({ start > $0 }) ?? true {
      switch joint(layout, index - 1) {
      case .seamless: break
      case .crossed:
        let length = try crossLength(layout, index - 1)
        result.envelopes.append(
          envelopes.ramp(.declick, start, try start + length, from: .zero, to: .one))
        result.ends.start = start
      case .cut where !isWhole.start:
        result.envelopes.append(
          envelopes.ramp(.declick, start, try start + ramp, from: .zero, to: .one))
        result.ends.start = start
      case .cut: break
      }
    }
    if !softEnd, surroundings.end.map({ last < $0 }) ?? true {
      switch last < stop ? .cut : joint(layout, index) {
      case .seamless: break
      case .crossed where stop < end:
        let after = try stop + crossLength(layout, index)
        result.envelopes.append(envelopes.ramp(.declick, stop, after, from: .one, to: .zero))
        result.end = after
        result.ends.end = after
      case .crossed, .cut:
        if isWhole.end { break }
        result.envelopes.append(
          envelopes.ramp(.declick, try last - ramp, last, from: .one, to: .zero))
        result.ends.end = last
      }
    }
    return result
  }

  /// How the times of a clip's loop meet.
  ///
  /// - Parameters:
  ///   - sourceSample: heard first, counted on through all times; backwards the one after it.
  ///   - count: of samples that are heard.
  func joint(
    of clip: Clip, from sourceSample: Int64, count: Int
  ) throws(TimeOverflow) -> LoopJoint? {
    guard let loop = clip.loop, loop.crossFade == nil, duration > .zero,
      let extent = catalog[clip.media]?.audio?.extent
    else { return nil }
    let rate = envelopes.grid.rate
    let positions = try LoopedPositions(loop, sampleRate: rate)
    let wanted = try WideRational(duration) * WideRational(clip.speed.magnitude())
    let samples = try (wanted * WideRational(rate)).rounded
    let length = min(
      Int64(clamping: samples), LoopJoint.longest, Int64(positions.part.count) / 2)
    let startsInside = extent.start.map { loop.start > $0 } ?? true
    let loopEnd = try loop.start + loop.length
    let endsInside = extent.end.map { loopEnd < $0 } ?? true
    guard length > 0, startsInside || endsInside else { return nil }
    var lowest = sourceSample
    if clip.speed < .zero {
      let covered = Int128(count) * Int128(clip.speed.numerator)
      lowest = Int64(
        clamping: Int128(sourceSample)
          + roundDivide(covered, by: Int128(clip.speed.denominator)))
    }
    let first = positions.turn(at: lowest).number
    return LoopJoint(
      length: length, first: min(max(first, -(1 << 53)), 1 << 53), startsInside: startsInside,
      endsInside: endsInside)
  }

  // MARK: - Clips that go on

  /// How a clip goes over into the next one where that begins when it ends.
  private enum Joint {
    /// Nothing is heard of it.
    case seamless
    /// In the same place of the same source, but not quite in the same way.
    case crossed
    case cut
  }

  private func joint(_ layout: TrackLayout, _ index: Int) -> Joint {
    let clips = layout.track.clips
    guard clips.indices.contains(index), clips.indices.contains(index + 1) else { return .cut }
    let (one, other) = (clips[index], clips[index + 1])
    let time = layout.sounding(of: index).end
    guard let before = one.sound, let after = other.sound, one.media == other.media,
      time == layout.sounding(of: index + 1).start,
      layout.softness(endOf: index) == nil, layout.softness(startOf: index + 1) == nil,
      one.loop == other.loop, let left = try? one.sourceTime(at: time),
      let reached = try? other.sourceTime(at: time), left == reached,
      let speed = try? one.speed(at: time), let next = try? other.speed(at: time),
      speed != .zero, next != .zero, (speed < .zero) == (next < .zero)
    else { return .cut }
    // What is stretched, filtered or measured begins anew with each clip, and edits may have such clips.
    let isSame =
      before.treatment == after.treatment && before.isSteady && one.curve == nil
      && other.curve == nil && speed == next && one.tempo == .one
      && edit.edit(ofClip: index, layout.track) == nil
    return isSame ? .seamless : .crossed
  }

  /// How long a clip and the one after it cross over.
  private func crossLength(
    _ layout: TrackLayout, _ index: Int
  ) throws(TimeOverflow) -> Rational {
    let next = layout.sounding(of: index + 1)
    return min(duration, try (min(next.end, end) - next.start) / Rational(2))
  }
}

/// Where the sound of something comes up and goes down, so that what is within needs to do neither there.
struct SoundEnds: Hashable, Sendable {
  /// Nothing is heard before it; `nil` where it begins as it is.
  var start: Rational?
  /// Nothing is heard after it.
  var end: Rational?
}

extension AudioProperties {
  /// All that is done with the sound, apart from its ends and from where that is written.
  var treatment: AudioProperties {
    var result = self
    (result.fadeIn, result.fadeOut, result.lead, result.tail) = (nil, nil, nil, nil)
    result.filter?.range = .none
    result.duck?.range = .none
    result.duck?.toRange = .none
    result.loudness = loudness.map { Located(value: $0.value, range: .none) }
    result.channelMap?.range = .none
    for index in (channelMap?.routes ?? []).indices {
      result.channelMap?.routes[index].output.range = .none
      result.channelMap?.routes[index].source.range = .none
    }
    return result
  }

  /// Whether it does not depend on where the clip begins.
  fileprivate var isSteady: Bool {
    automation.isEmpty && panAutomation.isEmpty && filter == nil && loudness == nil
  }
}

extension Clip {
  fileprivate func speed(at time: Rational) throws(TimeOverflow) -> Rational {
    guard let curve else { return speed }
    return try curve.speed(at: time - placed.start)
  }

  /// Whether what is heard of its source begins and ends with the source itself.
  fileprivate func isWhole(
    within extent: MediaExtent, from start: Rational, to end: Rational
  ) throws(TimeOverflow) -> (start: Bool, end: Bool) {
    guard let loop else {
      let source = try handles(within: extent)
      let (lead, tail) = (try placed.start - start, try end - placed.end)
      return (
        source.before.map { $0 <= lead } ?? false, source.after.map { $0 <= tail } ?? false
      )
    }
    let loopEnd = try loop.start + loop.length
    let startsWhole = extent.start.map { loop.start <= $0 } ?? false
    let endsWhole = loop.crossFade == nil && extent.end.map { loopEnd >= $0 } ?? false
    /// Whether a moment lies between two times, and the one that ends or begins there does so with the source.
    func isWhole(_ time: Rational, isStart: Bool) throws(TimeOverflow) -> Bool {
      let turns = try (sourceTime(at: time) - loop.start) / loop.length
      guard turns.denominator == 1 else { return false }
      let isBackwards = speed < .zero
      // The time that is heard: after the moment at the start, before it at the end.
      let number = isStart == isBackwards ? turns.numerator &- 1 : turns.numerator
      let isAtLowerEnd = isStart != isBackwards
      let isTurned = loop.isPingPong && number & 1 != 0
      return isAtLowerEnd != isTurned ? startsWhole : endsWhole
    }
    return (try isWhole(start, isStart: true), try isWhole(end, isStart: false))
  }
}

extension TrackLayout {
  /// How long a clip's sound comes up at its start by a fade or a transition; `nil` where it does not.
  fileprivate func softness(startOf index: Int) -> Rational? {
    let sound = track.clips[index].sound
    var crossed: Rational?
    if sound?.lead == nil, let before = incoming(of: index), crossing(before) != .cut {
      crossed = before.placed.duration
    }
    return [sound?.fadeIn?.duration, crossed].compactMap(\.self).max()
  }

  /// How long a clip's sound goes down at its end by a fade or a transition; `nil` where it does not.
  fileprivate func softness(endOf index: Int) -> Rational? {
    let sound = track.clips[index].sound
    var crossed: Rational?
    if sound?.tail == nil, let after = outgoing(of: index), crossing(after) != .cut {
      crossed = after.placed.duration
    }
    return [sound?.fadeOut?.duration, crossed].compactMap(\.self).max()
  }
}

extension GainEnvelope {
  /// The envelope with ramps of so many samples in place of its steps, each from where the step is and no longer
  /// than to the next change.
  func softened(over length: Int64) -> GainEnvelope {
    guard length > 0, points.count > 1 else { return self }
    let original = Envelope(points)
    var result: [GainPoint] = []
    var place = 0
    while place < points.count {
      let sample = points[place].sample
      let next = points[place...].firstIndex { $0.sample != sample } ?? points.count
      // Of several points at one sample a ramp runs to the first, and the last counts from there on.
      let last = points[next - 1]
      let reached =
        place == 0
        ? last.gain : points[place - 1].curve == .hold ? points[place - 1].gain : points[place].gain
      if reached == last.gain {
        result.append(last)
      } else {
        result.append(GainPoint(sample: sample, gain: reached, curve: .linear))
        let end = sample.addingReportingOverflow(length)
        if !end.overflow, next == points.count || end.partialValue < points[next].sample {
          let gain = original.gain(at: end.partialValue) * Double(GainPoint.unity)
          result.append(
            GainPoint(sample: end.partialValue, gain: Int64(gain.rounded()), curve: last.curve))
        }
      }
      place = next
    }
    return GainEnvelope(purpose: purpose, points: result)
  }
}
