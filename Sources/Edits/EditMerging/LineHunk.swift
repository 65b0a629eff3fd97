import Diagnostics

/// Lines that two texts share, and lines after them that they do not.
struct LineHunk: Equatable {
  /// In the first text.
  var same: Range<Int>
  var first: Range<Int>
  var second: Range<Int>

  /// All hunks of two texts, from their first lines to their last ones.
  ///
  /// - Complexity: that of `LineChanges`.
  static func between(_ first: [Substring], _ second: [Substring]) -> [LineHunk] {
    let changes = LineChanges(from: first, to: second)
    let (removed, inserted) = (changes.removed, changes.inserted)
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
}
