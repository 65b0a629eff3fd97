import FileSystem
import Glibc
import LibAV

extension MovieWriteError {
  /// The error for a failure of libav: the operating system's where that refused.
  init(_ activity: String, path: String? = nil, _ error: LibAVError, log: [LogLine] = []) {
    self.init(
      activity, path: path,
      error.systemErrorNumber.flatMap { Self.isFileError($0) ? .system($0) : nil }
        ?? .library(([error.description] + log.map(\.text)).joined(separator: "; ")))
  }

  /// What a full disk, a broken one or a forbidden place gives, as against libav's own uses of
  /// `errno` (`EINVAL`, `ENOMEM` and the like).
  private static func isFileError(_ number: Int32) -> Bool {
    ![EINVAL, ENOMEM, EAGAIN, ENOSYS, ERANGE, EDOM].contains(number)
  }
}
