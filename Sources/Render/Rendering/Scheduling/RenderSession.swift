package import AudioMixing
import OutputKinds
package import PlanModel
import Synchronization
import TimelineModel
import Workers

/// Executes a plan, alone or beside others; see `RenderGroup` for how its threads work.
///
/// Where chunks share bits, a search for their qualities comes first (`RateSolver`); it encodes the
/// chunks, too.
///
/// What comes out does not depend on the number of workers: a chunk is a pure function of the plan,
/// and chunks are joined in order.
package struct RenderSession: Sendable {
  /// What is executed.
  package var plan: RenderPlan
  /// Reads media, draws texts and encodes.
  package var backend: any RenderBackend
  /// Where finished chunks are kept, and looked for before they are rendered.
  package var store: any ChunkStore
  /// Number of workers, 1 or more.
  package var jobs: Int
  /// Stops the render; holds the first error of any thread.
  package var cancellation: Cancellation
  /// For every chunk the hash of all that can change its bytes.
  let keys: [ChunkKeys]
  /// Measures the processor time of the calling thread; by default nothing is measured.
  package var clock: ThreadClock = { 0 }
  /// Is told what chunks take; `nil` for nobody.
  package var meter: WorkMeter?
  /// Tells where workers had better begin; `nil` where that is not known.
  package var counter: WorkCounter?
  let audioChunks: [AudioChunk]
  let audioKeys: [ChunkKeys]
  let settled = SettledQualities()

  /// - Parameters:
  ///   - context: what decides a chunk's bytes beside the plan: versions and font files.
  ///   - soundContext: the same for chunks of sound.
  package init(
    plan: RenderPlan, backend: any RenderBackend, store: any ChunkStore, jobs: Int,
    cancellation: Cancellation, context: (Chunk) -> String = { _ in "" },
    audioContext: String = ""
  ) {
    let concealed = plan.concealed
    keys = ChunkKeys.pairs(
      plan.pictureKeys(context: context), concealed?.pictureKeys(context: context))
    audioChunks = plan.audioChunks
    audioKeys = ChunkKeys.pairs(
      plan.audioKeys(of: audioChunks, context: audioContext),
      concealed?.audioKeys(of: audioChunks, context: audioContext))
    self.plan = plan
    self.backend = backend
    self.store = store
    self.jobs = max(
      1, min(jobs, max(1, plan.chunks.isEmpty ? audioChunks.count : plan.chunks.count)))
    self.cancellation = cancellation
  }

  /// Renders the whole plan into `sink`.
  ///
  /// On failure the sink is cancelled, every thread has ended, and the first error is thrown.
  /// - Parameter progress: called after each frame and chunk; keep it short.
  /// - Returns: where the processor's time went.
  @discardableResult package func render(
    into sink: any MovieSink, progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) throws(RenderError) -> RenderStatistics {
    let member = RenderGroup.Member(session: self, sink: sink, progress: progress)
    return try RenderGroup([member], jobs: jobs).render()[0].get()
  }

  /// The hash of everything that decides the movie's bytes.
  ///
  /// - Parameter context: what decides how chunks are joined: versions.
  package func movieKey(context: String) -> String {
    // The qualities of chunks follow from what is hashed here.
    plan.movieKey(pictures: keys.map(\.last), sound: audioKeys.map(\.last), context: context)
  }

  /// The damage in the movie's chunks; `nil` when it takes rendering to know.
  package var damageWithoutRendering: [SourceDamage]? {
    if (keys + audioKeys).allSatisfy({ $0.concealed == nil }) { return [] }
    guard let qualities = qualitiesWithoutRendering else { return nil }
    let chunkKeys = qualities.enumerated().map { keys(of: $0.offset, $0.element) }
    var found: [SourceDamage] = []
    for key in chunkKeys + audioKeys where !store.contains(key.whole) {
      guard let concealed = key.concealed, let chunk = store.chunk(for: concealed) else {
        return nil
      }
      found += chunk.damage
    }
    return SourceDamage.merged(found)
  }

  /// How far the movie's sound goes beyond full scale; `nil` without sound, and when it takes
  /// rendering to know.
  package var levelWithoutRendering: AudioLevel? {
    var sum: AudioLevel?
    for (chunk, keys) in zip(audioChunks, audioKeys) {
      guard let level = keys.first(store.level) else { return nil }
      let moved = level.moved(by: chunk.keptSamples.lowerBound)
      sum = sum.map { $0 + moved } ?? moved
    }
    return sum
  }

  // MARK: - Chunks

  /// A finished chunk, rendered again where the store has lost it.
  package func chunk(at index: Int) throws(RenderError) -> EncodedChunk {
    try settle(
      RateTrials(
        session: self, pool: .forRendering(threads: 2 * jobs), board: nil,
        statistics: StatisticsSum()))
    if let encoded = stored(plan.chunks[index]) { return encoded }
    return try renderAgain(plan.chunks[index])
  }

  /// From the store; `nil` for one that is not there, or is not whole.
  func stored(_ chunk: Chunk) -> EncodedChunk? {
    keys(of: chunk.index, quality(of: chunk.index)).both.lazy.compactMap(store.chunk).first {
      $0.frameCount == chunk.frames.count
    }
  }

  /// As the plan has it, or as it was found.
  func quality(of index: Int) -> ChunkQuality { settled.value?[index] ?? .planned }

  /// Pixels that are decoded in vain where a worker begins with a chunk.
  ///
  /// - Parameter chunks: what a place stands for.
  func entryCost(_ chunks: [Chunk]) -> @Sendable (Int) -> Double {
    guard let counter else { return { _ in 0 } }
    return { place in
      guard chunks.indices.contains(place), place > 0 else { return 0 }
      return counter.entry(at: chunks[place].frames.lowerBound).of(.decode).units.values.reduce(
        0, +)
    }
  }

  /// - Parameter other: a renderer of another movie on the same thread.
  func renderer(_ pool: WorkerPool, beside other: ChunkRenderer? = nil) -> ChunkRenderer {
    ChunkRenderer(
      plan: plan, backend: backend, cancellation: cancellation, pool: pool,
      waiting: MemoryEstimate.waitingFrames(workers: jobs), clock: clock, meter: meter,
      beside: other)
  }

  /// Another process may clear the store between a chunk's rendering and its joining.
  func renderAgain(_ chunk: Chunk) throws(RenderError) -> EncodedChunk {
    let quality = quality(of: chunk.index)
    let encoded = try renderer(.forRendering(threads: 1)).render(chunk, quality)
    try store.save(encoded, for: keys(of: chunk.index, quality).key(of: encoded))
    return encoded
  }
}
