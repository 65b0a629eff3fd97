import BaseValues
import OutputKinds
package import PlanModel
import Raster
import Synchronization
import Workers

/// Executes one plan, or several of one edit together: workers render chunks, another thread mixes sound, and a thread for
/// each movie joins both in order. Workers that find no more pictures to render help to mix.
///
/// ```
/// worker 1 ── compose ──▶ encode ──▶ store ─┐
/// worker 2 ── compose ──▶ encode ──▶ store ─┼─▶ join ─▶ sink
/// sound    ── mix → encode ──▶ store ───────┘
/// ```
/// Several movies go side by side: a worker composes a frame for each of them before the next one, so that a picture is
/// decoded once for all that show it, and a frame that is the same in several is composed once. Each has encoders of its
/// own, and its bytes are those that it has alone.
package struct RenderGroup: Sendable {
  /// A movie.
  package struct Member {
    /// What is executed.
    package var session: RenderSession
    /// Gets its parts.
    package var sink: any MovieSink
    /// Called after each frame and chunk; keep it short.
    package var progress: @Sendable (RenderProgress) -> Void

    /// A movie that nothing was done for yet.
    package init(
      session: RenderSession, sink: any MovieSink,
      progress: @escaping @Sendable (RenderProgress) -> Void
    ) {
      self.session = session
      self.sink = sink
      self.progress = progress
    }
  }

  private let lanes: [Lane]
  private let jobs: Int

  /// - Parameters:
  ///   - members: one, or several whose plans go together; see `goTogether`.
  ///   - jobs: workers, at least 1, each of which renders a chunk of every member at a time.
  package init(_ members: [Member], jobs: Int) {
    self.jobs = max(1, jobs)
    var lanes: [Lane] = []
    for member in members {
      let model = lanes.firstIndex { $0.session.plan.composesLike(member.session.plan) }
      lanes.append(Lane(member, jobs: max(1, jobs), model: model))
    }
    self.lanes = lanes
  }

  /// Whether movies can be rendered side by side: they have the same frames in the same chunks, no search for qualities
  /// comes before, and no two need an encoder beside which there is no other.
  package static func goTogether(_ plans: [RenderPlan]) -> Bool {
    guard let first = plans.first else { return false }
    return !first.chunks.isEmpty
      && plans.count { $0.output.video.codec.encodesAlone } < 2
      && plans.allSatisfy { plan in
        !plan.output.video.sharesBits && plan.output.rate == first.output.rate
          && plan.chunks.map(\.frames) == first.chunks.map(\.frames)
      }
  }

  /// Renders all into their sinks.
  ///
  /// A member that fails does not stop the others: its sink is cancelled. In the end every thread has ended.
  /// - Returns: for each member where the processor's time went, or its first error.
  package func render() -> [Result<RenderStatistics, RenderError>] {
    if lanes.isEmpty { return [] }
    let pool: WorkerPool
    do throws(RenderError) {
      // Each worker has a thread that composes and one for each member that encodes; each member has one that mixes,
      // and all but the first one that joins.
      pool = try WorkerPool.forRendering(threads: jobs * (1 + lanes.count) + 2 * lanes.count - 1)
    } catch {
      for lane in lanes { lane.fail(error) }
      return lanes.map(\.result)
    }
    let mixing = KeysAtWork()
    for lane in lanes { pool.start { lane.mix(mixing) } }
    for lane in lanes {
      let encoded: Set<Int>
      do throws(RenderError) {
        encoded = try lane.settle(pool)
      } catch {
        lane.fail(error)
        continue
      }
      lane.encoded = encoded
    }
    let chunks = lanes[0].session.plan.chunks
    let runs = RunQueue(
      count: chunks.count, workers: jobs, entry: lanes[0].session.entryCost(chunks))
    for worker in 0..<jobs {
      pool.start {
        work(worker, pool, runs)
        for lane in lanes { lane.mix(mixing) }
      }
    }
    for lane in lanes {
      lane.session.cancellation.whenRequested { [board = lane.board, sound = lane.sound] in
        board.stop()
        sound.close()
      }
    }
    // Each sink is used by one thread.
    for lane in lanes.dropFirst() { pool.start { lane.join() } }
    lanes.first?.join()
    for lane in lanes { lane.waitForEnd() }
    for lane in lanes { lane.sound.close() }
    pool.wait()
    return lanes.map(\.result)
  }

  // MARK: - Threads

  /// Renders chunks of all members until none is left.
  private func work(_ worker: Int, _ pool: WorkerPool, _ runs: RunQueue) {
    var renderers: [ChunkRenderer] = []
    for lane in lanes {
      renderers.append(lane.session.renderer(pool, beside: renderers.first))
    }
    defer {
      for (lane, renderer) in zip(lanes, renderers) { lane.statistics.add(renderer.statistics) }
    }
    while lanes.contains(where: { !$0.hasFailed }), let index = runs.next(worker: worker) {
      render(index, renderers)
    }
  }

  /// Renders a chunk of each member that has not failed and does not have it.
  private func render(_ index: Int, _ renderers: [ChunkRenderer]) {
    var made: [String: EncodedChunk] = [:]
    var open = Array(lanes.indices)
    while !open.isEmpty {
      var (keys, active, later): (Set<String>, [Int], [Int]) = ([], [], [])
      for place in open where !lanes[place].hasFailed {
        let (lane, key) = (lanes[place], lanes[place].key(of: index))
        if lane.takesStored(index) { continue }
        if let chunk = made[key] {
          lane.keep(chunk, index, isReused: true)
        } else if keys.insert(key).inserted {
          lane.begin(index, renderers[place])
          active.append(place)
        } else {
          // What is the same in several movies is rendered once.
          later.append(place)
        }
      }
      for (place, chunk) in render(index, active, renderers) {
        made[lanes[place].key(of: index)] = chunk
      }
      open = later
    }
  }

  /// Renders a chunk of members for which it was begun.
  ///
  /// - Returns: the chunks of those that have not failed.
  private func render(
    _ index: Int, _ members: [Int], _ renderers: [ChunkRenderer]
  ) -> [(place: Int, chunk: EncodedChunk)] {
    var active = members
    for frame in lanes[0].session.plan.chunks[index].frames where !active.isEmpty {
      // The frame by the first member that shows it so.
      var composed: [Int: (renderer: ChunkRenderer, image: Image)] = [:]
      active.removeAll { place in
        let model = lanes[place].model ?? place
        do throws(RenderError) {
          guard let image = try renderers[place].step(frame, like: composed[model]) else {
            // The encoder has failed, which it tells of at its end.
            _ = lanes[place].finish(index, renderers[place])
            return true
          }
          if composed[model] == nil { composed[model] = (renderers[place], image) }
          return false
        } catch {
          renderers[place].abandon()
          lanes[place].stop(error)
          return true
        }
      }
    }
    return active.compactMap { place in
      lanes[place].finish(index, renderers[place]).map { (place, $0) }
    }
  }
}

