import Diagnostics

/// A git repository, seen from one of its folders.
package struct Repository: Sendable {
  /// The top folder of the working tree, absolute; of a repository without one its own folder.
  package let root: String
  /// Whether there are files beside those in commits: a bare repository has none.
  package let hasWorkingTree: Bool
  /// The folder from which names count, below `root`: empty for that one, else with a slash at the
  /// end.
  package let prefix: String
  /// Where git is run.
  let folder: String

  /// Seconds in which git finds its repository.
  private static let patience = 20

  /// The repository that a folder belongs to.
  ///
  /// - Parameter folder: empty for the current one.
  /// - Throws: `GitError`.
  package init(at folder: String = "") throws(GitError) {
    // This takes no time; where it does, git waits for something that is no file, as a pipe.
    var answer = try GitProgram.run(
      ["rev-parse", "--show-toplevel", "--show-prefix"], in: folder, seconds: Self.patience)
    let isBare = answer.status != 0 && answer.complaint.hasSuffix("must be run in a work tree")
    if isBare { answer = try GitProgram.run(["rev-parse", "--absolute-git-dir"], in: folder) }
    guard answer.status == 0 else {
      let complaint = answer.complaint
      if complaint.hasPrefix("not a git repository") {
        let name = folder.isEmpty ? "the current folder" : "'\(folder)'"
        throw GitError(.noRepository, "\(name) is in no git repository")
      }
      throw GitError(.noRepository, "git: \(complaint)")
    }
    // Two lines; a name with a line end in it is more than git tells apart here.
    let lines = answer.line.split(separator: "\n", omittingEmptySubsequences: false)
    self.root = lines.first.map(String.init) ?? ""
    self.prefix = lines.count > 1 ? String(lines[1]) : ""
    self.folder = folder
    hasWorkingTree = !isBare
  }

  /// Refuses a repository without a working tree.
  ///
  /// - Throws: `GitError` of kind `noRepository`.
  package func requireWorkingTree() throws(GitError) {
    guard hasWorkingTree else {
      throw GitError(
        .noRepository,
        "the repository '\(root)' has no working tree here; do this in a clone of it")
    }
  }

  /// The repository that a file lies in, whether the file is there or not, and the file's name in
  /// its folder, from which the repository's names count.
  ///
  /// - Throws: `GitError`, where the repository has no working tree too.
  package static func containing(
    _ path: String
  ) throws(GitError) -> (repository: Repository, name: String) {
    var (folder, name) = ("", path)
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    }
    let repository = try Repository(at: folder)
    try repository.requireWorkingTree()
    return (repository, name)
  }

  /// The names of files that git knows or could be told of, those that it is told to ignore apart,
  /// relative to `folder` and below it, sorted.
  ///
  /// - Throws: `GitError`.
  package func files() throws(GitError) -> [String] {
    let answer = try run(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
    return Set(answer.output.split(separator: 0).map { FileName.text($0) }).sorted()
  }

  /// Runs git, whose failure is an error.
  func run(
    _ words: [String], input: [UInt8] = [], limit: Int = 64 << 20
  ) throws(GitError) -> GitAnswer {
    let answer = try GitProgram.run(words, in: folder, input: input, limit: limit)
    guard answer.status == 0 else { throw GitError(.failed, "git: \(answer.complaint)") }
    return answer
  }
}
