/// Where a file is to appear, and what was there before the work on it began.
///
/// Work takes hours, and meanwhile somebody else may put a file under the same name: at the end only
/// what was there from the beginning is replaced, or what may be replaced by what it is.
package struct Destination: Sendable {
  /// As the user gave it.
  package let path: String
  private let before: FileStatus?
  private let mayReplace: @Sendable (String) -> Bool

  /// A destination as it is now.
  ///
  /// - Parameter mayReplace: whether a file that has appeared there meanwhile may be replaced.
  package init(_ path: String, mayReplace: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.path = path
    self.mayReplace = mayReplace
    before = SystemFolder.statusOfLink(path)
  }

  /// Another destination, of which the same may be replaced.
  package func sibling(_ path: String) -> Destination {
    Destination(path, mayReplace: mayReplace)
  }

  /// Whether what is there now may be replaced.
  func allows(_ status: FileStatus) -> Bool {
    if let before, before.device == status.device, before.inode == status.inode,
      before.size == status.size, before.modified == status.modified
    {
      return true
    }
    return status.isRegular && mayReplace(path)
  }
}