// Safe: what changes is set before other threads begin, and the sink is used by the one that joins.
/// A member at work.
@safe private final class Lane: @unchecked Sendable {
  let session: RenderSession
  let board: ChunkBoard
  let sound: AudioBoard
  let statistics = StatisticsSum()
  /// The first member whose frames are the same; `nil` where it is this one.
  let model: Int?
  /// Chunks whose frames are counted already; set before workers begin.
  var encoded: Set<Int> = []
  private let sink: any MovieSink
  private var trials: RateTrials?
  private let outcome = Monitor<Result<RenderStatistics, RenderError>?>(nil)

  init(_ member: RenderGroup.Member, jobs: Int, model: Int?) {
    session = member.session
    sink = member.sink
    board = ChunkBoard(plan: session.plan, progress: member.progress)
    sound = AudioBoard(count: session.audioChunks.count, ahead: jobs + 2)
    self.model = model
  }

  var hasFailed: Bool { session.cancellation.isRequested }

  /// What became of it; to be asked for when all threads have ended.
  var result: Result<RenderStatistics, RenderError> {
    switch outcome.wait(until: { $0 }) {
    case .success: .success(statistics.total)
    case .failure(let error): .failure(session.cancellation.reason ?? error)
    }
  }

  func waitForEnd() { outcome.wait { $0.map { _ in } } }

  /// Stops the member; whoever joins it cancels the sink.
  func stop(_ error: RenderError) { session.cancellation.request(error) }

  /// Stops the member where nobody joins it.
  func fail(_ error: RenderError) {
    stop(error)
    sink.cancel()
    sound.close()
    outcome.change { $0 = $0 ?? .failure(error) }
  }

  /// Finds the qualities of chunks that share bits.
  ///
  /// - Returns: the chunks that were encoded for that.
  func settle(_ pool: WorkerPool) throws(RenderError) -> Set<Int> {
    let trials = RateTrials(session: session, pool: pool, board: board, statistics: statistics)
    self.trials = trials
    try session.settle(trials)
    return trials.encodedChunks
  }

