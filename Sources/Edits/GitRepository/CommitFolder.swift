/// A folder as a commit has it, from which files are named as projects name them.
package struct CommitFolder: Sendable {
  /// What a commit says of a file.
  package enum Finding: Sendable {
    case file(StoredFile)
    /// The commit has no such file, and what is there now is tracked, so that it came later.
    case absent
    /// It is none of the repository's files.
    case unknown
  }

  /// Where the commit is.
  package let repository: Repository
  /// As it was named; empty for what is staged.
  package let revision: String
  /// From the repository's top folder.
  package let path: String

  /// - Parameter path: from the repository's top folder, empty for that.
  package init(_ repository: Repository, revision: String, path: String) {
    (self.repository, self.revision, self.path) = (repository, revision, path)
  }

  /// The path of a file from the repository's top folder; `nil` where it cannot lie in it.
  package func name(of file: String) -> String? {
    if file.isEmpty || file.hasPrefix("/") || file.utf8.contains(0) { return nil }
    var parts: [Substring] = []
    for part in (path + "/" + file).split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      if parts.popLast() == nil { return nil }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// What the commit says of a file.
  package func find(_ file: String) -> Finding {
    guard let name = name(of: file) else { return .unknown }
    let found = RevisionPath(revision: revision, path: name)
    if let stored = try? repository.file(found) { return .file(stored) }
    if !repository.hasWorkingTree { return .absent }
    let now = try? repository.entry(of: name, in: "")
    return (now ?? nil) == nil ? .unknown : .absent
  }

  /// The object that a file of the commit is; `nil` where there is none.
  package func object(_ file: String) -> String? {
    guard let name = name(of: file) else { return nil }
    let entry = try? repository.entry(of: name, in: revision)
    return (entry ?? nil)?.object
  }
}
