import Diagnostics
import Glibc

/// What the process may use of the machine.
package enum Machine {
  /// Cores that the scheduler and the control group allow, at least 1.
  package static var cores: Int {
    // glibc counts the cores of the affinity mask only behind macros; the kernel prints it.
    var count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    if let line = text("/proc/self/status").split(separator: "\n")
      .first(where: { $0.hasPrefix("Cpus_allowed:") })
    {
      let allowed = line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      if allowed > 0 { count = min(count, allowed) }
    }
    let words = text("/sys/fs/cgroup/cpu.max").split { $0 == " " || $0 == "\n" }
    guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), period > 0
    else { return count }
    return max(1, min(count, (quota + period - 1) / period))
  }
}

extension Machine {
  /// The calling thread's processor time in nanoseconds.
  package static let threadTime: @Sendable () -> Int64 = {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time by the system's clock.
  package static var nanosecondsSince1970: Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The most memory the process has had so far, in bytes.
  package static var peakMemory: Int {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
    return usage.ru_maxrss * 1024
  }
}

extension Machine {
  /// What the machine has to give.
  package struct Resources: Sendable {
    /// Memory that is free or can be freed, in bytes; `nil` where the system does not say.
    package var memory: Int?
    /// Files that the process may have open.
    package var openFiles: Int

    /// Resources as given, for tests of what happens when there are few.
    package init(memory: Int?, openFiles: Int) {
      self.memory = memory
      self.openFiles = openFiles
    }
  }

  /// What a render may use, as the system says now.
  package static var resources: Resources {
    Resources(memory: freeMemory, openFiles: openFiles)
  }

  /// Memory that is free or can be freed, here and within the control group.
  private static var freeMemory: Int? {
    let machine = text("/proc/meminfo").split(separator: "\n")
      .first { $0.hasPrefix("MemAvailable:") }
      .flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }.map { $0 << 10 }
    let most = number("/sys/fs/cgroup/memory.max")
    let group = most.flatMap { most in number("/sys/fs/cgroup/memory.current").map { most - $0 } }
    return [machine, group].compactMap(\.self).min()
  }

  /// Files that may be open.
  private static var openFiles: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1024
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Allows as many open files as the system lets everyone allow: edits show many at a time.
  package static func allowOpenFiles() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(resource, &limit)
  }

  private static func number(_ path: String) -> Int? {
    Int(text(path).split(separator: "\n").first ?? "")
  }

  /// A small file of the system's; empty where there is none.
  static func text(_ path: String, limit: Int = 1 << 16) -> String {
    String(decoding: (try? ProjectFile.read(path, limit: limit)) ?? [], as: UTF8.self)
  }
}

extension Machine {
  /// The value of an environment variable; `nil` where it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe FileName.text(value)
  }
}
