internal import Glibc

/// Keeps others who ask for the same out of a folder, in this program and in others, as long as the value lives.
package final class FolderLock {
  private let descriptor: Int32

  /// Makes the folder where there is none, and waits until nobody else has it. `nil` where it cannot be opened, or its file
  /// system knows no locks.
  package init?(making path: String) {
    // Whoever had it may have taken the folder away.
    for _ in 0..<3 {
      try? FileAccess.makeFolder(path)
      let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard opened >= 0 else { return nil }
      var status = stat()
      while flock(opened, LOCK_EX) != 0 {
        guard errno == EINTR else {
          close(opened)
          return nil
        }
      }
      if unsafe fstat(opened, &status) == 0, status.st_nlink > 0 {
        descriptor = opened
        return
      }
      close(opened)
    }
    return nil
  }

  deinit { close(descriptor) }
}
