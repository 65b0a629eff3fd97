extension Diagnostic {
  /// True when `self` is printed before `other`: by place, then severity, id and message.
  ///
  /// A finding without a place comes first.
  fileprivate func precedes(_ other: Diagnostic) -> Bool? {
    if range.lower != other.range.lower { return range.lower < other.range.lower }
    if severity != other.severity { return severity < other.severity }
    if id != other.id { return id < other.id }
    if range.upper != other.range.upper { return range.upper < other.range.upper }
    if message != other.message { return message < other.message }
    return nil
  }
}

extension Sequence<Diagnostic> {
  /// The findings in printing order: by place, then severity, then id; equal ones appear once.
  ///
  /// The order does not depend on the order they were found in, unless they differ in notes,
  /// labels and fixes alone.
  package func sortedByLocation() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    // The position decides last, as `sort` does not promise to be stable.
    return enumerated()
      .filter { seen.insert($0.element).inserted }
      .sorted { $0.element.precedes($1.element) ?? ($0.offset < $1.offset) }
      .map(\.element)
  }

  /// True when at least one of the findings is an error.
  package var containsErrors: Bool { contains { $0.severity == .error } }
}

extension Sequence<Diagnostic> {
  /// The findings without the many that say the same: of those with one id and message at most
  /// `sameText` are kept, and of those with one id at most `sameID`.
  ///
  /// The order is kept. The last one that is kept of a kind tells how many more there are, and
  /// where the next of them is.
  package func folded(sameText: Int, sameID: Int) -> [Diagnostic] {
    folded(to: sameText) { [$0.id.rawValue, $0.message] }.folded(to: sameID) { [$0.id.rawValue] }
  }

  private func folded(
    to limit: Int, _ kind: (Diagnostic) -> [String]
  ) -> [Diagnostic] {
    var kept: [Diagnostic] = []
    var counts: [[String]: (total: Int, last: Int, next: SourceRange)] = [:]
    for finding in self {
      var count = counts[kind(finding)] ?? (0, 0, .none)
      count.total += 1
      if count.total <= limit {
        count.last = kept.count
        kept.append(finding)
      } else if count.total == limit + 1 {
        count.next = finding.range
      }
      counts[kind(finding)] = count
    }
    for count in counts.values where count.total > limit && limit > 0 {
      kept[count.last].notes.append(
        Note(
          message: "and \(count.total - limit) more like it, the next one here",
          range: count.next.isNone ? nil : count.next))
    }
    return kept
  }
}

extension Collection<Diagnostic> {
  /// The first `limit` findings and how many are left out.
  ///
  /// The order is kept, but graver ones are preferred, so that no error is hidden by warnings.
  package func capped(to limit: Int) -> (shown: [Diagnostic], hidden: Int) {
    if count <= limit { return (Array(self), 0) }
    var room = Swift.max(limit, 0)
    var kept: [Int] = []
    for severity in Severity.allCases {
      for (index, diagnostic) in enumerated() where diagnostic.severity == severity && room > 0 {
        kept.append(index)
        room -= 1
      }
    }
    let all = Array(self)
    return (kept.sorted().map { all[$0] }, count - kept.count)
  }
}
