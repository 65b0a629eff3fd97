import Diagnostics
import Glibc

/// Scripts of ours, run by the system's shell.
enum ShellProgram {
  /// Runs a script to its end, with this program's standard streams.
  ///
  /// - Returns: its status as shells count it: 128 and more for one that a signal ended.
  /// - Throws: `CommandFailure` where the shell cannot be started.
  static func run(_ script: String) throws(CommandFailure) -> Int32 {
    var attributes = posix_spawnattr_t()
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw notStarted(ENOMEM) }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // This program holds signals back; a signal of the terminal ends the script as it does others.
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = unsafe []
    for text in ["sh", script] { unsafe words.append(strdup(text.fileName)) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process = pid_t()
    let number = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &words, environ)
    guard number == 0 else { throw notStarted(number) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  private static func notStarted(_ number: Int32) -> CommandFailure {
    CommandFailure(.failed, "the shell cannot be started: \(SystemReason.text(number))")
  }
}
