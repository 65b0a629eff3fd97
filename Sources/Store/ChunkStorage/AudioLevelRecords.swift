package import AudioMixing
import Rendering

/// Levels of chunks of sound, from the chunks themselves or as they were measured alone.
///
/// ```
/// FOLDER/levels/7c/7c02…b1.level     named by the key of the chunk
/// ```
package struct AudioLevelRecords: AudioLevelStore {
  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` remembers nothing.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// What was measured alone comes first; a damaged record is removed.
  package func level(for key: String) -> AudioLevel? {
    guard let folder else { return nil }
    if let bytes = folder.read(.level, key) {
      if let level = ChunkFile.decodeLevel(bytes, key: key) { return level }
      folder.drop(.level, key)
    }
    return folder.read(.chunk, key).flatMap { ChunkFile.decode($0, key: key)?.level }
  }

  /// A cache that cannot be written to is no failure.
  package func keep(_ level: AudioLevel, for key: String) {
    _ = folder?.write(ChunkFile.encode(level, key: key), .level, key)
  }
}
