import Diagnostics
import FileSystem
import Glibc

/// Reads the project's text.
enum ProjectFile {
  struct Problem: Error {
    var message: String
    /// Whether it is the command line that names something else than a project.
    var isWrongName = false
  }

  /// - Parameter scope: where the file has to lie, links resolved; `nil` for anywhere.
  static func read(
    _ path: String, limit: Int, within scope: ReadingScope? = nil
  ) -> Result<[UInt8], Problem> {
    let descriptor = path == "-" ? dup(0) : unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let number = errno
      return .failure(
        Problem(
          message: "project '\(path)' cannot be read: \(SystemReason.text(number))",
          isWrongName: [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(number)))
    }
    defer { close(descriptor) }
    if let scope {
      let opened = MediaLocator.resolve("/proc/self/fd/\(descriptor)")
      guard let opened, scope.contains(opened) else {
        return .failure(
          Problem(
            message: "project '\(path)' leads outside of its folder, which --confine refuses",
            isWrongName: true))
      }
    }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return .failure(
        Problem(
          message: "project '\(path)' is a folder; name the project file in it",
          isWrongName: true))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(
          Problem(message: "project '\(path)' cannot be read: \(SystemReason.text(errno))"))
      }
      if count == 0 { return .success(bytes) }
      bytes += buffer[..<count]
      if bytes.count > limit {
        return .failure(
          Problem(
            message: "project '\(path)' has more than \(limit) bytes; is it a project? "
              + "--limit file-bytes=N raises the limit", isWrongName: true))
      }
    }
  }
}
