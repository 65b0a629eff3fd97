import Glibc
public import Rendering
import Synchronization

/// Encoded chunks as files, named by their keys.
///
/// ```
/// FOLDER/chunks/3f/3fa9…c1.chunk
/// ```
/// A file is written beside its name and moved there when it is complete, so several processes can
/// share a folder: whoever comes last replaces the same bytes. A file that does not read back as
/// it was written is removed and its chunk rendered again.
public final class DiskChunkStore: ChunkStore {
  private let folder: String
  private let removesAtEnd: Bool
  private let counter = Atomic<Int>(0)

  /// - Parameters:
  ///   - folder: is made with its parents.
  ///   - removesAtEnd: whether the chunks written are removed when the store is let go.
  /// - Throws: `RenderError` of kind `disk` when the folder cannot be made.
  public init(folder: String, removesAtEnd: Bool = false) throws(RenderError) {
    self.folder = folder
    self.removesAtEnd = removesAtEnd
    try Self.makeFolder(MediaLocator.join(folder, "chunks"))
  }

  deinit {
    if removesAtEnd { Self.remove(folder) }
  }

  public func chunk(for key: String) -> EncodedChunk? {
    let path = self.path(key)
    guard let bytes = SystemFile.read(path) else { return nil }
    guard let chunk = ChunkFile.decode(bytes) else {
      unsafe unlink(path)
      return nil
    }
    return chunk
  }

  public func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    let path = self.path(key)
    try Self.makeFolder(MediaLocator.folder(of: path))
    let number = counter.add(1, ordering: .relaxed).newValue
    let partial = path + ".\(getpid()).\(number).partial"
    if let error = SystemFile.write(ChunkFile.encode(chunk), to: partial) {
      throw Self.failure(error, path)
    }
    guard unsafe rename(partial, path) == 0 else {
      let error = errno
      unsafe unlink(partial)
      throw Self.failure(error, path)
    }
  }

  private func path(_ key: String) -> String {
    MediaLocator.join(folder, "chunks/\(key.prefix(2))/\(key).chunk")
  }

  private static func failure(_ number: Int32, _ path: String) -> RenderError {
    RenderError(
      .disk,
      "the chunk store cannot write '\(path)': \(MediaLocator.reason(number)); finished chunks are kept"
    )
  }

  /// Makes a folder with its parents.
  static func makeFolder(_ path: String) throws(RenderError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made = MediaLocator.join(made, String(part))
      if unsafe mkdir(made, 0o755) != 0 && errno != EEXIST {
        throw RenderError(
          .disk, "the folder '\(made)' cannot be made: \(MediaLocator.reason(errno))")
      }
    }
  }

  /// Removes a folder and what is in it.
  private static func remove(_ path: String) {
    guard let directory = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let child = MediaLocator.join(path, name)
      if unsafe unlink(child) != 0 { remove(child) }
    }
    unsafe closedir(directory)
    unsafe rmdir(path)
  }
}

/// Where chunks are kept for a user.
public enum CacheFolder {
  /// `$XDG_CACHE_HOME/cutlist`, else `~/.cache/cutlist`; `nil` without a home.
  public static func standard() -> String? {
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return MediaLocator.join(cache, "cutlist")
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return MediaLocator.join(home, ".cache/cutlist")
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
