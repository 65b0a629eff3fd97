import Diagnostics
import Glibc

/// Folders through the system's calls.
package enum SystemFolder {
  /// Why a folder cannot be made.
  package struct Failure {
    /// The folder itself or one it lies in.
    var path: String
    /// The system's error number.
    package var number: Int32
  }

  /// Makes a folder with its parents.
  ///
  /// - Returns: `nil` when it is there.
  package static func make(_ path: String) -> Failure? {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made = MediaLocator.join(made, String(part))
      if unsafe mkdir(made.fileName, 0o755) == 0 { continue }
      let number = errno
      // A folder that is there may lie in one that cannot be written to.
      guard let status = status(made) else { return Failure(path: made, number: number) }
      guard status.isFolder else { return Failure(path: made, number: ENOTDIR) }
    }
    return nil
  }

  /// Names in a folder, sorted, without `.` and `..`; none where it cannot be read.
  static func names(_ path: String) -> [String] {
    guard let directory = unsafe opendir(path.fileName) else { return [] }
    defer { unsafe closedir(directory) }
    return unsafe names(directory)
  }

  /// The same of an open folder.
  static func names(_ directory: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe FileName.text($0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What the system says of a file; `nil` when there is none.
  package static func status(_ path: String) -> FileStatus? {
    var status = stat()
    guard unsafe stat(path.fileName, &status) == 0 else { return nil }
    return FileStatus(status)
  }

  /// The same of a link itself.
  static func statusOfLink(_ path: String) -> FileStatus? {
    var status = stat()
    guard unsafe lstat(path.fileName, &status) == 0 else { return nil }
    return FileStatus(status)
  }
}

extension SystemFolder.Failure {
  /// One line, lower case, no full stop.
  var message: String {
    "the folder '\(path)' cannot be made: \(MediaLocator.reason(number))"
  }
}

/// What tells a file from others and from what it was before.
package struct FileStatus: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// When its content changed, in nanoseconds since 1970.
  package var modified: Int64
  /// When its content, name or rights changed: unlike `modified` no program can set it back.
  package var changed: Int64
  package var isFolder: Bool
  package var isRegular: Bool
  /// The user whose file it is.
  package var owner: UInt32
  /// How many names it has.
  var links: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegular = status.st_mode & S_IFMT == S_IFREG
    owner = status.st_uid
    links = Int(status.st_nlink)
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The system's time, in nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }
}
