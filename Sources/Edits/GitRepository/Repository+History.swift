import Diagnostics

/// A commit that changed a file.
package struct Commit: Hashable, Sendable {
  /// What it did to the file.
  package enum Change: Hashable, Sendable {
    case added, modified, removed
    case renamed(from: String)
    /// Git says nothing of the file, as for merges.
    case unknown
  }

  /// In hexadecimal digits.
  package var hash: String
  /// The hashes of the commits before it; none for the first one, several for a merge.
  package var parents: [String]
  /// The author's name. In this, the address and the subject U+FFFD stands for what is no UTF-8.
  package var author: String
  /// The author's address.
  package var email: String
  /// When it was written, in seconds from 1970 in UTC.
  package var time: Int64
  /// The first line of its message.
  package var subject: String
  /// The file's path in it, from the repository's top folder.
  package var path: String
  /// What it did to the file.
  package var change: Change

  /// The file in this commit.
  package var file: RevisionPath { RevisionPath(revision: hash, path: path) }
}

extension Repository {
  /// The commits that changed a file, the newest one first, across its renames, as `git log --follow`
  /// lists them.
  ///
  /// - Parameters:
  ///   - name: relative to the folder that the repository is seen from.
  ///   - revision: the commit to begin with.
  /// - Throws: `GitError`.
  package func commits(
    of name: String, from revision: String = "HEAD"
  ) throws(GitError) -> [Commit] {
    try log(["--follow", "--name-status"], of: prefix + name, from: revision)
  }

  /// The history of a file, across its renames and along all branches that were merged into it.
  ///
  /// - Parameters:
  ///   - path: the file's in the last commit, from the repository's top folder.
  ///   - others: files whose changes count as the file's, as far as they had these paths.
  ///   - revision: the commit to begin with.
  /// - Throws: `GitError`.
  package func history(
    of path: String, with others: [String] = [], from revision: String = "HEAD"
  ) throws(GitError) -> FileHistory {
    var history = FileHistory()
    var known: Set<String> = []
    // Below a rename the file is followed by its old name.
    var open = [(path: path, revision: revision)]
    while let (path, revision) = open.popLast() {
      let listed = try log(
        ["--parents", "--date-order", "--name-status"], of: path, with: others, from: revision)
      var oldPath: String?
      let first = history.commits.count
      // What had the name before another file took it is followed no further.
      var wanted = Set(listed.first.map { [$0.hash] } ?? [])
      for var commit in listed where wanted.contains(commit.hash) {
        let isNew = known.insert(commit.hash).inserted
        if isNew, commit.parents.isEmpty || commit.change == .added,
          let added = try adding(commit.hash, path)
        {
          commit.change = added
          if case .renamed(let old) = added {
            oldPath = old
            commit.parents = try last(of: old, with: others, before: commit.hash + "^")
            open.append((old, commit.hash + "^"))
            history.commits.append(commit)
            continue
          }
        }
        wanted.formUnion(commit.parents)
        if isNew { history.commits.append(commit) }
      }
      guard let oldPath else { continue }
      // What was merged in may have known the file by its old name alone.
      let merged = try mergeParents(of: history.commits[first...].map(\.hash))
      for index in first..<history.commits.count {
        for parent in merged[history.commits[index].hash] ?? [] {
          let paths = [path, oldPath].map { RevisionPath(revision: parent, path: $0) }
          let objects = try objects(paths)
          guard objects[0] == nil, objects[1] != nil else { continue }
          history.commits[index].parents += try last(of: oldPath, with: others, before: parent)
          open.append((oldPath, parent))
        }
      }
    }
    if history.commits.isEmpty, try entry(of: path, in: revision) != nil {
      throw GitError(
        .failed,
        "git lists no commit of '\(path)', although it is committed: commits follow from each other "
          + "in a ring; see 'git replace --list' and '.git/info/grafts'")
    }
    history.sort()
    history.isCutOff = try run(["rev-parse", "--is-shallow-repository"]).line == "true"
    history.ends = try ends(of: history.commits)
    return history
  }

