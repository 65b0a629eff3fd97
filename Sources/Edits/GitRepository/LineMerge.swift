/// Two versions of a file merged line by line, as git does it by itself.
package struct LineMerge: Sendable {
  /// With git's marks where there are conflicts.
  package let bytes: [UInt8]
  /// Whether there are any.
  package let hasConflicts: Bool

  /// Merges files by their paths.
  ///
  /// - Parameter markSize: how many characters a mark has.
  /// - Throws: `GitError`, for files that are no text as well.
  package init(
    base: String, ours: String, theirs: String, markSize: Int = 7
  ) throws(GitError) {
    let answer = try GitProgram.run(
      [
        "merge-file", "--stdout", "--quiet", "--marker-size=\(markSize)", "-L", "ours", "-L",
        "base", "-L", "theirs", "--", ours,
        base, theirs,
      ], in: "")
    // The number of conflicts, as far as a status holds it.
    guard answer.status < 128 else { throw GitError(.failed, "git: \(answer.complaint)") }
    bytes = answer.output
    hasConflicts = answer.status > 0
  }
}
