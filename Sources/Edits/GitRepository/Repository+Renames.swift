import Diagnostics

extension Repository {
  /// Files that were removed since the last commit and are looked at, at most.
  private static let candidateLimit = 1000

  /// The path that a file of the working tree has in the last commit, from the repository's top
  /// folder: its own, or that of a file that is not there any more and that it was made of, by
  /// `git mv` or any other way.
  ///
  /// Neither the index nor a filter of the repository is used for that: what counts is the content.
  ///
  /// - Parameters:
  ///   - name: relative to the folder that the repository is seen from.
  ///   - bytes: the file's content as it is now.
  /// - Returns: `nil` where the file is new, or it is not certain which file it was.
  /// - Throws: `GitError`.
  package func committedPath(of name: String, _ bytes: [UInt8]) throws(GitError) -> String? {
    let path = prefix + name
    if try entry(of: path) != nil { return path }
    let candidates = try removedPaths()
    if candidates.isEmpty || candidates.count > Self.candidateLimit { return nil }
    let entries = try entries(of: candidates.map { RevisionPath(revision: "HEAD", path: $0) })
    let likeness = ContentLikeness(of: bytes)
    let possible = zip(candidates, entries).compactMap { candidate, entry in
      entry.flatMap { likeness.isPossible(byteCount: $0.byteCount) ? candidate : nil }
    }
    let files = try files(possible.map { RevisionPath(revision: "HEAD", path: $0) })
    var best: [String] = []
    var most = ContentLikeness.least
    for (candidate, file) in zip(possible, files) {
      guard let file = try? file.get() else { continue }
      let share = likeness.share(of: file.bytes)
      if share > most { best = [] }
      if share >= most {
        best.append(candidate)
        most = share
      }
    }
    if best.count > 1 {
      // As git does: of several that are equally like it the one of the same name.
      best = best.filter { Self.name(of: $0) == Self.name(of: path) }
    }
    return best.count == 1 ? best[0] : nil
  }

  /// Files of the last commit that are not in the index, or not in the working tree any more.
  private func removedPaths() throws(GitError) -> [String] {
    let staged = try GitProgram.run(
      ["diff-index", "--cached", "--no-renames", "--diff-filter=D", "--name-only", "-z", "HEAD"],
      in: root)
    // A repository without commits has removed nothing.
    guard staged.status == 0 else { return [] }
    let deleted = try GitProgram.run(["ls-files", "-z", "--deleted"], in: root)
    let names = (staged.output + deleted.output).split(separator: 0).map { FileName.text($0) }
    return Set(names).sorted()
  }

  /// What a commit has under a path from the repository's top folder; `nil` for nothing.
  func entry(of path: String, in revision: String = "HEAD") throws(GitError) -> StoredEntry? {
    try entries(of: [RevisionPath(revision: revision, path: path)])[0]
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/").last ?? path[...]
  }
}

/// How much of a file's content is in another one, as git measures it to find renames: by lines, or
/// pieces of 64 bytes of longer ones, wherever they stand.
struct ContentLikeness {
  /// Git's own threshold: half of the larger file.
  static let least = 500

  private let byteCount: Int
  private let pieces: [ArraySlice<UInt8>: Int]

  init(of bytes: [UInt8]) {
    byteCount = bytes.count
    pieces = Self.pieces(of: bytes)
  }

  /// Whether a file of this length can be like it.
  func isPossible(byteCount other: Int) -> Bool {
    other > 0 && min(other, byteCount) * 1000 >= max(other, byteCount) * Self.least
  }

  /// The bytes of pieces that both have, in thousandths of the larger file.
  func share(of other: [UInt8]) -> Int {
    let larger = max(byteCount, other.count)
    if larger == 0 { return 1000 }
    var common = 0
    for (piece, count) in Self.pieces(of: other) {
      common += min(count, pieces[piece] ?? 0) * piece.count
    }
    return common * 1000 / larger
  }

  private static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    var pieces: [ArraySlice<UInt8>: Int] = [:]
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A || index - start == 63 {
      pieces[bytes[start...index], default: 0] += 1
      start = index + 1
    }
    if start < bytes.count { pieces[bytes[start...], default: 0] += 1 }
    return pieces
  }
}
