internal import BaseValues
internal import PictureKinds
internal import TimelineModel

/// A text that counts, frame by frame.
struct CountedText: Sendable {
  fileprivate struct Count: Sendable {
    let counter: TextCounter
    /// How far a number has come, and how it gets there.
    let line: FrameLine
    let curve: EasingCurve
  }

  private let counts: [Count]
  private let range: TimeRange
  private let rate: FrameRate

  /// - Parameters:
  ///   - range: of the title, in times of the movie.
  ///   - rate: of the movie.
  /// - Returns: `nil` where nothing counts.
  /// - Throws: when its times cannot be computed exactly.
  init?(
    _ counters: [TextCounter], over range: TimeRange, rate: FrameRate
  ) throws(TimeOverflow) {
    if counters.isEmpty { return nil }
    self.range = range
    self.rate = rate
    counts = try counters.map { counter throws(TimeOverflow) in
      Count(
        counter: counter, line: try Self.line(counter, over: range, rate),
        curve: EasingCurve(counter.easing, over: counter.duration ?? range.duration))
    }
  }

  /// Left out, a number is at its last value in the last frame of its title.
  private static func line(
    _ counter: TextCounter, over range: TimeRange, _ rate: FrameRate
  ) throws(TimeOverflow) -> FrameLine {
    let start = try range.start + counter.begin
    var length = counter.duration
    if length == nil {
      let grid = FrameGrid(rate)
      let last = grid.frames(of: range).upperBound - 1
      length = try Rational(last) * rate.frameDuration - start
    }
    // What has no time is there at once.
    let seconds = max(length ?? .zero, Rational(1, over: 1_000_000))
    return try FrameLine(
      rate: rate, start: WideRational(start), factor: try .one / WideRational(seconds))
  }

  /// The style at a frame, with what its counters say.
  func style(_ style: TextStyle, at frame: Int) -> TextStyle {
    var result = style
    // Frames of a movie and times within limits, which have been computed for all frames of the line.
    let time = (try? Rational(Int64(frame)) * rate.frameDuration - range.start) ?? .zero
    let texts = counts.map { count in
      let text = try? count.counter.text(at: time, of: range.duration) { count.share(at: frame) }
      return text ?? ""
    }
    result.replace(counts.map(\.counter), by: texts)
    return result
  }
}

extension CountedText.Count {
  /// How much of its way a number has come, in 1/2^44.
  fileprivate func share(at frame: Int) -> Int128 {
    let position = min(max(0, line.numerator(at: frame)), line.denominator)
    let way = (from: AnimatedValue([.zero]), to: AnimatedValue([.one]))
    return AnimatedValue(
      from: way.from, to: way.to, curve(Progress(position, over: line.denominator))
    ).x
  }
}
