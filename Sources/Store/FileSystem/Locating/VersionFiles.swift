/// A file as a version of a project had it, where it is not so now.
package struct VersionFile: Hashable, Sendable {
  /// How it can be read.
  package enum Place: Hashable, Sendable {
    /// As a file with the same content, where no project's files are looked for.
    case file(String)
    /// Not at all: why, in words that follow the file's name, and what to do about it.
    case unavailable(reason: String, fix: String)
  }

  /// Stands for its content.
  package let content: String
  /// How it can be read.
  package let place: Place

  /// A file of a version.
  package init(content: String, place: Place) { (self.content, self.place) = (content, place) }
}

/// The files of a version of a project, by their paths from its folder, as written.
package struct VersionFiles: Sendable {
  /// Folders in which those lie that are not as they were.
  package let folders: [String]
  private let find: @Sendable (String) -> VersionFile?

  /// - Parameter find: gives `nil` for files that are now what they were.
  package init(folders: [String], find: @escaping @Sendable (_ path: String) -> VersionFile?) {
    (self.folders, self.find) = (folders, find)
  }

  /// The file of a path; `nil` for one that is now what it was, or of which nothing is known.
  package func file(_ path: String) -> VersionFile? {
    path.isEmpty || path.utf8.contains(0) ? nil : find(path)
  }
}

extension MediaLocator {
  /// Where a file with the content lies that the version has under a path; `nil` where that is the
  /// file of that path.
  ///
  /// What a confined project may not read now it may not have read then.
  package func versionPath(_ path: String) throws(Problem) -> String? {
    guard let version else { return nil }
    if let scope, isOutside(path, scope) { throw .outside }
    switch version.file(path)?.place {
    case nil: return nil
    case .file(let path): return path
    case .unavailable(let reason, let fix): throw .unavailable(reason: reason, fix: fix)
    }
  }

  private func isOutside(_ path: String, _ scope: ReadingScope) -> Bool {
    if path.hasPrefix("/") { return false }
    // A bare repository has none of the folders that its commits have.
    if Self.resolve(projectFolder) == nil { return path.split(separator: "/").contains("..") }
    return scope.follow(Self.join(projectFolder, path)) == .outside
  }
}
