import Diagnostics
import Glibc

/// Why the system refused: an `errno`.
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(errno) }
}

/// A folder by its descriptor: what is done in it is done in this folder, whatever happens to its
/// name meanwhile.
///
/// Names in it are taken as what they are: no link is followed, no pipe or device is opened.
package struct OpenFolder: ~Copyable {
  let descriptor: Int32

  /// The folder that a path leads to, links followed: the path is the user's own word.
  package init(_ path: String) throws(SystemError) {
    let opened = unsafe open(
      (path.isEmpty ? "." : path).fileName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .last }
    descriptor = opened
  }

  /// A folder in another one; not what a link leads to.
  package init(_ name: String, in parent: borrowing OpenFolder) throws(SystemError) {
    let opened = unsafe openat(
      parent.descriptor, name.fileName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw .last }
    descriptor = opened
  }

  /// A folder in another one, made where there is nothing under its name.
  package init(making name: String, in parent: borrowing OpenFolder) throws(SystemError) {
    if unsafe mkdirat(parent.descriptor, name.fileName, 0o755) != 0 {
      let number = errno
      // What is there may lie in a folder that cannot be written to.
      guard number == EEXIST || number == EROFS || number == EACCES || number == EPERM else {
        throw SystemError(number)
      }
      do throws(SystemError) {
        try self.init(name, in: parent)
      } catch {
        throw error.number == ENOENT ? SystemError(number) : error
      }
      return
    }
    try self.init(name, in: parent)
  }

  /// The same folder once more.
  init(_ other: borrowing OpenFolder) throws(SystemError) {
    let opened = fcntl(other.descriptor, F_DUPFD_CLOEXEC, 3)
    guard opened >= 0 else { throw .last }
    descriptor = opened
  }

  deinit { close(descriptor) }

  // MARK: - Looking

  /// Names in the folder, sorted, without `.` and `..`; none where it cannot be read.
  package func names() -> [String] {
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let directory = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(directory) }
    return unsafe SystemFolder.names(directory)
  }

  /// What the system says of a name, of a link itself; `nil` when there is nothing.
  package func status(_ name: String) -> FileStatus? {
    var status = stat()
    guard unsafe fstatat(descriptor, name.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    return FileStatus(status)
  }

  /// Opens an ordinary file for reading; `nil` for everything else, which is not touched.
  package func file(_ name: String) -> OpenFile? {
    guard status(name)?.isRegular == true else { return nil }
    let opened = unsafe openat(
      descriptor, name.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    return OpenFile(descriptor: opened)
  }

  /// Why an ordinary file cannot be opened for reading: the system's error number. `nil` where it can, where it
  /// is not there, and for everything else.
  package func obstacle(_ name: String) -> Int32? {
    var status = stat()
    guard unsafe fstatat(descriptor, name.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return errno == ENOENT ? nil : errno
    }
    guard FileStatus(status).isRegular else { return nil }
    let opened = unsafe openat(
      descriptor, name.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { return errno == ENOENT ? nil : errno }
    close(opened)
    return nil
  }

  // MARK: - Changing

  /// Removes a name that is not a folder's.
  ///
  /// - Returns: whether it is gone.
  @discardableResult package func remove(_ name: String) -> Bool {
    unsafe unlinkat(descriptor, name.fileName, 0) == 0
  }

  /// Removes what stands in the place of a file: a file, link or pipe, or a folder in which there is
  /// nothing.
  @discardableResult package func clear(_ name: String) -> Bool {
    if remove(name) { return true }
    return unsafe unlinkat(descriptor, name.fileName, AT_REMOVEDIR) == 0
  }

  /// Notes that a file is used now. Where that cannot be noted nothing is lost.
  package func touch(_ name: String) {
    unsafe utimensat(descriptor, name.fileName, nil, AT_SYMLINK_NOFOLLOW)
  }
}

/// A file that is open for reading.
package struct OpenFile: ~Copyable {
  let descriptor: Int32

  init?(descriptor: Int32) {
    self.descriptor = descriptor
    // It may have become something else since it was looked at.
    guard status?.isRegular == true else { return nil }
  }

  deinit { close(descriptor) }

  package var status: FileStatus? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return FileStatus(status)
  }

  /// Whether nobody holds the file's lock, which is then held as long as the value lives.
  package func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// All of it; `nil` when it is larger than `limit` or cannot be read.
  package func bytes(limit: Int) -> [UInt8]? {
    guard let size = status?.size, size <= limit else { return nil }
    return SystemFile.read(descriptor, at: 0, count: Int(size))
  }

  /// The first bytes, as many as there are up to `count`; `nil` where they cannot be read.
  package func beginning(_ count: Int) -> [UInt8]? {
    guard let size = status?.size else { return nil }
    return SystemFile.read(descriptor, at: 0, count: min(Int(size), count))
  }
}
