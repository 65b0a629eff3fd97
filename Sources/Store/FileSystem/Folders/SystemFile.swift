import Diagnostics
import Glibc

/// Bytes of files through the system's calls.
package enum SystemFile {
  /// Writes all bytes.
  ///
  /// - Parameter offset: where; `nil` for after what was written before.
  /// - Returns: `nil` when done, else the system's error number.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int?) -> Int32? {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe buffer.baseAddress?.advanced(by: done)
        guard let offset else { return unsafe Glibc.write(descriptor, rest, buffer.count - done) }
        return unsafe pwrite(descriptor, rest, buffer.count - done, offset + done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      done += count
    }
    return nil
  }

  /// All of an ordinary file; nothing else is waited for.
  ///
  /// - Returns: `nil` when the file cannot be read or is larger than `limit`.
  static func read(_ path: String, limit: Int = .max) -> [UInt8]? {
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    return OpenFile(descriptor: descriptor)?.bytes(limit: limit)
  }

  /// So many bytes of a file; `nil` where there are fewer.
  package static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    // Not filled with zeros first: files are large.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let part = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: done), count - done, offset + done)
        if part < 0 && errno == EINTR { continue }
        if part <= 0 { return }
        done += part
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
