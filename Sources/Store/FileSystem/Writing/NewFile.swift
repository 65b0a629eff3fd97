import Diagnostics
import Glibc

/// A file that is being written in a folder, and locked as long as the value lives.
///
/// It has no name until it gets one: when the process ends before that, however it ends, the system
/// forgets the file. Where file systems cannot do that it has an ``OwnName`` from the beginning, as
/// every one has for the moment between `link` and `move`. A file with such a name that nobody has
/// locked was left by a process that was killed: it is locked before it gets the name.
///
/// Nothing that is in the folder is opened, followed or overwritten, but what `move` replaces.
package struct NewFile: ~Copyable {
  private let folder: OpenFolder
  /// For reading and writing.
  package let descriptor: Int32
  private let stem: String
  private let ending: String
  private(set) var name: String?
  /// As long as it has a name that is not its last.
  private var unfinished: Unfinished.Mark?

  /// - Parameters:
  ///   - stem: what the name begins with, when it gets one.
  ///   - isNameless: whether to try to do without a name.
  package init(
    in folder: borrowing OpenFolder, stem: String, ending: String = OwnName.partial,
    isNameless: Bool = true
  ) throws(SystemError) {
    let own = try OpenFolder(folder)
    var opened: Int32 = -1
    if isNameless { opened = unsafe openat(own.descriptor, ".", Self.namelessFlags, 0o644) }
    var name: String?
    if opened >= 0 {
      _ = flock(opened, LOCK_EX | LOCK_NB)
    } else {
      let made = try Self.makeNamed(in: own, stem: stem, ending: ending)
      opened = made.descriptor
      name = made.name
    }
    var unfinished: Unfinished.Mark?
    if let name { unfinished = Self.mark(name, in: own) }
    self.unfinished = unfinished
    self.folder = own
    self.stem = stem
    self.ending = ending
    self.name = name
    descriptor = opened
  }

  /// Says that a name is to go when the process is ended. The folder is open as long as the name is
  /// there.
  private static func mark(_ name: String, in folder: borrowing OpenFolder) -> Unfinished.Mark {
    Unfinished.file("\(path(folder.descriptor))/\(name)")
  }

  /// A file that is locked and has a name of its own.
  private static func makeNamed(
    in folder: borrowing OpenFolder, stem: String, ending: String
  ) throws(SystemError) -> (descriptor: Int32, name: String) {
    let first = stem + OwnName.random() + ending
    let descriptor = unsafe openat(
      folder.descriptor, first.fileName, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    do throws(SystemError) {
      let own = OwnName.make(stem: stem, ending: ending, try status(of: descriptor))
      guard
        unsafe renameat(
          folder.descriptor, first.fileName, folder.descriptor, own.fileName) == 0
      else {
        throw .last
      }
      return (descriptor, own)
    } catch {
      folder.remove(first)
      close(descriptor)
      throw error
    }
  }

  deinit {
    if let name { folder.remove(name) }
    close(descriptor)
  }

  // Of `<bits/fcntl-linux.h>`, as a macro of several words not known here.
  private static let namelessFlags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC

  /// A path to what a descriptor of this process stands for.
  private static func path(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// A path for those who open the file by one; `nil` where the system has none for files without
  /// names.
  var path: String? {
    guard let own = try? status(), let found = SystemFolder.status(Self.path(descriptor)),
      found.device == own.device, found.inode == own.inode
    else { return nil }
    return Self.path(descriptor)
  }

  func status() throws(SystemError) -> FileStatus { try Self.status(of: descriptor) }

  private static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  // MARK: - Writing

  /// Writes after what was written.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    if let number = SystemFile.write(bytes, to: descriptor, at: nil) { throw SystemError(number) }
  }

  /// Makes the content lasting.
  package func sync() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  // MARK: - Names

  /// Gives the file a name of its own where it has none.
  package mutating func link() throws(SystemError) {
    guard name == nil else { return }
    let own = OwnName.make(stem: stem, ending: ending, try status())
    unfinished = Self.mark(own, in: folder)
    let linked = unsafe linkat(
      AT_FDCWD, Self.path(descriptor), folder.descriptor, own.fileName, AT_SYMLINK_FOLLOW)
    guard linked == 0 else { throw .last }
    name = own
  }

  /// Moves the file to its name in the folder, in place of the file, link or pipe that is there, or
  /// of a folder without anything in it. It is then no longer removed.
  package mutating func move(to destination: String) throws(SystemError) {
    try link()
    do throws(SystemError) {
      try rename(to: destination)
    } catch {
      guard [EISDIR, ENOTEMPTY, EEXIST].contains(error.number), folder.clear(destination) else {
        throw error
      }
      try rename(to: destination)
    }
    name = nil
    unfinished = nil
  }

  /// Moves the file to its name in the folder, in place of nothing, or of what may be replaced. It is
  /// then no longer removed.
  ///
  /// - Parameter mayReplace: is asked of what is there.
  /// - Throws: `EEXIST` where that stays.
  mutating func move(
    to destination: String, replacing mayReplace: (FileStatus) -> Bool
  ) throws(SystemError) {
    try link()
    guard let name else { return }
    // What comes and goes at the same time is not waited for.
    for _ in 0..<3 {
      if unsafe linkat(
        folder.descriptor, name.fileName, folder.descriptor, destination.fileName, 0) == 0
      {
        folder.remove(name)
        self.name = nil
        unfinished = nil
        return
      }
      let number = errno
      if let status = folder.status(destination) {
        guard mayReplace(status) else { throw SystemError(EEXIST) }
      } else if number == EEXIST {
        continue
      }
      // Where a file system has one name a file, looking before has to do.
      try rename(to: destination)
      self.name = nil
      unfinished = nil
      return
    }
    throw SystemError(EEXIST)
  }

  /// Takes the file's name away: it lives as long as the value.
  package mutating func forgetName() {
    if let name, folder.remove(name) {
      self.name = nil
      unfinished = nil
    }
  }

  /// Makes the folder's names lasting, where its file system can do that.
  func syncFolder() { _ = fsync(folder.descriptor) }

  private mutating func rename(to other: String) throws(SystemError) {
    guard let name else { return }
    guard
      unsafe renameat(
        folder.descriptor, name.fileName, folder.descriptor, other.fileName) == 0
    else {
      throw .last
    }
    self.name = other
  }

  // MARK: - What was left

  /// Whether files without names can get one in this folder.
  static func canLink(in folder: borrowing OpenFolder, stem: String) -> Bool {
    guard var probe = try? NewFile(in: folder, stem: stem) else { return false }
    guard probe.path != nil else { return false }
    do throws(SystemError) { try probe.link() } catch { return false }
    return true
  }

  /// Removes what killed processes were writing in a folder.
  ///
  /// - Parameter start: what the names begin with.
  package static func removeLeftBehind(
    in folder: borrowing OpenFolder, start: String, ending: String = OwnName.partial
  ) {
    for name in folder.names() where name.hasPrefix(start) {
      if isLeftBehind(name, in: folder, ending: ending) { folder.remove(name) }
    }
  }

  /// Whether a file is one of ours that nobody holds.
  package static func isLeftBehind(
    _ name: String, in folder: borrowing OpenFolder, ending: String = OwnName.partial
  ) -> Bool {
    guard let status = folder.status(name), OwnName.isOurs(name, ending: ending, status),
      let file = folder.file(name), file.status?.inode == status.inode,
      file.status?.device == status.device
    else { return false }
    return file.lock()
  }
}
