import Testing
import Workers

@Suite(.timeLimit(.minutes(60))) struct WorkerPoolTests {
  @Test("jobs that wait for one another go on, as many as there are threads", arguments: [1, 2, 9])
  func barrier(_ count: Int) throws {
    let absent = Monitor(count)
    let pool = try WorkerPool(threads: count)
    for _ in 0..<count {
      pool.start {
        absent.change { $0 -= 1 }
        absent.wait { $0 == 0 ? () : nil }
      }
    }
    pool.wait()
    #expect(absent.change { $0 } == 0)
  }

  @Test("a thread takes the next job when it has done one, in the order in which they were started")
  func order() throws {
    let done = Monitor<[Int]>([])
    let pool = try WorkerPool(threads: 1)
    for number in 0..<50 { pool.start { done.change { $0.append(number) } } }
    pool.wait()
    #expect(done.change { $0 } == Array(0..<50))
  }

  @Test("jobs of a pool that is let go of are still done, and what they hold is released")
  func release() throws {
    final class Held: Sendable {
      let count: Monitor<Int>
      init(_ count: Monitor<Int>) { self.count = count }
      deinit { count.change { $0 += 1 } }
    }
    let released = Monitor(0)
    var pool: WorkerPool? = try WorkerPool(threads: 2)
    for _ in 0..<20 {
      let held = Held(released)
      pool?.start { withExtendedLifetime(held) {} }
    }
    pool = nil
    released.wait { $0 == 20 ? () : nil }
  }

  @Test("what was started has let go of everything when the wait for it is over")
  func releaseBeforeWait() throws {
    final class Held: Sendable {}
    let pool = try WorkerPool(threads: 4)
    for _ in 0..<100 {
      weak var seen: Held?
      do {
        let held = Held()
        seen = held
        pool.start { withExtendedLifetime(held) {} }
      }
      pool.wait()
      #expect(seen == nil)
    }
  }

  @Test("a map gives results in order, whatever the threads", arguments: [-1, 1, 2, 5, 100])
  func map(threads: Int) {
    for count in [0, 1, 2, 50] {
      #expect(WorkerPool.map(count, threads: threads) { $0 * $0 } == (0..<count).map { $0 * $0 })
    }
  }

  @Test("a map uses as many threads as asked for, the calling one among them")
  func mapThreads() {
    let absent = Monitor(3)
    let results = WorkerPool.map(3, threads: 3) { number in
      absent.change { $0 -= 1 }
      absent.wait { $0 == 0 ? () : nil }
      return number
    }
    #expect(results == [0, 1, 2])
  }
}
