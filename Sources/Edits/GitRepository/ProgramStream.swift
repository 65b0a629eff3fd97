import Glibc

/// One of a program's standard streams, as a pair of connected ends.
final class ProgramStream {
  let ours: Int32
  let theirs: Int32
  private var hasTheirs = true

  /// - Throws: `GitError` where there are too many open files.
  init() throws(GitError) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw GitError(.unavailable, "git cannot be started: too many files are open")
    }
    (ours, theirs) = (ends[0], ends[1])
  }

  deinit {
    close(ours)
    if hasTheirs { close(theirs) }
  }

  /// To be called once the program has its end.
  func closeTheirs() {
    if hasTheirs { close(theirs) }
    hasTheirs = false
  }

  /// Lets the program see the end of its input.
  func endWriting() { shutdown(ours, Int32(SHUT_WR)) }

  /// Sends as much as the program takes now.
  ///
  /// - Returns: how many bytes; `nil` where it takes no more ever.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(
        ours, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    if count >= 0 { return count }
    return errno == EINTR || errno == EAGAIN ? 0 : nil
  }

  /// Waits for bytes.
  ///
  /// - Returns: how many there are now at the start of the buffer; 0 at the end.
  func receive(_ buffer: inout [UInt8]) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(ours, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }
}
