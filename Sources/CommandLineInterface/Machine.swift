import Glibc

/// What the process may use of the machine.
enum Machine {
  /// Cores that the scheduler and the control group allow, at least 1.
  static var cores: Int {
    // glibc counts the cores of the affinity mask only behind macros; the kernel prints it.
    var count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    if case .success(let bytes) = ProjectFile.read("/proc/self/status", limit: 1 << 16),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasPrefix("Cpus_allowed:") })
    {
      let allowed = line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      if allowed > 0 { count = min(count, allowed) }
    }
    guard case .success(let bytes) = ProjectFile.read("/sys/fs/cgroup/cpu.max", limit: 4096)
    else { return count }
    let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), period > 0
    else { return count }
    return max(1, min(count, (quota + period - 1) / period))
  }
}

extension Machine {
  static var processNumber: Int { Int(getpid()) }

  /// The calling thread's processor time in nanoseconds.
  static let threadTime: @Sendable () -> Int64 = {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The most memory the process has had so far, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
    return usage.ru_maxrss * 1024
  }
}
