import Workers
import Diagnostics
import Foundation
import Testing

/// Programs of others that are watched while they work.
@Suite struct WatchedProcessTests {
  private func run(
    _ script: String, patience: Duration = .seconds(60), while isRight: () -> Bool = { true }
  ) throws -> (end: ChildProcess.End, group: Int32) {
    let process = try ChildProcess.start(
      "/bin/sh".fileName, words: ["sh", "-c", script].map(\.fileName),
      descriptors: (0...2).map { ($0, .nothing) }, isGroup: true)
    return (ChildProcess.wait(forGroup: process, patience: patience, while: isRight), process)
  }

  @Test("a program that ends by itself has the status that shells give it")
  func ended() throws {
    for (script, status) in [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)] as [(String, Int32)]
    {
      #expect(try run(script).end == .ended(status))
    }
  }

  @Test("one that takes too long or does what it may not is ended, with those that it has started")
  func stopped() throws {
    let script = "trap '' TERM; sleep 600 & sleep 600"
    let late = try run(script, patience: .milliseconds(300))
    #expect(late.end == .late)
    var asked = 0
    let stopped = try run(script) {
      asked += 1
      return asked < 9
    }
    #expect(stopped.end == .stopped)
    #expect(ProcessGroup.ends(late.group) && ProcessGroup.ends(stopped.group))
  }

  @Test("a program that is still being written is waited for")
  func written() throws {
    let folder = try Sandbox()
    try folder.write("late", "#!/bin/sh\nexit 5\n")
    try folder.allow(0o755, "late")
    let path = folder.file("late")
    let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
    try #require(writer >= 0)
    // A thread of its own, because tasks may have to wait for other tests.
    Thread.detachNewThread {
      usleep(100_000)
      close(writer)
    }
    let process = try ChildProcess.start(path.fileName, words: [path.fileName])
    #expect(ChildProcess.wait(for: process) == 5)
  }
}
