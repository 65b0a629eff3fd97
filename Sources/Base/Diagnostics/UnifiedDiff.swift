/// What changed between two texts, as `diff -u` writes it and `patch -p0` reads it.
package enum UnifiedDiff {
  /// Lines shown before and after each change.
  static let context = 3

  /// The difference; empty where there is none.
  ///
  /// - Parameter path: the name in both header lines.
  /// - Complexity: O(lines) where no line is added or taken away, which mending seldom does; else
  ///   Myers' algorithm between the first and the last line that differ, and one block from the
  ///   first to the last where there are thousands.
  package static func text(path: String, from old: [UInt8], to new: [UInt8]) -> String {
    let before = lines(old)
    let after = lines(new)
    let steps = steps(before, after)
    guard steps.contains(where: { $0 != .keep }) else { return "" }
    var result = "--- \(path)\n+++ \(path)\n"
    for hunk in hunks(steps) { result += text(hunk, steps, before, after) }
    return result
  }

  // MARK: - Lines

  /// The lines with their ends; the last one may have none.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  enum Step {
    case keep, remove, insert
  }

  /// How to get from one text to the other, removals before insertions.
  static func steps(
    _ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>]
  ) -> [Step] {
    if before.count == after.count {
      return replaced(zip(before, after).map { $0 == $1 })
    }
    let changes = LineChanges(from: before, to: after)
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < before.count || j < after.count {
      if i < before.count, changes.removed[i] {
        steps.append(.remove)
        i += 1
      } else if j < after.count, changes.inserted[j] {
        steps.append(.insert)
        j += 1
      } else {
        steps.append(.keep)
        i += 1
        j += 1
      }
    }
    return steps
  }

  /// Lines that are the same or not, pair by pair; neighbours that are not form one change.
  private static func replaced(_ isSame: [Bool]) -> [Step] {
    var steps: [Step] = []
    var changed = 0
    func flush() {
      steps += Array(repeating: .remove, count: changed)
      steps += Array(repeating: .insert, count: changed)
      changed = 0
    }
    for same in isSame {
      if same {
        flush()
        steps.append(.keep)
      } else {
        changed += 1
      }
    }
    flush()
    return steps
  }

  // MARK: - Hunks

  /// Ranges of steps that are shown: each change with its context, joined where they meet.
  private static func hunks(_ steps: [Step]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index] != .keep {
      let lower = max(0, index - context)
      let upper = min(steps.count, index + 1 + context)
      if let last = hunks.last, lower <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<upper
      } else {
        hunks.append(lower..<upper)
      }
    }
    return hunks
  }

  private static func text(
    _ hunk: Range<Int>, _ steps: [Step], _ before: [ArraySlice<UInt8>],
    _ after: [ArraySlice<UInt8>]
  ) -> String {
    var old = steps[..<hunk.lowerBound].count { $0 != .insert }
    var new = steps[..<hunk.lowerBound].count { $0 != .remove }
    let oldCount = steps[hunk].count { $0 != .insert }
    let newCount = steps[hunk].count { $0 != .remove }
    var result = "@@ -\(span(old, oldCount)) +\(span(new, newCount)) @@\n"
    for step in steps[hunk] {
      switch step {
      case .keep:
        result += line(" ", before[old])
        old += 1
        new += 1
      case .remove:
        result += line("-", before[old])
        old += 1
      case .insert:
        result += line("+", after[new])
        new += 1
      }
    }
    return result
  }

  /// Where a hunk lies: first line and number of lines; the line before it where it has none.
  private static func span(_ start: Int, _ count: Int) -> String {
    let first = count == 0 ? start : start + 1
    return count == 1 ? "\(first)" : "\(first),\(count)"
  }

  private static func line(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    let text = mark + String(decoding: bytes, as: UTF8.self)
    return bytes.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
