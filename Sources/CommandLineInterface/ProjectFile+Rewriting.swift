import Diagnostics
import Glibc
import TimelineModel

extension ProjectFile {
  /// Puts a mended project in the place of the one that was read: all of it or nothing.
  ///
  /// The new text is written to a file of its own beside the old one, which it then replaces. A
  /// project that is a link, or that is no longer what was read, is left alone.
  /// - Parameter old: what was read.
  static func replace(_ path: String, _ old: [UInt8], with new: [UInt8]) -> Problem? {
    func problem(_ reason: String) -> Problem {
      Problem(message: "project '\(path)' is not changed: \(reason)")
    }
    var status = stat()
    guard unsafe lstat(path.fileName, &status) == 0 else {
      return problem(SystemReason.text(errno))
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      return problem("it is a link; name the file that it leads to")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return problem("it is not a regular file") }
    // The folder decides whether a name can be replaced, but a file that is protected was meant so.
    guard unsafe access(path.fileName, W_OK) == 0 else { return problem(SystemReason.text(errno)) }
    let partial = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    let descriptor = unsafe open(
      partial.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return problem(SystemReason.text(errno)) }
    var isOpen = true
    func abandon(_ reason: String) -> Problem {
      if isOpen { close(descriptor) }
      unsafe unlink(partial.fileName)
      return problem(reason)
    }
    guard write(new, to: descriptor) else { return abandon(SystemReason.text(errno)) }
    // Only root may give files away; for everybody else the owner is right already, or stays so.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0 else {
      return abandon(SystemReason.text(errno))
    }
    isOpen = false
    guard close(descriptor) == 0 else { return abandon(SystemReason.text(errno)) }
    guard case .success(let now) = read(path, limit: ProjectLimits.Kind.fileBytes.greatest),
      now == old
    else {
      return abandon("it was changed by another program meanwhile; try again")
    }
    guard unsafe rename(partial.fileName, path.fileName) == 0 else {
      return abandon(SystemReason.text(errno))
    }
    return nil
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
