import Glibc

/// The least time of several runs: what the work costs when nothing disturbs it.
///
/// Counts the calling thread's processor time, so that other programs disturb little.
///
/// - Returns: nanoseconds of one call of `body`.
func leastNanoseconds(repeats: Int, calls: Int = 1, _ body: () -> Void) -> Double {
  var least = Double.infinity
  for _ in 0..<repeats {
    let start = threadNanoseconds()
    for _ in 0..<calls { body() }
    least = min(least, Double(threadNanoseconds() - start) / Double(calls))
  }
  return least
}

/// Processor time that the calling thread has used.
private func threadNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// `value` with `places` digits after the point.
func decimal(_ value: Double, _ places: Int) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let digits = String(Int((value * scale).rounded()))
  guard places > 0 else { return digits }
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  return "\(padded.dropLast(places)).\(padded.suffix(places))"
}

/// A line of a table: a name and right-aligned columns.
func row(_ name: String, _ columns: String...) {
  var line = "  " + name + String(repeating: " ", count: max(1, 44 - name.count))
  for column in columns {
    line += String(repeating: " ", count: max(1, 12 - column.count)) + column
  }
  print(line)
}

/// Writes a line to standard error.
func complain(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Small reproducible noise (xorshift64).
struct Noise {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func byte() -> UInt8 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 32)
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
