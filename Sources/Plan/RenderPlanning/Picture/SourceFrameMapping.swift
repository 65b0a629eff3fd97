internal import BaseValues
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
/// begins with the frame before it; positions are then counted with the opposite sign. Where the
/// speed changes it counts which way the source runs from that moment on.
struct SourceFrameMapping: Sendable {
  enum Frames {
    case still
    /// `count` is `nil` without end.
    case regular(count: Int?)
    /// In time-base units.
    case irregular(times: [Int64], end: Int64)
  }

  /// Positions in source frames, or in time-base units for irregular sources.
  enum Path {
    /// At one speed; backwards with the opposite sign. `first` is the position at the clip's first
    /// moment, rounded down.
    case line(FrameLine, first: Int128, isBackwards: Bool)
    /// `first` counts for frames before `firstFrame`.
    case curve(GridCurve, first: GridCurve.Position, firstFrame: Int64)
  }

  /// How source time runs.
  struct Run: Sendable {
    /// Movie time of `sourceStart`.
    var start: Rational
    var sourceStart: Rational
    /// Counts where there is no curve.
    var speed: Rational
    var curve: SpeedCurve?
    var loop: SourceLoop?
    var sampling = FrameSampling.nearest

    init(
      start: Rational, sourceStart: Rational = .zero, speed: Rational = .one,
      curve: SpeedCurve? = nil, loop: SourceLoop? = nil
    ) {
      self.start = start
      self.sourceStart = sourceStart
      self.speed = speed
      self.curve = curve
      self.loop = loop
    }

    init(_ clip: Clip) {
      start = clip.placed.start
      sourceStart = clip.sourceStart
      speed = clip.speed
      curve = clip.curve
      loop = clip.loop
      sampling = clip.picture.sampling
    }
  }

  let frames: Frames
  let run: Run
  private let earliest: Rational
  private let grid: FrameGrid
  private let times: FrameTimes
  let path: Path
  let origin: WideRational
  let unitsPerSecond: WideRational

