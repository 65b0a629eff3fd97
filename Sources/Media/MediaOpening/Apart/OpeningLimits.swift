/// What opening one media item, or one picture of a filter, may take.
///
/// The numbers stand here and nowhere else: options change them, and the help lists them.
package struct OpeningLimits: Hashable, Sendable {
  /// Seconds until something comes: facts, the next picture, the next read of a file.
  package var seconds: Int
  /// Bytes beside what the program itself takes up.
  package var memory: Int

  /// What the command line takes where it says nothing.
  package static let standardSeconds = 20
  /// 2 GiB.
  package static let standardMemory = 2 << 30
  /// Less than this and nothing can be opened.
  package static let leastMemory = 64 << 20
  /// A day: more seconds than anybody waits.
  package static let mostSeconds = 86_400

  /// Limits; what is left out is the standard.
  ///
  /// - Parameter seconds: 1…`mostSeconds`.
  /// - Parameter memory: bytes, `leastMemory` or more.
  package init(
    seconds: Int = OpeningLimits.standardSeconds, memory: Int = OpeningLimits.standardMemory
  ) {
    self.seconds = seconds
    self.memory = memory
  }

  /// For messages: `2 GiB`, `512 MiB`.
  var memoryText: String {
    memory % (1 << 30) == 0 ? "\(memory >> 30) GiB" : "\(memory >> 20) MiB"
  }
}
