import Workspace
import OutputFiles
import FileSystem
import Glibc
import OutputKinds
import Rendering

/// A movie in a folder of its own, which goes with it: one that is to go to standard output has to be
/// complete before its first byte is known.
final class TemporaryMovie {
  let path: String
  private let folder: TemporaryFolder

  /// - Throws: `CommandFailure` where the folder for temporary files takes none.
  init(_ container: MovieContainer) throws(CommandFailure) {
    guard let made = TemporaryFolder() else {
      throw CommandFailure(
        .failed,
        "no folder can be made in '\(TemporaryFolder.place)' for the movie on its way to standard output: "
          + MediaLocator.reason(errno))
    }
    folder = made
    path = MediaLocator.join(made.path, "movie" + container.ending)
  }

  /// Writes the movie to standard output.
  func copy(to console: Console) throws(CommandFailure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(errno) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.unreadable(errno)
      }
      if count == 0 { return }
      try console.write(result: Array(buffer[..<count]))
    }
  }

  private static func unreadable(_ number: Int32) -> CommandFailure {
    CommandFailure(.failed, "the movie cannot be read back: \(MediaLocator.reason(number))")
  }
}
