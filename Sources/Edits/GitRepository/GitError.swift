/// Why git gave nothing.
package struct GitError: Error, Hashable, Sendable {
  /// What has to be done about it.
  package enum Kind: Hashable, Sendable {
    /// There is no program `git`, or it could not be started.
    case unavailable
    /// The folder belongs to no repository, or to one without a working tree.
    case noRepository
    /// There is no such revision, or no such file in it.
    case notFound
    /// What is there is no file whose content could be read.
    case notReadable
    /// Git says that it cannot.
    case failed
  }

  /// What has to be done about it.
  package let kind: Kind
  /// Lower case, no full stop.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
