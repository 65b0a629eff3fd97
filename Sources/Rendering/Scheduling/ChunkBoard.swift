import Dispatch
import PlanModel
import Synchronization

/// Which chunks are ready, and how far the render has come.
final class ChunkBoard: Sendable {
  private struct State {
    var ready: [Bool]
    var reused: Set<Int> = []
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
        state.reused.insert(index)
        state.progress.chunksReused += 1
        state.progress.framesDone += frames[index]
      } else {
        state.progress.chunksRendered += 1
      }
      report(state.progress)
    }
    signals.signal()
  }

  /// Counts a chunk as rendered that was thought to be in the store, but was damaged or gone.
  func replaced(_ index: Int) {
    state.withLock { state in
      guard state.reused.remove(index) != nil else { return }
      state.progress.chunksReused -= 1
      state.progress.chunksRendered += 1
      report(state.progress)
    }
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
