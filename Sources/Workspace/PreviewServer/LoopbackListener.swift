import Glibc

/// A port of this machine alone that connections come in on.
struct LoopbackListener: ~Copyable {
  private let descriptor: Int32
  /// The port, chosen by the system where none was asked for.
  let port: Int

  /// The system's error number.
  struct Failure: Error, Hashable {
    var number: Int32
  }

  /// Connections that wait to be taken.
  private static let backlog: Int32 = 64

  /// - Parameter port: 1 to 65535, or 0 for a free one.
  init(port: Int) throws(Failure) {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    var number: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &number, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    // 127.0.0.1: no other machine reaches it.
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0
          && listen(descriptor, Self.backlog) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else {
      let number = errno
      close(descriptor)
      throw Failure(number: number)
    }
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// The next connection; `nil` where there is none within the time.
  func accept(milliseconds: Int32) -> LoopbackConnection? {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wish, 1, milliseconds) > 0 else { return nil }
    let connection = Glibc.accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    return LoopbackConnection(descriptor: connection)
  }
}

/// A connection, used by one thread; others may end it.
final class LoopbackConnection: Sendable {
  private let descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var one: Int32 = 1
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    // Whoever takes nothing for so long is given up.
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Ends what is sent and received, from any thread.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Waits for bytes and takes what there is; empty at the end, after an error, and when the time has passed.
  func read(milliseconds: Int32) -> [UInt8] {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wish, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Whether the other side has ended it. Nothing is taken.
  var isOver: Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wish, 1, 0) > 0 else { return false }
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// Sends all of it.
  ///
  /// - Returns: false where it could not.
  func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(
          descriptor, $0.baseAddress?.advanced(by: done), $0.count - done,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
