import Glibc

/// A file that is locked as long as the value lives; the system lets go of it when the process ends,
/// however that happens.
struct HeldFile: ~Copyable {
  let path: String
  private let descriptor: Int32
  private let mark: Unfinished.Mark

  /// Makes the file and locks it; `nil` where it cannot be made.
  init?(making path: String) {
    let mark = Unfinished.file(path)
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard opened >= 0 else { return nil }
    _ = flock(opened, LOCK_EX | LOCK_NB)
    self.path = path
    descriptor = opened
    self.mark = mark
  }

  deinit {
    unsafe unlink(path)
    close(descriptor)
  }

  /// Whether no process holds the file: what it stood for was left behind.
  static func isFree(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }
}

/// Files that appear whole or not at all.
enum AtomicFile {
  static let suffix = ".partial"

  /// Writes a file under another name in the same folder, which is made where it is missing, and
  /// moves it to its own. The last of several writers wins.
  ///
  /// - Returns: `nil` when done, else the system's error number; nothing is then left.
  static func write(_ bytes: [UInt8], to path: String) -> Int32? {
    // Someone may clear the folder, or take the file for left behind while this process sleeps.
    for _ in 0..<2 {
      let number = writeOnce(bytes, to: path)
      guard number == ENOENT else { return number }
      if let failure = SystemFolder.make(MediaLocator.folder(of: path)) { return failure.number }
    }
    return writeOnce(bytes, to: path)
  }

  private static func writeOnce(_ bytes: [UInt8], to path: String) -> Int32? {
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    let partial = "\(path).\(getpid())-\(unique)\(suffix)"
    let mark = Unfinished.file(partial)
    defer { withExtendedLifetime(mark) {} }
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    var failure: Int32?
    var done = 0
    while done < bytes.count, failure == nil {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count >= 0 { done += count } else if errno != EINTR { failure = errno }
    }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, unsafe rename(partial, path) != 0 { failure = errno }
    if failure != nil { unsafe unlink(partial) }
    return failure
  }

  /// Whether a file was left by a writer that is gone. Files of the last seconds are left alone: one
  /// may have been made but not locked yet.
  static func isLeftBehind(_ path: String, _ status: FileStatus) -> Bool {
    path.hasSuffix(suffix) && status.modified < FileStatus.now - 5_000_000_000
      && HeldFile.isFree(path)
  }
}
