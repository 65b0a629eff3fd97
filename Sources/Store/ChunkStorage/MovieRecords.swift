import FileSystem

/// Which movies were written where, so that one that is still there need not be joined again.
///
/// ```
/// FOLDER/movies/91/9104…e2.movie     named by the movie's path
/// ```
/// A movie that was touched in any way since is not taken for the one that was written.
package struct MovieRecords {
  private let records: FileRecords

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  package init(folder: String?) { records = FileRecords(folder: folder, kind: .movie) }

  /// Whether the file at `path` is the movie with this key, as it was written. What killed
  /// processes were writing in its place is then removed.
  ///
  /// - Parameter key: `RenderSession.movieKey`.
  package func isCurrent(_ path: String, key: String) -> Bool {
    guard let status = SystemFolder.status(path), status.isRegular else { return false }
    guard records.word(for: path, status) == key else { return false }
    PartialFile.removeLeftBehind(of: path)
    return true
  }

  /// Remembers the movie that was just written.
  package func remember(_ path: String, key: String) {
    if let status = SystemFolder.status(path) { records.keep(key, for: path, status) }
  }
}
