import Glibc

/// Programs of others, which may never end.
extension ChildProcess {
  /// How a watched program has ended.
  package enum End: Hashable, Sendable {
    /// By itself, or by somebody else's signal: its status as shells count it.
    case ended(Int32)
    /// It was ended, for it took too long.
    case late
    /// It was ended, for what it did was not right.
    case stopped
  }

  /// Waits until a process has ended that leads a group of its own, and ends all of the group where that
  /// takes too long.
  ///
  /// - Parameters:
  ///   - process: as `start` gave it for a group.
  ///   - isRight: is asked every now and then whether it may go on.
  package static func wait(
    forGroup process: Int32, patience: Duration, while isRight: () -> Bool
  ) -> End {
    let start = ContinuousClock.now
    // Most end soon, and looking costs little.
    var pause: UInt32 = 500
    while true {
      var status: Int32 = 0
      let found = unsafe waitpid(process, &status, WNOHANG)
      if found == process { return .ended(shellStatus(status)) }
      if found < 0, errno != EINTR { return .ended(127) }
      let isLate = .now - start > patience
      if isLate || !isRight() {
        kill(-process, SIGKILL)
        _ = wait(for: process)
        return isLate ? .late : .stopped
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }
}
