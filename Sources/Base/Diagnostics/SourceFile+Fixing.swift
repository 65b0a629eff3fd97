extension SourceFile {
  /// The edits of all certain fixes that can be made at once, in order of their places.
  ///
  /// Of each finding the first certain fix counts. Where two fixes overlap, or insert at the same
  /// place, the one that begins first is taken, and the other one is left for the next time.
  package func certainEdits(of findings: some Sequence<Diagnostic>) -> [Fix.Edit] {
    let fixes = findings.compactMap { finding -> [Fix.Edit]? in
      guard let edits = finding.fixes.first(where: \.isCertain)?.edits else { return nil }
      let ordered = edits.sorted {
        ($0.range.lower, $0.range.upper) < ($1.range.lower, $1.range.upper)
      }
      return ordered.allSatisfy { owns($0.range) } ? ordered : nil
    }
    let order = fixes.indices.sorted { left, right in
      let (a, b) = (fixes[left][0].range, fixes[right][0].range)
      return (a.lower, a.upper, left) < (b.lower, b.upper, right)
    }
    var taken: [Fix.Edit] = []
    // Where the edits so far reach to: a fix with several edits keeps all between them to itself.
    var end = -1
    for index in order {
      let edits = fixes[index]
      guard edits[0].range.lower > end || (edits[0].range.lower == end && !edits[0].range.isEmpty),
        isOrdered(edits)
      else { continue }
      taken += edits
      end = edits.reduce(end) { max($0, $1.range.upper) }
    }
    return taken
  }

  private func isOrdered(_ edits: [Fix.Edit]) -> Bool {
    edits.indices.dropFirst().allSatisfy {
      edits[$0 - 1].range.upper <= edits[$0].range.lower
    }
  }
}
