import PlanModel

/// The plan as it is kept, and compared line by line.
enum PlanComparison {
  /// What `cutlist plan` prints, without the hashes of sources that are no files: they depend on
  /// libav's version.
  static func lines(_ plan: RenderPlan) -> [PlanDump.Line] {
    PlanDump.lines(plan.restricted(to: 0..<plan.output.frameCount), contentHashes: false)
  }

  /// Whether a text begins as plans do: lines of any other file are not shown as differences.
  static func isPlan(_ text: String) -> Bool { text.starts(with: #/plan \d+x\d+ at /#) }

  /// How many lines a result shows.
  static let shownLines = 5

  /// A source is the same where its file has the same content, by whatever path, or the same path: what
  /// another content has changed is seen and heard.
  ///
  /// - Complexity: O(lines), after what is the same at both ends has been left out.
  static func compare(_ new: [PlanDump.Line], with expected: String) -> PlanResult {
    var old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    if old.last == "" { old.removeLast() }
    var start = 0
    while start < min(old.count, new.count), new[start].isSame(as: old[start]) { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, new[newEnd - 1].isSame(as: old[oldEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    var result = PlanResult(lines: [], differingCount: 0)
    for index in start..<max(oldEnd, newEnd) {
      let before = index < oldEnd ? old[index] : nil
      let after = index < newEnd ? new[index] : nil
      if let before, let after, after.isSame(as: before) { continue }
      result.differingCount += 1
      if result.lines.count < shownLines {
        result.lines.append(
          PlanResult.Line(
            number: index + 1, expected: before.map(String.init), actual: after?.text))
      }
    }
    return result
  }
}
