import Diagnostics

/// A file as a repository holds it.
package struct StoredFile: Hashable, Sendable {
  /// The hash under which git keeps it, of its content alone, in hexadecimal digits.
  package let object: String
  /// All of it.
  package let bytes: [UInt8]
}

/// A file of a commit, by what git lists of it.
struct StoredEntry {
  /// See ``StoredFile/object``.
  var object: String
  var byteCount: Int
}

extension Repository {
  /// The content of a file in a commit. A link is followed as long as it stays in the commit.
  ///
  /// - Parameter limit: bytes that it may have.
  /// - Throws: `GitError`.
  package func file(_ name: RevisionPath, limit: Int = 64 << 20) throws(GitError) -> StoredFile {
    try files([name], limit: limit)[0].get()
  }

  /// The contents of files, each of any commit, read by one process.
  ///
  /// - Parameter limit: bytes that they may have together.
  /// - Returns: for each name its file, or why there is none.
  /// - Throws: `GitError` where git does not run.
  package func files(
    _ names: [RevisionPath], limit: Int = 1 << 30
  ) throws(GitError) -> [Result<StoredFile, GitError>] {
    // A name that holds a zero would be two for git.
    let words = names.map { Array(FileName.bytes($0.description)) + [0] }
    guard words.allSatisfy({ $0.dropLast().allSatisfy { $0 != 0 } }) else {
      throw GitError(.notFound, "there is a NUL in the name of a file")
    }
    let answer = try run(
      ["cat-file", "--batch", "--follow-symlinks", "-z"], input: words.flatMap { $0 }, limit: limit)
    var reader = BatchReader(bytes: answer.output[...])
    var files: [Result<StoredFile, GitError>] = []
    for name in names { files.append(try result(reader.next(), of: name)) }
    return files
  }

  /// The hashes of the contents of files, each of any commit; `nil` for a file that is not there.
  ///
  /// - Throws: `GitError` where git does not run.
  package func objects(_ names: [RevisionPath]) throws(GitError) -> [String?] {
    let entries = try entries(of: names)
    for (name, entry) in zip(names, entries) where entry == nil { try requireNone(name) }
    return entries.map { $0?.object }
  }

