import FileSystem
package import Rendering

/// The chunks of a cache folder, for whoever only looks: nothing is kept, and no render is marked.
package struct KeptChunks: ChunkStore {
  private let folder: CacheFolder?

  /// - Parameter folder: the cache folder; `nil` for none.
  package init(folder: String?) { self.folder = folder.map { CacheFolder($0) } }

  /// Reads the chunk; `nil` for one that does not read back as it was written.
  package func chunk(for key: String) -> EncodedChunk? {
    folder?.read(.chunk, key).flatMap { ChunkFile.decode($0, key: key) }
  }

  /// Looks for a file's name only.
  package func contains(_ key: String) -> Bool { folder?.hasChunk(key) == true }

  /// Why the folder does not let it be read.
  package func obstacle(to key: String) -> String? {
    folder?.obstacle(.chunk, key).map(MediaLocator.reason)
  }

  /// From its record, else from the chunk.
  package func measure(for key: String) -> ChunkMeasure? {
    folder?.read(.measure, key).flatMap { ChunkFile.decodeMeasure($0, key: key) }
      ?? chunk(for: key).map(ChunkMeasure.init)
  }

  /// Keeps nothing.
  package func save(_ chunk: EncodedChunk, for key: String) {}
}
