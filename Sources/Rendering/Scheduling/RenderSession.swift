import AudioMixing
import Dispatch
import MediaTime
public import RenderPlanning
import Synchronization
import TimelineModel

/// Executes a plan: workers render chunks, another thread mixes sound, and the calling thread joins
/// both in order.
///
/// ```
/// worker 1 ── compose → encode ──▶ store ─┐
/// worker 2 ── compose → encode ──▶ store ─┼─▶ join ─▶ sink
/// sound    ── mix → encode ──▶ store ──────┘
/// ```
/// What comes out does not depend on the number of workers: a chunk is a pure function of the plan,
/// and chunks are joined in order.
public struct RenderSession: Sendable {
  /// Samples mixed at a time; a multiple of AAC's 1024.
  static let soundBlock = 16_384

  public var plan: RenderPlan
  public var backend: any RenderBackend
  public var store: any ChunkStore
  /// Number of workers, 1 or more.
  public var jobs: Int
  public var cancellation: Cancellation
  /// For every chunk the hash of all that can change its bytes.
  private let keys: [String]
  private let soundChunks: [SoundChunk]
  private let soundKeys: [String]

  /// - Parameter context: what decides a chunk's bytes beside the plan: versions and font files.
  public init(
    plan: RenderPlan, backend: any RenderBackend, store: any ChunkStore, jobs: Int,
    cancellation: Cancellation, context: (Chunk) -> String = { _ in "" },
    soundContext: String = ""
  ) {
    keys = plan.chunks.map { plan.key(ofFrames: $0.frames, context: context($0)) }
    soundChunks = plan.soundChunks
    soundKeys = soundChunks.map { chunk in
      let dropped = chunk.packets.lowerBound - chunk.firstPacket
      return plan.key(
        ofSamples: chunk.samples,
        context: "\(soundContext);\(dropped) dropped, \(chunk.packets.count) kept")
    }
    self.plan = plan
    self.backend = backend
    self.store = store
    self.jobs = max(1, min(jobs, max(1, plan.chunks.count)))
    self.cancellation = cancellation
  }

  /// Renders the whole plan into `sink`.
  ///
  /// On failure the sink is cancelled, every thread has ended, and the first error is thrown.
  /// - Parameter progress: called after each frame and chunk; keep it short.
  public func render(
    into sink: any MovieSink, progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) throws(RenderError) {
    let board = ChunkBoard(plan: plan, progress: progress)
    let runs = RunQueue(count: plan.chunks.count, workers: jobs)
    let threads = DispatchGroup()
    for worker in 0..<jobs {
      DispatchQueue(label: "cutlist.worker.\(worker)").async(group: threads) {
        work(worker, runs: runs, board: board)
      }
    }
    let sound = BoundedQueue<EncodedChunk>(capacity: 2)
    if let audio = plan.audio {
      DispatchQueue(label: "cutlist.sound").async(group: threads) {
        mix(audio, into: sound)
      }
    }
    defer {
      sound.close()
      threads.wait()
    }
    do throws(RenderError) {
      try join(board: board, sound: sound, into: sink)
      try sink.finish()
    } catch {
      cancellation.request(error)
      sink.cancel()
      throw cancellation.reason ?? error
    }
  }

  // MARK: - Threads

  private func work(_ worker: Int, runs: RunQueue, board: ChunkBoard) {
    do throws(RenderError) {
      let renderer = ChunkRenderer(plan: plan, backend: backend, cancellation: cancellation)
      while let index = runs.next(worker: worker) {
        try cancellation.check()
        let chunk = plan.chunks[index]
        let key = keys[index]
        if let stored = store.chunk(for: key), stored.frameCount == chunk.frames.count {
          board.post(index, reused: true)
          continue
        }
        let encoded = try renderer.render(chunk) { board.frameDone() }
        try store.save(encoded, for: key)
        board.post(index, reused: false)
      }
    } catch {
      cancellation.request(error)
      board.wake()
    }
  }

  private func mix(_ audio: AudioPlan, into queue: BoundedQueue<EncodedChunk>) {
    do throws(RenderError) {
      for chunk in soundChunks {
        try cancellation.check()
        guard queue.push(try encoded(chunk, of: audio)) else { return }
      }
    } catch {
      cancellation.request(error)
    }
    queue.close()
  }

