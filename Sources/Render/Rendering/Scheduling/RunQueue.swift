import Synchronization

/// Hands out work in contiguous runs, so that a worker's decoders stream forward.
///
/// The indices 0..<count are split evenly between the workers. A worker whose run is used up takes
/// the second half of the longest remaining one. Every index is handed out once.
///
/// ```
/// worker 0  [0 1 2 3 4 5]      worker 1  [6 7 8 9 10 11]
///            ^ next                       ^ next
/// ```
/// A run begins where beginning costs least, near to where it would be split evenly: two workers within one group of
/// pictures of a source would both decode it from its key picture.
final class RunQueue: Sendable {
  private let runs: Mutex<[Range<Int>]>
  private let entry: @Sendable (Int) -> Double

  /// Places that are looked at on each side of where a run is split evenly, at most.
  private static let reach = 16

  /// - Parameter entry: what it costs beside the work itself to begin at an index, 0 or more.
  init(count: Int, workers: Int, entry: @escaping @Sendable (Int) -> Double = { _ in 0 }) {
    self.entry = entry
    let workers = max(1, workers)
    var runs: [Range<Int>] = []
    for worker in 0..<workers {
      let start = runs.last?.upperBound ?? 0
      let (even, slack) = (count * (worker + 1) / workers, count / (8 * workers))
      let end = worker + 1 == workers ? count : Self.cheapest(near: even, slack, entry)
      runs.append(start..<max(start, min(end, count)))
    }
    self.runs = Mutex(runs)
  }

  /// The next index for a worker; `nil` when nothing is left.
  func next(worker: Int) -> Int? {
    runs.withLock { runs in
      if runs[worker].isEmpty {
        guard let longest = runs.indices.max(by: { runs[$0].count < runs[$1].count }),
          !runs[longest].isEmpty
        else { return nil }
        let run = runs[longest]
        let middle = Self.cheapest(
          near: run.lowerBound + run.count / 2, run.count / 8, entry)
        runs[longest] = run.lowerBound..<middle
        runs[worker] = middle..<run.upperBound
      }
      let index = runs[worker].lowerBound
      runs[worker] = (index + 1)..<runs[worker].upperBound
      return index
    }
  }

  /// Where it costs least to begin; of several such places the nearest.
  ///
  /// - Parameter slack: how far that may be from `place`.
  private static func cheapest(
    near place: Int, _ slack: Int, _ entry: (Int) -> Double
  ) -> Int {
    var (best, least) = (place, entry(place))
    for distance in stride(from: 1, through: min(slack, reach), by: 1) where least > 0 {
      for other in [place - distance, place + distance] {
        let cost = entry(other)
        if cost < least { (best, least) = (other, cost) }
      }
    }
    return best
  }
}
