import Glibc

/// How long a process has worked while another one waits for it.
///
/// Time in which it could not work does not count: a machine that sleeps, a container that is frozen, a
/// job that was stopped, other programs that have the processor. So what counts of the time that goes by
/// is what the process has had of a processor, and all of it where it waits for something itself.
struct WorkClock {
  private let process: pid_t
  /// Nanoseconds.
  private(set) var spent: Int64 = 0
  private var last: Int64
  private var lastWork: Int64

  /// How much of the time between two looks counts at most: whoever looks is stopped with the process.
  private static let longestLook: Int64 = 250_000_000

  init(_ process: pid_t) {
    self.process = process
    last = ReaderSocket.now
    lastWork = Self.processorTime(of: process) ?? 0
  }

  /// Begins to wait anew, after what was done without the process.
  ///
  /// - Parameter forgets: whether what was spent before counts no more.
  mutating func begin(forgets: Bool) {
    if forgets { spent = 0 }
    last = ReaderSocket.now
    lastWork = Self.processorTime(of: process) ?? lastWork
  }

  /// Takes in the time since the last look.
  mutating func look() {
    let now = ReaderSocket.now
    let elapsed = min(now - last, Self.longestLook)
    last = now
    let work = Self.processorTime(of: process) ?? lastWork
    let worked = min(max(0, work - lastWork), elapsed)
    lastWork = work
    // "R" would work and may not, "T" has been stopped.
    let wasKept = Self.state(of: process).map { "RTt".utf8.contains($0) } ?? false
    spent += wasKept ? worked : elapsed
  }

  /// Nanoseconds of a processor that a process has had; `nil` where there is none.
  private static func processorTime(of process: pid_t) -> Int64? {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What the system calls the state of a process; `nil` where there is none.
  private static func state(of process: pid_t) -> UInt8? {
    let descriptor = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    // After the name in parentheses, which may have any letters.
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return nil }
    return bytes[end + 2]
  }
}
