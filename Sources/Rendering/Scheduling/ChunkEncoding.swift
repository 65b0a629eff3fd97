import Raster
import Synchronization
import Workers

/// Encodes the frames of one chunk on another thread of a pool, while the next ones are composed.
///
/// So a worker keeps two cores busy, which shortens the end of a render, when fewer chunks than
/// workers are left.
final class ChunkEncoding: Sendable {
  private let frames: BoundedQueue<Image>
  /// What became of the chunk; `nil` inside for one that was given up.
  private let outcome = Monitor<Result<EncodedChunk?, RenderError>?>(nil)
  private let isAbandoned = Atomic<Bool>(false)
  private let time = Atomic<Int64>(0)

  /// Begins.
  ///
  /// - Parameters:
  ///   - waiting: composed frames that may wait for the encoder.
  ///   - frameDone: called on the encoding thread after each frame.
  init(
    backend: any RenderBackend, quality: ChunkQuality, pool: WorkerPool, waiting: Int,
    clock: @escaping ThreadClock,
    frameDone: @escaping @Sendable () -> Void
  ) {
    frames = BoundedQueue(capacity: waiting)
    pool.start { [self] in
      let begun = clock()
      let result = Result { () throws(RenderError) in try encode(backend, quality, frameDone) }
      // Whoever still gives frames finds out.
      frames.close()
      time.add(clock() - begun, ordering: .relaxed)
      outcome.change { $0 = result }
    }
  }

  private func encode(
    _ backend: any RenderBackend, _ quality: ChunkQuality, _ frameDone: () -> Void
  ) throws(RenderError) -> EncodedChunk? {
    let encoder = try backend.makeChunkEncoder(quality)
    while let image = frames.pop() {
      if isAbandoned.load(ordering: .relaxed) { break }
      try encoder.encode(image)
      frameDone()
    }
    return isAbandoned.load(ordering: .relaxed) ? nil : try encoder.finish()
  }

  /// Gives the next frame; false when encoding has failed.
  func push(_ image: Image) -> Bool { frames.push(image) }

  /// Ends the chunk and waits for it.
  ///
  /// - Throws: what the encoder threw.
  func finish() throws(RenderError) -> EncodedChunk {
    frames.close()
    guard let chunk = try outcome.wait(until: { $0 }).get() else {
      throw RenderError(.interrupted, "interrupted")
    }
    return chunk
  }

  /// Gives the chunk up and waits until its encoder has stopped.
  func abandon() {
    isAbandoned.store(true, ordering: .relaxed)
    frames.close()
    outcome.wait { $0.map { _ in } }
  }

  /// Processor time spent, in nanoseconds; complete once the chunk has ended.
  var timeSpent: Int64 { time.load(ordering: .relaxed) }
}
