import Diagnostics
import FileSystem
import Glibc
import TimelineModel

/// Why a project's file is left as it is.
package enum RewritingError: Error, Hashable, Sendable {
  case isLink
  case notRegular
  /// Another program has written to it since it was read.
  case changed
  /// The system's error number.
  case system(Int32)
}

extension ProjectFile {
  /// Puts a mended project in the place of the one that was read: all of it or nothing.
  ///
  /// The new text is written to a file of its own in the same folder, which then replaces the old one. A
  /// project that is a link, or that is no longer what was read, is left alone.
  /// - Parameter old: what was read.
  package static func replace(
    _ path: String, _ old: [UInt8], with new: [UInt8]
  ) throws(RewritingError) {
    var status = stat()
    guard unsafe lstat(path.fileName, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .isLink }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    // The folder decides whether a name can be replaced, but a file that is protected was meant so.
    guard unsafe access(path.fileName, W_OK) == 0 else { throw .system(errno) }
    let (folder, name) = parts(of: path)
    do throws(SystemError) {
      // Without a name until it has its last one: nothing is left where the process is killed.
      var file = try NewFile(in: try OpenFolder(folder), stem: ".\(name).")
      try file.write(new)
      // Only root may give files away; for everybody else the owner is right already, or stays so.
      _ = fchown(file.descriptor, status.st_uid, status.st_gid)
      guard fchmod(file.descriptor, status.st_mode & 0o7777) == 0 else {
        throw SystemError(errno)
      }
      try file.sync()
      let now = try? read(path, limit: ProjectLimits.Kind.fileBytes.greatest)
      guard now == old else { throw SystemError(ESTALE) }
      try file.move(to: name)
    } catch {
      throw error.number == ESTALE ? .changed : .system(error.number)
    }
  }

  /// A path's folder and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }
}
