import OutputKinds
import Raster
import Synchronization
import Workers

/// Encodes the frames of one chunk on another thread of a pool, while the next ones are composed: at one
/// quality, or at several that are compared.
///
/// So a worker keeps two cores busy, which shortens the end of a render, when fewer chunks than
/// workers are left.
final class ChunkEncoding: Sendable {
  private let frames: BoundedQueue<Image>
  /// What became of the chunk at each quality; `nil` inside for one that was given up.
  private let outcome = Monitor<Result<[EncodedChunk]?, RenderError>?>(nil)
  private let isAbandoned = Atomic<Bool>(false)
  private let times: Mutex<[Int64]>

  /// Begins.
  ///
  /// - Parameters:
  ///   - waiting: composed frames that may wait for the encoder.
  ///   - frameDone: called on the encoding thread after each frame.
  init(
    backend: any RenderBackend, qualities: [ChunkQuality], pool: WorkerPool, waiting: Int,
    clock: @escaping ThreadClock,
    frameDone: @escaping @Sendable () -> Void
  ) {
    frames = BoundedQueue(capacity: waiting)
    times = Mutex(qualities.map { _ in 0 })
    pool.start { [self] in
      let result = Result { () throws(RenderError) in
        try encode(backend, qualities, clock, frameDone)
      }
      // Whoever still gives frames finds out.
      frames.close()
      outcome.change { $0 = result }
    }
  }

  private func encode(
    _ backend: any RenderBackend, _ qualities: [ChunkQuality], _ clock: ThreadClock,
    _ frameDone: () -> Void
  ) throws(RenderError) -> [EncodedChunk]? {
    var encoders: [any ChunkEncoder] = []
    for quality in qualities { encoders.append(try backend.makeChunkEncoder(quality)) }
    while let image = frames.pop() {
      if isAbandoned.load(ordering: .relaxed) { break }
      for (index, encoder) in encoders.enumerated() {
        try timed(index, clock) { () throws(RenderError) in try encoder.encode(image) }
        frameDone()
      }
    }
    if isAbandoned.load(ordering: .relaxed) { return nil }
    var chunks: [EncodedChunk] = []
    for (index, encoder) in encoders.enumerated() {
      chunks.append(
        try timed(index, clock) { () throws(RenderError) in try encoder.finish() })
    }
    return chunks
  }

  private func timed<Value>(
    _ index: Int, _ clock: ThreadClock, _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    let begun = clock()
    defer {
      let spent = clock() - begun
      times.withLock { $0[index] += spent }
    }
    return try body()
  }

  /// Gives the next frame; false when encoding has failed.
  func push(_ image: Image) -> Bool { frames.push(image) }

  /// Ends the chunk and waits for it.
  ///
  /// - Returns: the chunk at each quality.
  /// - Throws: what the encoders threw.
  func finish() throws(RenderError) -> [EncodedChunk] {
    frames.close()
    guard let chunks = try outcome.wait(until: { $0 }).get() else {
      throw RenderError(.interrupted, "interrupted")
    }
    return chunks
  }

  /// Gives the chunk up and waits until its encoder has stopped.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
    frames.close()
    outcome.wait { $0.map { _ in } }
  }

  /// Processor time spent for each quality, in nanoseconds; complete once the chunk has ended.
  var timesSpent: [Int64] { times.withLock(\.self) }
}
