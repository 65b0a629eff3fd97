import FileSystem
import BaseValues
import Raster

/// A word known of files, each as long as the file is the same.
///
/// ```
/// FOLDER/sources/8e/8e20…77.source     named by the file's path
/// ```
/// A file is the same when its path, size, time of modification, time of change, inode and device
/// are.
package struct FileRecords {
  /// `nil` keeps nothing.
  private let folder: CacheFolder?
  /// What the records are of: `source` or `movie`.
  private let kind: CacheFolder.Kind

  /// - Parameter folder: the cache folder; `nil` keeps nothing.
  init(folder: String?, kind: CacheFolder.Kind) {
    self.folder = folder.map { CacheFolder($0) }
    self.kind = kind
  }

  /// What is known of a file that is like this; `nil` when nothing is.
  func word(for path: String, _ status: FileStatus) -> String? {
    guard let folder, let resolved = MediaLocator.resolve(path),
      let bytes = folder.read(kind, Self.digits(resolved))
    else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 9, bytes == text(String(words[6]), resolved, status) else { return nil }
    return String(words[6])
  }

  /// What was known last of a file, whether it is there or not, and how many bytes it had.
  ///
  /// - Parameter resolved: the file's path without links.
  func last(of resolved: String) -> (word: String, bytes: Int)? {
    guard let folder, let bytes = folder.read(kind, Self.digits(resolved)) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 9, words[7] == Self.digits(resolved), let size = Int(words[3]),
      bytes == Self.signed(words[..<8].joined(separator: " "))
    else { return nil }
    return (String(words[6]), size)
  }

  /// Keeps a word without spaces. A cache that cannot be written to is no failure.
  func keep(_ word: String, for path: String, _ status: FileStatus) {
    guard let folder, let resolved = MediaLocator.resolve(path) else { return }
    _ = folder.write(text(word, resolved, status), kind, Self.digits(resolved))
  }

  /// What files of records begin with.
  static func mark(_ kind: CacheFolder.Kind) -> [UInt8] { Array("cutlist-\(kind)-1 ".utf8) }

  /// One line of what the file was, the word, and the hash of the line.
  private func text(_ word: String, _ resolved: String, _ status: FileStatus) -> [UInt8] {
    let line =
      "cutlist-\(kind)-1 \(status.device) \(status.inode) \(status.size) \(status.modified) "
      + "\(status.changed) \(word) \(Self.digits(resolved))"
    return Self.signed(line)
  }

  private static func signed(_ line: String) -> [UInt8] {
    Array("\(line) \(digits(line))\n".utf8)
  }

  private static func digits(_ text: String) -> String {
    var hash = XXH64()
    hash.update(Array(text.utf8).span)
    return ImageHash(value: hash.finalize()).description
  }
}
