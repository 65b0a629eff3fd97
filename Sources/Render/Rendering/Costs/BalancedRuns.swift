/// Splits work that stays in order among several who do it.
package enum BalancedRuns {
  /// Runs of items, of which the most expensive one is as cheap as it can be.
  ///
  /// ```
  /// costs  5 5 1 1 1 9        count 3
  /// runs  |5 5|1 1 1|9|
  /// ```
  /// - Parameters:
  ///   - costs: of each item, 0 or more.
  ///   - count: runs at most, 1 or more; there are fewer where more would not be cheaper.
  /// - Returns: runs that are not empty and follow each other.
  /// - Complexity: O(n log s) for n items of sum s.
  package static func runs(of costs: [Int], count: Int) -> [Range<Int>] {
    var low = costs.max() ?? 0
    var high = costs.reduce(0, +)
    while low < high {
      let middle = low + (high - low) / 2
      if runs(of: costs, within: middle).count <= max(1, count) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return runs(of: costs, within: low)
  }

  /// The fewest runs none of which costs more than `limit`, which no item does.
  private static func runs(of costs: [Int], within limit: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (index, cost) in costs.enumerated() {
      if index > start, sum + cost > limit {
        runs.append(start..<index)
        start = index
        sum = 0
      }
      sum += cost
    }
    if start < costs.count { runs.append(start..<costs.count) }
    return runs
  }
}
