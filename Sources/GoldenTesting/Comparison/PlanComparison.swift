import PlanModel

/// The plan as it is kept, and compared line by line.
enum PlanComparison {
  /// What `cutlist plan` prints, without the hashes of sources, which depend on libav's version.
  static func text(_ plan: RenderPlan) -> String {
    PlanDump.text(plan.restricted(to: 0..<plan.output.frameCount), contentHashes: false)
  }

  /// How many lines a result shows.
  static let shownLines = 5

  /// - Complexity: O(lines), after what is the same at both ends has been left out.
  static func compare(_ actual: String, with expected: String) -> PlanResult {
    let old = lines(expected)
    let new = lines(actual)
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    var result = PlanResult(lines: [], differingCount: 0)
    for index in start..<max(oldEnd, newEnd) {
      let before = index < oldEnd ? old[index] : nil
      let after = index < newEnd ? new[index] : nil
      guard before != after else { continue }
      result.differingCount += 1
      if result.lines.count < shownLines {
        result.lines.append(
          PlanResult.Line(number: index + 1, expected: before, actual: after))
      }
    }
    return result
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
