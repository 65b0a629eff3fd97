internal import AudioMixing
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Compiles ducking to a gain envelope from where something else sounds.
///
/// ```
///   voice              ├────────────┤ hold
///   gain  1 ─────────╮                    ╭──────── 1
///                     ╲                  ╱
///                      ╰────── to ──────╯
///           s − attack  s               e + hold  + release
/// ```
struct DuckPlanner: Sendable {
  let envelopes: EnvelopePlanner

  /// Seconds for which gain is up between two voices at least.
  private static let shortestPause = Rational(1, over: 2)

  /// The envelope for what is lowered while the voices sound; `nil` without voices.
  ///
  /// The ramps lie outside the voices. Voices between which the gain would be up for less than half a second
  /// are one, so that it does not pump between words.
  ///
  /// - Parameter voices: stretches of movie time, in any order.
  /// - Throws: when a time is not representable.
  func envelope(
    _ duck: Duck, named purpose: GainEnvelope.Purpose = .duck, voices: [TimeRange]
  ) throws(TimeOverflow) -> GainEnvelope? {
    let attack = max(duck.attack, .zero)
    let hold = max(duck.hold, .zero)
    let release = max(duck.release, .zero)
    let breath = try attack + hold + release + Self.shortestPause
    let curve: GainPoint.Curve =
      switch duck.curve {
      case .decibels: .decibels
      case .linear: .linear
      }
    var merged: [(start: Rational, end: Rational)] = []
    for voice in voices.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if voice.isEmpty { continue }
      if let last = merged.last, voice.start < (try last.end + breath) {
        merged[merged.count - 1].end = max(last.end, voice.end)
      } else {
        merged.append((voice.start, voice.end))
      }
    }
    if merged.isEmpty { return nil }
    var points: [GainPoint] = []
    for (start, end) in merged {
      let up = try end + hold
      points.append(envelopes.point(try start - attack, .one, curve))
      points.append(envelopes.point(start, duck.to, .hold))
      points.append(envelopes.point(up, duck.to, curve))
      points.append(envelopes.point(try up + release, .one, .hold))
    }
    return GainEnvelope(purpose: purpose, points: points)
  }
}
