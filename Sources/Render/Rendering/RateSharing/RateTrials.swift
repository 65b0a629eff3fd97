import OutputKinds
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

  /// Measures trials, in their order. Those of one chunk are made of the same pictures.
  func measure(_ trials: [RateSolver.Trial]) throws(RenderError) -> [RateSolver.Outcome] {
    let stored = trials.map(session.storedOutcome)
    let unknown = Dictionary(grouping: stored.indices.filter { stored[$0] == nil }) {
      trials[$0].chunk
    }
    let missing = unknown.sorted { turn($0.key) < turn($1.key) }.map(\.value)
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
            let numbers = missing[next]
            let outcomes = try outcomes(numbers.map { trials[$0] }, renderer)
            results.withLock { results in
              for (number, outcome) in zip(numbers, outcomes) { results[number] = outcome }
            }
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

  /// - Parameter trials: of one chunk.
  private func outcomes(
    _ trials: [RateSolver.Trial], _ renderer: ChunkRenderer
  ) throws(RenderError) -> [RateSolver.Outcome] {
    // Another session may have measured some meanwhile.
    let known = trials.map(session.storedOutcome)
    let missing = trials.indices.filter { known[$0] == nil }
    var made = try encode(missing.map { trials[$0] }, renderer).makeIterator()
    return known.compactMap { $0 ?? made.next() }
  }

  private func encode(
    _ trials: [RateSolver.Trial], _ renderer: ChunkRenderer
  ) throws(RenderError) -> [RateSolver.Outcome] {
    guard let number = trials.first?.chunk else { return [] }
    try session.cancellation.check()
    let chunk = session.plan.chunks[number]
    var isFirst = false
    for trial in trials where count(trial, chunk.frames.count) { isFirst = true }
    let encoded = try renderer.render(chunk, at: trials.map(\.quality)) { [board, isFirst] in
      if isFirst { board?.frameDone() } else { board?.frameMeasured() }
    }
    var outcomes: [RateSolver.Outcome] = []
    for (trial, encoded) in zip(trials, encoded) {
      let measure = ChunkMeasure(encoded)
      let key = session.keys(of: number, trial.quality).key(of: encoded)
      if !trial.quality.isPilot { try session.store.save(encoded, for: key) }
      session.store.keep(measure, for: key)
      outcomes.append(session.outcome(measure, trial.quality))
    }
    return outcomes
  }

  /// - Returns: whether the chunk is encoded with the movie's settings for the first time.
  private func count(_ trial: RateSolver.Trial, _ frames: Int) -> Bool {
    counts.withLock { counts in
      if trial.quality.isPilot {
        counts.pilotFrames += frames
        return false
      }
      counts.encodings[trial.chunk, default: 0] += 1
      return counts.encodings[trial.chunk] == 1
    }
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
    var result = RateResult(
      wantedBits: wantedBits, bits: bits, levels: least...most,
      scale: session.plan.output.video.codec.quality)
    counts.withLock { counts in
      result.pilotFrames = counts.pilotFrames
      result.repeatedChunks = counts.encodings.values.reduce(0) { $0 + $1 - 1 }
    }
    return result
  }
}
