import Diagnostics
package import FileSystem
import Glibc
import TimelineModel

/// Why a project's text cannot be read.
package enum ProjectFileError: Error, Hashable, Sendable {
  case isFolder
  /// A pipe, a device or the like, where that would keep a server waiting.
  case notRegular
  /// The file leads out of the folders that a confined project is read from.
  case outside
  /// The system's error number.
  case system(Int32)
  /// The file has more bytes than the limit.
  case tooLarge(limit: Int)
}

/// The file of a project's text.
package enum ProjectFile {
  /// Reads all of a file.
  ///
  /// - Parameters:
  ///   - limit: bytes that it may have.
  ///   - scope: where the file has to lie, links resolved; `nil` for anywhere.
  package static func read(
    _ path: String, limit: Int, within scope: ReadingScope? = nil
  ) throws(ProjectFileError) -> [UInt8] {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    if let scope {
      let opened = MediaLocator.resolve("/proc/self/fd/\(descriptor)")
      guard let opened, scope.contains(opened) else { throw .outside }
    }
    return try read(descriptor, limit: limit)
  }

  /// Reads from an open file to its end.
  package static func read(
    _ descriptor: Int32, limit: Int
  ) throws(ProjectFileError) -> [UInt8] {
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .isFolder
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .tooLarge(limit: limit) }
    }
  }
}

extension ProjectFile {
  /// Whether an ordinary file reads like a project or a part of one.
  package static func isProject(_ path: String) -> Bool {
    guard FileAccess.isFolder(path) == false,
      let bytes = try? read(path, limit: ProjectLimits()[.fileBytes]),
      bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{")
    else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\"cutlist\"") && text.contains("\"tracks\"")
      || text.contains("\"cutlistPart\"")
  }
}
