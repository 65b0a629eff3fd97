import EditReports
package import Workspace
import Diagnostics
import GitRepository

/// The versions of a project, each with what it has changed.
package struct EditLog {
  package var history: EditHistory
  /// Whether frames and sound are compared.
  package var movies: Bool
  /// How many versions are told of.
  package var limit: Int

  package init(history: EditHistory, movies: Bool, limit: Int) {
    (self.history, self.movies, self.limit) = (history, movies, limit)
  }

  /// Tells them as soon as they are known, with line ends.
  package func tell(
    color: Bool, _ take: (_ text: String) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let paint = Paint(isOn: color)
    var lastNote: String?
    for index in told {
      let version = history.versions[index]
      let changes = try changes(of: index)
      var lines = [paint.strong(TerminalText.visible(version.heading))]
      if let report = changes.report {
        let text = report.text(color: color)
        lines += text.split(separator: "\n").map { "  " + $0 }
      }
      // What keeps one version from being compared mostly keeps those before it, too.
      switch changes.note {
      case let note? where note == lastNote && note.hasPrefix(VersionChanges.notCompared):
        lines.append("  \(VersionChanges.notCompared) either")
      case let note? where note == lastNote && note.hasSuffix(VersionChanges.knownByName): break
      case let note?: lines.append("  " + TerminalText.visible(note))
      case nil: break
      }
      lastNote = changes.note ?? lastNote
      try take(lines.joined(separator: "\n") + "\n")
    }
  }

  /// What is to be said after them; `nil` for nothing.
  package var note: String? {
    history.isCutOff && limit >= history.versions.count
      ? "note: this copy of the repository is shallow; older commits are not in it" : nil
  }

  /// All of them as data.
  package func json() throws(CommandFailure) -> String {
    var json = JSONWriter(.pretty)
    try json.array { json throws(CommandFailure) in
      for index in told {
        let changes = try changes(of: index)
        json.object { json in
          history.versions[index].write(&json)
          json.member("note", changes.note)
          changes.report?.writeMembers(&json)
        }
      }
    }
    return json.text
  }

  /// Versions that changed anything: not a merge that is one of the versions merged.
  private var told: [Int] {
    let all = history.versions.indices.filter { index in
      let version = history.versions[index]
      if let wanted = history.wanted, !wanted.contains(version.commit?.hash ?? "") { return false }
      return version.parents.isEmpty || version.commit == nil
        || version.parents.allSatisfy { !history.versions[$0].isSame(as: version) }
        || version.parents.contains {
          history.versions[$0].commit?.path != version.commit?.path
        }
    }
    return Array(all.prefix(limit))
  }

  private func changes(of index: Int) throws(CommandFailure) -> VersionChanges {
    var skipped: [Int] = []
    // Words need no plan, only a text that can be read.
    var parent = history.versions[index].parents.first
    while let before = parent, history.versions[before].object != nil,
      let next = history.versions[before].parents.first,
      try VersionChanges.edit(before, in: history) == nil
    {
      skipped.append(before)
      parent = next
    }
    var changes = try VersionChanges(index, since: parent, in: history, movies: movies)
    if !skipped.isEmpty {
      let names = skipped.map { history.versions[$0].name }.joined(separator: ", ")
      let words = "compared with the version before \(names), which cannot be read"
      changes.note = changes.note.map { "\($0); \(words)" } ?? words
    }
    return changes
  }
}
