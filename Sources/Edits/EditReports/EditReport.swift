package import Diagnostics
package import EditComparison
import FileSystem
import BaseValues
import TimelineModel
import Workspace

/// What two versions of an edit have different, ready to be told.
package struct EditReport {
  package let base: EditVersion
  package let other: EditVersion
  package let edit: EditChanges
  package let words: EditWords
  /// `nil` where nothing was composed.
  package var movie: MovieDifference?
  /// Projects that they show and that are not the same, by their paths.
  package let projects: [String]
  /// Media of which both versions know the content and have another one, by their paths.
  package var media: [String] = []

  /// Whether nothing was changed.
  package var isEmpty: Bool { edit.changes.isEmpty && projects.isEmpty && media.isEmpty }

  /// How long the movie is, in both versions; `nil` where that is the same or not known.
  var lengths: String? {
    words.lengths ?? movie?.lengths.flatMap { words.lengths(from: $0.base, to: $0.other) }
  }

  package init(_ base: EditVersion, _ other: EditVersion) {
    self.base = base
    self.other = other
    edit = EditChanges(base.tree, other.tree, mediaEnds: (base.mediaEnds, other.mediaEnds))
    words = EditWords(edit)
    let (a, b) = (base.shownProjects, other.shownProjects)
    projects = Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
  }

  /// Where a part is written, as `promo.json:12:7`; `nil` where it is not there.
  package func place(_ range: SourceRange, in version: EditVersion) -> SourcePosition? {
    range.isNone ? nil : version.file.position(ofOffset: range.lower)
  }

  // MARK: - Text

  /// One line a change, under what it belongs to.
  package func text(color: Bool) -> String {
    if isEmpty { return "no change" }
    let paint = Paint(isOn: color)
    var lines = lengths.map { [paint.strong(TerminalText.visible($0))] } ?? []
    let all = words.lines
    let width = all.compactMap { $0.time?.count }.max() ?? 0
    var section = ""
    for (change, line) in zip(edit.changes, all) {
      if line.section != section {
        section = line.section
        lines.append(paint.strong(TerminalText.visible(section)))
      }
      let time = line.time ?? ""
      let padding = String(repeating: " ", count: width - time.count)
      let places = [(line.baseRange, base), (line.otherRange, other)].compactMap { range, version in
        range.isNone ? nil : version.file.place(of: range, called: version.name)
      }
      let consequence = consequence(of: change)
      let told = consequence.isEmpty ? "" : " [\(consequence)]"
      lines.append(
        "  \(padding)\(paint.faint(time))\(width == 0 ? "" : "  ")"
          + paint.change(TerminalText.visible(line.words), change)
          + paint.faint(TerminalText.visible(told))
          + paint.faint(TerminalText.visible(" (\(places.joined(separator: ", ")))")))
    }
    if !projects.isEmpty {
      lines.append(
        paint.strong(
          projects.allSatisfy { $0.hasSuffix(".json") }
            ? "projects that are shown" : "projects and captions that are shown"))
      for path in projects {
        let consequence = consequence(ofProject: path)
        let told = consequence.isEmpty ? "" : paint.faint(" [\(consequence)]")
        lines.append("  " + TerminalText.visible(projectWords(path)) + told)
        lines += projectChanges(path).map { "    " + TerminalText.visible($0) }
      }
    }
    if !media.isEmpty {
      lines.append(paint.strong("media files"))
      for path in media {
        lines.append("  " + TerminalText.visible("'\(path)' has another content"))
      }
    }
    if let movie { lines.append(paint.strong(total(of: movie))) }
    return lines.joined(separator: "\n")
  }

  /// What has become of a project that is shown.
  package func projectWords(_ path: String) -> String {
    if base.shownProjects[path] == nil { return "'\(path)' is shown" }
    if other.shownProjects[path] == nil { return "'\(path)' is not shown any more" }
    return "'\(path)' was changed"
  }

  /// Lines that are told of a project that is shown.
  private static let projectLineLimit = 12

  /// What was changed in a project that is shown, a line for each change; none where a version has none
  /// that can be read.
  package func projectChanges(_ path: String) -> [String] {
    let trees = [base, other].compactMap { version -> EditTree? in
      guard let bytes = version.shownProjects[path] else { return nil }
      let (value, findings) = JSONParser.parse(SourceFile(path: path, bytes: bytes), as: .project)
      guard let value, !findings.containsErrors, case .object = value.kind else { return nil }
      return EditTree(value)
    }
    guard trees.count == 2 else { return [] }
    let all = EditWords(EditChanges(trees[0], trees[1])).lines.map { line in
      "\(line.section): \(line.time.map { "\($0) " } ?? "")\(line.words)"
    }
    let rest = all.count - Self.projectLineLimit
    return rest > 1
      ? all.prefix(Self.projectLineLimit) + ["and \(rest) changes more"] : all
  }

  /// The frames and seconds that differ where a project is shown.
  private func consequence(ofProject path: String) -> String {
    let edits = (edit.matching.base, edit.matching.other)
    return Self.consequence(
      movie?.share(
        at: edit.baseLayout.times(ofProject: path, in: edits.0),
        edit.otherLayout.times(ofProject: path, in: edits.1)))
  }

  /// How many changes of which kind there are in each part.
  package func summary() -> String {
    var sections: [(name: String, kinds: [String: Int])] = []
    for (change, line) in zip(edit.changes, words.lines) {
      if sections.last?.name != line.section { sections.append((line.section, [:])) }
      sections[sections.count - 1].kinds[change.kind.name, default: 0] += 1
    }
    let width = sections.map(\.name.count).max() ?? 0
    var lines = sections.map { section in
      let kinds = section.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      let padding = String(repeating: " ", count: width - section.name.count)
      return TerminalText.visible(" \(section.name)\(padding) | \(kinds)")
    }
    let count = edit.changes.count + projects.count + media.count
    var last = count == 0 ? "no change" : count == 1 ? "1 change" : "\(count) changes"
    if let movie { last += "; \(total(of: movie))" }
    lines.append(last)
    return lines.joined(separator: "\n")
  }

  /// The frames and seconds that differ where a change is seen or heard; `nil` where nothing was
  /// composed.
  package func share(of change: EditChange) -> (frames: [Int], seconds: [Int])? {
    movie?.share(of: change, as: edit.senses(of: change))
  }

  /// `frames 12..17, seconds 3..4 of sound`; empty where nothing follows or nothing was composed.
  func consequence(of change: EditChange) -> String { Self.consequence(share(of: change)) }

  private static func consequence(_ share: (frames: [Int], seconds: [Int])?) -> String {
    guard let share else { return "" }
    var parts: [String] = []
    if !share.frames.isEmpty { parts.append(NumberRuns.text(share.frames, of: "frame")) }
    if !share.seconds.isEmpty {
      parts.append(NumberRuns.text(share.seconds, of: "second") + " of sound")
    }
    return parts.joined(separator: ", ")
  }

  private func total(of movie: MovieDifference) -> String {
    totals(of: movie).joined(separator: "; ")
  }

  /// What differs of pictures, and of sound.
  func totals(of movie: MovieDifference) -> [String] {
    if movie.frames.isEmpty, movie.seconds.isEmpty { return ["no frame and no sound differs"] }
    var parts: [String] = []
    if !movie.frames.isEmpty {
      parts.append(
        "\(movie.frames.count) of \(movie.frameCount) frames differ: "
          + NumberRuns.text(movie.frames, limit: 8))
    }
    if !movie.seconds.isEmpty {
      parts.append(
        "\(movie.seconds.count) of \(movie.secondCount) seconds of sound differ: "
          + NumberRuns.text(movie.seconds, limit: 8))
    }
    return parts
  }
}

/// Colours of a terminal, or none.
package struct Paint {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func strong(_ text: String) -> String { painted(text, "1") }
  func faint(_ text: String) -> String { text.isEmpty ? "" : painted(text, "2") }

  package func change(_ text: String, _ change: EditChange) -> String {
    if case .added = change.kind { return painted(text, "32") }
    if case .removed = change.kind { return painted(text, "31") }
    if case .rippled = change.kind { return painted(text, "36") }
    return text
  }

  private func painted(_ text: String, _ code: String) -> String {
    isOn ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}

extension EditLayout {
  /// When the project of a file is shown, by its path from the folder of the one that shows it.
  fileprivate func times(ofProject path: String, in tree: EditTree) -> [TimeRange] {
    guard let media = tree.child(EditTree.root, "media") else { return [] }
    let uses = tree.mediaUses
    return tree[media].children.filter { entry in
      guard let project = tree.child(entry, "project"),
        case .string(let written) = tree[project].value.kind
      else { return false }
      return Paths.plain(written) == path
    }.flatMap { times(ofShown: tree[$0].key, uses) }
  }
}
