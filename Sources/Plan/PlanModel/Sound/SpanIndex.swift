/// Finds the spans that sound in a range, however many there are and however long some are.
///
/// The spans in order of their first sample form a binary tree: the middle one of a stretch of the
/// list is the root of that stretch. Each knows the latest end in its stretch, so that stretches
/// that end before the range are passed over whole.
package struct SpanIndex: Sendable {
  private struct Entry: Sendable {
    let samples: Range<Int64>
    /// In the plan.
    let index: Int
    /// In the entry's own stretch.
    var latestEnd: Int64
  }

  private var entries: [Entry]

  /// - Parameter isMeant: leaves others out.
  /// - Complexity: O(n log n).
  package init(_ spans: [AudioSpan], where isMeant: (AudioSpan) -> Bool = { _ in true }) {
    entries = spans.enumerated().filter { !$0.element.samples.isEmpty && isMeant($0.element) }
      .map { Entry(samples: $1.samples, index: $0, latestEnd: $1.samples.upperBound) }
      .sorted { ($0.samples.lowerBound, $0.index) < ($1.samples.lowerBound, $1.index) }
    _ = noteEnds(in: 0..<entries.count)
  }

  /// The indices in the plan of the spans that have samples in `range`, rising.
  ///
  /// - Parameter visits: grows by the number of spans that were looked at.
  /// - Complexity: O(log n + k log k) for k spans found.
  package func indices(in range: Range<Int64>, visits: inout Int) -> [Int] {
    var found: [Int] = []
    if !range.isEmpty { collect(0..<entries.count, range, &found, &visits) }
    return found.sorted()
  }

  /// The indices in the plan of the spans that have samples in `range`, rising.
  package func indices(in range: Range<Int64>) -> [Int] {
    var visits = 0
    return indices(in: range, visits: &visits)
  }

  private func collect(
    _ stretch: Range<Int>, _ range: Range<Int64>, _ found: inout [Int], _ visits: inout Int
  ) {
    guard !stretch.isEmpty else { return }
    let middle = stretch.lowerBound + stretch.count / 2
    let entry = entries[middle]
    visits += 1
    guard entry.latestEnd > range.lowerBound else { return }
    collect(stretch.lowerBound..<middle, range, &found, &visits)
    guard entry.samples.lowerBound < range.upperBound else { return }
    if entry.samples.upperBound > range.lowerBound { found.append(entry.index) }
    collect(middle + 1..<stretch.upperBound, range, &found, &visits)
  }

  private mutating func noteEnds(in stretch: Range<Int>) -> Int64 {
    guard !stretch.isEmpty else { return .min }
    let middle = stretch.lowerBound + stretch.count / 2
    let sides = max(
      noteEnds(in: stretch.lowerBound..<middle), noteEnds(in: middle + 1..<stretch.upperBound))
    entries[middle].latestEnd = max(entries[middle].latestEnd, sides)
    return entries[middle].latestEnd
  }
}