  /// The first commits of a history that follow from commits which this copy has not, or which grafts and
  /// replacements hide.
  private func ends(of commits: [Commit]) throws(GitError) -> Set<String> {
    var ends: Set<String> = []
    for commit in commits where commit.parents.isEmpty {
      let listed = try run(["rev-list", "--max-count=1", "--parents", commit.hash]).line
      // As it was written, whatever takes its place.
      let written = try run(["--no-replace-objects", "cat-file", "commit", commit.hash]).line
      let head = written.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { !$0.isEmpty }
      if !listed.contains(" "), head.contains(where: { $0.hasPrefix("parent ") }) {
        ends.insert(commit.hash)
      }
    }
    return ends
  }

  /// The commits that a range of revisions means, as git writes it: `v1..v2`, `main`, `HEAD~3`.
  ///
  /// - Returns: the last one of them, and all of them; `nil` for all that it follows from.
  /// - Throws: `GitError` of kind `notFound` for what is no revision.
  package func commits(
    in range: [String]
  ) throws(GitError) -> (last: String, all: Set<String>?) {
    let parsed = try GitProgram.run(
      ["rev-parse", "--revs-only", "--end-of-options"] + range, in: folder)
    let ends = parsed.line.split(separator: "\n").map(String.init)
      .filter { $0 != "--end-of-options" }
    let words = range.joined(separator: " ")
    guard parsed.status == 0, !ends.isEmpty else {
      throw GitError(.notFound, "there is no revision '\(words)' in '\(root)'")
    }
    let lasts = Set(ends.filter { !$0.hasPrefix("^") })
    guard lasts.count == 1, let last = lasts.first else {
      throw GitError(
        .notFound, "'\(words)' does not end at one commit; give one range, such as v1..v2")
    }
    // What is named may be a tag.
    let commit = try GitProgram.run(
      ["rev-parse", "--quiet", "--verify", "--end-of-options", last + "^{commit}"], in: folder)
    guard commit.status == 0 else {
      throw GitError(.notFound, "'\(words)' is no commit in '\(root)'")
    }
    if ends.count == 1 { return (commit.line, nil) }
    let listed = try run(["rev-list"] + ends)
    return (commit.line, Set(listed.line.split(separator: "\n").map(String.init)))
  }

  /// The last commit that changed a file, as a list of one or none.
  private func last(
    of path: String, with others: [String], before revision: String
  ) throws(GitError) -> [String] {
    try log(["--max-count=1"], of: path, with: others, from: revision).map(\.hash)
  }

  /// The parents of those of some commits that have several, whatever they did to any file.
  private func mergeParents(of hashes: [String]) throws(GitError) -> [String: [String]] {
    let input = hashes.map { $0 + "\n" }.joined()
    let answer = try run(
      ["rev-list", "--no-walk=unsorted", "--parents", "--stdin"], input: Array(input.utf8))
    var parents: [String: [String]] = [:]
    for line in answer.line.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.count > 2 { parents[words[0]] = Array(words.dropFirst()) }
    }
    return parents
  }

  /// What the first commit of a file did to it.
  private func adding(_ hash: String, _ path: String) throws(GitError) -> Commit.Change? {
    let options = ["--follow", "--name-status", "--max-count=1"]
    let commit = try log(options, of: path, from: hash).first
    return commit?.hash == hash ? commit?.change : nil
  }

  /// - Parameter path: from the repository's top folder.
  private func log(
    _ options: [String], of path: String, with others: [String] = [], from revision: String
  ) throws(GitError) -> [Commit] {
    let words =
      ["log", "-z"] + options + [
        "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap", "--no-notes",
        "--no-color", "--format=%H%x00%P%x00%an%x00%ae%x00%at%x00%s", "--end-of-options",
        revision, "--", path,
      ] + others
    let answer = try GitProgram.run(words, in: root)
    guard answer.status == 0 else {
      let complaint = answer.complaint
      if complaint.hasPrefix("bad revision") || complaint.contains("does not have any commits") {
        throw GitError(.notFound, "there is no revision '\(revision)' in '\(root)'")
      }
      throw GitError(.failed, "git: \(complaint)")
    }
    return HistoryReader(
      fields: answer.output.split(separator: 0, omittingEmptySubsequences: false)
    )
    .commits(of: path)
  }
}

