import Diagnostics
import Workspace

/// Applies the fixes of a project that are certain, to its file or as a diff.
struct ProjectMender {
  var loader: ReportingLoader
  var console: Console

  /// Mends the project until nothing is left that is certain.
  ///
  /// - Parameter isTrial: print what would change as a diff, and leave the file alone.
  /// - Returns: the project as it is, or would be, afterwards.
  func mend(_ path: String, isTrial: Bool) throws(CommandFailure) -> LoadedProject {
    if path == "-", !isTrial {
      throw CommandFailure(.usage, "--fix needs the project's file, not standard input")
    }
    let original = try loader.read(path)
    let (project, count) = loader.projects.mend(original)
    try finish(original, project.file, count, isTrial: isTrial)
    return try loader.legible(project)
  }

  private func finish(
    _ original: SourceFile, _ mended: SourceFile, _ count: Int, isTrial: Bool
  ) throws(CommandFailure) {
    guard mended != original else { return }
    if isTrial {
      return try console.write(difference: original, to: mended.bytes)
    }
    do throws(RewritingError) {
      try ProjectFile.replace(original.path, original.bytes, with: mended.bytes)
    } catch {
      throw CommandFailure(error, writing: original.path)
    }
    console.tell("\(original.path): \(count) \(count == 1 ? "fix" : "fixes") applied")
  }
}