  /// What git lists of files, each of any commit; `nil` for a file that is not there, or is lost.
  func entries(of names: [RevisionPath]) throws(GitError) -> [StoredEntry?] {
    if names.isEmpty { return [] }
    var input: [UInt8] = []
    for name in names { input += Array(FileName.bytes(name.description)) + [0] }
    let answer = try run(
      ["cat-file", "--batch-check", "--follow-symlinks", "-z"], input: input)
    // By scalars: a carriage return makes one character with the line end after it.
    var lines = answer.line.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)[...]
    var entries: [StoredEntry?] = []
    for name in names {
      guard let line = lines.popFirst() else { break }
      let words = line.split(separator: " ")
      if words.count == 3, Int(words[2]) != nil, words[0].utf8.count >= 40 {
        entries.append(
          words[1] == "blob"
            ? StoredEntry(object: String(words[0]), byteCount: Int(words[2]) ?? 0) : nil)
        continue
      }
      entries.append(nil)
      let isLink = ["symlink", "dangling", "loop", "notdir"].contains(words.first)
      if isLink, words.count == 2, let length = Int(words[1]) {
        // A link that leads nowhere has its target in the next line, or in several.
        var rest = length
        while rest >= 0, let target = lines.popFirst() { rest -= target.utf8.count + 1 }
      } else {
        // What is not there is named, with the line ends in its name.
        let count = name.description.utf8.count { $0 == UInt8(ascii: "\n") }
        for _ in 0..<count { _ = lines.popFirst() }
      }
    }
    guard entries.count == names.count else {
      throw GitError(.failed, "git tells of \(entries.count) files in place of \(names.count)")
    }
    return entries
  }

  private func result(
    _ answer: BatchReader.Answer, of name: RevisionPath
  ) throws(GitError) -> Result<StoredFile, GitError> {
    switch answer {
    case .object(let object, "blob", let bytes):
      if bytes.starts(with: Self.pointerBeginning) {
        return .failure(
          GitError(
            .notReadable,
            "'\(name)' is kept by Git LFS, and the repository holds a pointer to it alone; "
              + "take its content out with 'git lfs smudge'"))
      }
      return .success(StoredFile(object: object, bytes: bytes))
    case .object(_, let kind, _):
      return .failure(
        GitError(.notReadable, "'\(name)' is a \(kind == "tree" ? "folder" : kind), not a file"))
    case .outside(let target):
      return .failure(
        GitError(.notReadable, "'\(name)' is a link to '\(target)', which is not in the repository")
      )
    case .nothing:
      return .failure(try missing(name))
    }
  }

  /// How a pointer begins that Git LFS keeps in place of a file.
  package static let pointerBeginning = Array("version https://git-lfs.github.com/spec/v1\n".utf8)

  /// Tells a file whose content is lost from one that is not there: its folder still names it.
  ///
  /// - Throws: `GitError` for a file that is there.
  private func requireNone(_ name: RevisionPath) throws(GitError) {
    let check = try GitProgram.run(
      ["rev-parse", "--quiet", "--verify", "--end-of-options", name.description], in: folder)
    guard check.status == 0, check.line.count >= 40 else { return }
    let kind = try GitProgram.run(["cat-file", "-t", check.line], in: folder)
    guard kind.status != 0 else { return }
    throw GitError(
      .failed,
      "the content of '\(name)' is missing or damaged in '\(root)' (object \(check.line)); "
        + "'git fsck' tells what else is")
  }

  /// Says what is not there, the revision or the file.
  private func missing(_ name: RevisionPath) throws(GitError) -> GitError {
    if !name.revision.isEmpty {
      let check = try GitProgram.run(
        ["rev-parse", "--quiet", "--verify", "--end-of-options", name.revision + "^{tree}"],
        in: folder)
      guard check.status == 0 else {
        return GitError(.notFound, "there is no revision '\(name.revision)' in '\(root)'")
      }
    }
    try requireNone(name)
    var message = "there is no file '\(name.path)' in "
    message += name.revision.isEmpty ? "what is staged" : "'\(name.revision)'"
    if !prefix.isEmpty, !name.path.hasPrefix("./"), !name.path.hasPrefix("../") {
      message += "; from this folder it would be '\(name.revision):./\(name.path)'"
    }
    return GitError(.notFound, message)
  }
}

/// Takes apart what `git cat-file --batch` writes.
private struct BatchReader {
  enum Answer {
    case object(String, kind: String, [UInt8])
    /// A link that leads out of the commit, or nowhere.
    case outside(String)
    case nothing
  }

  var bytes: ArraySlice<UInt8>

  mutating func next() throws(GitError) -> Answer {
    guard let end = bytes.firstIndex(of: 0x0A) else { throw Self.unexpected }
    let line = FileName.text(bytes[..<end])
    bytes = bytes[(end + 1)...]
    let words = line.split(separator: " ")
    if words.count == 3, let size = Int(words[2]), [40, 64].contains(words[0].count) {
      return .object(String(words[0]), kind: String(words[1]), try content(size))
    }
    if words.count == 2, let size = Int(words[1]) {
      let text = FileName.text(try content(size))
      return words[0] == "symlink" ? .outside(text) : .nothing
    }
    return .nothing
  }

  /// What follows, without its line end.
  private mutating func content(_ size: Int) throws(GitError) -> [UInt8] {
    guard size >= 0, size < bytes.count else { throw Self.unexpected }
    let content = Array(bytes.prefix(size))
    bytes = bytes.dropFirst(size + 1)
    return content
  }

  private static let unexpected = GitError(.failed, "git gave less than it said it would")
}