  /// A chunk of sound from the store, or mixed and encoded.
  private func encoded(
    _ chunk: SoundChunk, of audio: AudioPlan
  ) throws(RenderError) -> EncodedChunk {
    let key = soundKeys[chunk.index]
    let firstPresentation = (chunk.packets.lowerBound - 1) * SoundChunk.packetLength
    if var stored = store.chunk(for: key), let first = stored.packets.first {
      // The same sound may stand elsewhere in another movie.
      let shift = firstPresentation - first.presentation
      for index in stored.packets.indices {
        stored.packets[index].presentation += shift
        stored.packets[index].decoding += shift
      }
      return stored
    }
    // Decoders are opened anew for each chunk: its samples must not depend on what was read before.
    let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
    let encoder = try backend.makeSoundEncoder(chunk)
    var position = chunk.samples.lowerBound
    while position < chunk.samples.upperBound {
      try cancellation.check()
      let end = min(position + Int64(Self.soundBlock), chunk.samples.upperBound)
      try encoder.encode(try renderer.mix(position..<end))
      position = end
    }
    let result = try encoder.finish()
    try store.save(result, for: key)
    return result
  }

  /// Chunks and sound in order of time, so that the sink can interleave them.
  private func join(
    board: ChunkBoard, sound: BoundedQueue<EncodedChunk>, into sink: any MovieSink
  ) throws(RenderError) {
    var nextSound = 0
    for chunk in plan.chunks {
      guard board.wait(for: chunk.index, cancellation) else { break }
      guard let encoded = store.chunk(for: keys[chunk.index]) else {
        throw RenderError(.disk, "a rendered chunk has vanished from the chunk store")
      }
      try sink.append(encoded)
      let target =
        chunk.index == plan.chunks.count - 1
        ? Int64.max
        : plan.output.sample(
          ofFrame: chunk.frames.upperBound, sampleRate: plan.audio?.sampleRate ?? 1)
      while nextSound < soundChunks.count,
        soundChunks[nextSound].packets.lowerBound * SoundChunk.packetLength <= target,
        let packets = sound.pop()
      {
        try sink.append(sound: packets)
        nextSound += 1
      }
    }
    try cancellation.check()
  }
}

extension PlannedOutput {
  /// The sample heard when `frame` appears, rounded down.
  public func sample(ofFrame frame: Int, sampleRate: Int) -> Int64 {
    let (high, low) = Int64(frame).multipliedFullWidth(by: Int64(sampleRate) * rate.seconds)
    let product = Int128(high) << 64 | Int128(low)
    return Int64(truncatingIfNeeded: product / Int128(rate.frames))
  }
}

/// Which chunks are ready, and how far the render has come.
private final class ChunkBoard: Sendable {
  private struct State {
    var ready: [Bool]
    var progress: RenderProgress
  }

  private let state: Mutex<State>
  private let signals = DispatchSemaphore(value: 0)
  private let frames: [Int]
  private let report: @Sendable (RenderProgress) -> Void

  init(plan: RenderPlan, progress: @escaping @Sendable (RenderProgress) -> Void) {
    frames = plan.chunks.map(\.frames.count)
    report = progress
    state = Mutex(
      State(
        ready: Array(repeating: false, count: plan.chunks.count),
        progress: RenderProgress(
          framesDone: 0, frameCount: plan.output.frameCount, chunksRendered: 0, chunksReused: 0,
          chunkCount: plan.chunks.count)))
  }

  func frameDone() {
    state.withLock { state in
      state.progress.framesDone += 1
      report(state.progress)
    }
  }

  func post(_ index: Int, reused: Bool) {
    state.withLock { state in
      state.ready[index] = true
      if reused {
        state.progress.chunksReused += 1
        state.progress.framesDone += frames[index]
      } else {
        state.progress.chunksRendered += 1
      }
      report(state.progress)
    }
    signals.signal()
  }

  /// Ends a wait so that it sees the cancellation.
  func wake() { signals.signal() }

  /// Waits until a chunk is ready; false when the render was cancelled.
  func wait(for index: Int, _ cancellation: Cancellation) -> Bool {
    while true {
      if cancellation.isRequested { return false }
      if state.withLock({ $0.ready[index] }) { return true }
      _ = signals.wait(timeout: .now() + .milliseconds(200))
    }
  }
}
