import Diagnostics
import Glibc
import Workspace

/// What the program says to the shell when it ends.
public enum ExitStatus: Int32, Sendable {
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
  init(_ findings: [Diagnostic]) {
    let errors = findings.filter { $0.severity == .error }
    self =
      errors.isEmpty ? .done : errors.contains { $0.origin == .project } ? .projectWrong : .failed
  }
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

extension CommandFailure {
  /// A project, or a plan, that cannot be read; it is the command line that is wrong where it names something
  /// else than a project.
  init(_ error: ProjectFileError, reading path: String, as noun: String = "project") {
    var isWrongName = true
    let words: String
    switch error {
    case .isFolder: words = "is a folder; name the \(noun) file in it"
    case .outside: words = "leads outside of its folder, which --confine refuses"
    case .system(let number):
      isWrongName = [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(number)
      words = "cannot be read: \(SystemReason.text(number))"
    case .tooLarge(let limit):
      words =
        "has more than \(limit) bytes; is it a \(noun)? --limit file-bytes=N raises the limit"
    }
    self.init(isWrongName ? .usage : .failed, "\(noun) '\(path)' \(words)", helpTells: false)
  }

  /// A project that was mended and cannot be written.
  init(_ error: RewritingError, writing path: String) {
    let words =
      switch error {
      case .isLink: "it is a link; name the file that it leads to"
      case .notRegular: "it is not a regular file"
      case .changed: "it was changed by another program meanwhile; try again"
      case .system(let number): SystemReason.text(number)
      }
    self.init(.failed, "project '\(path)' is not changed: \(words)")
  }
}
