import FileSystem
import Glibc

/// Waits for changes of files.
///
/// They are looked at five times a second: that works on every file system, network shares included, and
/// costs a microsecond a file. A change counts once the files have stood still for a moment, for programs
/// write in several steps.
package struct FileWatch {
  private var paths: [String]
  private var known: FileStamps

  /// Between two looks, in milliseconds.
  private static let pause = 200
  /// How long files have to stand still, in milliseconds; and how often they may stir meanwhile.
  private static let calm = 60
  private static let mostStirs = 30

  /// Changes count from now on.
  package init(of paths: [String]) {
    self.paths = paths
    known = FileStamps(of: paths)
  }

  /// Looks at other files from now on. What has changed in those that were watched before still counts.
  package mutating func watch(_ paths: [String]) {
    let old = known
    let now = FileStamps(of: paths)
    let changed = now.changes(since: old).filter(Set(self.paths).contains)
    self.paths = paths
    if changed.isEmpty { known = now }
  }

  /// The files that look otherwise than when that was asked last, after they have stood still, sorted.
  package mutating func changes() -> [String] {
    var now = FileStamps(of: paths)
    if now == known { return [] }
    for _ in 0..<Self.mostStirs {
      usleep(UInt32(Self.calm * 1000))
      let later = FileStamps(of: paths)
      if later == now { break }
      now = later
    }
    defer { known = now }
    return now.changes(since: known)
  }

  /// Waits until it is time for the next look.
  package static func rest() { usleep(UInt32(pause * 1000)) }

  /// Waits for a change.
  ///
  /// - Parameter isOver: is asked at every look whether to wait no longer.
  /// - Returns: whether there was a change.
  package mutating func wait(until isOver: () -> Bool) -> Bool {
    while !isOver() {
      if !changes().isEmpty { return true }
      Self.rest()
    }
    return false
  }
}
