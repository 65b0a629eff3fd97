import Workspace
import MediaOpening

extension OpeningLimits {
  /// `--open-seconds` and `--open-memory`.
  init(_ arguments: Arguments) throws(CommandFailure) {
    self.init()
    if let seconds = try arguments.integer(.openSeconds, minimum: 1) {
      guard seconds <= Self.mostSeconds else {
        throw CommandFailure(
          .usage, "--open-seconds takes at most \(Self.mostSeconds), not '\(seconds)'")
      }
      self.seconds = seconds
    }
    guard let text = arguments.value(.openMemory) else { return }
    guard let bytes = ByteCount.parse(text), bytes >= Self.leastMemory, bytes <= 1 << 50 else {
      throw CommandFailure(
        .usage,
        "--open-memory takes a size from \(Self.leastMemory >> 20)MiB, for example 512MiB or 2G, "
          + "not '\(text)'")
    }
    memory = bytes
  }
}

extension Arguments {
  /// This program for what libraries do not bound; `nil` where it cannot be started again.
  func readerProgram() throws(CommandFailure) -> ReaderProgram? {
    let limits = try OpeningLimits(self)
    return executable.map { ReaderProgram(executable: $0, limits: limits) }
  }
}
