package import Workspace
import FileSystem
import MovieWriting
import Rendering

/// The pictures that a text shows, in a folder beside it: `diff-pictures` beside `diff.md`.
///
/// All pictures in it are PNG files that have names of ours. One that is there already is replaced only
/// if we wrote it, or with `--force`. Used by one thread only.
package final class AttachedPictures {
  private let path: String
  /// The folder's name, by which the text links to it.
  private let name: String
  /// Of all pictures that there may be.
  private let names: [String]
  private let protected: ProtectedFiles
  private let replacesAnything: Bool
  /// Files that were not there before, and whether the folder was not.
  private var made: (files: [String], folder: Bool) = ([], false)

  /// - Throws: `CommandFailure` where pictures cannot be written there, or would replace others.
  package init(
    beside text: String, names: [String], protected: ProtectedFiles, replacesAnything: Bool
  ) throws(CommandFailure) {
    let file = text.split(separator: "/").last.map(String.init) ?? text
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    name = stem + "-pictures"
    path = MediaLocator.join(MediaLocator.folder(of: text), name)
    self.names = names
    self.protected = protected
    self.replacesAnything = replacesAnything
    if FileAccess.isLink(path) {
      throw CommandFailure(
        .usage, "'\(path)' is a link, and pictures are not written through it", helpTells: false)
    }
    if let obstacle = WritingLocation.obstacle(toFolder: path) {
      throw CommandFailure(.failed, "pictures cannot be written in '\(path)': \(obstacle)")
    }
    for name in names { try check(MediaLocator.join(path, name)) }
  }

  /// Writes a picture, and gives its path from the text's folder.
  package func write(_ bytes: [UInt8], as file: String) throws(CommandFailure) -> String {
    let target = MediaLocator.join(path, file)
    try check(target)
    do throws(RenderError) {
      if FileAccess.isFolder(path) == nil { made.folder = true }
      try RenderError.onDisk { () throws(FileError) in try FileAccess.makeFolder(path) }
      let isNew = FileAccess.isFolder(target) == nil
      try StillWriter.write(bytes, to: target)
      if isNew { made.files.append(target) }
    } catch {
      throw CommandFailure(error)
    }
    return "\(name)/\(file)"
  }

  /// Takes away what was made, where the text that shows it cannot be written.
  package func discard() {
    for file in made.files { try? FileAccess.remove(file) }
    if made.folder { FileAccess.removeEmptyFolder(path) }
    made = ([], false)
  }

  /// Removes those pictures of an earlier text that are not shown any more.
  package func keepOnly(_ shown: Set<String>) throws(CommandFailure) {
    for file in names where !shown.contains("\(name)/\(file)") {
      let target = MediaLocator.join(path, file)
      guard OutputForm.picture.isOurs(target), !FileAccess.isLink(target) else { continue }
      try protected.check(target)
      do throws(FileError) {
        try FileAccess.remove(target)
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  private func check(_ target: String) throws(CommandFailure) {
    try protected.check(target)
    guard FileAccess.isFolder(target) != nil, !replacesAnything, !OutputForm.picture.isOurs(target)
    else { return }
    throw CommandFailure(
      .usage,
      "'\(target)' is there, and cutlist did not write it; choose another name, or replace it "
        + "with --force", helpTells: false)
  }
}
