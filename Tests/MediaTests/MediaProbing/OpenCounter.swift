import Glibc

/// Counts how often files of a folder are opened, as the system tells it.
final class OpenCounter {
  private let descriptor: Int32

  init(_ folder: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK))
    // Two equal events in a row would be told as one: between two openings something else happens.
    let events = IN_OPEN | IN_ACCESS | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE
    _ = unsafe inotify_add_watch(descriptor, folder, UInt32(events))
  }

  deinit { close(descriptor) }

  /// Openings of files, not of folders, since the last time it was asked.
  func take() -> Int {
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard size > 0 else { return count }
      // Watch, mask, cookie and length of the name, 32 bits each, then the name.
      var position = 0
      while position + 16 <= size {
        let mask = Self.number(buffer, position + 4)
        if mask & UInt32(IN_OPEN) != 0, mask & UInt32(IN_ISDIR) == 0 { count += 1 }
        position += 16 + Int(Self.number(buffer, position + 12))
      }
    }
  }

  private static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
  }
}
