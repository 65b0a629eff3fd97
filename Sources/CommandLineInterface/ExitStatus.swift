/// What the program says to the shell when it ends.
public enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The project or a test is wrong.
  case projectWrong = 1
  /// The command line is wrong.
  case usage = 2
  /// Media, disk or encoder failed.
  case failed = 3
  /// Stopped by SIGINT or SIGTERM.
  case interrupted = 130
}

/// Ends a command with a message.
struct CommandFailure: Error, Sendable {
  var status: ExitStatus
  /// Lower case, no full stop; empty when everything was said already.
  var message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }
}
