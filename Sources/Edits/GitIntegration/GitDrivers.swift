import EditReports
import Diagnostics
import FileSystem
import GitRepository
import GoldenTesting
import MovieWriting
import Rendering
package import Workspace

/// Merges a project for git: `%O %A %B %L %P`.
package struct MergeDriver {
  private let merger: ProjectMerger

  package init(_ loader: ReportingLoader) { merger = ProjectMerger(loader) }

  /// Puts the merged project in the place of ours.
  package func merge(_ words: [String]) throws(CommandFailure) -> ExitStatus {
    let version = DriverWords(words)
    let loader = merger.loader
    let files = (
      try loader.read(version.base), try loader.read(version.ours), try loader.read(version.theirs)
    )
    guard
      let merged = merger.merge(
        base: files.0, ours: files.1, theirs: files.2, as: version.path,
        markSize: version.markSize, showsBase: try Self.showsBase())
    else {
      // A file that is called like a project and is none, or one with an error in it.
      let lines = try askGit { () throws(GitError) in try version.mergedLines() }
      try version.write(lines.bytes)
      guard lines.hasConflicts else { return .done }
      let reason =
        files.0.bytes.isEmpty ? "both sides have added it" : "it cannot be read as a project"
      merger.loader.listener.say("\(version.path): \(reason); merged line by line")
      return .projectWrong
    }
    try version.write(merged.file.bytes)
    return try merger.report(merged)
  }
}

extension MergeDriver {
  /// Whether git is told to show what both sides of a conflict come from. Lines that both sides share
  /// never stand in a conflict, so that `zdiff3` is the same as `diff3`.
  fileprivate static func showsBase() throws(CommandFailure) -> Bool {
    let style = try askGit { () throws(GitError) in
      try GitConfiguration.effectiveValue("merge.conflictStyle")
    }
    return ["diff3", "zdiff3"].contains(style)
  }
}

/// Merges a golden file for git: `%O %A %B %L %P`.
package struct GoldenDriver {
  private let listener: any Listener

  package init(_ listener: any Listener) { self.listener = listener }

  /// Puts the merged file in the place of ours.
  package func merge(_ words: [String]) throws(CommandFailure) -> ExitStatus {
    let version = DriverWords(words)
    var hasConflicts = true
    if version.path.hasSuffix("frames.txt") {
      let merged = GoldenMerge.merged(
        base: try version.text(version.base), ours: try version.text(version.ours),
        theirs: try version.text(version.theirs))
      try version.write(Array(merged.text.utf8))
      hasConflicts = merged.conflicts > 0
    } else if version.path.hasSuffix(".txt") {
      let lines = try askGit { () throws(GitError) in try version.mergedLines() }
      try version.write(lines.bytes)
      hasConflicts = lines.hasConflicts
    }
    guard hasConflicts else { return .done }
    let project = GoldenNames.project(ofGolden: version.path).map { " " + $0 } ?? ""
    listener.say(
      "\(version.path): both sides have changed it; once the project is merged, "
        + "'cutlist test --update\(project)' writes it anew")
    return .projectWrong
  }
}

/// What git hands to a driver for merging.
private struct DriverWords {
  let base: String
  let ours: String
  let theirs: String
  /// The file's path in the repository.
  let path: String
  /// How many characters the marks of a conflict have, as the attribute `conflict-marker-size` says.
  let markSize: Int

  init(_ words: [String]) {
    (base, ours, theirs, path) = (words[0], words[1], words[2], words[4])
    markSize = min(max(Int(words[3]) ?? 7, 1), 1000)
  }

  func text(_ path: String) throws(CommandFailure) -> String {
    do throws(FileError) {
      return String(decoding: try FileAccess.readOwn(path) ?? [], as: UTF8.self)
    } catch {
      throw CommandFailure(error)
    }
  }

  func mergedLines() throws(GitError) -> LineMerge {
    try LineMerge(base: base, ours: ours, theirs: theirs, markSize: markSize)
  }

  /// Writes the result where git looks for it.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(RenderError) {
      try StillWriter.write(bytes, to: ours)
    } catch {
      throw CommandFailure(error)
    }
  }
}
