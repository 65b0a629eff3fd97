internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// How a clip shows an edit that it does not play forward at one speed: as a film of it, frame by frame.
///
/// ```
///   movie   │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │      a clip that goes there and back
///   film    │ 0 │ 1 │ 2 │ 2 │ 1 │ 0 │      the frames of the edit, laid out at the movie's rate
/// ```
/// The edit is laid out as far as it is shown, at the clip's speed without its direction, and at its own
/// where the speed changes; its times begin with the first frame that is shown.
struct EditFilm: Sendable {
  /// The frames of the edit that are laid out.
  let frameCount: Int
  /// Where the times of the edit lie in those of the film.
  let map: TimeMap
  private let mapping: SourceFrameMapping
  /// Which frame of the edit the film's first one is.
  private let firstFrame: Int
  /// The time of the edit at its first frame, in time of the film from the edit's beginning.
  private let firstTime: Rational
  private let run: SourceFrameMapping.Run

  /// Whether its clip runs backwards, all the time.
  var isReversed: Bool { run.curve == nil && run.speed < .zero }

  /// The film that a clip shows; its clip does not run forward at one speed.
  ///
  /// - Parameter duration: of the edit.
  /// - Throws: where a time is beyond exact arithmetic.
  init(
    _ clip: Clip, of duration: Rational, rate: FrameRate, earliest: Rational, latest: Rational
  ) throws(TimeOverflow) {
    let tempo = clip.curve == nil && clip.speed != .zero ? try clip.speed.magnitude() : .one
    var run = SourceFrameMapping.Run(
      start: clip.placed.start, sourceStart: try clip.sourceStart / tempo,
      speed: try clip.speed / tempo, curve: clip.curve)
    run.loop = try clip.loop.map { loop throws(TimeOverflow) in
      SourceLoop(
        start: try loop.start / tempo, length: try loop.length / tempo, isPingPong: loop.isPingPong)
    }
    self.run = run
    let grid = FrameGrid(rate)
    let count = max(1, grid.nearestFrame(to: try duration / tempo).value)
    let mapping = try SourceFrameMapping(
      times: .regular(start: .zero, rate: rate, count: Int(clamping: count)), rate: rate, run: run,
      earliest: earliest)
    guard let mapping else { throw TimeOverflow() }
    self.mapping = mapping
    let shown = Self.frames(grid, earliest, latest)
    let numbers = mapping.sourceFrames(shown)
    var (first, last) = (Int.max, 0)
    switch numbers {
    case .constant(let number): (first, last) = (number, number)
    case .varying(let numbers):
      for number in numbers { (first, last) = (min(first, number), max(last, number)) }
    }
    if first > last { first = last }
    firstFrame = first
    frameCount = shown.isEmpty ? 0 : last - first + 1
    firstTime = try grid.time(of: FrameIndex(Int64(first)))
    map = TimeMap(start: try .zero - firstTime, origin: .zero, speed: tempo)
  }

  private static func frames(_ grid: FrameGrid, _ start: Rational, _ end: Rational) -> Range<Int> {
    func frame(_ time: Rational) -> Int {
      Int(min(max(grid.nearestFrame(to: time).value, 0), Int64(RenderPlanner.frameLimit)))
    }
    let first = frame(start)
    return first..<max(first, frame(end))
  }

  /// The frames of the film that some frames of what shows it show.
  func frames(_ range: Range<Int>) -> [Int] {
    let numbers = mapping.sourceFrames(range)
    return range.indices.map { index in
      min(max(numbers[index - range.lowerBound] - firstFrame, 0), max(0, frameCount - 1))
    }
  }

  // MARK: - Sound

  /// A stretch in which the edit runs evenly one way.
  struct Pass: Hashable, Sendable {
    /// In times of what shows the film.
    var start: Rational
    var end: Rational
    /// The time of the film at its start.
    var filmStart: Rational
    var isBackwards: Bool

    /// The part of a time of the film in time of what shows it.
    func time(_ film: Rational) throws(TimeOverflow) -> Rational {
      isBackwards ? try start + (filmStart - film) : try start + (film - filmStart)
    }
  }

  /// More of them are not laid out.
  static let mostPasses = 1 << 16

  /// The stretches of a range of time; none where the edit stands still or changes its speed.
  ///
  /// - Throws: where there are too many.
  func passes(from start: Rational, to end: Rational) throws(TimeOverflow) -> [Pass] {
    guard run.curve == nil, run.speed != .zero, start < end else { return [] }
    let isBackwards = run.speed < .zero
    let first = try run.sourceStart + (start - run.start) * run.speed
    guard let loop = run.loop else {
      return [
        Pass(
          start: start, end: end, filmStart: try first - firstTime, isBackwards: isBackwards)
      ]
    }
    guard loop.length > .zero, try (end - start) / loop.length < Rational(Int64(Self.mostPasses))
    else { throw TimeOverflow() }
    var passes: [Pass] = []
    var time = start
    // Lengths of the loop from its start, counted on.
    let place = try (first - loop.start) / loop.length
    var number = isBackwards ? place.ceil() &- 1 : place.floor()
    while time < end {
      let passed = try run.sourceStart + (time - run.start) * run.speed - loop.start
      let inside = try passed - loop.length * Rational(number)
      let left = isBackwards ? inside : try loop.length - inside
      let turns = loop.isPingPong && number % 2 != 0
      let source = turns ? try loop.start + loop.length - inside : try loop.start + inside
      let last = min(end, try time + left)
      guard last > time else { throw TimeOverflow() }
      passes.append(
        Pass(
          start: time, end: last, filmStart: try source - firstTime,
          isBackwards: isBackwards != turns))
      time = last
      number &+= isBackwards ? -1 : 1
    }
    return passes
  }
}