  /// Mixes and encodes chunks of sound until none is left for this thread.
  func mix(_ mixing: KeysAtWork) {
    if !hasFailed { session.mix(into: sound, board, statistics, mixing) }
  }

  // MARK: - Chunks

  /// What the chunk is kept under.
  func key(of index: Int) -> String { session.keys(of: index, session.quality(of: index)).last }

  /// Whether a chunk is in the store: then it is ready.
  func takesStored(_ index: Int) -> Bool {
    // Read once, when it is joined; should it be damaged, it is rendered there.
    guard
      session.keys(of: index, session.quality(of: index)).both.contains(
        where: session.store.contains)
    else { return false }
    // Of those that were encoded to share bits, the frames are counted already.
    board.post(index, reused: !encoded.contains(index))
    return true
  }

  func begin(_ index: Int, _ renderer: ChunkRenderer) {
    let isCounted = encoded.contains(index)
    renderer.begin(session.plan.chunks[index], at: [session.quality(of: index)]) { [board] in
      if !isCounted { board.frameDone() }
    }
  }

  /// Ends a chunk and keeps it.
  ///
  /// - Returns: the chunk; `nil` where that has failed.
  func finish(_ index: Int, _ renderer: ChunkRenderer) -> EncodedChunk? {
    do throws(RenderError) {
      guard let chunk = try renderer.finish().first else {
        throw RenderError(.encoder, "no chunk was encoded")
      }
      keep(chunk, index, isReused: false)
      return chunk
    } catch {
      stop(error)
      return nil
    }
  }

  /// Keeps a chunk.
  ///
  /// - Parameter isReused: whether another movie's was the same.
  func keep(_ chunk: EncodedChunk, _ index: Int, isReused: Bool) {
    do throws(RenderError) {
      let keys = session.keys(of: index, session.quality(of: index))
      try session.store.save(chunk, for: keys.key(of: chunk))
      board.post(index, reused: isReused)
    } catch {
      stop(error)
    }
  }

  // MARK: - Joining

  /// Chunks and sound in order of time, so that the sink can interleave them.
  func join() {
    // One that could not be begun has ended.
    if outcome.change({ $0 != nil }) { return }
    do throws(RenderError) {
      try joinAll()
      if let trials { statistics.set(session.rateResult(trials)) }
      try sink.finish()
      outcome.change { $0 = .success(RenderStatistics()) }
    } catch {
      stop(error)
      sink.cancel()
      outcome.change { $0 = .failure(error) }
    }
  }

  private func joinAll() throws(RenderError) {
    var found = RenderStatistics()
    defer { statistics.add(found) }
    // Waiting for chunks takes no processor time.
    let begun = session.clock()
    let plan = session.plan
    var bytes = 0
    joining: for part in session.order {
      switch part {
      case .picture(let chunk):
        guard board.wait(for: chunk.index) else { break joining }
        let encoded: EncodedChunk
        if let kept = session.stored(chunk) {
          encoded = kept
        } else {
          encoded = try session.renderAgain(chunk)
          board.replaced(chunk.index)
        }
        found.damage += encoded.damage
        bytes += encoded.byteCount
        try sink.append(encoded, to: part.track(in: plan.output))
      case .sound(let chunk):
        guard let packets = sound.pop() else { continue }
        found.add(packets, chunk)
        bytes += packets.byteCount
        try sink.append(packets, to: part.track(in: plan.output))
      }
    }
    try session.cancellation.check()
    session.meter?.noteJoining(
      chunks: plan.chunks.count + session.audioChunks.count, bytes: bytes,
      nanoseconds: session.clock() - begun)
  }
}

/// Keys of what threads are making, so that no two make the same.
final class KeysAtWork: Sendable {
  private let keys = Monitor<Set<String>>([])

  /// Makes something when nobody else makes what has the same key.
  func making<Value>(
    _ key: String, _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    keys.wait { keys -> Void? in keys.insert(key).inserted ? () : nil }
    defer { keys.change { $0.remove(key) } }
    return try body()
  }
}

extension RenderPlan {
  /// Whether frames of the same numbers are composed alike, sample for sample, whatever becomes of them.
  fileprivate func composesLike(_ other: RenderPlan) -> Bool {
    let (a, b) = (output, other.output)
    return a.size == b.size && a.rate == b.rate && a.frameCount == b.frameCount
      && a.background == b.background && a.bitDepth == b.bitDepth && a.hasAlpha == b.hasAlpha
      && a.color == b.color && sources == other.sources && conforms == other.conforms
      && rasters == other.rasters && masks == other.masks && segments == other.segments
  }
}
