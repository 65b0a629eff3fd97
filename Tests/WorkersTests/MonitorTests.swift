import Testing
import Workers

@Suite(.timeLimit(.minutes(60))) struct MonitorTests {
  @Test("changes of many threads are all there")
  func sum() throws {
    let monitor = Monitor(0)
    let pool = try WorkerPool(threads: 4)
    for _ in 0..<4 { pool.start { for _ in 0..<10_000 { monitor.change { $0 += 1 } } } }
    pool.wait()
    #expect(monitor.change { $0 } == 40_000)
  }

  @Test("a wait ends with the change that it is for, and may change the value itself")
  func wait() throws {
    let monitor = Monitor(0)
    let pool = try WorkerPool(threads: 1)
    pool.start {
      for _ in 0..<100 { monitor.change { $0 += 1 } }
      // Goes on when the other has taken its part.
      monitor.wait { $0 < 100 ? () : nil }
      monitor.change { $0 = -1 }
    }
    let taken = monitor.wait { value -> Int? in
      guard value == 100 else { return nil }
      defer { value = 7 }
      return value
    }
    #expect(taken == 100)
    monitor.wait { $0 == -1 ? () : nil }
    pool.wait()
  }

  @Test("a wait with an end tells whether it was in vain")
  func patience() throws {
    let monitor = Monitor(false)
    let clock = ContinuousClock()
    let spent = clock.measure { #expect(!monitor.wait(milliseconds: 1030) { $0 }) }
    #expect(spent >= .milliseconds(1030))
    let pool = try WorkerPool(threads: 1)
    pool.start { monitor.change { $0 = true } }
    #expect(monitor.wait(milliseconds: 30_000) { $0 })
    pool.wait()
  }

  @Test("what a change throws is thrown, and the value is free afterwards")
  func failure() {
    struct Refusal: Error {}
    let monitor = Monitor(1)
    #expect(throws: Refusal.self) { try monitor.change { _ in throw Refusal() } }
    #expect(monitor.change { $0 } == 1)
  }
}
