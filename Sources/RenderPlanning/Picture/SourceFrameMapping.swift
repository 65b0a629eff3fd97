internal import MediaTime
internal import PlanModel
internal import TimelineModel

/// Which frame of a source each output frame shows.
///
/// ```
///   output   k          k+1         k+2          presentation times k/r
///            │           │           │
///   source ──┴─┬─────────┴──┬────────┴───┬──▶    frame n covers [pts n, pts n+1)
///          n−1 │     n      │    n+1     │
/// ```
/// Output frame k shows the source frame whose range holds the clip's source time at k/r. An in point
/// that was rounded to an earlier frame still shows the frame of the in point, never the one before
/// it: time does not go below the clip's first moment. Beyond its media a clip shows the media's
/// first or last frame.
///
/// Backwards a frame's range holds its end and not its start, so that what plays from an out point
/// begins with the frame before it; positions are then counted with the opposite sign.
struct SourceFrameMapping: Sendable {
  private enum Frames {
    case still
    /// `count` is `nil` without end.
    case regular(count: Int?)
    case irregular(times: [Int64])
  }

  private let frames: Frames
  private let start: Rational
  private let sourceStart: Rational
  private let speed: Rational
  private let earliest: Rational
  private let grid: FrameGrid
  private let times: FrameTimes
  /// Position in source frames, or in time-base units for irregular sources.
  private let line: FrameLine
  /// The position at the clip's first moment, rounded down.
  private let first: Int128
  private var isBackwards: Bool { speed < .zero }

  /// - Parameters:
  ///   - start: movie time of `sourceStart`.
  ///   - earliest: movie time at which the item begins, with what a transition adds.
  /// - Throws: when a position cannot be computed exactly in 128 bits.
  init?(
    times: FrameTimes, rate: FrameRate, start: Rational, sourceStart: Rational, speed: Rational,
    earliest: Rational
  ) throws(TimeOverflow) {
    self.start = start
    self.sourceStart = sourceStart
    self.speed = speed
    self.earliest = earliest
    self.times = times
    grid = FrameGrid(rate)
    let origin: WideRational
    let unitsPerSecond: WideRational
    switch times {
    case .still:
      frames = .still
      origin = .zero
      unitsPerSecond = .one
    case .regular(let begin, let sourceRate, let count):
      if let count, count <= 0 { return nil }
      frames = .regular(count: count)
      origin = WideRational(begin)
      unitsPerSecond = WideRational(sourceRate.rational)
    case .irregular(let times, _, let timeBase):
      if times.isEmpty || timeBase <= .zero { return nil }
      frames = .irregular(times: times)
      origin = .zero
      unitsPerSecond = try WideRational.one / WideRational(timeBase)
    }
    let direction: WideRational = speed < .zero ? try .zero - .one : .one
    let factor = try WideRational(speed) * unitsPerSecond * direction
    let offset = try (WideRational(sourceStart) - origin) * unitsPerSecond * direction
    let elapsed = try (WideRational(earliest) - WideRational(start)) * factor
    first = try (elapsed + offset).floor
    let frame = try WideRational(Int128(rate.seconds), over: Int128(rate.frames))
    line = try FrameLine(
      slope: try frame * factor, offset: try offset - WideRational(start) * factor)
  }

  /// The source frame of each of the output frames.
  ///
  /// - Complexity: O(frames), and once O(log n) for an irregular source of n frames.
  func sourceFrames(_ range: Range<Int>) -> PerFrame<Int> {
    switch frames {
    case .still:
      return .constant(0)
    case .regular(let count):
      let last = Int128(count.map { $0 - 1 } ?? Int(Int32.max))
      return walk(range) { Int(min(max($0, 0), last)) }
    case .irregular(let times):
      var index = times.lastIndex(
        notAbove: place(max(first, line.floor(at: range.lowerBound))))
      return walk(range) { position in
        while index + 1 < times.count, Int128(times[index + 1]) <= position { index += 1 }
        while index > 0, Int128(times[index]) > position { index -= 1 }
        return index
      }
    }
  }

  /// Why an output frame shows what it shows, in exact times.
  ///
  /// - Throws: when a time is not representable.
  func moment(at frame: Int) throws(TimeOverflow) -> SourceMoment {
    let time = try grid.time(of: FrameIndex(Int64(frame)))
    let used = max(time, earliest)
    let sourceTime = try sourceStart + (used - start) * speed
    let number = sourceFrames(frame..<frame + 1)[0]
    let shown = try times.range(ofFrame: number)
    let hold: SourceMoment.Hold =
      shown.map { shown in
        if isBackwards {
          return sourceTime <= shown.start ? .first : sourceTime > shown.end ? .last : .none
        }
        return sourceTime < shown.start ? .first : sourceTime >= shown.end ? .last : .none
      } ?? .none
    return SourceMoment(
      time: time, used: used, start: start, sourceStart: sourceStart, speed: speed,
      sourceTime: sourceTime, sourceFrame: number, shown: shown, hold: hold)
  }

  /// The last place in the source that is not after a position that was rounded down.
  private func place(_ position: Int128) -> Int128 { isBackwards ? -position - 1 : position }

  private func walk(_ range: Range<Int>, _ sourceFrame: (Int128) -> Int) -> PerFrame<Int> {
    guard !range.isEmpty else { return .varying([]) }
    var position = FrameLineFloor(line, at: range.lowerBound)
    var values: [Int] = []
    values.reserveCapacity(range.count)
    for _ in range {
      values.append(sourceFrame(place(max(position.value, first))))
      position.advance()
    }
    return PerFrame(values)
  }
}

extension [Int64] {
  /// The last place whose value is not above `limit`; 0 where all are.
  fileprivate func lastIndex(notAbove limit: Int128) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if Int128(self[middle]) <= limit { low = middle + 1 } else { high = middle }
    }
    return Swift.max(0, low - 1)
  }
}
