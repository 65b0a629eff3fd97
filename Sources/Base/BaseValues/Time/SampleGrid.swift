/// The times of sound samples, and the only place where a time becomes a sample position.
///
/// Sample `n` is at n/rate. Positions are rounded as on a ``FrameGrid``: each from its own exact
/// time, to nearest, ties up. No input traps: what is beyond `Int64` becomes `Int64.min` or
/// `Int64.max`.
public struct SampleGrid: Hashable, Sendable {
  /// Samples per second and channel, 1…4,294,967,296.
  public let rate: Int

  /// The grid of `rate` samples per second.
  ///
  /// - Parameter rate: taken to the nearest of 1…4,294,967,296. Whether a rate makes sense is for
  ///   the validation rules to say; here it only must not trap.
  public init(rate: Int) { self.rate = min(max(rate, 1), 1 << 32) }

  /// The sample nearest to `time`; the later one when two are equally near.
  public func nearestSample(to time: Rational) -> SampleIndex { sample(time, .nearest) }

  /// The last sample that is not after `time`.
  public func lastSample(atOrBefore time: Rational) -> SampleIndex { sample(time, .down) }

  /// The first sample that is not before `time`.
  public func firstSample(atOrAfter time: Rational) -> SampleIndex { sample(time, .up) }

  /// When `sample` is heard: n/rate, in seconds.
  ///
  /// - Throws: ``TimeOverflow`` when the time is not representable.
  public func time(of sample: SampleIndex) throws(TimeOverflow) -> Rational {
    try Rational(reducing: Int128(sample.value), over: Int128(rate))
  }

  /// The samples of `range`, both ends rounded on their own. Ranges that touch in time touch on
  /// the grid.
  public func samples(of range: TimeRange) -> Range<Int64> {
    nearestSample(to: range.start).value..<nearestSample(to: range.end).value
  }

  /// What rounding does to a position: its grid time less its exact time, in seconds, above minus
  /// half a sample and at most half a sample.
  ///
  /// - Throws: ``TimeOverflow`` when the difference is not representable.
  public func error(of time: Rational) throws(TimeOverflow) -> Rational {
    try self.time(of: nearestSample(to: time)) - time
  }

  private func sample(_ time: Rational, _ rounding: Rational.Rounding) -> SampleIndex {
    // Below 2^63 · 2^32.
    let position = divide(
      Int128(time.numerator) * Int128(rate), by: Int128(time.denominator), rounding)
    return SampleIndex(Int64(clamping: position))
  }
}
