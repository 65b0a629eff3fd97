/// Where the bytes of a text are after it was changed.
///
/// What both texts begin with and end with alike has stayed; one change after another makes one that
/// holds all of them.
package struct SourceMovement: Sendable {
  private let prefix: Int
  private let suffix: Int
  private let distance: Int
  private let isSame: Bool

  /// - Complexity: O(bytes).
  package init(from old: [UInt8], to new: [UInt8]) {
    isSame = old == new
    let ends = CommonEnds(of: old, and: new)
    prefix = ends.head
    suffix = old.count - ends.tail
    distance = new.count - old.count
  }

  /// What is other in the new text; empty where something was taken out.
  package var changed: SourceRange { SourceRange(lower: prefix, upper: suffix + distance) }

  /// The same in whole lines, counted from 1: so many from the first on are where they were, and all from `moved` on are
  /// `distance` lines further on.
  package func lines(
    from old: SourceFile, to new: SourceFile
  ) -> (same: Int, moved: Int, distance: Int) {
    if isSame { return (old.lineCount, old.lineCount + 1, 0) }
    let first = old.position(ofOffset: prefix).line
    let rest = old.position(ofOffset: suffix)
    let moved = rest.column == 1 ? rest.line : rest.line + 1
    return (first - 1, moved, new.lineCount - old.lineCount)
  }

  /// Where a range of the old text is in the new one; `nil` where it was changed.
  package func moved(_ range: SourceRange) -> SourceRange? {
    if isSame || range.upper <= prefix { return range }
    return range.lower >= suffix ? range.shifted(by: distance) : nil
  }
}

extension Diagnostic {
  /// The finding in the text as it is now; `nil` where its place was changed. Notes lose places that were,
  /// and fixes whose places were are left out.
  package func moved(by movement: SourceMovement) -> Diagnostic? {
    guard let place = movement.moved(range) else { return nil }
    var finding = self
    finding.range = place
    finding.notes = notes.map { note in
      Note(message: note.message, range: note.range.flatMap { movement.moved($0) })
    }
    finding.fixes = fixes.compactMap { fix in
      var fix = fix
      for (index, edit) in fix.edits.enumerated() {
        guard let place = movement.moved(edit.range) else { return nil }
        fix.edits[index].range = place
      }
      return fix
    }
    return finding
  }
}
