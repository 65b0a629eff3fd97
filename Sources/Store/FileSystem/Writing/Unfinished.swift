import Diagnostics
import Glibc
import Synchronization

/// What this process has made and not finished: files with names that are being written, and programs that
/// work for it.
///
/// A library that is busy cannot be asked to stop, so what would be removed at the end of its work
/// has to be known from outside. One list a process, since ending is the process's, too.
package enum Unfinished {
  fileprivate struct List: Sendable {
    var next = 0
    /// Paths of files.
    var files: [Int: String] = [:]
    /// Paths of folders in which there are files and no folders.
    var folders: [Int: String] = [:]
    /// Groups of processes.
    var groups: [Int: Int32] = [:]
  }

  fileprivate static let list = Mutex(List())

  /// Stands for something unfinished as long as the value lives.
  ///
  /// It is made before the thing itself: once the process is being ended nothing new is begun.
  package struct Mark: ~Copyable {
    private let number: Int

    fileprivate init(_ path: String) {
      number = Unfinished.list.withLock { list in
        list.next += 1
        list.files[list.next] = path
        return list.next
      }
    }

    fileprivate init(folder: String) {
      number = Unfinished.list.withLock { list in
        list.next += 1
        list.folders[list.next] = folder
        return list.next
      }
    }

    fileprivate init(group: Int32) {
      number = Unfinished.list.withLock { list in
        list.next += 1
        list.groups[list.next] = group
        return list.next
      }
    }

    deinit {
      let number = self.number
      Unfinished.list.withLock { list in
        list.files[number] = nil
        list.folders[number] = nil
        list.groups[number] = nil
      }
    }
  }

  /// - Parameter path: of a file that nobody else has.
  static func file(_ path: String) -> Mark { Mark(path) }

  /// - Parameter path: of a folder that nobody else has, with files and no folders in it.
  package static func folder(_ path: String) -> Mark { Mark(folder: path) }

  /// - Parameter process: that leads a group of those who work for this one, and has not been waited for.
  package static func group(_ process: Int32) -> Mark { Mark(group: process) }

  /// Removes a folder with the files in it.
  package static func remove(folder: String) {
    // Somebody may be making one more.
    for _ in 0..<3 {
      for name in SystemFolder.names(folder) {
        unsafe unlink(MediaLocator.join(folder, name).fileName)
      }
      if unsafe rmdir(folder.fileName) == 0 || errno == ENOENT { return }
    }
  }

  /// Removes and ends what is unfinished and ends the process, whatever its other threads are doing.
  ///
  /// - Parameter message: is written to standard error as it is.
  package static func end(_ status: Int32, saying message: String) -> Never {
    // The lock is never given back: who wants to begin or finish something waits for the end.
    list.withLock { list in
      for group in list.groups.values { kill(-group, SIGKILL) }
      for path in list.files.values { unsafe unlink(path.fileName) }
      for path in list.folders.values { remove(folder: path) }
      _ = unsafe Array(message.utf8).withUnsafeBytes {
        unsafe write(2, $0.baseAddress, $0.count)
      }
      _exit(status)
    }
  }
}
