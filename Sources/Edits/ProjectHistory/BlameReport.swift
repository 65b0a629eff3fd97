import EditReports
package import Workspace
import Diagnostics
import EditComparison

/// Tells where a frame, a pixel or a sample comes from.
package struct BlameReport {
  package let subject: BlameSubject
  package let history: EditHistory
  package let trail: ContentTrail

  package init(subject: BlameSubject, history: EditHistory, trail: ContentTrail) {
    (self.subject, self.history, self.trail) = (subject, history, trail)
  }

  /// How many lines of a change, and how many moves, are told.
  private static let lineLimit = 5

  /// The subject, what made its content, and what moved it.
  package func text() throws(CommandFailure) -> String {
    var lines = [subject.name]
    if !subject.shows.isEmpty {
      lines.append("  shows    " + subject.shows.map { "'\($0)'" }.joined(separator: ", "))
    }
    let changes = try made(trail)
    lines.append("  content  \(heading(trail.version))")
    lines += told(changes.lines, in: trail.version)
    lines += changes.notes.map { "           \($0)" }
    for part in trail.parts {
      lines.append("  merged   \(heading(part.version))")
      let made = try made(part)
      lines += told(made.lines, in: part.version) + made.notes.map { "           \($0)" }
    }
    for (number, move) in trail.moves.prefix(Self.lineLimit).enumerated() {
      let label = number == 0 ? "  moved    " : "           "
      let unit = isSound ? "sample" : "frame"
      lines.append(
        label + history.versions[move.version].heading
          + ": \(unit) \(move.to), was \(unit) \(move.from)")
      lines += told(try moved(move), in: move.version)
    }
    if trail.moves.count > Self.lineLimit {
      lines.append("           and \(trail.moves.count - Self.lineLimit) commits before")
    }
    return lines.map { TerminalText.visible($0) }.joined(separator: "\n")
  }

  /// The same as data.
  package func json() throws(CommandFailure) -> String {
    let changes = try made(trail)
    var moves: [(ContentTrail.Move, [EditLine])] = []
    for move in trail.moves { moves.append((move, try moved(move))) }
    var json = JSONWriter(.pretty)
    try json.object { json throws(CommandFailure) in
      json.member("subject", subject.name)
      json.member(isSound ? "sample" : "frame", subject.position)
      json.key("shows")
      json.array(inline: true) { json in for name in subject.shows { json.string(name) } }
      json.key("content")
      json.object { json in
        history.versions[trail.version].write(&json)
        if isBegin(trail.version) { json.member("boundary", true) }
        json.member(isSound ? "sample" : "frame", trail.position)
        write(changes.lines, in: trail.version, &json)
        json.key("notes")
        json.array(inline: true) { json in for note in changes.notes { json.string(note) } }
      }
      json.key("merged")
      try json.array { json throws(CommandFailure) in
        for part in trail.parts {
          let made = try made(part)
          json.object { json in
            history.versions[part.version].write(&json)
            json.member(isSound ? "sample" : "frame", part.position)
            write(made.lines, in: part.version, &json)
          }
        }
      }
      json.key("moves")
      json.array { json in
        for (move, lines) in moves {
          json.object { json in
            history.versions[move.version].write(&json)
            json.member("from", move.from)
            json.member("to", move.to)
            write(lines, in: move.version, &json)
          }
        }
      }
    }
    return json.text
  }

  /// Whether it is from before what is asked for.
  private func isBegin(_ version: Int) -> Bool { history.unwanted.contains(version) }

  private func heading(_ version: Int) -> String {
    let words = history.versions[version].heading
    return isBegin(version) && !words.hasPrefix("^") ? "^" + words : words
  }

  private var isSound: Bool { if case .sound = subject.content { true } else { false } }

  // MARK: - Changes

  /// What was done where content comes from, and what there is to be said of that.
  private func made(
    _ trail: ContentTrail
  ) throws(CommandFailure) -> (lines: [EditLine], notes: [String]) {
    let version = trail.version
    var (told, notes): ([EditLine], [String]) = ([], [])
    if isBegin(version) {
      return ([], ["or one before it: the commits that are asked for come after it"])
    }
    // A merge has from each side what is not in the other.
    for parent in trail.parents.isEmpty ? [nil] : trail.parents.map({ $0 as Int? }) {
      let changes = try VersionChanges(version, since: parent, in: history, movies: true)
      if let note = changes.note, !notes.contains(note) { notes.append(note) }
      if let report = changes.report, report.edit.changes.isEmpty {
        notes += Self.words(ofFiles: report).filter { !notes.contains($0) }
      }
      for line in try lines(of: changes, at: trail.position, of: version)
      where !told.contains(where: { ($0.section, $0.words) == (line.section, line.words) }) {
        told.append(line)
      }
    }
    if trail.parents.isEmpty, let end = history.versions[version].end {
      let reason =
        end == "graft"
        ? "a graft ends its history there"
        : "this copy of the repository is shallow and ends there"
      notes = ["or one before it: \(reason)"]
    }
    for index in trail.skipped.prefix(Self.lineLimit) {
      guard case .unread(let reason) = try history.reading(index) else { continue }
      notes.append(
        "or \(history.versions[index].heading), of which there is no movie: \(reason)")
    }
    if trail.skipped.count > Self.lineLimit {
      notes.append(
        "or one of \(trail.skipped.count - Self.lineLimit) commits more of which there is no movie")
    }
    return (told, notes)
  }

  /// What has become of shown projects and of media, where nothing else was changed.
  private static func words(ofFiles report: EditReport) -> [String] {
    let projects = report.projects.flatMap { path in
      [report.projectWords(path)] + report.projectChanges(path).prefix(lineLimit).map { "  " + $0 }
    }
    return projects + report.media.map { "'\($0)' has another content" }
  }

  private func moved(_ move: ContentTrail.Move) throws(CommandFailure) -> [EditLine] {
    let changes = try VersionChanges(
      move.version, since: move.parent, in: history, movies: true)
    guard case .content(let content) = try history.reading(move.version),
      let time = content.time(of: move.to, isSound: isSound)
    else { return [] }
    return changes.lines(movedTo: time)
  }

  private func lines(
    of changes: VersionChanges, at position: Int64, of version: Int
  ) throws(CommandFailure) -> [EditLine] {
    guard isSound else { return changes.lines(frame: Int(position)) }
    guard case .content(let content) = try history.reading(version), content.sampleRate > 0 else {
      return []
    }
    return changes.lines(second: Int(position) / content.sampleRate)
  }

  // MARK: - Lines

  private func told(_ lines: [EditLine], in version: Int) -> [String] {
    let edit = edit(version, saying: lines)
    var result = lines.prefix(Self.lineLimit).map { line in
      "           \(line.section): \(line.words)\(edit.map { place(of: line, in: $0) } ?? "")"
    }
    if lines.count > Self.lineLimit {
      result.append("           and \(lines.count - Self.lineLimit) changes more")
    }
    return result
  }

  /// ` (3f2a1b9c:8:7)`; nothing for what is gone.
  private func place(of line: EditLine, in edit: EditVersion) -> String {
    if line.otherRange.isNone { return "" }
    return " (\(edit.file.place(of: line.otherRange, called: edit.name)))"
  }

  /// A version with its parts, where lines have places in it.
  private func edit(_ version: Int, saying lines: [EditLine]) -> EditVersion? {
    guard lines.contains(where: { !$0.otherRange.isNone }) else { return nil }
    return try? VersionChanges.edit(version, in: history)
  }

  private func write(_ lines: [EditLine], in version: Int, _ json: inout JSONWriter) {
    let file = edit(version, saying: lines)?.file
    json.key("changes")
    json.array { json in
      for line in lines {
        json.object { json in
          json.member("section", line.section)
          json.member("at", line.time)
          json.member("text", line.words)
          guard !line.otherRange.isNone, let file else { return }
          let path = file.path(of: line.otherRange)
          if path != file.path { json.member("file", path) }
          let position = file.position(ofOffset: line.otherRange.lower)
          json.member("line", position.line)
          json.member("column", position.column)
        }
      }
    }
  }
}
