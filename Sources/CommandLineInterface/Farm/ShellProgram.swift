import ChildProcesses
import Diagnostics
import Glibc

/// Scripts of ours, run by the system's shell.
enum ShellProgram {
  /// Runs a script to its end, with this program's standard streams.
  ///
  /// - Returns: its status as shells count it: 128 and more for one that a signal ended.
  /// - Throws: `CommandFailure` where the shell cannot be started.
  static func run(_ script: String) throws(CommandFailure) -> Int32 {
    let process: Int32
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.start(
        "/bin/sh".fileName, words: ["sh", script].map(\.fileName))
    } catch {
      throw CommandFailure(
        .failed, "the shell cannot be started: \(SystemReason.text(error.number))")
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }
}
