internal import AudioMixing
internal import MediaTime
internal import PlanModel
internal import TimelineModel

/// Keeps sound from clicking where it is cut within its source, and where its gain steps.
///
/// ```
///   source   ∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿
///   gain         ╱────────╲          declick at both ends
///                in       out
/// ```
///
/// Where the source itself begins or ends nothing is done: it is heard as it was made. Nor where two clips of
/// a track go on in the same source without a break.
struct Declicking {
  /// Seconds; 0 for not at all.
  let duration: Rational
  let envelopes: EnvelopePlanner
  let catalog: MediaCatalog

  /// Envelopes for the ends of a clip that are cut hard.
  ///
  /// - Parameter end: of the movie.
  func envelopes(
    of index: Int, _ layout: TrackLayout, until end: Rational
  ) throws(TimeOverflow) -> [GainEnvelope] {
    guard duration > .zero else { return [] }
    let clip = layout.track.clips[index]
    let (start, stop) = layout.sounding(of: index)
    let last = min(stop, end)
    // Both ends of what is shorter than two ramps get half of it.
    let ramp = min(duration, try (last - start) / Rational(2))
    guard ramp > .zero, let extent = catalog[clip.media]?.audio?.extent else { return [] }
    let source = try clip.handles(within: extent)
    var result: [GainEnvelope] = []
    let lead = try clip.placed.start - start
    if !layout.isSoft(startOf: index), source.before.map({ $0 > lead }) ?? true,
      !goesOn(layout, index - 1)
    {
      result.append(
        envelopes.ramp("declick", start, try start + ramp, from: .zero, to: .one))
    }
    let tail = try last - clip.placed.end
    if !layout.isSoft(endOf: index), source.after.map({ $0 > tail }) ?? true,
      !goesOn(layout, index)
    {
      result.append(envelopes.ramp("declick", try last - ramp, last, from: .one, to: .zero))
    }
    return result
  }

  /// Whether the clip after a clip goes on with the same sound, as loud, without a break.
  private func goesOn(_ layout: TrackLayout, _ index: Int) -> Bool {
    let clips = layout.track.clips
    guard clips.indices.contains(index), clips.indices.contains(index + 1) else { return false }
    let (one, other) = (clips[index], clips[index + 1])
    let end = layout.sounding(of: index).end
    guard let before = one.sound, let after = other.sound, one.media == other.media,
      end == layout.sounding(of: index + 1).start,
      !layout.isSoft(endOf: index), !layout.isSoft(startOf: index + 1),
      one.runsEvenly, other.runsEvenly, one.speed == other.speed,
      before.gain == after.gain, before.pan == after.pan, before.pitch == after.pitch,
      before.channelMap?.routes == after.channelMap?.routes, before.width == after.width,
      before.filter == nil, after.filter == nil,
      before.panAutomation.isEmpty, after.panAutomation.isEmpty, before.automation.isEmpty,
      after.automation.isEmpty,
      let left = try? one.sourceStart + (end - one.placed.start) * one.speed,
      let reached = try? other.sourceStart + (end - other.placed.start) * other.speed
    else { return false }
    return left == reached
  }
}

extension TrackLayout {
  /// Whether a clip's sound comes up at its start by a fade or a transition.
  fileprivate func isSoft(startOf index: Int) -> Bool {
    let sound = track.clips[index].sound
    if sound?.fadeIn != nil { return true }
    guard sound?.lead == nil, let before = incoming(of: index) else { return false }
    return crossing(before) != .cut
  }

  /// Whether a clip's sound goes down at its end by a fade or a transition.
  fileprivate func isSoft(endOf index: Int) -> Bool {
    let sound = track.clips[index].sound
    if sound?.fadeOut != nil { return true }
    guard sound?.tail == nil, let after = outgoing(of: index) else { return false }
    return crossing(after) != .cut
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
