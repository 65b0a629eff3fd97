/// A file in a commit as git writes it: `HEAD~2:edits/promo.json`, or `HEAD:./promo.json` from the
/// current folder; `:promo.json` is the file as it is staged.
package struct RevisionPath: Hashable, Sendable, CustomStringConvertible {
  /// A commit or a tree by any of its names; empty for what is staged.
  package let revision: String
  /// As git reads it: from the repository's top folder, or with `./` or `../` from the current one.
  package let path: String

  /// A file in a commit.
  package init(revision: String, path: String) {
    self.revision = revision
    self.path = path
  }

  /// Reads a word of the command line; `nil` where it is none. A file by that name comes first: ask
  /// for that before.
  package init?(_ word: String) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let path = word[word.index(after: colon)...]
    guard !path.isEmpty, !path.hasPrefix("//") else { return nil }
    self.init(revision: String(word[..<colon]), path: String(path))
  }

  /// As git reads it, and people write it.
  package var description: String { "\(revision):\(path)" }
}
