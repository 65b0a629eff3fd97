import Diagnostics
import FileSystem
import Glibc

/// A file without a name, between this program and another.
final class PassedFile {
  private let file: NewFile
  /// For the other program.
  var descriptor: Int32 { file.descriptor }

  /// In `$TMPDIR`, else in `/tmp`.
  init() throws(SystemError) {
    var file = try NewFile(
      in: try OpenFolder(CacheFolder.environment("TMPDIR") ?? "/tmp"), stem: "cutlist-chunk.")
    file.forgetName()
    self.file = file
  }

  /// Writes what is then read from the beginning.
  func fill(_ bytes: [UInt8]) throws(SystemError) {
    if let number = SystemFile.write(bytes, to: descriptor, at: 0) { throw SystemError(number) }
  }

  /// Forgets what was written, so that it is written from the beginning.
  func clear() throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw SystemError(errno)
    }
  }

  /// Bytes that it has by now.
  var count: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What was written; `nil` where that is more than `limit` bytes, or cannot be read.
  func bytes(limit: Int) -> [UInt8]? {
    let count = count
    return count <= limit ? SystemFile.read(descriptor, at: 0, count: count) : nil
  }
}
