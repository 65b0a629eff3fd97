import Workspace

/// Sizes of memory on the command line.
enum MemoryLimit {
  /// `--memory`: bytes, or a number with k, M, G (1024 each; `MiB` and `MB` mean the same).
  static func bytes(_ arguments: Arguments) throws(CommandFailure) -> Int? {
    guard let text = arguments.value(.memory) else { return nil }
    guard let bytes = ByteCount.parse(text), bytes >= 64 << 20 else {
      throw CommandFailure(
        .usage, "--memory takes a size from 64MiB, for example 512MiB or 2G, not '\(text)'")
    }
    return bytes
  }
}
