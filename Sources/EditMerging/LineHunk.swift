/// Lines that two texts share, and lines after them that they do not.
struct LineHunk: Equatable {
  /// In the first text.
  var same: Range<Int>
  var first: Range<Int>
  var second: Range<Int>

  /// With more lines that differ the rest is one hunk.
  private static let limit = 4000

  /// All hunks of two texts, from their first lines to their last ones.
  ///
  /// - Complexity: O((n + d) · d) for n lines of which d differ (E. W. Myers 1986).
  static func between(_ first: [Substring], _ second: [Substring]) -> [LineHunk] {
    let (removed, inserted) = changes(from: first, to: second)
    var hunks: [LineHunk] = []
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let start = i
      while i < first.count, j < second.count, !removed[i], !inserted[j] { (i, j) = (i + 1, j + 1) }
      let end = (i, j)
      while i < first.count, removed[i] { i += 1 }
      while j < second.count, inserted[j] { j += 1 }
      hunks.append(LineHunk(same: start..<end.0, first: end.0..<i, second: end.1..<j))
    }
    return hunks
  }

  /// Which lines of the first text are not in the second, and the other way round.
  private static func changes(
    from first: [Substring], to second: [Substring]
  ) -> (removed: [Bool], inserted: [Bool]) {
    let shorter = min(first.count, second.count)
    var head = 0
    while head < shorter, first[head] == second[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, first[first.count - 1 - tail] == second[second.count - 1 - tail] {
      tail += 1
    }
    let old = first[head..<first.count - tail]
    let new = second[head..<second.count - tail]
    let differsMuch = leastDifference(old, new) > limit
    var removed = Array(repeating: false, count: first.count)
    var inserted = Array(repeating: false, count: second.count)
    for index in old.indices { removed[index] = differsMuch }
    for index in new.indices { inserted[index] = differsMuch }
    if differsMuch { return (removed, inserted) }
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): removed[head + offset] = true
      case .insert(let offset, _, _): inserted[head + offset] = true
      }
    }
    return (removed, inserted)
  }

  /// How many lines differ at least, whatever their order.
  private static func leastDifference(
    _ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>
  ) -> Int {
    var counts: [Substring: Int] = [:]
    for line in old { counts[line, default: 0] += 1 }
    for line in new { counts[line, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
