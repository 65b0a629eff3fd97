import BaseValues
import TimelineModel

extension FrameTable {
  /// The times of pictures on the grid of a rate of which some are missing, where a clock has rounded them:
  /// ```
  /// grid      0   1   2   3   4   5   6
  /// pictures  ▪   ▪   ▪       ▪   ▪   ▪     each within a tick of its place
  /// ```
  /// A recorder that drops a picture writes no others than it would have, so what it has keeps its exact
  /// places: taken to the tick, pictures would begin a little before or after the frames that show them.
  ///
  /// - Returns: `nil` where they lie on no such grid, or need no rounding to.
  func gappedTimes(_ hints: RateHints) throws(TimeOverflow) -> FrameTimes? {
    guard hints.clock == .ticks, !isCounted, entries.count >= Self.fewestOfGaps,
      let first = entries.first
    else { return nil }
    let start = try Rational(first.presentation) * timeBase - origin
    var best: (spread: Rational, times: [Int64], rate: FrameRate)?
    for rate in try gappedRates() {
      let place = try (start * rate.rational).rounded()
      let offset = try start - Rational(place) / rate.rational
      guard try offset.magnitude() <= timeBase,
        let found = try places(on: rate, from: place, offset: offset),
        best.map({ found.spread < $0.spread }) ?? true
      else { continue }
      best = (found.spread, found.places, rate)
    }
    guard let best, best.spread > .zero, let last = best.times.last else { return nil }
    let length = try (Rational(lastDuration) * timeBase * best.rate.rational).rounded()
    return .irregular(
      times: best.times, end: last + max(1, length), timeBase: best.rate.frameDuration)
  }

  /// In fewer pictures a grid would be found by chance.
  private static let fewestOfGaps = 8

  /// Rates of which the usual step between two pictures may be a frame, whole ones first.
  private func gappedRates() throws(TimeOverflow) -> [FrameRate] {
    let steps = zip(entries, entries.dropFirst()).map { $1.presentation &- $0.presentation }
      .sorted()
    let usual = Rational(steps[steps.count / 2])
    var rates: [FrameRate] = []
    for rate in FrameRate.usual {
      let ticks = try rate.frameDuration / timeBase
      if ticks >= Rational(4), try (ticks - usual).magnitude() <= .one { rates.append(rate) }
    }
    return rates
  }

  /// The numbers of the frames that pictures are, and by how much they lie beside them.
  ///
  /// - Parameter offset: the first picture's time from its place.
  /// - Returns: `nil` where one lies more than a tick beside, two are one frame, or fewer than half follow one
  ///   another without a gap.
  private func places(
    on rate: FrameRate, from first: Int64, offset: Rational
  ) throws(TimeOverflow) -> (places: [Int64], spread: Rational)? {
    guard let begin = entries.first?.presentation else { return nil }
    let scale = try timeBase * rate.rational
    let shift = try offset * rate.rational
    var places: [Int64] = []
    places.reserveCapacity(entries.count)
    var (least, greatest) = (Rational.zero, Rational.zero)
    var followers = 0
    for entry in entries {
      let exact = try Rational(entry.presentation &- begin) * scale + shift
      let number = exact.rounded()
      let beside = try (exact - Rational(number)) / rate.rational
      guard try beside.magnitude() <= timeBase else { return nil }
      if let last = places.last {
        guard first + number > last else { return nil }
        if first + number == last + 1 { followers += 1 }
      }
      places.append(first + number)
      (least, greatest) = (min(least, beside), max(greatest, beside))
    }
    guard 2 * followers >= entries.count, followers < entries.count - 1 else { return nil }
    return (places, try greatest - least)
  }
}
