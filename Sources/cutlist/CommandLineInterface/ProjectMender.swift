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
    let (project, files, count) = loader.projects.mend(original)
    try finish(
      files, isTrial: isTrial, done: "\(count) \(count == 1 ? "fix" : "fixes") applied")
    return try loader.legible(project)
  }

  /// Puts other texts in the place of a project's and its parts', or prints how they differ.
  ///
  /// - Parameter done: what to say afterwards.
  func finish(
    _ files: [(old: SourceFile, new: SourceFile)], isTrial: Bool, done: String
  ) throws(CommandFailure) {
    var written: [String] = []
    for (old, new) in files where old.bytes != new.bytes {
      if isTrial {
        try console.write(difference: old, to: new.bytes)
        continue
      }
      do throws(RewritingError) {
        try ProjectFile.replace(old.path, old.bytes, with: new.bytes)
      } catch {
        var failure = CommandFailure(error, writing: old.path)
        if !written.isEmpty {
          failure.message += "; written before it: \(written.joined(separator: ", "))"
        }
        throw failure
      }
      written.append(old.path)
    }
    let paths = files.filter { $0.old.bytes != $0.new.bytes }.map(\.old.path)
    if !isTrial, !paths.isEmpty { console.tell("\(paths.joined(separator: ", ")): \(done)") }
  }
}
