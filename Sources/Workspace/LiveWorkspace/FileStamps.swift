import Diagnostics
import Glibc

/// What some files look like from outside: enough to see that one was written to, replaced, removed or made.
///
/// Editors write a new file and give it the old one's name; so it is names that are looked at, and not
/// open files.
package struct FileStamps: Hashable, Sendable {
  private struct Stamp: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  /// By the paths of files; `nil` for one that is not there.
  private var stamps: [String: Stamp?] = [:]

  /// What files look like now, links followed.
  package init(of paths: [String]) {
    for path in paths {
      var status = stat()
      guard unsafe stat(path.fileName, &status) == 0 else {
        stamps[path] = .some(nil)
        continue
      }
      stamps[path] = Stamp(
        device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
  }

  /// Those that look otherwise than in another value, or that it does not know, sorted.
  package func changes(since other: FileStamps) -> [String] {
    stamps.filter { path, stamp in other.stamps[path] != .some(stamp) }.keys.sorted()
  }
}
