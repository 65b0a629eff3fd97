/// Finds what the user may have meant.
package enum Suggestion {
  /// The candidate that is closest to a word, or nil when none is close.
  ///
  /// Insertions, deletions, replacements and swaps of neighbours count one each; upper and lower
  /// case count as the same. Words up to two characters must match but for case; then one change is
  /// allowed for every full three characters of the longer word, at most three. The first of
  /// equally close candidates wins.
  /// - Complexity: O(the length of both) for each candidate; long words have no suggestion.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    guard word.utf8.count <= 128 else { return nil }
    let wanted = Array(word.lowercased())
    guard !wanted.isEmpty else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= 256 {
      let letters = Array(candidate.lowercased())
      let allowed = threshold(max(wanted.count, letters.count))
      guard abs(letters.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, letters)
      if distance <= allowed, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The candidates that are nearest to a word, at most `count`, the nearest first.
  ///
  /// First those that ``closest(to:among:)`` would take, by their distance; then those of which the
  /// word is a part or that are a part of it, or that begin with the same three letters.
  /// - Complexity: O(the length of both) for each candidate; long words have no suggestion.
  package static func nearest(
    to word: String, among candidates: [String], count: Int = 3
  ) -> [String] {
    guard word.utf8.count <= 128 else { return [] }
    let lowercase = word.lowercased()
    let wanted = Array(lowercase)
    guard !wanted.isEmpty else { return [] }
    var found: [(candidate: String, distance: Int)] = []
    for candidate in candidates where candidate.utf8.count <= 256 {
      let other = candidate.lowercased()
      let letters = Array(other)
      let distance = distance(wanted, letters)
      let shorter = min(wanted.count, letters.count)
      if distance <= threshold(max(wanted.count, letters.count)) {
        found.append((candidate, distance))
      } else if shorter >= 3,
        other.contains(lowercase) || lowercase.contains(other)
          || wanted.prefix(3) == letters.prefix(3)
      {
        found.append((candidate, 100 + distance))
      }
    }
    // The order decides last, as `sort` does not promise to be stable.
    let ordered = found.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    return ordered.prefix(count).map(\.element.candidate)
  }

  /// How many changes are allowed in a word of this length.
  private static func threshold(_ length: Int) -> Int {
    length <= 2 ? 0 : min(3, length / 3)
  }

  /// The number of changes between two words, none of them inside an earlier swap.
  ///
  /// "Optimal string alignment", after Damerau (1964) and Levenshtein (1966).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
