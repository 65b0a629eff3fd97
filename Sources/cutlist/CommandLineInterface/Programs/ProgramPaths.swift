import FileSystem
import Workspace

/// The folders that other programs may have Cutlist read and write.
struct ProgramPaths: Sendable {
  /// The current folder, from which relative paths count, links followed.
  let root: String
  private let folders: [String]

  /// The current folder and further ones.
  init(allowed: [String]) throws(CommandFailure) {
    guard let root = MediaLocator.resolve(".") else {
      throw CommandFailure(.failed, "the current folder cannot be found out")
    }
    self.root = root
    var folders = [root]
    for folder in allowed {
      guard let found = MediaLocator.resolve(folder), FileAccess.isFolder(found) == true else {
        throw CommandFailure(.usage, "--allow-path: there is no folder '\(folder)'")
      }
      folders.append(found)
    }
    self.folders = folders
  }

  /// All folders, the current one first.
  var all: [String] { folders }

  /// The path of a file that is there; `nil` for one that is not, or lies elsewhere.
  func existing(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), let found = MediaLocator.resolve(absolute(path)),
      holds(found)
    else { return nil }
    return shown(found)
  }

  /// The path of a file that may be written: its folder is there.
  func writable(_ path: String) -> String? {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else { return nil }
    let whole = absolute(path)
    // A link that is there leads where it leads.
    if let found = MediaLocator.resolve(whole) { return holds(found) ? shown(found) : nil }
    let name = whole.split(separator: "/").last.map(String.init) ?? ""
    guard name != "..", name != ".",
      let folder = MediaLocator.resolve(MediaLocator.folder(of: whole)), holds(folder)
    else { return nil }
    return shown(MediaLocator.join(folder, name))
  }

  /// A path as people see it: from the current folder where it lies there.
  func shown(_ path: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.utf8.count + 1)) : path
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : MediaLocator.join(root, path)
  }

  private func holds(_ path: String) -> Bool {
    folders.contains { $0 == "/" || path == $0 || path.hasPrefix($0 + "/") }
  }
}
