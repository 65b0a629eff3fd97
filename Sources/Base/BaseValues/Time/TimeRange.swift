/// A stretch of time, half-open: `start` belongs to it, `end` does not.
///
/// ```
///        start          end
/// ────────●──────────────○────────▶
///          ╰─ duration ──╯
/// ```
/// The duration is never negative; it may be zero. Times are in seconds.
public struct TimeRange: Hashable, Sendable {
  /// The first time in the range.
  public let start: Rational

  /// The first time after the range.
  public let end: Rational

  /// `end - start`, 0 or more.
  public let duration: Rational

  /// The range of the given duration.
  ///
  /// - Throws: ``TimeOverflow`` when the duration is negative or the end is not representable.
  public init(start: Rational, duration: Rational) throws(TimeOverflow) {
    guard !duration.isNegative else { throw TimeOverflow() }
    self.start = start
    self.end = try start + duration
    self.duration = duration
  }

  /// The range from `start` up to, not including, `end`.
  ///
  /// `nil` when `end` is before `start`, or when the duration is not representable.
  public init?(start: Rational, end: Rational) {
    guard start <= end else { return nil }
    do throws(TimeOverflow) {
      self.duration = try end - start
    } catch {
      return nil
    }
    self.start = start
    self.end = end
  }

  /// Whether the range holds no time at all.
  public var isEmpty: Bool { start == end }
}

extension TimeRange: CustomStringConvertible {
  /// `"[start, end)"` in seconds.
  public var description: String { "[\(start), \(end))" }
}

// MARK: - Relations

extension TimeRange {
  /// Whether `time` is in the range; `end` is not.
  public func contains(_ time: Rational) -> Bool { start <= time && time < end }

  /// Whether `other` neither begins before this range nor ends after it.
  public func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }

  /// Whether some time is in both ranges. Ranges that only touch do not overlap, and an empty
  /// range overlaps nothing.
  public func overlaps(_ other: TimeRange) -> Bool {
    max(start, other.start) < min(end, other.end)
  }

  /// The time in both ranges, or `nil` when they do not overlap.
  ///
  /// Also `nil` when the duration of the result is not representable, which takes two denominators
  /// whose product is beyond 64 bits.
  public func intersection(_ other: TimeRange) -> TimeRange? {
    guard overlaps(other) else { return nil }
    return TimeRange(start: max(start, other.start), end: min(end, other.end))
  }

  /// The least range that holds both, and whatever lies between them.
  ///
  /// - Throws: ``TimeOverflow`` when its duration is not representable.
  public func union(_ other: TimeRange) throws(TimeOverflow) -> TimeRange {
    let first = min(start, other.start)
    return try TimeRange(start: first, duration: try max(end, other.end) - first)
  }

  /// The range moved by `offset`, later when positive.
  ///
  /// - Throws: ``TimeOverflow`` when the start or the end is not representable.
  public func shifted(by offset: Rational) throws(TimeOverflow) -> TimeRange {
    try TimeRange(start: try start + offset, duration: duration)
  }
}
