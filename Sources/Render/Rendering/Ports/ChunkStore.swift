package import AudioMixing

/// Keeps encoded chunks under the hash of everything that can change their bytes. Shared by all
/// workers.
package protocol ChunkStore: Sendable {
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
  package func obstacle(to key: String) -> String? { nil }

  /// That of the chunk where it is kept, at the price of reading it.
  package func measure(for key: String) -> ChunkMeasure? { chunk(for: key).map(ChunkMeasure.init) }

  /// Forgets it.
  package func keep(_ measure: ChunkMeasure, for key: String) {}

  /// That of the chunk where it is kept, at the price of reading it.
  package func level(for key: String) -> AudioLevel? { chunk(for: key)?.level }
}

/// Remembers levels of chunks of sound that were measured without being encoded.
package protocol AudioLevelStore: Sendable {
  func level(for key: String) -> AudioLevel?
  func keep(_ level: AudioLevel, for key: String)
}

/// Remembers what loudness needs to know of stretches of sound.
package protocol LoudnessStore: Sendable {
  func loudness(for key: String) -> LoudnessPiece?
  func keep(_ piece: LoudnessPiece, for key: String)
}

/// Tells what a render is doing. Called from several threads, one call at a time.
package struct RenderProgress: Sendable {
  /// Encoded by now, or in chunks that are reused; never falls.
  package var framesDone: Int
  /// Frames that were encoded to find out how bits are shared, beyond `framesDone`.
  package var framesMeasured = 0
  /// Frames of the movie.
  package var frameCount: Int
  /// Chunks of pictures that were composed and encoded.
  package var chunksRendered: Int
  /// Chunks of pictures that were in the store.
  package var chunksReused: Int
  /// Chunks of pictures in all; rendered and reused ones add up to it at the end.
  package var chunkCount: Int
  /// Chunks of sound that were mixed and encoded, or were in the store.
  package var soundChunksDone = 0
  /// Chunks of sound in all.
  package var soundChunkCount = 0

  /// Whether all pictures are encoded while sound is not.
  package var waitsForSound: Bool {
    framesDone >= frameCount && soundChunksDone < soundChunkCount
  }

  /// How far a render is; nothing is checked.
  package init(
    framesDone: Int, frameCount: Int, chunksRendered: Int, chunksReused: Int, chunkCount: Int
  ) {
    self.framesDone = framesDone
    self.frameCount = frameCount
    self.chunksRendered = chunksRendered
    self.chunksReused = chunksReused
    self.chunkCount = chunkCount
  }
}
