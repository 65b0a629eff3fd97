public import AudioMixing

/// Keeps encoded chunks under the hash of everything that can change their bytes. Shared by all
/// workers.
public protocol ChunkStore: Sendable {
  /// The chunk stored under `key`; `nil` when there is none or it is damaged.
  func chunk(for key: String) -> EncodedChunk?
  /// Whether there is a chunk under `key`, without reading it: it may still prove damaged.
  func contains(_ key: String) -> Bool
  /// Keeps a chunk. After it returns, the chunk survives the end of the process.
  func save(_ chunk: EncodedChunk, for key: String) throws(RenderError)
  /// The level of the chunk of sound with a key, whether the chunk itself is kept or not; `nil` when
  /// nothing is known of it.
  func level(for key: String) -> SoundLevel?
}

extension ChunkStore {
  public func level(for key: String) -> SoundLevel? { chunk(for: key)?.level }
}

/// Remembers levels of chunks of sound that were measured without being encoded.
public protocol SoundLevelStore: Sendable {
  func level(for key: String) -> SoundLevel?
  func keep(_ level: SoundLevel, for key: String)
}

/// Tells what a render is doing. Called from several threads, one call at a time.
public struct RenderProgress: Sendable {
  public var framesDone: Int
  public var frameCount: Int
  public var chunksRendered: Int
  public var chunksReused: Int
  public var chunkCount: Int

  public init(
    framesDone: Int, frameCount: Int, chunksRendered: Int, chunksReused: Int, chunkCount: Int
  ) {
    self.framesDone = framesDone
    self.frameCount = frameCount
    self.chunksRendered = chunksRendered
    self.chunksReused = chunksReused
    self.chunkCount = chunkCount
  }
}
