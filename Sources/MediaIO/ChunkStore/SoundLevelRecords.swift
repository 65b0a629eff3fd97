public import AudioMixing
import Glibc
public import Rendering

/// Levels of chunks of sound, from the chunks themselves or as they were measured alone.
///
/// ```
/// FOLDER/levels/7c/7c02…b1.level     named by the key of the chunk
/// ```
public struct SoundLevelRecords: SoundLevelStore {
  private let folder: String?

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  public init(folder: String?) { self.folder = folder }

  public func level(for key: String) -> SoundLevel? {
    guard let folder, let record = path(key) else { return nil }
    if let bytes = SystemFile.read(record, limit: 4096) {
      if let level = ChunkFile.decodeLevel(bytes, key: key) {
        unsafe utimensat(AT_FDCWD, record, nil, 0)
        return level
      }
      unsafe unlink(record)
    }
    return SystemFile.read(CacheFolder.chunkPath(key, in: folder)).flatMap {
      ChunkFile.decode($0, key: key)?.level
    }
  }

  /// A cache that cannot be written to is no failure.
  public func keep(_ level: SoundLevel, for key: String) {
    guard let record = path(key) else { return }
    _ = AtomicFile.write(ChunkFile.encode(level, key: key), to: record)
  }

  private func path(_ key: String) -> String? {
    folder.map { MediaLocator.join($0, "levels/\(key.prefix(2))/\(key).level") }
  }
}
