import Diagnostics
import Glibc
import TimelineModel

/// Why a project's file is left as it is.
public enum RewritingError: Error, Hashable, Sendable {
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
  /// The new text is written to a file of its own beside the old one, which it then replaces. A
  /// project that is a link, or that is no longer what was read, is left alone.
  /// - Parameter old: what was read.
  public static func replace(
    _ path: String, _ old: [UInt8], with new: [UInt8]
  ) throws(RewritingError) {
    var status = stat()
    guard unsafe lstat(path.fileName, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .isLink }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    // The folder decides whether a name can be replaced, but a file that is protected was meant so.
    guard unsafe access(path.fileName, W_OK) == 0 else { throw .system(errno) }
    let partial = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    let descriptor = unsafe open(
      partial.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    var isOpen = true
    func abandon(_ reason: RewritingError) -> RewritingError {
      if isOpen { close(descriptor) }
      unsafe unlink(partial.fileName)
      return reason
    }
    guard write(new, to: descriptor) else { throw abandon(.system(errno)) }
    // Only root may give files away; for everybody else the owner is right already, or stays so.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0 else {
      throw abandon(.system(errno))
    }
    isOpen = false
    guard close(descriptor) == 0 else { throw abandon(.system(errno)) }
    let now = try? read(path, limit: ProjectLimits.Kind.fileBytes.greatest)
    guard now == old else { throw abandon(.changed) }
    guard unsafe rename(partial.fileName, path.fileName) == 0 else {
      throw abandon(.system(errno))
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
