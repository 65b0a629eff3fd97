package import GitRepository
package import Workspace

extension CommandFailure {
  /// What git did not give.
  package init(_ error: GitError) {
    switch error.kind {
    case .unavailable, .failed: self.init(.failed, error.message)
    case .noRepository, .notFound, .notReadable:
      self.init(.usage, error.message, helpTells: false)
    }
  }
}

/// Asks git, whose failures end the command.
package func askGit<Value>(
  _ body: () throws(GitError) -> Value
) throws(CommandFailure) -> Value {
  do throws(GitError) {
    return try body()
  } catch {
    throw CommandFailure(error)
  }
}
