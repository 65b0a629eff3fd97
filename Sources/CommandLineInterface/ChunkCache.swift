import ChunkStorage
import Rendering

/// Where the command line keeps chunks.
enum ChunkCache {
  /// `--cache`, else the user's cache folder; `nil` with `--no-cache` or without a home.
  static func folder(_ arguments: Arguments) -> String? {
    arguments.has(.noCache) ? nil : arguments.value(.cache) ?? CacheFolder.standard()
  }

  /// The user's chunk store, or one that keeps nothing after the render.
  ///
  /// - Parameter notice: told at most once why chunks are not kept.
  static func store(
    _ arguments: Arguments, output: String, sources: SourceHashes,
    notice: @escaping @Sendable (String) -> Void
  ) -> DiskChunkStore {
    DiskChunkStore(folder: folder(arguments), beside: output, sources: sources, notice: notice)
  }
}
