public import AudioMixing

/// Keeps encoded chunks under the hash of everything that can change their bytes. Shared by all
/// workers.
public protocol ChunkStore: Sendable {
  /// The chunk stored under `key`; `nil` when there is none or it is damaged.
  func chunk(for key: String) -> EncodedChunk?
  /// Whether there is a chunk under `key`, without reading it: it may still prove damaged.
  func contains(_ key: String) -> Bool
  /// Why it cannot be told whether there is a chunk under `key`, or the chunk be read, for people; `nil`
  /// where nothing stands in the way, and where there is none.
  func obstacle(to key: String) -> String?
  /// Keeps a chunk. After it returns, the chunk survives the end of the process.
  func save(_ chunk: EncodedChunk, for key: String) throws(RenderError)
  /// The level of the chunk of sound with a key, whether the chunk itself is kept or not; `nil` when
  /// nothing is known of it.
  func level(for key: String) -> AudioLevel?
  /// How many bits the chunk of pictures with a key takes, whether the chunk itself is kept or not;
  /// `nil` when nothing is known of it.
  func measure(for key: String) -> ChunkMeasure?
  /// Remembers a measure, where there is a place for it.
  func keep(_ measure: ChunkMeasure, for key: String)
}

extension ChunkStore {
  /// Nothing stands in the way.
  public func obstacle(to key: String) -> String? { nil }

  /// That of the chunk where it is kept, at the price of reading it.
  public func measure(for key: String) -> ChunkMeasure? { chunk(for: key).map(ChunkMeasure.init) }

  /// Forgets it.
  public func keep(_ measure: ChunkMeasure, for key: String) {}

  /// That of the chunk where it is kept, at the price of reading it.
  public func level(for key: String) -> AudioLevel? { chunk(for: key)?.level }
}

/// Remembers levels of chunks of sound that were measured without being encoded.
public protocol AudioLevelStore: Sendable {
  func level(for key: String) -> AudioLevel?
  func keep(_ level: AudioLevel, for key: String)
}

/// Remembers what loudness needs to know of stretches of sound.
public protocol LoudnessStore: Sendable {
  func loudness(for key: String) -> LoudnessPiece?
  func keep(_ piece: LoudnessPiece, for key: String)
}

/// Tells what a render is doing. Called from several threads, one call at a time.
public struct RenderProgress: Sendable {
  /// Encoded by now, or in chunks that are reused; never falls.
  public var framesDone: Int
  /// Frames that were encoded to find out how bits are shared, beyond `framesDone`.
  public var framesMeasured = 0
  /// Frames of the movie.
  public var frameCount: Int
  /// Chunks of pictures that were composed and encoded.
  public var chunksRendered: Int
  /// Chunks of pictures that were in the store.
  public var chunksReused: Int
  /// Chunks of pictures in all; rendered and reused ones add up to it at the end.
  public var chunkCount: Int
  /// Chunks of sound that were mixed and encoded, or were in the store.
  public var soundChunksDone = 0
  /// Chunks of sound in all.
  public var soundChunkCount = 0

  /// Whether all pictures are encoded while sound is not.
  public var waitsForSound: Bool {
    framesDone >= frameCount && soundChunksDone < soundChunkCount
  }

  /// How far a render is; nothing is checked.
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
