import Glibc

/// Runs a command and tells what it cost.
enum MeasuredCommand {
  /// Prints wall seconds, CPU seconds (user and system, with the processes that the command
  /// started and waited for) and the peak memory of the largest process in megabytes (10^6 bytes)
  /// to standard output; the command's own output goes to standard error.
  ///
  /// - Returns: the exit status to end with.
  static func run(_ words: [String]) -> Int32 {
    guard !words.isEmpty else {
      complain(usage)
      return 2
    }
    guard let measured = measure(words) else { return 127 }
    print(
      decimal(measured.wall, 2), decimal(measured.processor, 2), decimal(measured.memory, 1))
    return measured.status
  }

  /// What a command cost.
  struct Measurement {
    /// Seconds.
    var wall: Double
    /// Seconds, user and system, with the processes that the command started and waited for.
    var processor: Double
    /// Megabytes (10^6 bytes) of the largest process.
    var memory: Double
    /// As a shell has it: 128 and the signal's number where one ended it.
    var status: Int32
  }

  /// Runs a command; `nil` where it cannot be run, which is said.
  ///
  /// - Parameters:
  ///   - words: the command and its arguments, not empty.
  ///   - isSilent: whether what it prints is thrown away; else it goes to standard error.
  static func measure(_ words: [String], isSilent: Bool = false) -> Measurement? {
    let program = words[0]
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if isSilent {
      unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    } else {
      unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    }

    let start = ContinuousClock.now
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, program, &actions, nil, arguments, environ)
    guard failure == 0 else {
      complain("cannot run \(program): \(unsafe String(cString: strerror(failure)))")
      return nil
    }
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return nil }
    }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let wall = Double(seconds) + Double(attoseconds) / 1e18
    let processor = usage.ru_utime.seconds + usage.ru_stime.seconds
    let memory = Double(usage.ru_maxrss) * 1024 / 1e6
    let signal = status & 0x7F
    return Measurement(
      wall: wall, processor: processor, memory: memory,
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
