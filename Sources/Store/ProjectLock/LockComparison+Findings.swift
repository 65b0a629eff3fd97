package import Diagnostics

extension LockComparison {
  /// Decide which file a text is drawn with, and nothing else; the files are locked themselves. The
  /// release is the builder's name for libraries that are compared one by one.
  private static let harmless: Set<String> = ["FFmpeg", "fontconfig"]
  /// Decide nothing where there are no texts.
  private static let ofTexts: Set<String> = ["FreeType", "FriBidi", "HarfBuzz", "fontconfig"]

  /// What is wrong with a project that is to be as it was locked.
  ///
  /// - Parameters:
  ///   - known: the names of all that the project reads, also of what could not be opened, of which
  ///     other findings tell; `nil` where not even that is known.
  ///   - hasTexts: whether it shows texts; `nil` where that is not known.
  ///   - lock: the lock file.
  ///   - project: the project's path, for ways out.
  package func findings(
    known: Set<String>?, hasTexts: Bool?, lock: SourceFile, project: String
  ) -> [Diagnostic] {
    versionFindings(hasTexts, lock, project)
      + sourceFindings(known, lock, project) + fontFindings(hasTexts, lock, project)
  }

  private func versionFindings(
    _ hasTexts: Bool?, _ lock: SourceFile, _ project: String
  ) -> [Diagnostic] {
    versions.compactMap { change -> Diagnostic? in
      let name = change.now?.name ?? change.was?.name ?? ""
      if hasTexts == false, Self.ofTexts.contains(name) { return nil }
      return LockMessages.lockLibrary(
        change.was, change.now, isHarmless: Self.harmless.contains(name), lock: lock,
        project: project)
    }
  }

  private func sourceFindings(
    _ known: Set<String>?, _ lock: SourceFile, _ project: String
  ) -> [Diagnostic] {
    sources.compactMap { change -> Diagnostic? in
      guard let now = change.now else {
        guard let was = change.was, let known, !known.contains(was.name) else { return nil }
        return LockMessages.lockUnused(was.title, was.range, lock: lock, project: project)
      }
      guard let was = change.was else {
        return LockMessages.lockUnknownSource(now, lock: lock, project: project)
      }
      return now.isOther(than: was)
        ? LockMessages.lockSource(was, now, lock: lock, project: project)
        : LockMessages.lockPath(was, now, lock: lock, project: project)
    }
  }

  private func fontFindings(
    _ hasTexts: Bool?, _ lock: SourceFile, _ project: String
  ) -> [Diagnostic] {
    fonts.compactMap { change -> Diagnostic? in
      guard let now = change.now else {
        guard let was = change.was, hasTexts != nil else { return nil }
        let title = "the font '\(was.asked)' (\(was.file))"
        return LockMessages.lockUnused(title, was.range, lock: lock, project: project)
      }
      guard let was = change.was else {
        return LockMessages.lockUnknownFont(now, lock: lock, project: project)
      }
      return LockMessages.lockFont(was, now, lock: lock, project: project)
    }
  }
}
