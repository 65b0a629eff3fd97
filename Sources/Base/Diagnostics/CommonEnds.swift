/// With how many elements two lists begin and end alike; none counts for both.
struct CommonEnds: Sendable {
  let head: Int
  let tail: Int

  /// - Complexity: O(elements).
  init<Element: Equatable>(of first: [Element], and second: [Element]) {
    let shorter = min(first.count, second.count)
    var (head, tail) = (0, 0)
    while head < shorter, first[head] == second[head] { head += 1 }
    while tail < shorter - head, first[first.count - 1 - tail] == second[second.count - 1 - tail] {
      tail += 1
    }
    (self.head, self.tail) = (head, tail)
  }
}
