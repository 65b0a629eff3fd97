/// Beginnings of paths that lie elsewhere on this machine than where they were written.
package struct PathMap: Hashable, Sendable {
  /// One beginning; whole names are compared, so that `/a/b` begins `/a/b/c` and not `/a/bc`.
  package struct Entry: Hashable, Sendable {
    /// As short as it can be written; `.` stands before every path that is relative.
    package var from: String
    /// What stands in its place, without a slash at its end.
    package var to: String

    /// Slashes at the ends do not count, nor does how often they are repeated.
    package init(from: String, to: String) {
      self.from = Self.shortest(from)
      let end = to.lastIndex { $0 != "/" }
      self.to = end.map { String(to[...$0]) } ?? "/"
    }

    /// The same path without steps that lead nowhere: `./a//b/` is `a/b`.
    private static func shortest(_ path: String) -> String {
      let names = path.unicodeScalars.split(separator: "/").map(String.init).filter { $0 != "." }
      let text = (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
      return text.isEmpty ? "." : text
    }

    /// The folder of a path, as `from` writes it.
    package static func folder(of path: String) -> String {
      shortest(MediaLocator.folder(of: shortest(path)))
    }

    /// What comes after the beginning; `nil` for a path that begins otherwise.
    fileprivate func rest(of path: String) -> Substring? {
      let path = Self.shortest(path)
      if from == "." { return path.hasPrefix("/") ? nil : path[...] }
      if path == from { return "" }
      let folder = from == "/" ? from : from + "/"
      return path.hasPrefix(folder) ? path.dropFirst(folder.count) : nil
    }
  }

  /// In the order in which they were said; of those that fit a path the longest counts.
  package var entries: [Entry]

  /// No entries leave every path where it is.
  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Where a path leads by the longest beginning that it has; `nil` where it has none of them.
  package func path(_ path: String) -> String? {
    let found = entries.filter { $0.rest(of: path) != nil }.max { $0.length < $1.length }
    guard let found, let rest = found.rest(of: path) else { return nil }
    return rest.isEmpty ? found.to : MediaLocator.join(found.to, String(rest))
  }

  /// The entries that no path begins with.
  package func unused(by paths: [String]) -> [Entry] {
    entries.filter { entry in !paths.contains { entry.rest(of: $0) != nil } }
  }
}

extension PathMap.Entry {
  fileprivate var length: Int { from == "." ? 0 : from.utf8.count }
}
