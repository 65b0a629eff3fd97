import Glibc
import Workspace

/// What the system allows this process. Too little of it is said before anything is begun, since the
/// libraries and the language's own memory fail without a word or wait forever.
enum StartingLimits {
  /// Memory beside what the program and its libraries take up, for the smallest of movies.
  private static let leastMemory = 128 << 20
  /// Files and connections at once.
  private static let leastFiles = 16
  /// Threads beside the first one.
  private static let leastThreads = 8

  /// Why nothing can be done; lower case, no full stop.
  static var problem: String? {
    if let files = limit(RLIMIT_NOFILE.rawValue), files < leastFiles {
      return "only \(files) files may be open at once; at least \(leastFiles) are needed "
        + "(ulimit -n \(leastFiles))"
    }
    if let memory = limit(RLIMIT_AS.rawValue), memory - addressSpace < leastMemory {
      let needed = (addressSpace + leastMemory) >> 10
      return
        "only \(memory >> 20) MiB of memory may be used; at least \(needed >> 10) MiB are needed "
        + "(ulimit -v \(needed))"
    }
    if !canStartThreads {
      return "threads cannot be started; allow \(leastThreads) more (ulimit -u)"
    }
    return nil
  }

  /// Whether memory is limited, so that wanting more of it may end the program.
  static var limitsMemory: Bool { limit(RLIMIT_AS.rawValue) != nil }

  private static func limit(_ resource: UInt32) -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(.init(resource), &limit) == 0 else { return nil }
    // Unlimited is the greatest number that there is.
    return limit.rlim_cur > UInt(Int.max) ? nil : Int(limit.rlim_cur)
  }

  /// Bytes that the process takes up, used or not.
  private static var addressSpace: Int {
    guard let bytes = try? ProjectFile.read("/proc/self/statm", limit: 4096),
      let pages = Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
    else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static var canStartThreads: Bool {
    var threads: [pthread_t] = []
    defer { for thread in threads { pthread_join(thread, nil) } }
    for _ in 0..<leastThreads {
      var thread = pthread_t()
      let status = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
      if status != 0 { return false }
      threads.append(thread)
    }
    return true
  }
}
