import FileSystem

/// Paths as text.
package enum Paths {
  /// A path without `.`, `..` and doubled slashes. Links are not looked at.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty, parts.last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The absolute path of a file that may be gone: without links as far as its folders are there.
  package static func absolute(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var folder = MediaLocator.folder(of: path)
    var rest = name(path)
    while true {
      if let resolved = MediaLocator.resolve(folder.isEmpty ? "." : folder) {
        return plain(MediaLocator.join(resolved, rest))
      }
      guard !folder.isEmpty, folder != "/" else { return plain(path) }
      rest = MediaLocator.join(name(folder), rest)
      folder = MediaLocator.folder(of: folder)
    }
  }

  /// The last part.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// How an absolute path is written from an absolute folder.
  static func relative(_ path: String, from folder: String) -> String {
    let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: from.count - common) + to[common...].map(String.init)
    return parts.joined(separator: "/")
  }

  /// How many steps lead from an absolute folder to a file.
  static func distance(_ path: String, from folder: String) -> Int {
    relative(path, from: folder).split(separator: "/").count
  }
}
