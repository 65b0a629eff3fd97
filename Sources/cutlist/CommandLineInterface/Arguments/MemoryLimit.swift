/// Sizes of memory on the command line.
enum MemoryLimit {
  /// `--memory`: bytes, or a number with k, M, G (1024 each; `MiB` and `MB` mean the same).
  static func bytes(_ arguments: Arguments) throws(CommandFailure) -> Int? {
    guard let text = arguments.value(.memory) else { return nil }
    guard let bytes = parse(text), bytes >= 64 << 20 else {
      throw CommandFailure(
        .usage, "--memory takes a size from 64MiB, for example 512MiB or 2G, not '\(text)'")
    }
    return bytes
  }

  static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number >= 0 else { return nil }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "", "b": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    default: return nil
    }
    let (result, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return overflow ? nil : result
  }
}
