public import Diagnostics
import ProjectFormat
import TimelineModel

extension ProjectLoader {
  /// A fix can uncover the next mistake, as behind a missing comma; no file needs more rounds.
  private static let roundLimit = 50

  /// Applies the fixes of a project that are certain until none is left. Nothing is written. A
  /// project in the canonical form stays in it; in any other all bytes but those of the fixes stay.
  ///
  /// - Returns: the project as it would be afterwards, and how many fixes that takes.
  public func mend(_ original: SourceFile) -> (project: LoadedProject, fixCount: Int) {
    var count = 0
    var file = original
    let isCanonical = CanonicalForm.holds(original, limits: options.limits.json)
    var rounds = Self.roundLimit
    // What is written is mended first: no media need be opened for it, and while it is wrong
    // there may be no project to load.
    while rounds > 0,
      let mended = apply(
        ProjectCompiler.document(
          from: file, limits: options.limits, settings: options.settings
        ).1, to: file, &count)
    {
      file = mended
      rounds -= 1
    }
    if isCanonical { file = canonical(file) }
    var project = load(file)
    while rounds > 0, let mended = apply(project.diagnostics, to: project.file, &count) {
      project = load(isCanonical ? canonical(mended) : mended)
      rounds -= 1
    }
    return (project, count)
  }

  private func canonical(_ file: SourceFile) -> SourceFile {
    let bytes = CanonicalForm.bytes(of: file, limits: options.limits.json).bytes
    return bytes.map { SourceFile(path: file.path, bytes: $0) } ?? file
  }

  /// The file with all fixes that can be made at once; `nil` where there is none.
  private func apply(
    _ findings: [Diagnostic], to file: SourceFile, _ count: inout Int
  ) -> SourceFile? {
    let edits = file.certainEdits(of: findings)
    guard !edits.isEmpty, let bytes = file.applying(edits), bytes != file.bytes else { return nil }
    count += findings.count { $0.fixes.contains { $0.isCertain && edits.contains($0.edits[0]) } }
    return SourceFile(path: file.path, bytes: bytes)
  }
}
