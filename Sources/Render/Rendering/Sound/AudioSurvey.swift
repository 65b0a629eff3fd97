package import AudioMixing
import OutputKinds
package import PlanModel
import Synchronization
import TimelineModel
import Workers

/// Measures how far a plan's sound goes beyond full scale, chunk by chunk as it would be rendered,
/// without encoding it.
package struct AudioSurvey: Sendable {
  private let plan: RenderPlan
  private let backend: any RenderBackend
  private let store: any AudioLevelStore
  private let chunks: [AudioChunk]
  private let keys: [ChunkKeys]

  /// - Parameter context: what decides a chunk of sound beside the plan, as for `RenderSession`.
  package init(
    plan: RenderPlan, backend: any RenderBackend, store: any AudioLevelStore, context: String
  ) {
    self.plan = plan
    self.backend = backend
    self.store = store
    chunks = plan.audioChunks
    keys = ChunkKeys.pairs(
      plan.audioKeys(of: chunks, context: context),
      plan.concealed?.audioKeys(of: chunks, context: context))
  }

  /// The level of each chunk of sound, with samples of the movie.
  ///
  /// Levels that are known of are not measured again.
  /// - Parameters:
  ///   - jobs: chunks mixed at the same time.
  ///   - samples: only chunks that begin before this one are looked at; `nil` for all.
  ///   - progress: is told how many chunks are mixed of how many, by any thread.
  /// - Throws: what a source throws.
  package func levels(
    jobs: Int, before samples: Int64? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(RenderError) -> [AudioLevel] {
    guard let audio = plan.audio else { return [] }
    let count =
      samples.map { end in chunks.prefix { $0.keptSamples.lowerBound < end }.count }
      ?? chunks.count
    var found: [AudioLevel?] = keys.prefix(count).map { $0.first(store.level) }
    let missing = found.indices.filter { found[$0] == nil }
    let cancellation = Cancellation()
    let done = Mutex(0)
    let measured = WorkerPool.map(missing.count, threads: jobs) { turn in
      Result { () throws(RenderError) in
        do throws(RenderError) {
          try cancellation.check()
          let level = try measure(chunks[missing[turn]], audio)
          let now = done.withLock { done in
            done += 1
            return done
          }
          progress(now, missing.count)
          return level
        } catch {
          cancellation.request(error)
          throw error
        }
      }
    }
    for (index, level) in zip(missing, measured) { found[index] = try level.get() }
    return zip(chunks, found).map { chunk, level in
      (level ?? AudioLevel()).moved(by: chunk.keptSamples.lowerBound)
    }
  }

  /// What each span adds to a sample.
  ///
  /// - Throws: what a source throws.
  package func shares(of sample: Int64) throws(RenderError) -> [AudioShare] {
    guard let audio = plan.audio, (0..<audio.sampleCount).contains(sample) else { return [] }
    return try AudioRenderer(plan: audio, source: backend.makeAudioSource()).shares(of: sample)
  }

  private func measure(_ chunk: AudioChunk, _ audio: AudioPlan) throws(RenderError) -> AudioLevel {
    let source = backend.makeAudioSource()
    let renderer = AudioRenderer(plan: audio, source: source)
    let kept = chunk.keptSamples.clamped(to: 0..<audio.sampleCount)
    var meter = OverloadMeter(channelCount: audio.channels, piece: chunk.codec.packetLength)
    // A packet leads up to the chunk, for peaks between samples.
    let first = max(0, kept.lowerBound - chunk.codec.packetLength)
    try renderer.mix(first..<max(first, kept.upperBound), inBlocksOf: chunk.block) {
      mixed, sample in
      meter.add(mixed, from: sample, counting: kept)
    }
    let level = meter.level.moved(by: -chunk.keptSamples.lowerBound)
    // Damage that is concealed makes it another chunk, under the other key.
    store.keep(
      level, for: source.damage.isEmpty ? keys[chunk.index].whole : keys[chunk.index].last)
    return level
  }
}
