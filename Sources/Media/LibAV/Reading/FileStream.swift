internal import CLibAV
internal import Diagnostics
import Glibc

/// An open regular file, closed with its last owner.
final class OpenedFile: Sendable {
  let descriptor: Int32
  /// Where what is read begins in the file.
  let start: Int64
  /// `nil` for all that follows.
  let length: Int64?

  /// - Parameters:
  ///   - part: the bytes that are read as if they were all; `nil` for all.
  ///   - accepts: is given the path that was really opened, free of links.
  /// - Throws: `LibAVError`: what the system says, or `refusedFile`.
  init(
    path: String, part: Range<Int64>? = nil, accepts: (@Sendable (String) -> Bool)?
  ) throws(LibAVError) {
    guard !path.utf8.contains(0) else { throw .unusable(for: "open input") }
    // Opening a pipe does not wait and opening a terminal does not adopt it: what lies at a path may
    // have changed since it was looked at.
    let descriptor = unsafe Glibc.open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw .library(status: cutlist_averror(errno), doing: "open input")
    }
    guard Self.isRegular(descriptor), accepts.map({ Self.isAccepted(descriptor, $0) }) ?? true
    else {
      close(descriptor)
      throw .refusedFile
    }
    self.descriptor = descriptor
    start = part?.lowerBound ?? 0
    length = part.map { $0.upperBound - $0.lowerBound }
  }

  deinit { close(descriptor) }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isAccepted(_ descriptor: Int32, _ accepts: (String) -> Bool) -> Bool {
    guard let path = unsafe realpath("/proc/self/fd/\(descriptor)", nil) else { return false }
    defer { unsafe free(path) }
    return accepts(unsafe FileName.text(path))
  }

  /// Bytes that are read; `nil` where the system does not tell.
  var size: Int64? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let all = max(0, Int64(status.st_size) - start)
    return length.map { min($0, all) } ?? all
  }
}

/// Lets libav read an open file through a context of its own, so that it opens none itself.
final class FileStream {
  private let file: OpenedFile
  private let hook: InterruptHook
  private var position: Int64 = 0

  private init(_ file: OpenedFile, _ hook: InterruptHook) {
    self.file = file
    self.hook = hook
  }

  /// As large as libav's own for files.
  private static let bufferSize = 32_768

  /// A context at the beginning of a file, to be freed with `close`.
  static func open(
    _ file: OpenedFile, _ hook: InterruptHook
  ) throws(LibAVError) -> UnsafeMutablePointer<AVIOContext> {
    guard let buffer = unsafe av_malloc(bufferSize) else { throw outOfMemory("open input") }
    let opaque = unsafe Unmanaged.passRetained(FileStream(file, hook)).toOpaque()
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0, opaque,
      { opaque, target, count in
        guard let opaque = unsafe opaque, let target = unsafe target else { return -22 }
        let stream = unsafe Unmanaged<FileStream>.fromOpaque(opaque).takeUnretainedValue()
        return unsafe stream.read(target, Int(count))
      }, nil,
      { opaque, offset, origin in
        guard let opaque = unsafe opaque else { return -22 }
        let stream = unsafe Unmanaged<FileStream>.fromOpaque(opaque).takeUnretainedValue()
        return stream.seek(offset, origin)
      })
    guard let context = unsafe context else {
      unsafe Unmanaged<FileStream>.fromOpaque(opaque).release()
      unsafe av_free(buffer)
      throw outOfMemory("open input")
    }
    return unsafe context
  }

  static func close(_ context: UnsafeMutablePointer<AVIOContext>?) {
    guard let context = unsafe context else { return }
    if let opaque = unsafe context.pointee.opaque {
      unsafe Unmanaged<FileStream>.fromOpaque(opaque).release()
    }
    unsafe av_free(context.pointee.buffer)
    var freed: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&freed)
  }

  // MARK: - What libav asks

  private func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    while true {
      if hook.shouldStop?() == true { return cutlist_averror_exit }
      // A part ends before the file does.
      let wanted = file.length.map { Int(max(0, min(Int64(count), $0 - position))) } ?? count
      let done =
        wanted == 0
        ? 0
        : unsafe pread(
          file.descriptor, target, wanted, off_t(file.start + position))
      if done > 0 {
        position += Int64(done)
        return Int32(clamping: done)
      }
      if done == 0 { return cutlist_averror_eof }
      if errno != EINTR { return cutlist_averror(errno) }
    }
  }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    let start: Int64
    switch origin & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return file.size ?? -5
    case SEEK_SET: start = 0
    case SEEK_CUR: start = position
    case SEEK_END: start = file.size ?? 0
    default: return -22
    }
    let (target, overflow) = start.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -22 }
    position = target
    return target
  }
}
