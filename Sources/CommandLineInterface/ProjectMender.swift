import Diagnostics
import ProjectFormat

/// Applies the fixes of a project that are certain.
struct ProjectMender {
  var loader: ProjectLoader
  var console: Console

  /// A fix can uncover the next mistake, as behind a missing comma; no file needs more rounds.
  private static let roundLimit = 50

  /// Mends the project until nothing is left that is certain.
  ///
  /// - Parameter isTrial: print what would change as a diff, and leave the file alone.
  /// - Returns: the project as it is, or would be, afterwards.
  func mend(_ path: String, isTrial: Bool) throws(CommandFailure) -> LoadedProject {
    if path == "-", !isTrial {
      throw CommandFailure(.usage, "--fix needs the project's file, not standard input")
    }
    let original = try loader.read(path)
    var count = 0
    var file = original
    var rounds = Self.roundLimit
    // What is written is mended first: no media need be opened for it, and while it is wrong
    // there may be no project to load.
    while rounds > 0, let mended = apply(ProjectCompiler.document(from: file).1, to: file, &count) {
      file = mended
      rounds -= 1
    }
    guard ProjectCompiler.document(from: file).0 != nil else {
      try finish(original, file, count, isTrial: isTrial)
      // Says what is left, and fails.
      return try loader.load(file)
    }
    var project = try loader.load(file)
    while rounds > 0, let mended = apply(project.diagnostics, to: project.file, &count) {
      project = try loader.load(mended)
      rounds -= 1
    }
    try finish(original, project.file, count, isTrial: isTrial)
    return project
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

  private func finish(
    _ original: SourceFile, _ mended: SourceFile, _ count: Int, isTrial: Bool
  ) throws(CommandFailure) {
    guard mended != original else { return }
    if isTrial {
      let text = UnifiedDiff.text(
        path: original.path, from: original.bytes, to: mended.bytes)
      // For patch(1) byte for byte; on a terminal nothing of the file may act.
      if console.showsResults {
        try console.print(String(text.dropLast()))
      } else {
        try console.write(result: Array(text.utf8))
      }
      return
    }
    if let problem = ProjectFile.replace(original.path, original.bytes, with: mended.bytes) {
      throw CommandFailure(.failed, problem.message)
    }
    console.tell("\(original.path): \(count) \(count == 1 ? "fix" : "fixes") applied")
  }
}
