import EditReports
package import Diagnostics
import FileSystem
import GitRepository
package import Workspace

/// The project whose history is asked for, and from which commit on.
///
/// ```
/// PROJECT                 the file as it is, and all that it was
/// PROJECT v1..v2          what is between two commits
/// v1..v2 -- PROJECT       the same as git has it
/// v2:edits/promo.json     a project of a commit, in a bare repository too
/// ```
package struct HistoryChoice {
  /// The last version.
  package let file: SourceFile
  /// `nil` for the file as it is now.
  package let tip: EditHistory.Tip?

  /// What people call a file of the last version: `v2:edits/promo.json`, or its path as it is.
  package func name(_ path: String) -> String {
    guard let tip, path.hasPrefix(tip.repository.root + "/") else { return path }
    return "\(tip.name):\(path.dropFirst(tip.repository.root.count + 1))"
  }

  /// - Parameter count: how many of the words are revisions by where they stand, if any are.
  package init(
    _ words: [String], revisions count: Int?, _ loader: ReportingLoader
  ) throws(CommandFailure) {
    let (project, revisions) = try Self.words(words, count)
    guard !revisions.isEmpty else {
      if Self.isFile(project) || RevisionPath(project) == nil {
        (file, tip) = (try loader.read(project), nil)
        return
      }
      let (chosen, text) = try askGit { () throws(GitError) in try Self.committed(project) }
      (file, tip) = (text, chosen)
      return
    }
    let (chosen, text) = try askGit { () throws(GitError) in
      try Self.committed(project, revisions)
    }
    (file, tip) = (text, chosen)
  }

  /// What is the project, and what are revisions.
  private static func words(
    _ words: [String], _ count: Int?
  ) throws(CommandFailure) -> (project: String, revisions: [String]) {
    if let count, count > 0 {
      guard words.count == count + 1 else {
        throw CommandFailure(.usage, "one project is told of: REVISIONS -- PROJECT")
      }
      return (words[count], Array(words[..<count]))
    }
    // As in git, a file comes last where it is not the first word.
    if !isFile(words[0]), words.count > 1, let last = words.last, isFile(last) {
      return (last, Array(words.dropLast()))
    }
    return (words[0], Array(words.dropFirst()))
  }

  private static func isFile(_ word: String) -> Bool { FileAccess.isFolder(word) != nil }

  /// A project of a commit by one word.
  private static func committed(
    _ word: String
  ) throws(GitError) -> (EditHistory.Tip, SourceFile) {
    let repository = try Repository()
    let name = RevisionPath(word) ?? RevisionPath(revision: "HEAD", path: word)
    let isRelative = name.path.hasPrefix("./") || name.path.hasPrefix("../")
    let path = isRelative ? Paths.plain(repository.prefix + name.path) : Paths.plain(name.path)
    return try tip(repository, path, [name.revision.isEmpty ? "HEAD" : name.revision])
  }

  /// A project by its path now, and revisions.
  private static func committed(
    _ project: String, _ revisions: [String]
  ) throws(GitError) -> (EditHistory.Tip, SourceFile) {
    let here = try? Repository()
    if let here, !here.hasWorkingTree {
      return try tip(here, Paths.plain(project), revisions)
    }
    let (repository, name) = try Repository.containing(project)
    return try tip(repository, Paths.plain(repository.prefix + name), revisions)
  }

  /// A commit as it was named, where that is one word; else the beginning of its hash.
  private static func name(of revision: String, _ words: [String]) -> String {
    words.count == 1 && !words[0].contains("..") && !words[0].hasPrefix("-")
      ? words[0] : String(revision.prefix(8))
  }

  private static func tip(
    _ repository: Repository, _ path: String, _ revisions: [String]
  ) throws(GitError) -> (EditHistory.Tip, SourceFile) {
    let range = try repository.commits(in: revisions)
    let stored = try repository.file(RevisionPath(revision: range.last, path: path))
    let file = SourceFile(
      path: MediaLocator.join(repository.root, path), bytes: stored.bytes)
    return (
      EditHistory.Tip(
        repository: repository, revision: range.last, name: name(of: range.last, revisions),
        path: path, wanted: range.all), file
    )
  }
}
