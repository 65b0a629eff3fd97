internal import AudioMixing
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Compiles gains, fades, cross-fades and automation to envelopes in output samples.
struct EnvelopePlanner: Sendable {
  let grid: SampleGrid

  /// 8.24 fixed point, nearest; below 0 counts as 0, above 65536 as that.
  static func gain(_ factor: Rational) -> Int64 {
    let unity = Int128(GainPoint.unity)
    let raw = roundDivide(Int128(factor.numerator) * unity, by: Int128(factor.denominator))
    return Int64(min(max(raw, 0), unity << 16))
  }

  func point(
    _ time: Rational, _ gain: Rational, _ curve: GainPoint.Curve
  ) -> GainPoint {
    GainPoint(
      sample: grid.nearestSample(to: time).value, gain: Self.gain(gain), curve: curve)
  }

  /// A gain that does not change.
  func steady(_ purpose: GainEnvelope.Purpose, _ factor: Rational) -> GainEnvelope {
    GainEnvelope(
      purpose: purpose, points: [GainPoint(sample: 0, gain: Self.gain(factor), curve: .hold)])
  }

  /// A ramp over a range of movie time.
  func ramp(
    _ purpose: GainEnvelope.Purpose, _ start: Rational, _ end: Rational, from: Rational,
    to: Rational,
    _ curve: GainPoint.Curve = .linear
  ) -> GainEnvelope {
    GainEnvelope(purpose: purpose, points: [point(start, from, curve), point(end, to, .hold)])
  }

  /// Up from nothing over the fade's duration from `start` on.
  ///
  /// - Throws: when the fade's end is not representable.
  func fadeIn(_ fade: Fade, start: Rational) throws(TimeOverflow) -> GainEnvelope {
    ramp(
      .fadeIn, start, try start + fade.duration, from: .zero, to: .one, fade.curve.gainCurve)
  }

  /// Down to nothing over the fade's duration before `end`.
  ///
  /// - Throws: when the fade's start is not representable.
  func fadeOut(_ fade: Fade, end: Rational) throws(TimeOverflow) -> GainEnvelope {
    ramp(.fadeOut, try end - fade.duration, end, from: .one, to: .zero, fade.curve.gainCurve)
  }

  /// Steps and ramps as AV Foundation's audio mix has them.
  ///
  /// A ramp jumps to its first gain, moves to its last and holds that until the next change; a change
  /// that comes before a ramp's end cuts it short. Before the first change gain is one.
  ///
  /// - Parameters:
  ///   - base: movie time to which the changes are relative.
  ///   - gain: before the first change.
  /// - Throws: when a time is not representable.
  func automation(
    _ purpose: GainEnvelope.Purpose, _ changes: [GainChange], base: Rational,
    before gain: Rational = .one
  ) throws(TimeOverflow) -> GainEnvelope? {
    if changes.isEmpty { return nil }
    let sorted = changes.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    var points: [GainPoint] = []
    if sorted[0].start > .zero { points.append(point(base, gain, .hold)) }
    for (index, change) in sorted.enumerated() {
      let start = try base + change.start
      if change.duration <= .zero {
        points.append(point(start, change.to, .hold))
        continue
      }
      points.append(point(start, change.from, .linear))
      let end = try change.start + change.duration
      if index + 1 < sorted.count, sorted[index + 1].start < end {
        let next = sorted[index + 1].start
        let share = try (next - change.start) / change.duration
        let cut = try change.from + (change.to - change.from) * share
        points.append(point(try base + next, cut, .hold))
      } else {
        points.append(point(try base + end, change.to, .hold))
      }
    }
    return GainEnvelope(purpose: purpose, points: points)
  }

  /// The same of positions from −1 to 1, as a plan has pans that move.
  ///
  /// - Parameter position: before the first change.
  /// - Throws: when a time is not representable.
  func panning(
    _ purpose: GainEnvelope.Purpose, _ changes: [GainChange], base: Rational,
    before position: Rational
  ) throws(TimeOverflow) -> GainEnvelope? {
    // Gains are not below 0.
    let raised = try changes.map { change throws(TimeOverflow) in
      var change = change
      change.from = try change.from + .one
      change.to = try change.to + .one
      return change
    }
    var envelope = try automation(purpose, raised, base: base, before: try position + .one)
    for index in (envelope?.points ?? []).indices {
      envelope?.points[index].gain -= GainPoint.unity
    }
    return envelope
  }
}

extension FadeCurve {
  var gainCurve: GainPoint.Curve {
    switch self {
    case .linear: .linear
    case .equalPower: .equalPower
    case .sCurve: .sCurve
    case .exponential: .exponential
    case .logarithmic: .logarithmic
    }
  }
}