/// The commits of a file, and how they follow each other.
package struct FileHistory: Hashable, Sendable {
  /// No commit stands before one that follows from it. Of a commit's parents only those count that
  /// changed the file: they are the ones that stand in this list, too.
  package var commits: [Commit] = []
  /// Whether the copy of the repository is shallow, so that older commits may be missing.
  package var isCutOff = false
  /// The hashes of the first commits that follow from others which this copy has not, or does not tell.
  package var ends: Set<String> = []

  /// No commits.
  package init() {}

  /// Puts each commit before those that it follows from, else the newest first, and leaves out what
  /// the first commit does not follow from.
  ///
  /// Grafts and replaced commits may make a ring of a history: it is cut before the commit that comes
  /// first in it, so that whatever git says, no commit stands before one that follows from it.
  mutating func sort() {
    guard !commits.isEmpty else { return }
    var places: [String: Int] = [:]
    for (index, commit) in commits.enumerated() { places[commit.hash] = index }
    let parents = commits.map { commit in commit.parents.compactMap { places[$0] } }
    var reached: Set<Int> = [0]
    var open = [0]
    while let next = open.popLast() {
      open += parents[next].filter { reached.insert($0).inserted }
    }
    var children = [Int](repeating: 0, count: commits.count)
    for index in reached { for parent in Set(parents[index]) { children[parent] += 1 } }
    var sorted: [Commit] = []
    var ready: Set<Int> = [0]
    var waiting = reached
    while !waiting.isEmpty {
      // Where none is ready there is a ring. What has been reached through the newest of it comes next.
      let next = (ready.isEmpty ? waiting : ready).min(by: isBefore)
      guard let index = next else { break }
      ready.remove(index)
      waiting.remove(index)
      var commit = commits[index]
      let open = parents[index].filter { waiting.contains($0) }
      commit.parents = commit.parents.filter { hash in
        places[hash].map { waiting.contains($0) } ?? true
      }
      sorted.append(commit)
      for parent in Set(open) {
        children[parent] -= 1
        if children[parent] == 0 { ready.insert(parent) }
      }
    }
    commits = sorted
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (-commits[a].time, a) < (-commits[b].time, b)
  }
}

/// Takes apart what `git log -z --name-status` writes: six fields a commit, then its files, the first of
/// which begins with a line end.
private struct HistoryReader {
  var fields: [ArraySlice<UInt8>]

  func commits(of path: String) -> [Commit] {
    var commits: [Commit] = []
    // The file's name in the commit that is read next.
    var path = path
    var index = 0
    while index + 6 <= fields.count {
      // Whoever wrote it, in whatever encoding: what is no UTF-8 cannot be read, and is no file name.
      let texts = fields[index..<index + 6].map { String(decoding: $0, as: UTF8.self) }
      index += 6
      var commit = Commit(
        hash: texts[0], parents: texts[1].split(separator: " ").map(String.init),
        author: texts[2], email: texts[3], time: Int64(texts[4]) ?? 0, subject: texts[5],
        path: path, change: .unknown)
      while index < fields.count, let status = Self.status(fields[index]) {
        let isRename = status == UInt8(ascii: "R") || status == UInt8(ascii: "C")
        let names = fields[(index + 1)...].prefix(isRename ? 2 : 1).map { FileName.text($0) }
        index += 1 + names.count
        guard let last = names.last else { break }
        guard last == path else { continue }
        path = names[0]
        commit.change = Self.change(status, names)
      }
      commits.append(commit)
    }
    return commits
  }

  /// What became of a file; `nil` for a field that begins the next commit, with its hash.
  private static func status(_ field: ArraySlice<UInt8>) -> UInt8? {
    // Only the first of a commit's files has a line end before it.
    let word = field.first == 0x0A ? field.dropFirst() : field
    guard let letter = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter),
      word.count <= 4
    else { return nil }
    return letter
  }

  private static func change(_ status: UInt8?, _ names: [String]) -> Commit.Change {
    switch status {
    case UInt8(ascii: "A"): .added
    case UInt8(ascii: "D"): .removed
    case UInt8(ascii: "R"), UInt8(ascii: "C"): .renamed(from: names[0])
    default: .modified
    }
  }
}
