/// How much a finding matters.
package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The project cannot be rendered; cannot be silenced.
  case error
  /// The project can be rendered, but perhaps not as meant.
  case warning
  /// For information.
  case note

  /// The graver one is less, so errors sort first.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

/// A finding about the project, for people and for programs.
package struct Diagnostic: Hashable, Sendable {
  /// Where the cause lies.
  package enum Origin: String, Hashable, Sendable {
    /// In what is written in the project.
    case project
    /// In a file that the project names.
    case media
    /// In what the system allows or gives.
    case system
  }

  /// Which finding it is.
  package var id: MessageID
  /// How much it matters.
  package var severity: Severity
  /// Where the cause lies, which decides how a command ends that stops at it.
  package var origin: Origin
  /// What is wrong, with the user's words and the numbers; lower case, no full stop.
  package var message: String
  /// The place; `.none` when it concerns no place in the file.
  package var range: SourceRange
  /// A few words printed after the carets.
  package var label: String?
  /// Further facts, above all the second place.
  package var notes: [Note]
  /// Ways out, the best first.
  package var fixes: [Fix]
  /// Whether the line that it is about may be shown: not where the file is another one than its name
  /// says, and perhaps nothing that is meant for whoever reads this.
  package var showsLine: Bool

  /// A finding; only the id and the message are needed.
  package init(
    id: MessageID, severity: Severity = .error, origin: Origin = .project, message: String,
    range: SourceRange = .none,
    label: String? = nil, notes: [Note] = [], fixes: [Fix] = [], showsLine: Bool = true
  ) {
    self.id = id
    self.severity = severity
    self.origin = origin
    self.message = message
    self.range = range
    self.label = label
    self.notes = notes
    self.fixes = fixes
    self.showsLine = showsLine
  }
}

/// A fact that belongs to a finding, often with a second place.
package struct Note: Hashable, Sendable {
  /// The fact; lower case, no full stop.
  package var message: String
  /// The place it is about.
  package var range: SourceRange?

  /// A fact and perhaps its place.
  package init(message: String, range: SourceRange? = nil) {
    self.message = message
    self.range = range
  }
}

/// A way to resolve a finding.
package struct Fix: Hashable, Sendable {
  /// Replaces a range of the file; an empty range inserts.
  package struct Edit: Hashable, Sendable {
    /// The bytes to replace.
    package var range: SourceRange
    /// The text to put there; empty to delete.
    package var replacement: String

    /// Replaces `range` by `replacement`.
    package init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// What to do, as an order: `set "out" to "00:00:10:00"`.
  package var message: String
  /// How to do it; empty where only advice can be given.
  package var edits: [Edit]
  /// Whether it may be applied unseen: it says what was written, spelled as the format wants it.
  ///
  /// A fix is certain when the words in the file can be read in one way only and none of them is
  /// lost: another spelling of the same value (`"3sec"`, `"40"` for a number, `"29,97"`), a key that
  /// differs in case or hyphens alone, a quote or comma that is missing. What is likely because two
  /// words look alike, what chooses among several ways, and what takes words out (a comment, one of
  /// two equal keys) is not.
  package var isCertain: Bool
  /// Whether it corrects the name or the spelling of a value, which is right wherever the value is taken.
  package var isSpelling = false

  /// A way out; without edits it is advice.
  package init(message: String, edits: [Edit] = [], isCertain: Bool = false) {
    self.message = message
    self.edits = edits
    self.isCertain = isCertain && !edits.isEmpty
  }

  /// A way out that replaces one range.
  package init(
    message: String, replacing range: SourceRange, with replacement: String,
    isCertain: Bool = false
  ) {
    self.init(
      message: message, edits: [Edit(range: range, replacement: replacement)],
      isCertain: isCertain)
  }
}
