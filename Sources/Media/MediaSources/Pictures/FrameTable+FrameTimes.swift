import BaseValues
package import TimelineModel

extension FrameTable {
  /// The pictures' times for planning: a regular grid where there is one, else each picture's own
  /// time.
  ///
  /// - Parameter holdingLast: whether the last one's duration is meant, and not what is left over.
  package func frameTimes(_ hints: RateHints, holdingLast: Bool = false) -> FrameTimes? {
    do throws(TimeOverflow) {
      if let grid = try grid(hints), try isLast(asLongAs: holdingLast ? grid.rate : nil) {
        return .regular(start: grid.start, rate: grid.rate, count: entries.count)
      }
      if let times = try gappedTimes(hints) { return times }
    } catch {
      // Times too far apart for a grid may still be told one by one.
    }
    do throws(TimeOverflow) { return try irregularTimes() } catch { return nil }
  }

  /// - Parameter rate: `nil` where any duration is right.
  private func isLast(asLongAs rate: FrameRate?) throws(TimeOverflow) -> Bool {
    guard let rate else { return true }
    return try (Rational(lastDuration) * timeBase - rate.frameDuration).magnitude() <= timeBase
  }

  private func irregularTimes() throws(TimeOverflow) -> FrameTimes? {
    // In ticks from the origin, which need not lie on a tick.
    let offset = try origin / timeBase
    guard offset.denominator <= 1_000_000 else { return nil }
    var times: [Int64] = []
    times.reserveCapacity(entries.count)
    for entry in entries {
      let (scaled, overflow) = entry.presentation.multipliedReportingOverflow(
        by: offset.denominator)
      if overflow { return nil }
      times.append(scaled &- offset.numerator)
    }
    guard let last = times.last else { return nil }
    let end = last &+ max(1, lastDuration) &* offset.denominator
    return .irregular(
      times: times, end: end, timeBase: try timeBase / Rational(offset.denominator))
  }
}
