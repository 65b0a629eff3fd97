import MediaIO
import Rendering

/// Where the command line keeps chunks.
enum ChunkCache {
  /// `--cache`, else the user's cache folder; `nil` with `--no-cache` or without a home.
  static func folder(_ arguments: Arguments) -> String? {
    arguments.has(.noCache) ? nil : arguments.value(.cache) ?? CacheFolder.standard()
  }

  /// The user's chunk store, or one beside the output that is removed after the render.
  static func store(
    _ arguments: Arguments, output: String, sources: SourceHashes
  ) throws(RenderError) -> DiskChunkStore {
    if let folder = folder(arguments) {
      return try DiskChunkStore(folder: folder, sources: sources)
    }
    return try DiskChunkStore.temporary(beside: output, sources: sources)
  }
}
