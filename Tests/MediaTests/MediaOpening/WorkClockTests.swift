import Workers
import Foundation
import Testing

@testable import MediaOpening

@Suite("how long a process has worked")
struct WorkClockTests {
  private func start(_ words: String...) throws -> Int32 {
    try ChildProcess.start(
      words[0].utf8CString.map(\.self), words: words.map { $0.utf8CString.map(\.self) })
  }

  /// Looks for a while, and gives seconds.
  private func spent(_ process: Int32, looks: Int = 10) -> Double {
    var clock = WorkClock(process)
    for _ in 0..<looks {
      usleep(20_000)
      clock.look()
    }
    return Double(clock.spent) / 1e9
  }

  @Test("one that waits for something is waited for")
  func waiting() throws {
    let process = try start("/bin/sleep", "60")
    defer {
      kill(process, SIGKILL)
      _ = ChildProcess.wait(for: process)
    }
    usleep(50_000)
    #expect(spent(process) >= 0.2)
  }

  @Test("the time in which it is stopped does not count, nor what a stopped one who waits misses")
  func stopped() throws {
    let process = try start("/bin/sh", "-c", "while :; do :; done")
    defer {
      kill(process, SIGKILL)
      _ = ChildProcess.wait(for: process)
    }
    kill(process, SIGSTOP)
    usleep(50_000)
    #expect(spent(process) == 0)
    kill(process, SIGCONT)
    var clock = WorkClock(process)
    // As after a machine has slept: one look counts a quarter of a second at most.
    usleep(400_000)
    clock.look()
    #expect(clock.spent <= 250_000_000)
  }
}
