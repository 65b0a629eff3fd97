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
  /// Whoever read standard output has gone, as shells number the end by SIGPIPE.
  case brokenPipe = 141
}

/// Ends a command with a message.
struct CommandFailure: Error, Sendable {
  var status: ExitStatus
  /// Lower case, no full stop; empty when everything was said already.
  var message: String
  /// Whether the help tells how to do better.
  var helpTells: Bool

  /// - Parameter helpTells: `nil` for whether the command line is wrong.
  init(_ status: ExitStatus, _ message: String = "", helpTells: Bool? = nil) {
    self.status = status
    self.message = message
    self.helpTells = helpTells ?? (status == .usage)
  }
}
