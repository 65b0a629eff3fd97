import FileSystem
import Workspace
import Workers
import Diagnostics

/// Scripts of ours, run by the system's shell.
enum ShellProgram {
  /// Runs a script to its end, with this program's standard streams.
  ///
  /// - Returns: its status as shells count it: 128 and more for one that a signal ended.
  /// - Throws: `CommandFailure` where the shell cannot be started.
  static func run(_ script: String) throws(CommandFailure) -> Int32 {
    do throws(ChildProcess.Failure) {
      return ChildProcess.wait(
        for: try ChildProcess.start("/bin/sh".fileName, words: ["sh", script].map(\.fileName)))
    } catch {
      throw CommandFailure(
        .failed, "the shell cannot be started: \(MediaLocator.reason(error.number))")
    }
  }
}
