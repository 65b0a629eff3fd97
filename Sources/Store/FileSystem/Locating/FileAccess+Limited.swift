import Diagnostics
import Glibc

/// Why a file of limited size could not be read.
package enum LimitedReadError: Error, Hashable, Sendable {
  /// It lies outside of where may be read.
  case outside
  /// It has that many bytes.
  case tooLarge(Int)
  /// The system's reason.
  case unreadable(reason: String)
}

extension FileAccess {
  /// All of an ordinary file.
  ///
  /// - Parameters:
  ///   - limit: bytes that it may have.
  ///   - scope: where what was opened has to lie, links resolved; `nil` for anywhere.
  package static func read(
    _ path: String, limit: Int, within scope: ReadingScope?
  ) throws(LimitedReadError) -> [UInt8] {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(reason: MediaLocator.reason(errno)) }
    guard let file = OpenFile(descriptor: descriptor) else {
      throw .unreadable(reason: "it is no regular file")
    }
    if let scope {
      guard let opened = MediaLocator.resolve("/proc/self/fd/\(descriptor)"),
        scope.contains(opened)
      else { throw .outside }
    }
    if let size = file.status?.size, size > limit { throw .tooLarge(Int(size)) }
    guard let bytes = file.bytes(limit: limit) else {
      throw .unreadable(reason: "it changed while it was read")
    }
    return bytes
  }
}
