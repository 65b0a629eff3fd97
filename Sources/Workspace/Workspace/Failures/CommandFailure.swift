import FileSystem
import Glibc

/// Ends a command, or what is done for one, with a message.
package struct CommandFailure: Error, Sendable {
  package var status: ExitStatus
  /// Lower case, no full stop; empty when everything was said already.
  package var message: String
  /// Whether the help tells how to do better.
  package var helpTells: Bool

  /// - Parameter helpTells: `nil` for whether the command line is wrong.
  package init(_ status: ExitStatus, _ message: String = "", helpTells: Bool? = nil) {
    self.status = status
    self.message = message
    self.helpTells = helpTells ?? (status == .usage)
  }
}

extension CommandFailure {
  /// A project, or a plan, that cannot be read; it is the command line that is wrong where it names something
  /// else than a project.
  package init(_ error: ProjectFileError, reading path: String, as noun: String = "project") {
    var isWrongName = true
    let words: String
    switch error {
    case .isFolder: words = "is a folder; name the \(noun) file in it"
    case .notRegular: words = "is no regular file"
    case .outside: words = "leads outside of its folder, which --confine refuses"
    case .system(let number):
      isWrongName = [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(number)
      words = "cannot be read: \(MediaLocator.reason(number))"
    case .tooLarge(let limit):
      words =
        "has more than \(limit) bytes; is it a \(noun)? --limit file-bytes=N raises the limit"
    }
    self.init(isWrongName ? .usage : .failed, "\(noun) '\(path)' \(words)", helpTells: false)
  }

  /// A project that was mended and cannot be written.
  package init(_ error: RewritingError, writing path: String) {
    let words =
      switch error {
      case .isLink: "it is a link; name the file that it leads to"
      case .notRegular: "it is not a regular file"
      case .changed: "it was changed by another program meanwhile; try again"
      case .system(let number): MediaLocator.reason(number)
      }
    self.init(.failed, "project '\(path)' is not changed: \(words)")
  }
}
