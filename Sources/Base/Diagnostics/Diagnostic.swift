/// How much a finding matters.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The project cannot be rendered; cannot be silenced.
  case error
  /// The project can be rendered, but perhaps not as meant.
  case warning
  /// For information.
  case note

  /// The graver one is less, so errors sort first.
  public static func < (left: Severity, right: Severity) -> Bool {
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
public struct Diagnostic: Hashable, Sendable {
  /// Where the cause lies.
  public enum Origin: String, Hashable, Sendable {
    /// In what is written in the project.
    case project
    /// In a file that the project names.
    case media
    /// In what the system allows or gives.
    case system
  }

  /// Which finding it is.
  public var id: MessageID
  /// How much it matters.
  public var severity: Severity
  /// Where the cause lies, which decides how a command ends that stops at it.
  public var origin: Origin
  /// What is wrong, with the user's words and the numbers; lower case, no full stop.
  public var message: String
  /// The place; `.none` when it concerns no place in the file.
  public var range: SourceRange
  /// A few words printed after the carets.
  public var label: String?
  /// Further facts, above all the second place.
  public var notes: [Note]
  /// Ways out, the best first.
  public var fixes: [Fix]
  /// Whether the line that it is about may be shown: not where the file is another one than its name
  /// says, and perhaps nothing that is meant for whoever reads this.
  public var showsLine: Bool

  /// A finding; only the id and the message are needed.
  public init(
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
public struct Note: Hashable, Sendable {
  /// The fact; lower case, no full stop.
  public var message: String
  /// The place it is about.
  public var range: SourceRange?

  /// A fact and perhaps its place.
  public init(message: String, range: SourceRange? = nil) {
    self.message = message
    self.range = range
  }
}

/// A way to resolve a finding.
public struct Fix: Hashable, Sendable {
  /// Replaces a range of the file; an empty range inserts.
  public struct Edit: Hashable, Sendable {
    /// The bytes to replace.
    public var range: SourceRange
    /// The text to put there; empty to delete.
    public var replacement: String

    /// Replaces `range` by `replacement`.
    public init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// What to do, as an order: `set "out" to "00:00:10:00"`.
  public var message: String
  /// How to do it; empty where only advice can be given.
  public var edits: [Edit]
  /// Whether it may be applied unseen: it says what was written, spelled as the format wants it.
  ///
  /// A fix is certain when the words in the file can be read in one way only and none of them is
  /// lost: another spelling of the same value (`"3sec"`, `"40"` for a number, `"29,97"`), a key that
  /// differs in case or hyphens alone, a quote or comma that is missing. What is likely because two
  /// words look alike, what chooses among several ways, and what takes words out (a comment, one of
  /// two equal keys) is not.
  public var isCertain: Bool

  /// A way out; without edits it is advice.
  public init(message: String, edits: [Edit] = [], isCertain: Bool = false) {
    self.message = message
    self.edits = edits
    self.isCertain = isCertain && !edits.isEmpty
  }

  /// A way out that replaces one range.
  public init(
    message: String, replacing range: SourceRange, with replacement: String,
    isCertain: Bool = false
  ) {
    self.init(
      message: message, edits: [Edit(range: range, replacement: replacement)],
      isCertain: isCertain)
  }
}
