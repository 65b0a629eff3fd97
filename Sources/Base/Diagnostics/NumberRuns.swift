/// Rising numbers in runs, as text and data show them.
package enum NumberRuns {
  /// The runs, each with both of its ends.
  package static func of(_ numbers: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }

  /// `3, 12..17, …`
  ///
  /// - Parameter limit: how many runs are named.
  package static func text(_ numbers: [Int], limit: Int = 3) -> String {
    let runs = of(numbers)
    var parts = runs.prefix(limit).map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)..\(run.upperBound)"
    }
    if runs.count > limit { parts.append("…") }
    return parts.joined(separator: ", ")
  }

  /// `frame 3`, `frames 3, 12..17, …`
  package static func text(_ numbers: [Int], of noun: String) -> String {
    "\(noun)\(numbers.count == 1 ? "" : "s") \(text(numbers))"
  }
}
