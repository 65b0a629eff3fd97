import Glibc

/// How the system shares the processor among threads, which an encoder must not change.
///
/// SVT-AV1 (1.4) makes the thread that opens it and all of its own real-time ones of the highest priority where the
/// system lets it, as it does for root. Such threads get the processor before anything else on the machine, for as
/// long as they want it, and programs that they start are like them.
enum ThreadScheduling {
  /// Runs what may change the scheduling, and gives all threads of the process the usual one where it has.
  static func kept<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = sched_getscheduler(0)
    defer {
      if before == SCHED_OTHER, sched_getscheduler(0) != before { giveUpRealTime() }
    }
    return try body()
  }

  /// Threads of this process that are real-time ones.
  static var realTimeThreads: [pid_t] {
    guard let folder = unsafe opendir("/proc/self/task") else { return [] }
    defer { unsafe closedir(folder) }
    var threads: [pid_t] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard let thread = pid_t(name) else { continue }
      if [SCHED_FIFO, SCHED_RR].contains(sched_getscheduler(thread)) { threads.append(thread) }
    }
    return threads
  }

  private static func giveUpRealTime() {
    var usual = sched_param()
    usual.sched_priority = 0
    for thread in realTimeThreads { _ = unsafe sched_setscheduler(thread, SCHED_OTHER, &usual) }
  }
}
