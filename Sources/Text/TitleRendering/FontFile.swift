internal import CText
internal import Diagnostics
internal import Glibc
internal import BaseValues
internal import Raster

/// The bytes of a font file, read once, with their hash.
///
/// FreeType and HarfBuzz read from the same bytes, so what is hashed is what is drawn even when the
/// file is replaced meanwhile.
@safe final class FontFile {
  /// The largest file that is read; the largest fonts in use are about a tenth of it.
  static let byteLimit = 256 << 20

  let path: String
  /// XXH64 of the whole file.
  let contentHash: UInt64
  let count: Int
  /// Never written after `init`.
  let bytes: UnsafeMutablePointer<UInt8>

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - shownPath: the path as the user wrote it, for errors.
  ///   - permits: is given the path that was really opened, free of links.
  /// - Throws: `TitleError.fontFile`.
  init(
    path: String, shownPath: String, permits: ((String) -> Bool?)? = nil
  ) throws(TitleError) {
    func failure(_ reason: String) -> TitleError { .fontFile(path: shownPath, reason: reason) }
    // Non-blocking, so that opening a named pipe returns.
    let descriptor = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw failure(errno == ENOENT ? "does not exist" : "cannot be opened: \(systemError())")
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw failure("cannot be read: \(systemError())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("is not a file") }
    if let permits {
      let opened = unsafe realpath("/proc/self/fd/\(descriptor)", nil)
      defer { unsafe free(opened) }
      guard let opened = unsafe opened, permits(unsafe FileName.text(opened)) == true else {
        throw failure("is not the file that was looked at any more")
      }
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw failure("is empty") }
    guard size <= Self.byteLimit else {
      throw failure("has \(size) bytes, more than \(Self.byteLimit)")
    }
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    var filled = 0
    while filled < size {
      let received = unsafe read(descriptor, buffer + filled, size - filled)
      if received < 0 && errno == EINTR { continue }
      guard received > 0 else {
        unsafe buffer.deallocate()
        throw failure(received == 0 ? "was cut short" : "cannot be read: \(systemError())")
      }
      filled += received
    }
    if let reason = unsafe FontTables.fault(in: Span(_unsafeStart: buffer, count: size)) {
      unsafe buffer.deallocate()
      throw failure(reason)
    }
    var hash = XXH64()
    unsafe hash.update(Span(_unsafeStart: buffer, count: size))
    self.path = path
    contentHash = hash.finalize()
    count = size
    unsafe bytes = buffer
  }

  deinit { unsafe bytes.deallocate() }
}

/// The last system error in words.
private func systemError() -> String {
  let code = errno
  return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
}
