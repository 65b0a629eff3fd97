import Glibc

/// One end of the connection between a process and the one that reads for it.
package struct ReaderSocket {
  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// What became of waiting for bytes.
  package enum Outcome {
    case done
    case slow
    /// Nobody is at the other end any more.
    case gone
  }

  /// Fills a buffer.
  ///
  /// - Parameter isPatient: is asked every now and then whether to wait on; `nil` to wait for ever.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, while isPatient: (() -> Bool)?
  ) -> Outcome {
    var done = 0
    while done < buffer.count {
      if let isPatient {
        var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&wish, 1, Self.lookMilliseconds)
        if ready == 0 || ready < 0 && errno == EINTR {
          guard isPatient() else { return .slow }
          continue
        }
        if ready < 0 { return .gone }
      }
      let count = unsafe recv(
        descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .gone }
      done += count
    }
    return .done
  }

  private static let lookMilliseconds: Int32 = 50

  func read(_ count: Int, while isPatient: (() -> Bool)?) -> (bytes: [UInt8], outcome: Outcome) {
    var outcome = Outcome.done
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe bytes.withUnsafeMutableBytes { outcome = unsafe read(into: $0, while: isPatient) }
    return (bytes, outcome)
  }

  /// - Returns: false when nobody is at the other end.
  package func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(
          descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// A message: its length in four bytes, the least significant first, and the message.
  package func write(message: [UInt8]) -> Bool {
    write((0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message)
  }

  package func readMessage(
    while isPatient: (() -> Bool)?
  ) -> (bytes: [UInt8], outcome: Outcome) {
    let (head, outcome) = read(4, while: isPatient)
    guard case .done = outcome else { return ([], outcome) }
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= ReaderMessage.longest else { return ([], .gone) }
    return read(count, while: isPatient)
  }

  /// The monotonic clock, in nanoseconds.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
