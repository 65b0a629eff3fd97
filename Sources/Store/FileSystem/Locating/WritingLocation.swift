import Diagnostics
import Glibc

/// Whether a file can be written at a path, as far as that can be told beforehand.
package enum WritingLocation {
  /// Why no file can be written at a path: lower case, no full stop; `nil` where nothing is known to
  /// be in the way.
  package static func obstacle(to path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if path.utf8.contains(0) || name.isEmpty || name == "." || name == ".." {
      return "that is no file name"
    }
    var status = stat()
    if unsafe stat(path.fileName, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return "that is a directory" }
      if status.st_mode & S_IFMT != S_IFREG {
        return "that is there and is not an ordinary file"
      }
    } else if errno != ENOENT {
      return MediaLocator.reason(errno)
    } else if FileAccess.isLink(path) {
      return "that is a link to a file that is not there"
    }
    if name.utf8.count > 255 { return MediaLocator.reason(ENAMETOOLONG) }
    return obstacle(toFilesIn: MediaLocator.folder(of: path))
  }

  /// The same for a folder that is made with its parents where it is not there.
  package static func obstacle(toFolder path: String) -> String? {
    var folder = path
    while true {
      var status = stat()
      if unsafe stat((folder.isEmpty ? "." : folder).fileName, &status) == 0 {
        return obstacle(toFilesIn: folder)
      }
      let number = errno
      guard number == ENOENT, !folder.isEmpty else { return MediaLocator.reason(number) }
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      folder = MediaLocator.folder(of: folder)
    }
  }

  private static func obstacle(toFilesIn folder: String) -> String? {
    let folder = folder.isEmpty ? "." : folder
    var status = stat()
    guard unsafe stat(folder.fileName, &status) == 0 else {
      return errno == ENOENT
        ? "its folder '\(folder)' is not there; make it first" : MediaLocator.reason(errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return MediaLocator.reason(ENOTDIR) }
    guard unsafe access(folder.fileName, W_OK | X_OK) == 0 else {
      return MediaLocator.reason(errno)
    }
    return nil
  }

  /// The first bytes of an ordinary file, at most `limit`; `nil` where there is none or it cannot be
  /// read.
  package static func beginning(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: limit)
    var done = 0
    while done < limit {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress?.advanced(by: done), limit - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      done += count
    }
    return Array(bytes[..<done])
  }
}
