import Synchronization

/// Ends the reading of a file that leads libav around in circles.
///
/// Counted are the times that libav reads from the file, not seconds, so that a file is refused or
/// taken on every machine alike.
package final class ReadingEffort: Sendable {
  private let left: Atomic<Int>
  private let last = Atomic<Int64>(0)

  /// - Parameter bytes: length of the file.
  package init(forBytes bytes: Int64) {
    // Files that are read well take a read for each 32 KiB; badly interleaved ones one for each
    // packet, of which few are shorter than this.
    left = Atomic(Self.least + Int(clamping: bytes / 64))
  }

  private static let least = 1 << 20

  /// Counts one read; true when there were too many.
  func isExhausted() -> Bool {
    note()
    return left.subtract(1, ordering: .relaxed).newValue < 0
  }

  /// When it was last read from, in nanoseconds of the monotonic clock.
  var lastRead: Int64 { last.load(ordering: .relaxed) }

  /// Reads in another process, which has limits of its own: until that ends, this one is not slow.
  package func elsewhere<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    last.store(.max, ordering: .relaxed)
    defer { note() }
    return try body()
  }

  /// Notes that it is being read from.
  func note() { last.store(ReaderSocket.now, ordering: .relaxed) }
}
