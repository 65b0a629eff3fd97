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
final class RunQueue: Sendable {
  private let runs: Mutex<[Range<Int>]>

  init(count: Int, workers: Int) {
    let workers = max(1, workers)
    let runs = (0..<workers).map { worker in
      (count * worker / workers)..<(count * (worker + 1) / workers)
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
        let middle = run.lowerBound + run.count / 2
        runs[longest] = run.lowerBound..<middle
        runs[worker] = middle..<run.upperBound
      }
      let index = runs[worker].lowerBound
      runs[worker] = (index + 1)..<runs[worker].upperBound
      return index
    }
  }
}
