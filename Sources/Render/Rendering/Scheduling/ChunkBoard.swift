import PlanModel
import Workers

/// Which chunks are ready, and how far the render has come.
final class ChunkBoard: Sendable {
  private struct State: Sendable {
    var ready: [Bool]
    var reused: Set<Int> = []
    var progress: RenderProgress
    /// Progress that was not told yet, in order.
    var news: [RenderProgress] = []
    var isTelling = false
    var isStopped = false
  }

  private let state: Monitor<State>
  private let frames: [Int]
  private let report: @Sendable (RenderProgress) -> Void

  /// - Parameter progress: called by one thread at a time, in order.
  init(plan: RenderPlan, progress: @escaping @Sendable (RenderProgress) -> Void) {
    frames = plan.chunks.map(\.frames.count)
    report = progress
    state = Monitor(
      State(
        ready: Array(repeating: false, count: plan.chunks.count),
        progress: RenderProgress(
          framesDone: 0, frameCount: plan.chunks.isEmpty ? 0 : plan.output.frameCount,
          chunksRendered: 0, chunksReused: 0,
          chunkCount: plan.chunks.count)))
    state.change { $0.progress.soundChunkCount = plan.audioChunks.count }
  }

  func frameDone() { advance { $0.progress.framesDone += 1 } }

  /// A frame was encoded that is not one more of the movie: in a first pass, or once more.
  func frameMeasured() { advance { $0.progress.framesMeasured += 1 } }

  /// A chunk of sound is there.
  func soundDone() { advance { $0.progress.soundChunksDone += 1 } }

  func post(_ index: Int, reused: Bool) {
    advance { state in
      state.ready[index] = true
      if reused {
        state.reused.insert(index)
        state.progress.chunksReused += 1
        state.progress.framesDone += frames[index]
      } else {
        state.progress.chunksRendered += 1
      }
    }
  }

  /// Counts a chunk as rendered that was thought to be in the store, but was damaged or gone.
  func replaced(_ index: Int) {
    advance { state in
      guard state.reused.remove(index) != nil else { return }
      state.progress.chunksReused -= 1
      state.progress.chunksRendered += 1
    }
  }

  /// Ends all waits: the render was cancelled.
  func stop() { state.change { $0.isStopped = true } }

  /// Waits until a chunk is ready; false when the render was cancelled.
  func wait(for index: Int) -> Bool {
    state.wait { state in
      if state.isStopped { return false }
      return state.ready[index] ? true : nil
    }
  }

  /// Changes the state and tells of it. A thread that finds another one telling leaves it to that,
  /// so that nothing is told out of order, and nobody waits for whoever listens.
  private func advance(_ body: (inout State) -> Void) {
    let isTelling = state.change { state in
      body(&state)
      state.news.append(state.progress)
      defer { state.isTelling = true }
      return state.isTelling
    }
    if isTelling { return }
    while let news = state.change({ state -> RenderProgress? in
      state.isTelling = !state.news.isEmpty
      return state.isTelling ? state.news.removeFirst() : nil
    }) {
      report(news)
    }
  }
}
