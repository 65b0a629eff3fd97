/// The times at which output pictures begin, and the only place where a time becomes a frame.
///
/// ```
///    frame    0         1         2         3
///             ├─────────┼─────────┼─────────┼──▶ time
///             0        1/r       2/r       3/r
/// ```
/// Frame `k` covers [k/r, (k+1)/r). An edit point is rounded from its own exact position, to the
/// nearest grid time and up when it lies half-way, never by adding rounded durations; so an edit
/// point is off by at most half a frame, and errors do not add up along a track.
///
/// No input traps: what is beyond `Int64` becomes `Int64.min` or `Int64.max`.
public struct FrameGrid: Hashable, Sendable {
  /// Frames per second.
  public let rate: FrameRate

  /// The grid whose frame 0 begins at time 0.
  public init(_ rate: FrameRate) { self.rate = rate }

  /// The frame whose start is nearest to `time`; the later one when two are equally near.
  public func nearestFrame(to time: Rational) -> FrameIndex { frame(time, .nearest) }

  /// The frame on the screen at `time`.
  public func frameContaining(_ time: Rational) -> FrameIndex { frame(time, .down) }

  /// The first frame that does not start before `time`.
  public func firstFrame(atOrAfter time: Rational) -> FrameIndex { frame(time, .up) }

  /// When `frame` starts: k/r, in seconds.
  ///
  /// - Throws: ``TimeOverflow`` when the time is not representable.
  public func time(of frame: FrameIndex) throws(TimeOverflow) -> Rational {
    try Rational(reducing: Int128(frame.value) * Int128(rate.seconds), over: Int128(rate.frames))
  }

  /// The frames an edit from `range.start` to `range.end` has on the grid: both ends rounded on
  /// their own, to nearest, ties up. Ranges that touch in time touch on the grid; a range shorter
  /// than a frame may have none.
  public func frames(of range: TimeRange) -> Range<Int64> {
    // Rounding keeps order, so the lower bound is never above the upper one.
    nearestFrame(to: range.start).value..<nearestFrame(to: range.end).value
  }

  /// What rounding does to an edit point: its grid time less its exact time, in seconds, above
  /// minus half a frame and at most half a frame.
  ///
  /// - Throws: ``TimeOverflow`` when the difference is not representable.
  public func error(of time: Rational) throws(TimeOverflow) -> Rational {
    try self.time(of: nearestFrame(to: time)) - time
  }

  private func frame(_ time: Rational, _ rounding: Rational.Rounding) -> FrameIndex {
    // Below 2^63 · 2^20 on both sides.
    let position = divide(
      Int128(time.numerator) * Int128(rate.frames),
      by: Int128(time.denominator) * Int128(rate.seconds), rounding)
    return FrameIndex(Int64(clamping: position))
  }
}
