import Glibc
import Synchronization

/// Where a command writes: results to standard output, everything else to standard error.
public struct Console: Sendable {
  private let write: @Sendable (Int32, String) -> Void
  /// Whether standard error is a terminal that shows colour and overwritten lines.
  public let isTerminal: Bool
  /// Whether `NO_COLOR` and `TERM` allow colour there.
  public let allowsColor: Bool

  /// Whether nobody looks: services for continuous integration say so with `CI`.
  let isUnattended: Bool

  /// - Parameter write: takes 1 or 2 as in POSIX, and the text.
  public init(
    isTerminal: Bool, allowsColor: Bool, isUnattended: Bool = false,
    write: @escaping @Sendable (Int32, String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.allowsColor = allowsColor
    self.isUnattended = isUnattended
    self.write = write
  }

  /// The process's own streams.
  public static func standard() -> Console {
    let isTerminal = isatty(2) == 1
    let noColor = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    let isDumb = environment("TERM") == "dumb"
    return Console(
      isTerminal: isTerminal && !isDumb, allowsColor: isTerminal && !noColor && !isDumb,
      isUnattended: !["", "0", "false"].contains(environment("CI") ?? "")
    ) { descriptor, text in
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let written = unsafe bytes.withUnsafeBytes {
          unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if written < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          return
        }
        bytes = bytes.dropFirst(written)
      }
    }
  }

  /// Prints a result, with a line end.
  func print(_ text: String) { write(1, text + "\n") }

  /// Says something to the person, with a line end.
  func say(_ text: String) { write(2, text + "\n") }

  /// Writes to standard error as it is.
  func raw(_ text: String) { write(2, text) }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
