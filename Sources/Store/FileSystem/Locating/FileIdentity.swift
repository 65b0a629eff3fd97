import Diagnostics
import Glibc
package import TimelineModel

/// Which file a path leads to, links followed: the same for every name that a file has.
package enum FileIdentity: Hashable, Sendable {
  /// A file that is there.
  case file(device: UInt64, inode: UInt64)
  /// A name that is free yet, in a folder that is there.
  case name(String, device: UInt64, inode: UInt64)

  /// `nil` where not even the folder is there.
  package init?(_ path: String) {
    var status = stat()
    if unsafe stat(path.fileName, &status) == 0 {
      self = .file(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      return
    }
    let folder = MediaLocator.folder(of: path)
    guard unsafe stat((folder.isEmpty ? "." : folder).fileName, &status) == 0 else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self = .name(name, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension MediaLocator {
  /// The files that a media item names, as far as they are there: all of a sequence's.
  package func files(of item: MediaItem) -> [String] {
    switch item.content.unfiltered {
    case .file(let path, _, _), .look(let path, _), .captions(let path, _):
      if case .file(let path, _)? = try? locate(path) { return [path] }
      return []
    case .sequence(let sequence):
      return (try? locate(sequence))?.files ?? []
    default:
      return []
    }
  }
}
