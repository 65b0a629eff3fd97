import EditReports
import Workspace
import Diagnostics
import EditComparison
import GitRepository
import BaseValues
import ProjectFormat
import TimelineModel

/// What a version of a project has changed.
struct VersionChanges {
  /// The changes in words; `nil` where there is nothing to compare.
  var report: EditReport?
  /// What is to be said in place of changes, or beside them.
  var note: String?

  /// How a note begins that says why there are no frames.
  static let notCompared = "frames and sound are not compared"
  /// How a note ends that says of which media no content is known.
  static let knownByName = "not there, and known by name alone"

  /// Compares a version with one before it.
  ///
  /// - Parameters:
  ///   - parent: `nil` for a version that nothing was before.
  ///   - movies: whether frames and sound are compared.
  init(
    _ version: Int, since parent: Int?, in history: EditHistory, movies: Bool
  ) throws(CommandFailure) {
    guard let parent else {
      let end = history.versions[version].end
      note = end.map { "history ends here: \($0)" } ?? "the project was added"
      return
    }
    guard history.versions[version].object != nil else {
      note = "the project was removed"
      return
    }
    let trees = (try Self.edit(parent, in: history), try Self.edit(version, in: history))
    guard let base = trees.0, let other = trees.1 else {
      let isBroken = trees.1 == nil
      let isAbsent = history.versions[parent].object == nil
      note =
        isAbsent
        ? "the project was added again"
        : isBroken ? try Self.fault(version, in: history) : "the project can be read again"
      return
    }
    var report = EditReport(base, other)
    report.media = history.changedMedia(from: parent, to: version)
    if movies {
      switch (try history.reading(parent), try history.reading(version)) {
      case (.content(let before), .content(let after)):
        report.movie = MovieDifference(before, after)
        let absent = Set(before.absentFiles + after.absentFiles).sorted()
        if let first = absent.first {
          let rest = absent.count > 1 ? " and \(absent.count - 1) more are" : " is"
          note = "'\(first)'\(rest) \(Self.knownByName)"
        }
      case (_, .unread(let reason)), (.unread(let reason), _):
        note = "\(Self.notCompared): \(reason)"
      default: break
      }
    }
    self.report = report
    if let old = history.versions[version].oldPath {
      let words = "renamed from \(old)"
      note = note.map { "\(words); \($0)" } ?? words
    }
  }

  /// Why a version cannot be read.
  private static func fault(_ index: Int, in history: EditHistory) throws(CommandFailure) -> String
  {
    let findings = try history.text(index).map {
      JSONParser.parse($0, limits: history.limits.json).diagnostics
    }
    return findings?.contains { $0.id == .unfinishedMerge } ?? false
      ? "it is an unfinished merge" : "it is no project that can be read"
  }

  static func edit(
    _ index: Int, in history: EditHistory
  ) throws(CommandFailure) -> EditVersion? {
    guard let text = try history.text(index) else { return nil }
    let (value, findings) = JSONParser.parse(text, limits: history.limits.json, as: .project)
    guard let value, !findings.containsErrors, case .object = value.kind else { return nil }
    let name = history.versions[index].name
    var file = SourceFile(path: name, bytes: text.bytes)
    let whole = ProjectCompiler.whole(
      value, in: &file, limits: history.limits,
      projects: history.projects(index).called(after: name + ":"))
    return EditVersion(
      name: name, file: file, tree: EditTree(whole),
      shownProjects: history.shownProjects(index, besides: file))
  }

  /// The lines about what made a frame or a second of sound: what was done to it, without ripples
  /// where there is anything else.
  func lines(frame: Int? = nil, second: Int? = nil) -> [EditLine] {
    guard let report else { return [] }
    let touching = report.edit.changes.filter { change in
      guard let share = report.share(of: change) else { return false }
      let senses = report.edit.senses(of: change)
      return frame.map { senses.pictures && share.frames.contains($0) } ?? false
        || second.map { senses.sound && share.seconds.contains($0) } ?? false
    }
    let made = touching.filter { change in
      if case .rippled = change.kind { false } else { true }
    }
    let told = made.isEmpty ? touching : made
    return (told.isEmpty ? report.edit.changes : told).map { report.words.line(for: $0) }
  }

  /// The lines about what put something at a time of the version's movie: what was moved itself, else
  /// what went along.
  func lines(movedTo time: Rational) -> [EditLine] {
    guard let report else { return [] }
    let there = report.edit.changes.filter { change in
      change.otherTimes.contains { $0.contains(time) }
    }
    let moved = there.filter { change in
      switch change.kind {
      case .moved, .shifted, .slid, .swapped: true
      default: false
      }
    }
    let along = there.filter { change in
      if case .rippled = change.kind { true } else { false }
    }
    let told = !moved.isEmpty ? moved : !along.isEmpty ? along : there
    return (told.isEmpty ? report.edit.changes : told).map { report.words.line(for: $0) }
  }
}

extension HistoryVersion {
  /// `3f2a1b9c 2026-11-20 14:03 Ann Lee: Tighten the opening`
  var heading: String {
    guard let commit else { return name }
    return "\(end == nil ? "" : "^")\(name) \(date) \(commit.author): \(commit.subject)"
  }

  /// When it was written, in UTC: `2026-11-20 14:03`; empty for what is not committed.
  var date: String {
    guard let commit, abs(commit.time) < 1 << 40 else { return "" }
    // Days to a date, as years that begin in March; H. Hinnant, "chrono-compatible low-level date
    // algorithms", civil_from_days.
    let minutes = Int(commit.time - (commit.time % 60 + 60) % 60) / 60
    let minute = (minutes % 1440 + 1440) % 1440
    let days = (minutes - minute) / 1440 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let rest = day - (365 * year + year / 4 - year / 100)
    let month = (5 * rest + 2) / 153
    let shown = month < 10 ? month + 3 : month - 9
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year + era * 400 + (shown <= 2 ? 1 : 0))-\(two(shown))-"
      + "\(two(rest - (153 * month + 2) / 5 + 1)) \(two(minute / 60)):\(two(minute % 60))"
  }

  /// Who made it, and when, as members of an object.
  func write(_ json: inout JSONWriter) {
    json.member("commit", commit?.hash)
    json.member("author", commit?.author)
    json.member("email", commit?.email)
    json.member("time", commit?.time)
    json.member("subject", commit?.subject)
    json.member("path", commit?.path)
    if end != nil { json.member("boundary", true) }
  }
}
