import Diagnostics

extension Repository {
  /// The object that a file's content would be, as it is: no filter of the repository changes it, and
  /// no time stamp is trusted.
  ///
  /// - Parameters:
  ///   - path: from the repository's top folder.
  ///   - object: an object that it may be; what has another length is not read.
  /// - Returns: `nil` for a file that is not there, or has another length.
  /// - Throws: `GitError` where git does not run.
  package func object(
    ofWorkingFile path: String, ifLike object: String, byteCount: Int?
  ) throws(GitError) -> String? {
    guard let byteCount, byteCount == (try byteCountOfObject(object)) else { return nil }
    let answer = try GitProgram.run(["hash-object", "--no-filters", "--", path], in: root)
    return answer.status == 0 ? answer.line : nil
  }

  /// How many bytes an object has; `nil` for one that is not there.
  package func byteCountOfObject(_ object: String) throws(GitError) -> Int? {
    let answer = try GitProgram.run(["cat-file", "-s", object], in: folder)
    return answer.status == 0 ? Int(answer.line) : nil
  }

  /// Writes the content of an object to an open file. No more of it than a little is in memory at once.
  ///
  /// - Throws: `GitError` where git does not run, or cannot give or write all of it.
  package func write(object: String, to file: Int32) throws(GitError) {
    guard let count = try byteCountOfObject(object) else {
      throw GitError(.notFound, "the object \(object) is missing in '\(root)'")
    }
    // Slow disks write ten megabytes a second.
    let answer = try GitProgram.run(
      ["cat-file", "blob", object], in: folder, to: file, seconds: 600 + count / 10_000_000)
    guard answer.status == 0 else { throw GitError(.failed, answer.complaint) }
  }

  /// The folder in which Git LFS keeps contents of files, whether there are any or not.
  package func largeFileFolder() throws(GitError) -> String {
    let own = try run(["rev-parse", "--path-format=absolute", "--git-common-dir"]).line
    let place = try GitConfiguration.effectiveValue("lfs.storage", in: folder) ?? "lfs"
    return (place.hasPrefix("/") ? place : own + "/" + place) + "/objects"
  }

  /// The content of an object; `nil` for one that is not there, is no file or has more bytes.
  ///
  /// - Throws: `GitError` where git does not run.
  package func content(ofObject object: String, limit: Int) throws(GitError) -> [UInt8]? {
    guard let count = try byteCountOfObject(object), count <= limit else { return nil }
    let answer = try GitProgram.run(["cat-file", "blob", object], in: folder, limit: limit + 1)
    return answer.status == 0 ? answer.output : nil
  }
}
