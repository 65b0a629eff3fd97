package import LibAV

/// This program once more, as a process of its own that does what a library does not bound: it draws
/// SVG and runs filters, and is ended when that takes too long.
///
/// What it gives is as little trusted as a file.
package struct ReaderProgram: Hashable, Sendable {
  /// The program's file.
  package var executable: String
  /// Counts for each process; one that goes beyond is ended.
  package var limits: OpeningLimits

  /// The word that a reading process is started with. It is for nobody else.
  package static let word = "--read-for-another-process"

  /// A program; nothing is started before something is opened.
  package init(executable: String, limits: OpeningLimits) {
    self.executable = executable
    self.limits = limits
  }

  /// What is to be said of a reading process that failed; `nil` for failures of what it read.
  ///
  /// - Parameter error: what was thrown while waiting for it.
  package func failure(_ error: LibAVError) -> (message: String, fix: String)? {
    switch error {
    case .process(.slow):
      (
        "gave nothing for \(limits.seconds) s",
        "take it out, or wait longer with --open-seconds \(min(limits.seconds * 4, 86_400))"
      )
    case .process(.slowTrial):
      (
        "takes more than \(limits.seconds) s to be tried out",
        "make it shorter, or wait longer with --open-seconds \(min(limits.seconds * 4, 86_400))"
      )
    case .process(.crashed):
      (
        "made libav fail beyond recovery, which may be for want of memory "
          + "(\(limits.memoryText))",
        "take it out, or allow more with --open-memory \(2 * (limits.memory >> 20))M"
      )
    case .process(.notStarted):
      (
        "needs a process of its own, which cannot be started",
        "allow more processes, files or memory (ulimit -u, -n, -v)"
      )
    case _ where error.isOutOfMemory:
      (
        "needs more than \(limits.memoryText) of memory",
        "take it out, or allow more with --open-memory \(2 * (limits.memory >> 20))M"
      )
    default: nil
    }
  }
}
