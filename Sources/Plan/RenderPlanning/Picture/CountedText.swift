internal import BaseValues
internal import PictureKinds
internal import TimelineModel

/// A text that counts, frame by frame.
struct CountedText: Sendable {
  fileprivate struct Count: Sendable {
    let counter: TextCounter
    /// How far a number has come, and how it gets there.
    let line: FrameLine
    /// Whether it is at its end where it begins.
    let isThere: Bool
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
      let way = try Self.way(counter, over: range, rate)
      // Springs move in seconds of the edit, as all of it does.
      let seconds = try (counter.duration ?? range.duration) * counter.clock.tempo
      return Count(
        counter: counter, line: way.line, isThere: way.isThere,
        curve: EasingCurve(counter.easing, over: seconds))
    }
  }

  /// A number is at its last value in the last frame of its title, or before.
  private static func way(
    _ counter: TextCounter, over range: TimeRange, _ rate: FrameRate
  ) throws(TimeOverflow) -> (line: FrameLine, isThere: Bool) {
    let start = try range.start + counter.begin
    let last = FrameGrid(rate).frames(of: range).upperBound - 1
    let rest = try Rational(last) * rate.frameDuration - start
    let length = counter.duration.map { min($0, rest) } ?? rest
    let isThere = length <= .zero
    // Then it begins in the last frame, which may lie before a beginning between two frames.
    let line = try FrameLine(
      rate: rate, start: WideRational(isThere ? try start + rest : start),
      factor: isThere ? .one : try .one / WideRational(length))
    return (line, isThere)
  }

  /// The style at a frame, with what its counters say.
  func style(_ style: TextStyle, at frame: Int) -> TextStyle {
    var result = style
    // Frames of a movie and times within limits, which have been computed for all frames of the line.
    let passed = (try? Rational(Int64(frame)) * rate.frameDuration - range.start) ?? .zero
    // A title that begins between two frames shows in the one before.
    let time = min(max(.zero, passed), range.duration)
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
    let place = line.numerator(at: frame)
    let position = isThere && place >= 0 ? line.denominator : min(max(0, place), line.denominator)
    let way = (from: AnimatedValue([.zero]), to: AnimatedValue([.one]))
    return AnimatedValue(
      from: way.from, to: way.to, curve(Progress(position, over: line.denominator))
    ).x
  }
}
