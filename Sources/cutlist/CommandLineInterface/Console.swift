import Diagnostics
import FileSystem
import Glibc
import OutputFiles
import Synchronization
import Workspace

/// Where a command writes: results to standard output, everything else to standard error.
///
/// Text leaves for a terminal here: whatever a name or a message contains, nothing in it acts on the
/// terminal.
package struct Console: Sendable {
  /// Takes 1 or 2 as in POSIX, and all that is to be written; gives the system's error number where
  /// it could not be, else 0.
  private let write: @Sendable (Int32, [UInt8]) -> Int32
  /// Whether standard error is a terminal that shows colour and overwritten lines.
  package let isTerminal: Bool
  /// Whether `NO_COLOR` and `TERM` allow colour there.
  package let allowsColor: Bool

  /// Whether nobody looks: services for continuous integration say so with `CI`.
  let isUnattended: Bool
  /// Whether standard output is a terminal.
  let showsResults: Bool
  /// Whether only errors, warnings and results are wanted.
  var isQuiet = false
  /// What was said of a project whose outputs are rendered one after the other; `nil` to say everything.
  var said: SaidFindings?

  /// - Parameter write: takes 1 or 2 as in POSIX, and the text.
  package init(
    isTerminal: Bool, allowsColor: Bool, isUnattended: Bool = false,
    write: @escaping @Sendable (Int32, String) -> Void
  ) {
    self.init(isTerminal: isTerminal, allowsColor: allowsColor, isUnattended: isUnattended) {
      (descriptor, bytes) -> Int32 in
      write(descriptor, String(decoding: bytes, as: UTF8.self))
      return 0
    }
  }

  /// - Parameter write: takes 1 or 2 as in POSIX, and bytes; gives the system's error number or 0.
  init(
    isTerminal: Bool, allowsColor: Bool, isUnattended: Bool = false, showsResults: Bool = false,
    writing write: @escaping @Sendable (Int32, [UInt8]) -> Int32
  ) {
    self.isTerminal = isTerminal
    self.allowsColor = allowsColor
    self.isUnattended = isUnattended
    self.showsResults = showsResults
    self.write = write
  }

  /// Takes nothing to anybody.
  static let silent = Console(isTerminal: false, allowsColor: false) { _, _ in }

  /// The process's own streams.
  package static func `default`() -> Console {
    let isTerminal = isatty(2) == 1
    let noColor = Machine.variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let isDumb = Machine.variable("TERM") == "dumb"
    return Console(
      isTerminal: isTerminal && !isDumb, allowsColor: isTerminal && !noColor && !isDumb,
      isUnattended: !["", "0", "false"].contains(Machine.variable("CI") ?? ""),
      showsResults: isatty(1) == 1, writing: StandardStreams.write)
  }
}

// MARK: - Results

extension Console {
  /// Prints a result of one or more lines, with a line end.
  ///
  /// - Throws: `CommandFailure` where it could not be written.
  func print(_ text: String) throws(CommandFailure) {
    try write(result: Array((TerminalText.visibleLines(text) + "\n").utf8))
  }

  /// Writes a result as it is.
  ///
  /// - Throws: `CommandFailure` where it could not be written; a quiet one where whoever read it has
  ///   gone, which is how pipelines end.
  func write(result bytes: [UInt8]) throws(CommandFailure) {
    let number = write(1, bytes)
    if number == 0 { return }
    if number == EPIPE { throw CommandFailure(.brokenPipe) }
    throw CommandFailure(
      .failed, "the result cannot be written to standard output: \(MediaLocator.reason(number))")
  }
}

extension Console {
  /// Whether nobody reads standard output any more.
  var readerHasGone: Bool {
    var state = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR) != 0
  }

  /// Writes a text to a file where one is asked for, else to standard output.
  func write(_ text: String, to file: OutputFile?) throws(CommandFailure) {
    if let file { return try file.write(text, console: self) }
    try print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}

// MARK: - Messages

extension Console {
  /// Says something to the person: an error, a warning, or what was asked for. One line.
  func say(_ text: String) { raw(TerminalText.visible(text) + "\n") }

  /// Says what is good to know and nothing more: silent with `--quiet`.
  func tell(_ text: String) {
    if !isQuiet { say(text) }
  }

  /// Writes to standard error as it is.
  ///
  /// Where that fails there is nobody left to be told.
  func raw(_ text: String) { _ = write(2, Array(text.utf8)) }
}

/// The streams that a process begins with.
enum StandardStreams {
  /// Makes sure that 0, 1 and 2 are open, so that no file that is opened later gets one of these
  /// numbers and messages written into it. What is put in place of a closed stream fails when it is
  /// used, as a closed one does.
  static func fill() {
    for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number, which is this one.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Writes all of it, waiting where the reader is slow.
  ///
  /// - Returns: the system's error number, or 0.
  static let write: @Sendable (Int32, [UInt8]) -> Int32 = { descriptor, bytes in
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if written >= 0 {
        done += written
        continue
      }
      let number = errno
      if number == EINTR { continue }
      guard number == EAGAIN || number == EWOULDBLOCK else { return number }
      // A reader that is slower than we are, on a descriptor that does not block.
      var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&wish, 1, -1) < 0, errno != EINTR { return errno }
    }
    return 0
  }
}
