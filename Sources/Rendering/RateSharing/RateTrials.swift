import PlanModel
import Synchronization
import Workers

/// Encodes chunks at the levels that a search asks for, several at a time, and counts what was done.
final class RateTrials: Sendable {
  private struct Counts: Sendable {
    var pilotFrames = 0
    var encodings: [Int: Int] = [:]
  }

  private let session: RenderSession
  private let pool: WorkerPool
  private let board: ChunkBoard?
  private let statistics: StatisticsSum
  private let first: Int
  private let counts = Mutex(Counts())

  /// - Parameters:
  ///   - pool: has two threads for each of the session's workers.
  ///   - board: is told of frames; `nil` for nobody.
  ///   - first: the chunk from which on they are measured, those before it after the last: sessions
  ///     that begin elsewhere with the same store do not do the same work.
  init(
    session: RenderSession, pool: WorkerPool, board: ChunkBoard?, statistics: StatisticsSum,
    first: Int = 0
  ) {
    self.session = session
    self.pool = pool
    self.board = board
    self.statistics = statistics
    self.first = first
  }

  /// Chunks that were encoded with the movie's settings.
  var encodedChunks: Set<Int> { counts.withLock { Set($0.encodings.keys) } }

  /// Measures trials, in their order.
  func measure(_ trials: [RateSolver.Trial]) throws(RenderError) -> [RateSolver.Outcome] {
    let stored = trials.map(session.storedOutcome)
    let missing = stored.indices.filter { stored[$0] == nil }.sorted {
      turn(trials[$0].chunk) < turn(trials[$1].chunk)
    }
    let results = Mutex(stored)
    let workers = min(session.jobs, missing.count)
    let runs = RunQueue(count: missing.count, workers: workers)
    let working = Monitor(workers)
    for worker in 0..<workers {
      pool.start { [self] in
        let renderer = session.renderer(pool)
        defer {
          statistics.add(renderer.statistics)
          working.change { $0 -= 1 }
        }
        do throws(RenderError) {
          while let next = runs.next(worker: worker) {
            let number = missing[next]
            let outcome = try outcome(trials[number], renderer)
            results.withLock { $0[number] = outcome }
          }
        } catch {
          session.cancellation.request(error)
        }
      }
    }
    working.wait { $0 == 0 ? () : nil }
    try session.cancellation.check()
    return results.withLock { $0.compactMap(\.self) }
  }

  /// When a chunk is measured: those before the first one come last.
  private func turn(_ chunk: Int) -> Int {
    chunk >= first ? chunk - first : chunk - first + session.plan.chunks.count
  }

  private func outcome(
    _ trial: RateSolver.Trial, _ renderer: ChunkRenderer
  ) throws(RenderError) -> RateSolver.Outcome {
    // Another session may have measured it meanwhile.
    if let known = session.storedOutcome(trial) { return known }
    return try encode(trial, renderer)
  }

  private func encode(
    _ trial: RateSolver.Trial, _ renderer: ChunkRenderer
  ) throws(RenderError) -> RateSolver.Outcome {
    try session.cancellation.check()
    let chunk = session.plan.chunks[trial.chunk]
    var isPilot = false
    if case .pilot = trial.quality { isPilot = true }
    let isFirst = counts.withLock { counts in
      if isPilot {
        counts.pilotFrames += chunk.frames.count
        return false
      }
      counts.encodings[trial.chunk, default: 0] += 1
      return counts.encodings[trial.chunk] == 1
    }
    let encoded = try renderer.render(chunk, trial.quality) { [board] in
      if isFirst { board?.frameDone() } else { board?.frameMeasured() }
    }
    let measure = ChunkMeasure(encoded)
    let key = session.keys(of: trial.chunk, trial.quality).key(of: encoded)
    if !isPilot { try session.store.save(encoded, for: key) }
    session.store.keep(measure, for: key)
    return session.outcome(measure, trial.quality)
  }

  /// What came of the search.
  func result(_ qualities: [ChunkQuality], wantedBits: Int?) -> RateResult? {
    var levels: [QualityLevel] = []
    var bits = 0
    for (index, quality) in qualities.enumerated() {
      guard case .level(let level) = quality,
        let outcome = session.storedOutcome(RateSolver.Trial(chunk: index, quality: quality))
      else { return nil }
      levels.append(level)
      bits += outcome.bits
    }
    guard let least = levels.min(), let most = levels.max() else { return nil }
    var result = RateResult(wantedBits: wantedBits, bits: bits, levels: least...most)
    counts.withLock { counts in
      result.pilotFrames = counts.pilotFrames
      result.repeatedChunks = counts.encodings.values.reduce(0) { $0 + $1 - 1 }
    }
    return result
  }
}
