import Glibc
import Raster

/// A word known of files, each as long as the file is the same.
///
/// ```
/// FOLDER/sources/8e/8e20…77.source     named by the file's path
/// ```
/// A file is the same when its path, size, time of modification, time of change, inode and device
/// are.
struct FileRecords {
  /// The cache folder; `nil` keeps nothing.
  let folder: String?
  /// What the records are of: `source` or `movie`.
  let kind: String

  /// What is known of a file that is like this; `nil` when nothing is.
  func word(for path: String, _ status: FileStatus) -> String? {
    guard let record = record(of: path), let bytes = SystemFile.read(record, limit: 4096) else {
      return nil
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 9, bytes == text(String(words[6]), path: path, status) else { return nil }
    unsafe utimensat(AT_FDCWD, record, nil, 0)
    return String(words[6])
  }

  /// Keeps a word without spaces. A cache that cannot be written to is no failure.
  func keep(_ word: String, for path: String, _ status: FileStatus) {
    guard let record = record(of: path) else { return }
    _ = AtomicFile.write(text(word, path: path, status), to: record)
  }

  private func record(of path: String) -> String? {
    guard let folder, let resolved = MediaLocator.resolve(path) else { return nil }
    let name = Self.digits(Array(resolved.utf8))
    return MediaLocator.join(folder, "\(kind)s/\(name.prefix(2))/\(name).\(kind)")
  }

  /// One line of what the file was, the word, and the hash of the line.
  private func text(_ word: String, path: String, _ status: FileStatus) -> [UInt8] {
    let line =
      "cutlist-\(kind)-1 \(status.device) \(status.inode) \(status.size) \(status.modified) "
      + "\(status.changed) \(word) "
      + Self.digits(Array((MediaLocator.resolve(path) ?? path).utf8))
    return Array("\(line) \(Self.digits(Array(line.utf8)))\n".utf8)
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    var hash = XXH64()
    hash.update(bytes.span)
    return ImageHash(value: hash.finalize()).description
  }
}
