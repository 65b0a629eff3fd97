/// How fast a source runs while something shows it: speeds at points of movie time, between which they
/// change in proportion to time or stay as they are.
///
/// ```
///   speed   1 ──────╮
///                    ╲________╱──────  before the first point and after the last one it stays
///        ¼           ┊        ┊
///   time    0 ······ t₀ ····· t₂
/// ```
/// How much of the source has run is the integral of that: in each stretch a polynomial of the second
/// degree, so that it is an exact fraction wherever the time is one.
public struct SpeedCurve: Hashable, Sendable {
  /// A speed at a moment.
  public struct Point: Hashable, Sendable {
    /// Seconds of movie from the curve's time 0.
    public var at: Rational
    /// Seconds of source in a second of movie; below 0 the source runs backwards.
    public var speed: Rational
    /// Whether the speed stays until the next point; else it moves there evenly.
    public var isHeld: Bool

    /// A speed that moves on to the next one, unless said otherwise.
    public init(at: Rational, speed: Rational, isHeld: Bool = false) {
      self.at = at
      self.speed = speed
      self.isHeld = isHeld
    }
  }

  /// Rising in time, at least one.
  public var points: [Point]

  /// A curve through points; those that do not rise cannot be reckoned with.
  public init(_ points: [Point]) { self.points = points }

  /// The same speed all the time.
  public init(constant speed: Rational) { points = [Point(at: .zero, speed: speed)] }

  /// Whether there are points, and each is later than the one before.
  public var isOrdered: Bool {
    !points.isEmpty && zip(points, points.dropFirst()).allSatisfy { $0.at < $1.at }
  }

  /// The greatest speed, forward or backwards.
  public var fastest: Rational {
    points.map { (try? $0.speed.magnitude()) ?? $0.speed }.max() ?? .zero
  }

  /// The speed from a moment on: where it steps, the new one.
  public func speed(at time: Rational) throws(TimeOverflow) -> Rational {
    guard let next = points.firstIndex(where: { $0.at > time }) else {
      return points.last?.speed ?? .zero
    }
    if next == 0 { return points[0].speed }
    let (before, after) = (points[next - 1], points[next])
    if before.isHeld || before.speed == after.speed { return before.speed }
    let share = try (time - before.at) / (after.at - before.at)
    return try before.speed + (after.speed - before.speed) * share
  }

  /// Seconds of source that have run from time 0 to a moment; below 0 where it ran backwards.
  public func covered(at time: Rational) throws(TimeOverflow) -> Rational {
    let time = WideRational(time)
    return try pieces().piece(at: time).covered(at: time).rational()
  }

  /// The same curve, counted from a later moment.
  public func counted(from time: Rational) throws(TimeOverflow) -> SpeedCurve {
    SpeedCurve(
      try points.map { point throws(TimeOverflow) in
        Point(at: try point.at - time, speed: point.speed, isHeld: point.isHeld)
      })
  }

  /// The curve where its own time runs faster.
  ///
  /// - Parameter speed: seconds of the curve's time in a second; above 0.
  public func played(at speed: Rational) throws(TimeOverflow) -> SpeedCurve {
    SpeedCurve(
      try points.map { point throws(TimeOverflow) in
        Point(at: try point.at / speed, speed: try point.speed * speed, isHeld: point.isHeld)
      })
  }
}

/// A part of a source that is shown again and again.
public struct SourceLoop: Hashable, Sendable {
  /// Source time at which it begins, in seconds.
  public var start: Rational
  /// Seconds of source, above 0.
  public var length: Rational
  /// Whether every second time goes back from its end to its start.
  public var isPingPong: Bool

  /// Seconds of source after the part with which each time's beginning is crossed in sound; `nil` for none.
  public var crossFade: Rational?

  /// A part that begins again at its start, unless said otherwise.
  public init(start: Rational, length: Rational, isPingPong: Bool = false) {
    self.start = start
    self.length = length
    self.isPingPong = isPingPong
  }
}
