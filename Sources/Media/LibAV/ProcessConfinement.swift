internal import CLibAV

/// What is taken from a process that works for another one, before it touches anything of a
/// stranger's.
package enum ProcessConfinement {
  /// Closes descriptors, gives up all privileges to come, and limits memory, files and their sizes:
  /// nothing can be written to a file, and no core is left.
  ///
  /// - Parameters:
  ///   - firstClosed: this descriptor and all after it are closed.
  ///   - memory: bytes beside what the program takes up already.
  /// - Returns: false where the system refuses.
  package static func confine(firstClosed: Int32, memory: Int) -> Bool {
    cutlist_confine_process(firstClosed, Int64(memory)) == 0
  }

  /// Lets the system kill the process after so much more processor time.
  package static func limitProcessor(seconds: Int) {
    _ = cutlist_limit_processor(Int32(clamping: seconds))
  }
}
