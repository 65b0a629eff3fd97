import BaseValues
import CaptionFiles
import TimelineModel

/// When the words of a caption are said in the movie.
struct CaptionWordTimes {
  enum State: Int {
    case coming, now, said
  }

  /// For each run; `nil` where it has no time here.
  private let times: [TimeRange?]
  /// Of runs that are said in a part of the file that is not shown here.
  private let elsewhere: [State?]

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
      let last = next ?? shown.placed.end
      let end = max(min(last, pause), time.start)
      let start = try grid.time(of: grid.frameContaining(time.start))
      // A caption ends in the nearest frame; its last word ends with it.
      let isLast = next == nil && end == shown.placed.end
      let until = isLast ? end : try grid.time(of: grid.frameContaining(end))
      result[index] = TimeRange(start: start, end: max(start, until))
    }
    self.times = result
    elsewhere = Self.elsewhere(shown.caption, times)
  }

  /// What words are that a cut leaves out: before those that are shown said, behind them to come; backwards the other
  /// way round.
  private static func elsewhere(_ caption: Caption, _ times: [TimeRange?]) -> [State?] {
    let shown = times.indices.filter { times[$0] != nil }
    guard let first = shown.first, let last = shown.last, let start = times[first],
      let end = times[last]
    else { return times.map { _ in nil } }
    let isBackwards = end.start < start.start
    return times.indices.map { index in
      guard times[index] == nil, caption.runs[index].said != nil else { return nil }
      return (index < first) != isBackwards ? .said : .coming
    }
  }

  /// When words change, in no order.
  var changes: [Rational] { times.compactMap(\.self).flatMap { [$0.start, $0.end] } }

  /// What a run is at a time of the movie; `nil` for one without a time.
  func state(of run: Int, at time: Rational) -> State? {
    guard times.indices.contains(run) else { return nil }
    guard let range = times[run] else { return elsewhere[run] }
    return time < range.start ? .coming : time < range.end ? .now : .said
  }
}
