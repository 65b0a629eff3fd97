import RenderPlanning
import Testing
import Workers

@testable import Rendering

@Suite(.timeLimit(.minutes(60))) struct ChunkBoardTests {
  private let plan = sessionPlan(chunks: 3)

  @Test("progress is told in order, and nobody waits for whoever listens")
  func order() throws {
    let told = Monitor<[Int]>([])
    let isListening = Monitor(false)
    let isFree = Monitor(false)
    let board = ChunkBoard(plan: plan) { progress in
      // The first news are listened to until the rest has happened.
      if progress.framesDone == 1 {
        isListening.change { $0 = true }
        isFree.wait { $0 ? () : nil }
      }
      told.change { $0.append(progress.framesDone) }
    }
    let first = try WorkerPool(threads: 1)
    first.start { board.frameDone() }
    isListening.wait { $0 ? () : nil }
    let others = try WorkerPool(threads: 2)
    for _ in 0..<2 { others.start { for _ in 0..<3 { board.frameDone() } } }
    others.wait()
    #expect(told.change { $0 } == [])
    isFree.change { $0 = true }
    first.wait()
    #expect(told.change { $0 } == Array(1...7))
  }

  @Test("a request to stop ends a wait for a chunk, and one that begins later")
  func stop() throws {
    let cancellation = Cancellation()
    let board = ChunkBoard(plan: plan) { _ in }
    cancellation.whenRequested { board.stop() }
    board.post(0, reused: false)
    #expect(board.wait(for: 0))
    let pool = try WorkerPool(threads: 1)
    pool.start { cancellation.request(RenderError(.interrupted, "stop")) }
    #expect(!board.wait(for: 1))
    pool.wait()
    #expect(!board.wait(for: 0))
  }

  @Test("whoever wants to know of a request is told once, also when it was made before")
  func alarms() {
    let calls = Monitor(0)
    let cancellation = Cancellation()
    cancellation.whenRequested { calls.change { $0 += 1 } }
    cancellation.request(RenderError(.media, "first"))
    cancellation.request(RenderError(.disk, "second"))
    #expect(calls.change { $0 } == 1)
    // It may ask for the reason: it is not called under a lock.
    cancellation.whenRequested {
      #expect(cancellation.reason == RenderError(.media, "first"))
      calls.change { $0 += 1 }
    }
    #expect(calls.change { $0 } == 2)
  }
}
