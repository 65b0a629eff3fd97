import Glibc
import Synchronization

/// What this process has made and not finished: files that are being written, and folders that are
/// there only while it runs.
///
/// A library that is busy cannot be asked to stop, so what would be removed at the end of its work
/// has to be known from outside. One list a process, since ending is the process's, too.
public enum Unfinished {
  fileprivate enum Thing: Sendable {
    case file(String)
    case folder(String)
  }

  fileprivate struct List: Sendable {
    var next = 0
    var things: [Int: Thing] = [:]
  }

  fileprivate static let list = Mutex(List())

  /// Stands for something unfinished as long as the value lives.
  ///
  /// It is made before the thing itself: once the process is being ended nothing new is begun.
  struct Mark: ~Copyable {
    private let number: Int

    fileprivate init(_ thing: Thing) {
      number = Unfinished.list.withLock { list in
        list.next += 1
        list.things[list.next] = thing
        return list.next
      }
    }

    deinit {
      let number = self.number
      Unfinished.list.withLock { $0.things[number] = nil }
    }
  }

  /// - Parameter path: of a file that nobody else has.
  static func file(_ path: String) -> Mark { Mark(.file(path)) }

  /// - Parameter path: of a folder that is removed with what is in it.
  static func folder(_ path: String) -> Mark { Mark(.folder(path)) }

  /// Removes what is unfinished and ends the process, whatever its other threads are doing.
  ///
  /// - Parameter message: is written to standard error as it is.
  public static func end(_ status: Int32, saying message: String) -> Never {
    // The lock is never given back: who wants to begin or finish something waits for the end.
    list.withLock { list in
      for thing in list.things.values {
        if case .file(let path) = thing { unsafe unlink(path) }
      }
      for thing in list.things.values {
        if case .folder(let path) = thing { SystemFolder.remove(path) }
      }
      _ = unsafe Array(message.utf8).withUnsafeBytes {
        unsafe write(2, $0.baseAddress, $0.count)
      }
      _exit(status)
    }
  }
}
