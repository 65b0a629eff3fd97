import PlanModel

/// The plan as it is kept, and compared line by line.
enum PlanComparison {
  /// What `cutlist plan` prints, without the hashes of sources that are no files: they depend on
  /// libav's version.
  static func text(_ plan: RenderPlan) -> String {
    PlanDump.text(plan.restricted(to: 0..<plan.output.frameCount), contentHashes: false)
  }

  /// Whether a text begins as plans do: lines of any other file are not shown as differences.
  static func isPlan(_ text: String) -> Bool { text.starts(with: #/plan \d+x\d+ at /#) }

  /// How many lines a result shows.
  static let shownLines = 5

  /// A source is the same where its file has the same content, by whatever path, or the same path: what
  /// another content has changed is seen and heard.
  ///
  /// - Complexity: O(lines), after what is the same at both ends has been left out.
  static func compare(_ actual: String, with expected: String) -> PlanResult {
    let old = lines(expected)
    let new = lines(actual)
    var start = 0
    while start < min(old.count, new.count), isSame(old[start], new[start]) { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, isSame(old[oldEnd - 1], new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    var result = PlanResult(lines: [], differingCount: 0)
    for index in start..<max(oldEnd, newEnd) {
      let before = index < oldEnd ? old[index] : nil
      let after = index < newEnd ? new[index] : nil
      if let before, let after, isSame(before, after) { continue }
      result.differingCount += 1
      if result.lines.count < shownLines {
        result.lines.append(
          PlanResult.Line(number: index + 1, expected: before, actual: after))
      }
    }
    return result
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard let old = SourceLine(a), let new = SourceLine(b) else { return false }
    return old.words == new.words && old.path == new.path
      || old.hash != nil && old.hash == new.hash && old.words == new.words
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// The line of a file in a plan: `  beach file "../footage/beach.mp4" audio streams([1]) hash file:…`
private struct SourceLine {
  /// As written, in quotes.
  var path: Substring
  /// `nil` in a record of an older version.
  var hash: Substring?
  /// All else.
  var words: [Substring]

  /// - Returns: `nil` for a line of another kind.
  init?(_ line: String) {
    guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
    words = Self.words(line.dropFirst(2))
    guard words.count >= 3, ["file", "sequence"].contains(words[1]), words[2].hasPrefix("\"")
    else { return nil }
    path = words.remove(at: 2)
    if words.count >= 4, words[words.count - 2] == "hash" {
      hash = words.removeLast()
      words.removeLast()
    }
  }

  /// Words with a space between them; one in quotes may hold spaces.
  private static func words(_ text: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = text
    while !rest.isEmpty {
      var (isQuoted, isEscaped) = (false, false)
      let end = rest.firstIndex { character in
        defer { isEscaped = character == "\\" && !isEscaped }
        if character == "\"", !isEscaped { isQuoted.toggle() }
        return character == " " && !isQuoted
      }
      words.append(rest[..<(end ?? rest.endIndex)])
      rest = end.map { rest[rest.index(after: $0)...] } ?? ""
    }
    return words
  }
}
