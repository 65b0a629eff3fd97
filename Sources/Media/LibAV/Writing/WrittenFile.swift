internal import CLibAV
internal import Diagnostics
import Glibc

/// Lets libav write a file through a context of its own.
///
/// libav goes on where going to another place of a file has failed, and writes in the wrong one. Here
/// each write says where its bytes belong, and the first thing that fails is remembered.
final class WrittenFile {
  private let descriptor: Int32
  private var position: Int64 = 0
  /// The status of the first thing that failed, negative; 0 where nothing did.
  private var fault: Int32 = 0

  /// As large as libav's own for files.
  private static let bufferSize = 32_768

  /// Whether bytes only follow each other, as in a pipe.
  private let isStream: Bool

  private init(_ descriptor: Int32, isStream: Bool = false) {
    self.descriptor = descriptor
    self.isStream = isStream
  }

  deinit { _ = Glibc.close(descriptor) }

  /// A context at the beginning of an empty file, to be freed with `close`.
  ///
  /// - Parameter path: of a file that is made, or emptied.
  static func open(_ path: String) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let descriptor = unsafe Glibc.open(
      path.fileName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .library(status: cutlist_averror(errno), doing: "create file")
    }
    return try unsafe context(WrittenFile(descriptor))
  }

  /// A context that writes to standard output, to be freed with `close`; nothing can go back in it.
  static func openStandardOutput() throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    let descriptor = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw .library(status: cutlist_averror(errno), doing: "write to standard output")
    }
    return try unsafe context(WrittenFile(descriptor, isStream: true))
  }

  private static func context(
    _ file: WrittenFile
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    guard let buffer = unsafe av_malloc(bufferSize) else { throw outOfMemory("create file") }
    let opaque = unsafe Unmanaged.passRetained(file).toOpaque()
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 1, opaque, nil,
      { opaque, source, count in
        guard let opaque = unsafe opaque, let source = unsafe source else { return -22 }
        let file = unsafe Unmanaged<WrittenFile>.fromOpaque(opaque).takeUnretainedValue()
        return unsafe file.write(source, Int(count))
      },
      { opaque, offset, origin in
        guard let opaque = unsafe opaque else { return -22 }
        let file = unsafe Unmanaged<WrittenFile>.fromOpaque(opaque).takeUnretainedValue()
        return file.seek(offset, origin)
      })
    guard let context = unsafe context else {
      unsafe Unmanaged<WrittenFile>.fromOpaque(opaque).release()
      unsafe av_free(buffer)
      throw outOfMemory("create file")
    }
    if file.isStream {
      unsafe context.pointee.seek = nil
      unsafe context.pointee.seekable = 0
    }
    return unsafe context
  }

  /// Writes what is buffered and closes the file.
  ///
  /// - Returns: the status of the first thing that failed, else 0.
  @discardableResult
  static func close(_ context: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    unsafe avio_flush(context)
    var fault = unsafe context.pointee.error
    if let opaque = unsafe context.pointee.opaque {
      let file = unsafe Unmanaged<WrittenFile>.fromOpaque(opaque).takeRetainedValue()
      if file.fault < 0 { fault = file.fault }
    }
    unsafe av_free(context.pointee.buffer)
    var freed: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&freed)
    return min(fault, 0)
  }

  // MARK: - What libav asks

  private func failed(_ number: Int32) -> Int32 {
    let status = cutlist_averror(number)
    if fault == 0 { fault = status }
    return status
  }

  private func write(_ source: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    var done = 0
    while done < count {
      let rest = unsafe source.advanced(by: done)
      let written =
        unsafe isStream
        ? Glibc.write(descriptor, rest, count - done)
        : pwrite(descriptor, rest, count - done, off_t(position))
      if written < 0, errno == EINTR { continue }
      if written < 0 { return failed(errno) }
      done += written
      position += Int64(written)
    }
    return Int32(clamping: count)
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    let start: Int64
    switch origin & ~AVSEEK_FORCE {
    case SEEK_SET: start = 0
    case SEEK_CUR: start = position
    case AVSEEK_SIZE, SEEK_END:
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return Int64(failed(errno)) }
      if origin & ~AVSEEK_FORCE == AVSEEK_SIZE { return Int64(status.st_size) }
      start = Int64(status.st_size)
    default: return Int64(failed(EINVAL))
    }
    let (target, overflow) = start.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(failed(EINVAL)) }
    position = target
    return target
  }
}
