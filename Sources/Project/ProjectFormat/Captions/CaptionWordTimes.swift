import BaseValues
import CaptionFiles
import TimelineModel

/// When the words of a caption are said in the movie.
struct CaptionWordTimes {
  enum State: Int {
    case coming, now, said
  }

  /// For each run; `nil` where it has no time.
  private let times: [TimeRange?]

  /// A word stays the one that is said until the next one is, but no longer than so many seconds after its end.
  private static let longestPause = Rational.half

  /// - Parameter grid: a word changes in the frame that holds its time.
  init(_ shown: ShownCaption, _ grid: FrameGrid) throws(TimeOverflow) {
    var times: [TimeRange?] = []
    for run in shown.caption.runs {
      guard let said = run.said,
        let range = TimeRange(start: try said.start + shown.shift, end: try said.end + shown.shift)
      else {
        times.append(nil)
        continue
      }
      let found = try shown.window.ranges(of: range).first { $0.overlaps(shown.placed) }
      times.append(found)
    }
    let order = times.indices.filter { times[$0] != nil }.sorted {
      (times[$0]?.start ?? .zero, $0) < (times[$1]?.start ?? .zero, $1)
    }
    var result = times
    for (place, index) in order.enumerated() {
      guard let time = times[index] else { continue }
      let pause = try time.end + Self.longestPause
      // Runs of one word that has several forms begin together.
      let next = order[(place + 1)...].lazy.compactMap { times[$0]?.start }.first {
        $0 > time.start
      }
      var end = min(max(next ?? shown.placed.end, time.start), max(pause, time.start))
      if next == nil { end = min(pause, shown.placed.end) }
      let start = try grid.time(of: grid.frameContaining(time.start))
      result[index] = TimeRange(
        start: start, end: max(start, try grid.time(of: grid.frameContaining(end))))
    }
    self.times = result
  }

  /// When words change, in no order.
  var changes: [Rational] { times.compactMap(\.self).flatMap { [$0.start, $0.end] } }

  /// What a run is at a time of the movie; `nil` for one without a time.
  func state(of run: Int, at time: Rational) -> State? {
    guard times.indices.contains(run), let range = times[run] else { return nil }
    return time < range.start ? .coming : time < range.end ? .now : .said
  }
}
