import BaseValues
import TimelineModel

/// A part of the movie in which times of a file of captions pass.
struct CaptionWindow: Sendable {
  /// How the file's times lie in the movie.
  private enum Passing: Sendable {
    /// The file's time at the start of `placed`, and seconds of it for each second of movie; not 0.
    case even(start: Rational, speed: Rational)
    /// Frames of the movie, and the file's time in each of them.
    case frames(FrameGrid, first: Int64, times: [Rational])
  }

  let placed: TimeRange
  private let passing: Passing

  /// Where the file's times pass evenly.
  init(placed: TimeRange, start: Rational, speed: Rational) {
    self.placed = placed
    passing = .even(start: start, speed: speed)
  }

  /// Where a clip shows them.
  init(_ clip: Clip, _ grid: FrameGrid) throws(TimeOverflow) {
    placed = clip.placed
    if clip.runsEvenly, clip.speed != .zero {
      passing = .even(start: clip.sourceStart, speed: clip.speed)
      return
    }
    let begin = grid.nearestFrame(to: clip.placed.start).value
    let end = grid.nearestFrame(to: clip.placed.end).value
    var times: [Rational] = []
    for frame in begin..<max(begin, end) {
      let time = try clip.sourceTime(at: grid.time(of: FrameIndex(frame)))
      times.append(
        try clip.loop.map { loop throws(TimeOverflow) in try loop.place(of: time) } ?? time)
    }
    passing = .frames(grid, first: begin, times: times)
  }

  /// Where in the movie a range of the file's times is shown.
  func ranges(of range: TimeRange) throws(TimeOverflow) -> [TimeRange] {
    switch passing {
    case .even(let start, let speed):
      let one = try placed.start + (range.start - start) / speed
      let other = try placed.start + (range.end - start) / speed
      let (from, to) = (max(min(one, other), placed.start), min(max(one, other), placed.end))
      return from < to ? TimeRange(start: from, end: to).map { [$0] } ?? [] : []
    case .frames(let grid, let first, let times):
      var ranges: [TimeRange] = []
      var index = 0
      while index < times.count {
        guard range.contains(times[index]) else {
          index += 1
          continue
        }
        let begin = index
        while index < times.count, range.contains(times[index]) { index += 1 }
        let start = try grid.time(of: FrameIndex(first + Int64(begin)))
        let end = try grid.time(of: FrameIndex(first + Int64(index)))
        if let shown = TimeRange(start: start, end: end) { ranges.append(shown) }
      }
      return ranges
    }
  }
}

extension SourceLoop {
  /// The source time that is shown where times are counted on through the loop.
  fileprivate func place(of time: Rational) throws(TimeOverflow) -> Rational {
    let passed = try time - start
    let rounds = try (passed / length).floor()
    let rest = try passed - Rational(rounds) * length
    let isBackwards = isPingPong && rounds & 1 == 1
    return try start + (isBackwards ? length - rest : rest)
  }
}
