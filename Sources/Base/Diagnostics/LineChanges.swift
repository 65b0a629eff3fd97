/// Which lines of two texts are not in the other one.
package struct LineChanges: Sendable {
  /// For each line of the first text whether the second one lacks it.
  package let removed: [Bool]
  /// For each line of the second text whether the first one lacks it.
  package let inserted: [Bool]

  /// With more lines that differ all from the first to the last of them count as changed.
  private static let limit = 4000

  /// The fewest changes between two texts (E. W. Myers, "An O(ND) difference algorithm and its
  /// variations", 1986), but for thousands of them.
  ///
  /// - Complexity: O((n + d) · d) for n lines between the first and the last of d that differ.
  package init<Line: Hashable>(from first: [Line], to second: [Line]) {
    let ends = CommonEnds(of: first, and: second)
    let head = ends.head
    let old = first[head..<first.count - ends.tail]
    let new = second[head..<second.count - ends.tail]
    let differsMuch = Self.leastDifference(old, new) > Self.limit
    var removed = Array(repeating: false, count: first.count)
    var inserted = Array(repeating: false, count: second.count)
    for index in old.indices { removed[index] = differsMuch }
    for index in new.indices { inserted[index] = differsMuch }
    if !differsMuch {
      for change in Array(new).difference(from: Array(old)) {
        switch change {
        case .remove(let offset, _, _): removed[head + offset] = true
        case .insert(let offset, _, _): inserted[head + offset] = true
        }
      }
    }
    (self.removed, self.inserted) = (removed, inserted)
  }

  /// How many lines differ at least, whatever their order.
  private static func leastDifference<Line: Hashable>(
    _ old: ArraySlice<Line>, _ new: ArraySlice<Line>
  ) -> Int {
    var counts: [Line: Int] = [:]
    for line in old { counts[line, default: 0] += 1 }
    for line in new { counts[line, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
