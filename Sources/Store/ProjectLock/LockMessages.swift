package import Diagnostics

/// What there is to say of lock files, sorted by name. Places of the first two lie in the lock file,
/// those of all others in the project.
package enum LockMessages {
  static func lockFormat(_ number: Int, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .lockFormat,
      message: "the lock file has version \(number); this cutlist reads version "
        + "\(LockedProject.formatVersion)", range: range)
  }

  static func lockWrong(_ message: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(id: .lockWrong, message: message, range: range)
  }

  /// Findings in a lock file, for the project.
  package static func lockDamaged(
    _ findings: [Diagnostic], lock: SourceFile, project: String
  ) -> [Diagnostic] {
    findings.filter { $0.severity == .error }.map { finding in
      Diagnostic(
        id: finding.id,
        message: "the lock file cannot be used: \(finding.message)",
        notes: [Note(message: "at \(place(finding.range, in: lock))")],
        fixes: [write(project, "write it anew")])
    }
  }

  static func lockFont(
    _ was: LockedFont, _ now: LockedFont, lock: SourceFile, project: String
  ) -> Diagnostic {
    Diagnostic(
      id: .lockFont, origin: .media,
      message: "texts in '\(now.asked)' are drawn with '\(now.file)' of the hash "
        + "\(now.hash.shortHash), not '\(was.file)' of the hash \(was.hash.shortHash)",
      range: now.range, notes: [locked(was.range, lock)],
      fixes: [
        Fix(message: "install the font that was locked"), write(project, "take the new one"),
      ])
  }

  static func lockLibrary(
    _ was: LockedVersion?, _ now: LockedVersion?, isHarmless: Bool, lock: SourceFile,
    project: String
  ) -> Diagnostic {
    let name = now?.name ?? was?.name ?? ""
    return Diagnostic(
      id: .lockLibrary, severity: isHarmless ? .warning : .error, origin: .system,
      message: "\(name) is \(now.map { "version \($0.version)" } ?? "not used here"), and was "
        + "\(was.map { "version \($0.version)" } ?? "not there") when the project was locked"
        + (isHarmless ? "" : "; the movie may differ"),
      notes: was.map { [locked($0.range, lock)] } ?? [],
      fixes: [
        Fix(message: "use a machine or a container with the locked versions"),
        write(project, "take those that are here"),
      ])
  }

  /// There is no lock file, or none that can be read.
  ///
  /// - Parameter reason: `nil` where there is none.
  package static func lockMissing(_ path: String, reason: String?, project: String) -> Diagnostic {
    Diagnostic(
      id: .lockMissing,
      message: "--locked needs the lock file '\(path)', which "
        + (reason.map { "cannot be read: \($0)" } ?? "is not there"),
      fixes: [write(project, "write it")])
  }

  static func lockPath(
    _ was: LockedSource, _ now: LockedSource, lock: SourceFile, project: String
  ) -> Diagnostic {
    Diagnostic(
      id: .lockPath, severity: .warning,
      message: "\(now.title) was locked as \(was.title), with the same content",
      range: now.range, notes: [locked(was.range, lock)],
      fixes: [write(project, "note where it is")])
  }

  static func lockSource(
    _ was: LockedSource, _ now: LockedSource, lock: SourceFile, project: String
  ) -> Diagnostic {
    let isSameContent = now.hash == was.hash
    return Diagnostic(
      id: .lockSource, origin: .media,
      message: "\(now.title) is not what was locked: "
        + now.differences(from: was).joined(separator: "; "),
      range: now.range,
      notes: [locked(was.range, lock)]
        + (isSameContent
          ? [
            Note(
              message: "its content is the same; other streams are used, or it is read otherwise")
          ]
          : []),
      fixes: [
        Fix(
          message: isSameContent
            ? "use the streams and the libraries that were locked"
            : "get the locked content back; 'cutlist relink \(project) DIR' looks for it in a folder"
        ),
        write(project, "take it as it is"),
      ])
  }

  static func lockUnknownFont(_ now: LockedFont, lock: SourceFile, project: String) -> Diagnostic {
    Diagnostic(
      id: .lockUnknownFont,
      message:
        "texts in '\(now.asked)' are drawn with '\(now.file)', which '\(lock.path)' does not "
        + "have", range: now.range, fixes: [write(project, "add it")])
  }

  static func lockUnknownSource(
    _ now: LockedSource, lock: SourceFile, project: String
  ) -> Diagnostic {
    Diagnostic(
      id: .lockUnknownSource, message: "\(now.title) is not in '\(lock.path)'",
      range: now.range, fixes: [write(project, "add it")])
  }

  static func lockUnused(
    _ title: String, _ range: SourceRange, lock: SourceFile, project: String
  ) -> Diagnostic {
    Diagnostic(
      id: .lockUnused, severity: .warning,
      message: "'\(lock.path)' has \(title), which the project does not use",
      notes: [locked(range, lock)], fixes: [write(project, "take it out")])
  }

  // MARK: - Parts

  private static func write(_ project: String, _ purpose: String) -> Fix {
    Fix(message: "\(purpose) with 'cutlist lock \(project)'")
  }

  private static func locked(_ range: SourceRange, _ lock: SourceFile) -> Note {
    Note(message: "locked at \(place(range, in: lock))")
  }

  /// `cut.lock.json:12:5`
  private static func place(_ range: SourceRange, in file: SourceFile) -> String {
    if range.isNone { return file.path }
    let position = file.position(ofOffset: range.lower)
    return "\(file.path):\(position.line):\(position.column)"
  }
}
