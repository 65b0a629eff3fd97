import Diagnostics

/// Two versions of a text as one, with git's marks around the lines in which they differ.
struct ConflictText {
  private let ours: SidedText
  private let theirs: SidedText
  /// What both come from; `nil` where it is not shown.
  private let base: SidedText?

  /// - Parameters:
  ///   - ours: a project in canonical form, and `theirs` another one.
  ///   - conflicts: where they differ, and why.
  ///   - base: the version that both come from, with where each conflict is in it; `nil` where it is
  ///     not to be shown.
  init(
    ours: String, theirs: String, conflicts: [MergeConflict], names: ConflictNames,
    base: (text: String, paths: [[MergeConflict.Step]?])?
  ) {
    let mine = SourceFile(path: "", text: ours)
    let other = SourceFile(path: "", text: theirs)
    self.ours = SidedText(mine, conflicts.map { ($0.oursPath, names.ours($0), $0.kind) })
    self.theirs = SidedText(other, conflicts.map { ($0.theirsPath, names.theirs($0), $0.kind) })
    self.base = base.map { base in
      let file = SourceFile(path: "", text: base.text)
      return SidedText(file, zip(base.paths, conflicts).map { ($0, "", $1.kind) })
    }
  }

  func text(markSize: Int) -> String {
    func mark(_ character: Character) -> String { String(repeating: character, count: markSize) }
    var result = ""
    for hunk in LineHunk.between(ours.lines, theirs.lines) {
      result += ours.lines[hunk.same].joined()
      guard !hunk.first.isEmpty || !hunk.second.isEmpty else { continue }
      let reasons = ours.reasons(in: hunk.first).union(theirs.reasons(in: hunk.second)).sorted()
      result += "\(mark("<")) \(ours.label("ours", reasons))\n"
      result += ours.lines[hunk.first].joined()
      if let base {
        result += "\(mark("|")) base\n"
        result += base.lines(of: reasons).joined()
      }
      result += "\(mark("="))\n"
      result += theirs.lines[hunk.second].joined()
      result += "\(mark(">")) \(theirs.label("theirs", reasons))\n"
    }
    return result
  }
}

/// One side of a text with conflicts.
private struct SidedText {
  /// With their ends.
  let lines: [Substring]
  /// What the side does in each conflict.
  private let words: [String]
  /// The lines of each conflict, counted from 0, as far as it has any on this side.
  private let places: [ClosedRange<Int>?]

  init(
    _ file: SourceFile,
    _ conflicts: [(path: [MergeConflict.Step]?, words: String, kind: MergeConflict.Kind)]
  ) {
    lines = file.text(in: SourceRange(lower: 0, upper: file.bytes.count))
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0 + "\n" }
      .map { Substring($0) }
    words = conflicts.map(\.words)
    let root = JSONParser.parse(file).value
    places = conflicts.map { conflict in
      guard let path = conflict.path, let range = root?.range(at: path.reversed()) else {
        return nil
      }
      let first = file.position(ofOffset: range.lower).line - 1
      return first...max(first, file.position(ofOffset: range.upper).line - 1)
    }
  }

  /// The conflicts that lie in some lines.
  func reasons(in lines: Range<Int>) -> Set<Int> {
    Set(places.indices.filter { places[$0].map { lines.overlaps($0) } ?? false })
  }

  /// The lines in which some conflicts are, each once.
  func lines(of reasons: [Int]) -> [Substring] {
    var wanted: Set<Int> = []
    for reason in reasons { if let range = places[reason] { wanted.formUnion(range) } }
    return wanted.sorted().map { lines[$0] }
  }

  /// The name of the side and what it does, on one line.
  func label(_ side: String, _ reasons: [Int]) -> String {
    var said: [String] = []
    for reason in reasons where !words[reason].isEmpty && !said.contains(words[reason]) {
      said.append(words[reason])
    }
    guard !said.isEmpty else { return side }
    let text = TerminalText.visible(said.joined(separator: "; "))
    return "\(side): \(text.count > 160 ? text.prefix(159) + "…" : text[...])"
  }
}

extension JSONValue {
  /// Where a part is written, with its key; `nil` where there is no such part.
  fileprivate func range(at path: [MergeConflict.Step]) -> SourceRange? {
    var value = self
    var range = self.range
    for step in path {
      switch (step, value.kind) {
      case (.key(let key), .object(let members)):
        guard let member = members.first(where: { $0.key == key }) else { return nil }
        value = member.value
        range = member.keyRange.union(value.range)
      case (.index(let index), .array(let items)):
        guard items.indices.contains(index) else { return nil }
        value = items[index]
        range = value.range
      default: return nil
      }
    }
    return range
  }
}
