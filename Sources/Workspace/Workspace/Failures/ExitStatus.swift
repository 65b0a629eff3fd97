package import Diagnostics

/// What the program says to the shell when it ends.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The project or a test is wrong.
  case projectWrong = 1
  /// The command line is wrong.
  case usage = 2
  /// Media, disk or encoder failed.
  case failed = 3
  /// Stopped by SIGINT, SIGTERM, SIGHUP or SIGQUIT.
  case interrupted = 130
  /// Whoever read standard output has gone, as shells number the end by SIGPIPE.
  case brokenPipe = 141
}

extension ExitStatus {
  /// How a command ends that stops at findings: what is wrong in a project outweighs its media.
  package init(_ findings: [Diagnostic]) {
    let errors = findings.filter { $0.severity == .error }
    self =
      errors.isEmpty ? .done : errors.contains { $0.origin == .project } ? .projectWrong : .failed
  }
}
