import Diagnostics
import Glibc

/// Why a file or a folder could not be read, removed or made.
package struct FileError: Error, Hashable, Sendable {
  /// With the file's name and the system's reason: lower case, no full stop.
  package var message: String

  /// An error; the message in lower case, without a full stop.
  package init(_ message: String) { self.message = message }
}

/// Files and folders that are no media: found, read, removed.
package enum FileAccess {
  /// Whether a path leads to a folder; `nil` where it leads to nothing.
  package static func isFolder(_ path: String) -> Bool? {
    SystemFolder.status(path)?.isFolder
  }

  /// Bytes of an ordinary file; `nil` where there is none.
  package static func size(of path: String) -> Int? {
    SystemFolder.status(path).flatMap { $0.isRegular ? Int($0.size) : nil }
  }

  /// The names in a folder, sorted; none where it cannot be read.
  package static func names(in folder: String) -> [String] { SystemFolder.names(folder) }

  /// The files below a folder whose names end so, sorted by their paths, which begin with the
  /// folder's. Hidden folders and files are passed over, links not followed.
  package static func files(below folder: String, ending: String) -> [String] {
    var result: [String] = []
    for name in SystemFolder.names(folder) where !name.hasPrefix(".") {
      let path = MediaLocator.join(folder, name)
      var status = stat()
      guard unsafe lstat(path.fileName, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        result += files(below: path, ending: ending)
      } else if name.hasSuffix(ending), status.st_mode & S_IFMT == S_IFREG {
        result.append(path)
      }
    }
    return result
  }

  /// The name of the folder that a file lies in, links resolved; empty where that is not known.
  package static func folderName(of path: String) -> String {
    let folder = MediaLocator.folder(of: path)
    let resolved = MediaLocator.resolve(folder.isEmpty ? "." : folder) ?? ""
    return resolved.split(separator: "/").last.map(String.init) ?? ""
  }

  /// All of an ordinary file; `nil` where there is none.
  ///
  /// - Throws: `FileError` where it cannot be read.
  package static func read(_ path: String) throws(FileError) -> [UInt8]? {
    guard SystemFolder.status(path) != nil else { return nil }
    guard let bytes = SystemFile.read(path) else {
      throw FileError("the file '\(path)' cannot be read")
    }
    return bytes
  }

  /// Most bytes of a file that is kept beside a project: many times a day's hashes of frames.
  private static let ownLimit = 64 << 20

  /// All of an ordinary file that lies in its folder itself; `nil` where there is none.
  ///
  /// - Throws: `FileError` where it cannot be read, it or its folder is a link, or it
  ///   is larger than any that is kept.
  package static func readOwn(_ path: String) throws(FileError) -> [UInt8]? {
    try refuseLinks(to: path)
    if let size = SystemFolder.status(path)?.size, size > Self.ownLimit {
      throw FileError(
        "the file '\(path)' has \(size) bytes; no more than \(Self.ownLimit) are kept")
    }
    return try read(path)
  }

  /// Whether a path is itself a link, wherever that leads.
  package static func isLink(_ path: String) -> Bool {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    return unsafe lstat(path.fileName, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Refuses a file that is a link, or that lies in a folder that is one.
  ///
  /// - Throws: `FileError`.
  package static func refuseLinks(to path: String) throws(FileError) {
    let folder = MediaLocator.folder(of: path)
    if !folder.isEmpty, isLink(folder) {
      throw FileError("the folder '\(folder)' is a link, which is not followed; put a folder there")
    }
    if isLink(path) {
      throw FileError(
        "the file '\(path)' is a link, which is not followed; put the file itself there")
    }
  }

  /// Removes a file.
  ///
  /// - Throws: `FileError`.
  package static func remove(_ path: String) throws(FileError) {
    guard unsafe unlink(path.fileName) == 0 || errno == ENOENT else {
      throw FileError("the file '\(path)' cannot be removed: \(MediaLocator.reason(errno))")
    }
  }

  /// Removes a folder where nothing is in it; anything else stays.
  package static func removeEmptyFolder(_ path: String) { _ = unsafe rmdir(path.fileName) }

  /// Makes a folder with its parents, where they are not there.
  ///
  /// - Throws: `FileError`.
  package static func makeFolder(_ path: String) throws(FileError) {
    if let failure = SystemFolder.make(path) { throw FileError(failure.message) }
  }
}