  /// - Parameter earliest: movie time at which the item begins, with what a transition adds.
  /// - Throws: when a position cannot be computed exactly in 128 bits.
  init?(
    times: FrameTimes, rate: FrameRate, run: Run, earliest: Rational
  ) throws(TimeOverflow) {
    self.run = run
    self.earliest = earliest
    self.times = times
    grid = FrameGrid(rate)
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
    case .irregular(let times, let end, let timeBase):
      if times.isEmpty || timeBase <= .zero { return nil }
      frames = .irregular(times: times, end: end)
      origin = .zero
      unitsPerSecond = try WideRational.one / WideRational(timeBase)
    }
    let step = try WideRational(Int128(rate.seconds), over: Int128(rate.frames))
    path =
      run.curve == nil && run.loop == nil && run.sampling == .nearest
      ? try Self.line(run, origin, unitsPerSecond, step, earliest: earliest)
      : try Self.curve(run, origin, unitsPerSecond, step, earliest: earliest)
  }

  private static func line(
    _ run: Run, _ origin: WideRational, _ unitsPerSecond: WideRational, _ step: WideRational,
    earliest: Rational
  ) throws(TimeOverflow) -> Path {
    let isBackwards = run.speed < .zero
    let direction: WideRational = isBackwards ? try .zero - .one : .one
    let factor = try WideRational(run.speed) * unitsPerSecond * direction
    let offset = try (WideRational(run.sourceStart) - origin) * unitsPerSecond * direction
    let elapsed = try (WideRational(earliest) - WideRational(run.start)) * factor
    return .line(
      try FrameLine(
        slope: try step * factor, offset: try offset - WideRational(run.start) * factor),
      first: try (elapsed + offset).floor, isBackwards: isBackwards)
  }

  private static func curve(
    _ run: Run, _ origin: WideRational, _ unitsPerSecond: WideRational, _ step: WideRational,
    earliest: Rational
  ) throws(TimeOverflow) -> Path {
    let curve = run.curve ?? SpeedCurve(constant: run.speed)
    var grid = GridCurve.Grid(
      step: step, start: WideRational(run.start), sourceStart: WideRational(run.sourceStart),
      origin: origin, unitsPerSecond: unitsPerSecond, reach: 1 << 27)
    let frames = try GridCurve(curve, loop: run.loop, on: grid)
    let firstFrame = try WideRational(earliest) / step
    // The clip's first moment need not lie on the grid.
    grid.start = try grid.start - WideRational(earliest)
    let first = try GridCurve(curve, loop: run.loop, on: grid).position(at: 0)
    return .curve(
      frames, first: first,
      firstFrame: Int64(
        clamping: -floorDivide(-firstFrame.numerator, by: firstFrame.denominator)))
  }

  /// The source frame of each of the output frames.
  ///
  /// - Complexity: O(frames), and once O(log n) for an irregular source of n frames; with a curve
  ///   that for each frame.
  func sourceFrames(_ range: Range<Int>) -> PerFrame<Int> {
    if case .still = frames { return .constant(0) }
    switch path {
    case .line(let line, let first, let isBackwards):
      return sourceFrames(range, line, first: first, isBackwards: isBackwards)
    case .curve(let curve, let first, let firstFrame):
      return PerFrame(
        range.map { frame in
          sourceFrame(
            holding: (Int64(frame) < firstFrame ? first : curve.position(at: Int64(frame))).unit)
        })
    }
  }

  private func sourceFrames(
    _ range: Range<Int>, _ line: FrameLine, first: Int128, isBackwards: Bool
  ) -> PerFrame<Int> {
    /// The last place in the source that is not after a position that was rounded down.
    func place(_ position: Int128) -> Int128 { isBackwards ? -position - 1 : position }
    guard !range.isEmpty else { return .varying([]) }
    var position = FrameLineFloor(line, at: range.lowerBound)
    var values: [Int] = []
    values.reserveCapacity(range.count)
    guard case .irregular(let times, _) = frames else {
      for _ in range {
        values.append(sourceFrame(holding: place(max(position.value, first))))
        position.advance()
      }
      return PerFrame(values)
    }
    var index = times.lastIndex(notAbove: place(max(first, line.floor(at: range.lowerBound))))
    for _ in range {
      let wanted = place(max(position.value, first))
      while index + 1 < times.count, Int128(times[index + 1]) <= wanted { index += 1 }
      while index > 0, Int128(times[index]) > wanted { index -= 1 }
      values.append(index)
      position.advance()
    }
    return PerFrame(values)
  }

  /// The frame that is shown at a whole position.
  func sourceFrame(holding position: Int128) -> Int {
    switch frames {
    case .still: 0
    case .regular(let count):
      Int(min(max(position, 0), Int128(count.map { $0 - 1 } ?? Int(Int32.max))))
    case .irregular(let times, _): times.lastIndex(notAbove: position)
    }
  }

  /// Why an output frame shows what it shows, in exact times.
  ///
  /// - Throws: when a time is not representable.
  func moment(at frame: Int) throws(TimeOverflow) -> SourceMoment {
    let time = try grid.time(of: FrameIndex(Int64(frame)))
    let used = max(time, earliest)
    var sourceTime = try run.sourceStart + (used - run.start) * run.speed
    var isBackwards = run.speed < .zero
    var speed = run.speed
    if case .curve(let curve, let first, let firstFrame) = path {
      let position = Int64(frame) < firstFrame ? first : curve.position(at: Int64(frame))
      let units = try WideRational(position.numerator, over: position.denominator)
      sourceTime = try (origin + units / unitsPerSecond).rational()
      isBackwards = position.isBackwards
      if let curve = run.curve { speed = try curve.speed(at: used - run.start) }
    }
    let number = sourceFrames(frame..<frame + 1)[0]
    let shown = try times.range(ofFrame: number)
    let hold: SourceMoment.Hold =
      shown.map { shown in
        if isBackwards {
          return sourceTime <= shown.start ? .first : sourceTime > shown.end ? .last : .none
        }
        return sourceTime < shown.start ? .first : sourceTime >= shown.end ? .last : .none
      } ?? .none
    var moment = SourceMoment(
      time: time, used: used, start: run.start, sourceStart: run.sourceStart, speed: speed,
      sourceTime: sourceTime, sourceFrame: number, shown: shown, hold: hold)
    moment.isBackwards = isBackwards
    moment.isRamp = run.curve != nil
    moment.loop = run.loop
    return moment
  }
}

extension [Int64] {
  /// The last place whose value is not above `limit`; 0 where all are.
  func lastIndex(notAbove limit: Int128) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if Int128(self[middle]) <= limit { low = middle + 1 } else { high = middle }
    }
    return Swift.max(0, low - 1)
  }
}
