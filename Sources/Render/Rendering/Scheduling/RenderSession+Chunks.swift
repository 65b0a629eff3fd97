import OutputKinds
import PlanModel
import Synchronization
import TimelineModel
import Workers

/// What became of a chunk that was asked for by itself.
package struct ChunkOutcome: Hashable, Sendable {
  /// The chunk, of pictures or of sound.
  package var part: RenderPart
  /// What it is stored under.
  package var key: String
  /// Whether it was rendered; else the store had it, whole.
  package var isRendered: Bool
  /// Bytes of its packets.
  package var bytes: Int
  /// How long it took, reading what is stored included.
  package var time: Duration
}

extension RenderSession {
  /// All chunks in the order in which they are joined.
  var order: [RenderPart] { plan.order(of: audioChunks) }

  /// What tells a chunk from all that are not the same, in other movies, too; `nil` for pictures that
  /// share bits with others, of which only rendering tells.
  package func identity(of part: RenderPart) -> String? {
    switch part {
    case .picture(let chunk): plan.output.video.sharesBits ? nil : keys[chunk.index].last
    case .sound(let chunk): audioKeys[chunk.index].last
    }
  }

  /// The chunks of a run; see `RenderPlan.parts(in:)`.
  package func parts(in range: Range<Int>) -> [RenderPart] { order.parts(in: range) }

  /// Renders a run of chunks; see `render(parts:done:)`.
  @discardableResult package func render(
    chunks range: Range<Int>, done: @escaping @Sendable (ChunkOutcome) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try render(parts: parts(in: range), done: done)
  }

  /// Renders chunks into the store, without joining them; those that the store has are read, and rendered
  /// again where they do not read back as they were written.
  ///
  /// Where chunks share bits, what is not known of the others is measured too, those that are wanted
  /// first: sessions for several runs with one store share that work.
  ///
  /// - Parameters:
  ///   - parts: chunks of the plan, each once.
  ///   - done: is told of each chunk when it is kept, by one thread at a time.
  /// - Returns: where the processor's time went, and what is damaged.
  @discardableResult package func render(
    parts: [RenderPart], done: @escaping @Sendable (ChunkOutcome) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let statistics = StatisticsSum()
    let pictures = parts.compactMap { if case .picture(let chunk) = $0 { chunk } else { nil } }
    let sounds = parts.compactMap { if case .sound(let chunk) = $0 { chunk } else { nil } }
    let telling = Mutex(done)
    let tell: @Sendable (ChunkOutcome) -> Void = { outcome in telling.withLock { $0(outcome) } }
    let workers = max(1, min(jobs, pictures.count))
    let pictureRuns = RunQueue(
      count: pictures.count, workers: workers, entry: entryCost(pictures))
    let soundRuns = RunQueue(count: sounds.count, workers: workers + 1)
    // Each worker has a thread that composes and one that encodes.
    let pool = try WorkerPool.forRendering(threads: 2 * jobs + 1)
    defer { pool.wait() }
    if let first = pictures.first {
      do throws(RenderError) {
        try settle(
          RateTrials(
            session: self, pool: pool, board: nil, statistics: statistics, first: first.index))
      } catch {
        throw cancellation.reason ?? error
      }
    }
    pool.start {
      attempt { () throws(RenderError) in
        try mix(sounds, soundRuns, worker: workers, statistics, tell)
      }
    }
    for worker in 0..<workers {
      pool.start {
        attempt { () throws(RenderError) in
          let renderer = renderer(pool)
          defer { statistics.add(renderer.statistics) }
          while let next = pictureRuns.next(worker: worker) {
            try cancellation.check()
            tell(try outcome(of: pictures[next], renderer, statistics))
          }
          try mix(sounds, soundRuns, worker: worker, statistics, tell)
        }
      }
    }
    pool.wait()
    try cancellation.check()
    return statistics.total
  }

  /// Stops the render with what `body` throws.
  private func attempt(_ body: () throws(RenderError) -> Void) {
    do throws(RenderError) { try body() } catch { cancellation.request(error) }
  }

  private func outcome(
    of chunk: Chunk, _ renderer: ChunkRenderer, _ statistics: StatisticsSum
  ) throws(RenderError) -> ChunkOutcome {
    let begun = ContinuousClock.now
    let quality = quality(of: chunk.index)
    let keys = keys(of: chunk.index, quality)
    let kept = stored(chunk)
    let encoded: EncodedChunk
    if let kept {
      encoded = kept
    } else {
      encoded = try renderer.render(chunk, quality)
      try store.save(encoded, for: keys.key(of: encoded))
    }
    statistics.add(damage: encoded.damage)
    return ChunkOutcome(
      part: .picture(chunk), key: keys.key(of: encoded), isRendered: kept == nil,
      bytes: encoded.byteCount, time: .now - begun)
  }

  private func mix(
    _ chunks: [AudioChunk], _ runs: RunQueue, worker: Int, _ statistics: StatisticsSum,
    _ tell: @Sendable (ChunkOutcome) -> Void
  ) throws(RenderError) {
    while let next = runs.next(worker: worker) {
      try cancellation.check()
      let begun = ContinuousClock.now
      let chunk = chunks[next]
      let kept = storedSound(chunk)
      let encoded: EncodedChunk
      if let kept { encoded = kept } else { encoded = try mixed(chunk, statistics) }
      statistics.add(damage: encoded.damage)
      tell(
        ChunkOutcome(
          part: .sound(chunk), key: audioKeys[chunk.index].key(of: encoded),
          isRendered: kept == nil, bytes: encoded.byteCount, time: .now - begun))
    }
  }
}

extension EncodedChunk {
  /// Bytes of all packets together.
  var byteCount: Int { packets.reduce(0) { $0 + $1.data.count + $1.alpha.count } }
}

extension StatisticsSum {
  func add(damage: [SourceDamage]) {
    if damage.isEmpty { return }
    var part = RenderStatistics()
    part.damage = damage
    add(part)
  }
}
