import Diagnostics
import Glibc

/// All files below folders.
///
/// Links to folders are not followed, so that no walk goes in circles, and hidden names are passed
/// over. A link to a file counts as the file; pipes, sockets and devices do not count.
package struct FolderWalk: Sendable {
  /// An ordinary file.
  package struct File: Hashable, Sendable {
    /// Absolute; without links but for its name.
    package var path: String
    /// Its size.
    package var bytes: Int

    /// Its last part.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// A folder that cannot be read.
  package struct Obstacle: Hashable, Sendable {
    /// As it was named, or absolute.
    package var path: String
    /// Lower case, no full stop.
    package var reason: String
  }

  /// Sorted by their paths, each once.
  package private(set) var files: [File] = []
  /// What was not looked at.
  package private(set) var obstacles: [Obstacle] = []
  /// Whether there is more than was looked at.
  package private(set) var isCutShort = false

  /// Looks at everything below folders.
  ///
  /// - Parameter limit: most files and folders that are looked at.
  package init(_ folders: [String], limit: Int) {
    var seen: Set<FileIdentity> = []
    var waiting: [String] = []
    for folder in folders.reversed() {
      if let path = MediaLocator.resolve(folder) {
        waiting.append(path)
      } else {
        obstacles.append(Obstacle(path: folder, reason: MediaLocator.reason(errno)))
      }
    }
    var left = limit
    while let folder = waiting.popLast() {
      guard let directory = unsafe opendir(folder.fileName) else {
        obstacles.append(Obstacle(path: folder, reason: MediaLocator.reason(errno)))
        continue
      }
      defer { unsafe closedir(directory) }
      guard let identity = FileIdentity(folder), seen.insert(identity).inserted else { continue }
      for name in unsafe SystemFolder.names(directory) where !name.hasPrefix(".") {
        guard left > 0 else {
          isCutShort = true
          waiting = []
          break
        }
        left -= 1
        let path = MediaLocator.join(folder, name)
        var status = stat()
        guard unsafe lstat(path.fileName, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          waiting.append(path)
        } else if let file = SystemFolder.status(path), file.isRegular {
          files.append(File(path: path, bytes: Int(file.size)))
        }
      }
    }
    files.sort { $0.path < $1.path }
  }
}
