import LibAV
import MediaTime
import TimelineModel

extension PictureIndex {
  /// The pictures' times for planning: a regular grid where every picture lies within one tick of
  /// it, else each picture's own time.
  ///
  /// - Parameter rates: rates to try besides the one that the pictures' own distance says, the
  ///   likeliest first.
  func frameTimes(rates: [FrameRate]) -> FrameTimes? {
    do throws(TimeOverflow) {
      // A coarse clock says less about the rate than the container does.
      let own = ownRate.map { [$0] } ?? []
      for rate in isCoarse ? rates + own : own + rates {
        if let start = try gridStart(rate) {
          return .regular(start: start, rate: rate, count: entries.count)
        }
      }
      return try irregularTimes()
    } catch {
      return nil
    }
  }

  private var isCoarse: Bool {
    entries.count > 1 && entries[1].presentation &- entries[0].presentation < 500
  }

  /// The rate at which every picture is as long as the first one, to the tick.
  private var ownRate: FrameRate? {
    guard entries.count > 1 else { return nil }
    let length = entries[1].presentation &- entries[0].presentation
    guard length > 0 else { return nil }
    for place in entries.indices.dropFirst()
    where entries[place].presentation &- entries[place - 1].presentation != length { return nil }
    guard let seconds = try? Rational(length) * timeBase else { return nil }
    return FrameRate(seconds.denominator, per: seconds.numerator)
  }

  /// Where the grid of `rate` begins on which all pictures lie; `nil` where they do not.
  ///
  /// A clock of milliseconds may put the first picture of a movie a little beside the place it has
  /// on the grid that begins at source time 0. Taken literally, every frame would then change one
  /// tick before or after the output's.
  private func gridStart(_ rate: FrameRate) throws(TimeOverflow) -> Rational? {
    guard let first = entries.first else { return nil }
    let start = try Rational(first.presentation) * timeBase - origin
    let steps = try (start * rate.rational).rounded()
    let onGrid = try Rational(steps) / rate.rational
    let distance = try onGrid > start ? onGrid - start : start - onGrid
    if distance <= timeBase, try isRegular(at: rate, from: onGrid) { return onGrid }
    return try isRegular(at: rate, from: start) ? start : nil
  }

  /// Whether every picture lies within one tick of `start` + n / `rate`. Where a tick is long, as
  /// with clocks that count pictures, a picture that is a tick late means it: within a quarter of a
  /// picture then.
  private func isRegular(at rate: FrameRate, from start: Rational) throws(TimeOverflow) -> Bool {
    guard let first = entries.first?.presentation else { return false }
    let offset = try Rational(first) * timeBase - origin - start
    // In units of 1 / scale seconds everything is whole.
    let scale = try Self.scale([timeBase.denominator, rate.frames, offset.denominator])
    let tick = Int128(timeBase.numerator) * Int128(scale / timeBase.denominator)
    let step = Int128(rate.seconds) * Int128(scale / rate.frames)
    let shift = Int128(offset.numerator) * Int128(scale / offset.denominator)
    let allowed = min(tick.magnitude, (step / 4).magnitude)
    for (number, entry) in entries.enumerated() {
      let actual = Int128(entry.presentation &- first) * tick + shift
      if (Int128(number) * step - actual).magnitude > allowed { return false }
    }
    return true
  }

  /// The least common multiple, at most 2⁵⁰.
  private static func scale(_ parts: [Int64]) throws(TimeOverflow) -> Int64 {
    var result = Rational.one
    for part in parts {
      var (a, b) = (result.numerator, part)
      while b != 0 { (a, b) = (b, a % b) }
      guard a > 0, let factor = Rational(part / a, 1) else { throw TimeOverflow() }
      result = try result * factor
    }
    guard result.numerator < 1 << 50 else { throw TimeOverflow() }
    return result.numerator
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
