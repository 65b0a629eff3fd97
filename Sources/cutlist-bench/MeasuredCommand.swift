import Glibc

/// Runs a command and tells what it cost.
enum MeasuredCommand {
  /// Prints wall seconds, CPU seconds (user and system, with the processes that the command
  /// started and waited for) and the peak memory of the largest process in megabytes (10^6 bytes)
  /// to standard output; the command's own output goes to standard error.
  ///
  /// - Returns: the exit status to end with.
  static func run(_ words: [String]) -> Int32 {
    guard let program = words.first else {
      complain(usage)
      return 2
    }
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)

    let start = ContinuousClock.now
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, program, &actions, nil, arguments, environ)
    guard failure == 0 else {
      complain("cannot run \(program): \(unsafe String(cString: strerror(failure)))")
      return 127
    }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return 127 }
    }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let wall = Double(seconds) + Double(attoseconds) / 1e18
    let processor = usage.ru_utime.seconds + usage.ru_stime.seconds
    let memory = Double(usage.ru_maxrss) * 1024 / 1e6
    print(decimal(wall, 2), decimal(processor, 2), decimal(memory, 1))
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
