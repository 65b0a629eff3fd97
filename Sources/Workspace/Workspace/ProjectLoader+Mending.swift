package import Diagnostics
import FileSystem
import ProjectFormat
import TimelineModel

extension ProjectLoader {
  /// A fix can uncover the next mistake, as behind a missing comma; no file needs more rounds.
  private static let roundLimit = 50

  /// Applies the fixes of a project and its parts that are certain until none is left. Nothing is
  /// written. A file in the canonical form stays in it; in any other all bytes but those of the fixes
  /// stay.
  ///
  /// - Returns: the project as it is afterwards, the files that would be others, before and after, and
  ///   how many fixes that takes.
  package func mend(_ original: SourceFile) -> (
    project: LoadedProject, files: [(old: SourceFile, new: SourceFile)], fixCount: Int
  ) {
    var mended = MendedFiles(original, self)
    var rounds = Self.roundLimit
    // What is written is mended first: no media need be opened for it, and while it is wrong
    // there may be no project to load.
    while rounds > 0 {
      var whole = mended.main
      let findings = ProjectCompiler.document(
        from: &whole, limits: options.limits, settings: options.settings,
        projects: mended.loader.projects(besides: whole)
      ).1
      guard mended.apply(findings, to: whole) else { break }
      rounds -= 1
    }
    var project = mended.loader.load(mended.main)
    while rounds > 0, mended.apply(project.diagnostics, to: project.file) {
      project = mended.loader.load(mended.main)
      rounds -= 1
    }
    return (project, mended.files, mended.count)
  }
}

/// The files of a project that is being mended.
private struct MendedFiles {
  /// Each file that was changed, as it was and as it is, by its path.
  private var changed: [String: (old: SourceFile, new: SourceFile)] = [:]
  private let original: SourceFile
  /// Reads parts as they are now.
  private(set) var loader: ProjectLoader
  /// How many fixes were applied.
  private(set) var count = 0

  init(_ original: SourceFile, _ loader: ProjectLoader) {
    self.original = original
    self.loader = loader
  }

  /// The project's own file.
  var main: SourceFile { changed[original.path]?.new ?? original }

  /// The project's own file first, then its parts by their paths.
  var files: [(old: SourceFile, new: SourceFile)] {
    let parts = changed.keys.filter { $0 != original.path }.sorted()
    return ([original.path] + parts).compactMap { changed[$0] }
  }

  /// Makes all fixes that can be made at once.
  ///
  /// - Returns: whether there was any.
  mutating func apply(_ findings: [Diagnostic], to file: SourceFile) -> Bool {
    let edits = file.certainEdits(of: findings).filter { isOwn(file.path(of: $0.range)) }
    guard let files = file.edited(by: edits), files.contains(where: { $0.old != $0.new }) else {
      return false
    }
    count += findings.count { $0.fixes.contains { $0.isCertain && edits.contains($0.edits[0]) } }
    for (old, new) in files {
      let first = changed[old.path]?.old ?? old
      let isCanonical = CanonicalForm.holds(first, limits: loader.options.limits.json)
      changed[old.path] = (first, isCanonical ? canonical(new) : new)
      loader.options.changedParts[old.path] = changed[old.path]?.new.bytes
    }
    return true
  }

  /// Whether a file may be changed: the project's own, and parts below its folder, links followed.
  /// Others may be anybody's, or of other projects, which did not ask for it.
  private func isOwn(_ path: String) -> Bool {
    if path == original.path { return true }
    let folder = MediaLocator.folder(of: original.path)
    guard let root = MediaLocator.resolve(folder.isEmpty ? "." : folder),
      let file = MediaLocator.resolve(path)
    else { return false }
    return file.hasPrefix(root == "/" ? "/" : root + "/")
  }

  private func canonical(_ file: SourceFile) -> SourceFile {
    let bytes = CanonicalForm.bytes(of: file, limits: loader.options.limits.json).bytes
    return bytes.map { SourceFile(path: file.path, bytes: $0) } ?? file
  }
}
