/// A run of numbers with an even step, for printing what holds for each frame.
struct PlanRun: Hashable, Sendable {
  var first: Int
  var step: Int
  var count: Int

  var last: Int { first + step * (count - 1) }

  /// Values as runs, each as long as it gets.
  static func runs(_ values: [Int]) -> [PlanRun] {
    var runs: [PlanRun] = []
    for value in values {
      guard var run = runs.last else {
        runs.append(PlanRun(first: value, step: 0, count: 1))
        continue
      }
      let step = value - run.last
      if run.count == 1 || step == run.step {
        run.step = step
        run.count += 1
        runs[runs.count - 1] = run
      } else {
        runs.append(PlanRun(first: value, step: 0, count: 1))
      }
    }
    return runs
  }

  static func runs(_ values: PerFrame<Int>, count: Int) -> [PlanRun] {
    switch values {
    case .constant(let value): [PlanRun(first: value, step: 0, count: count)]
    case .varying(let values): runs(values)
    }
  }

  /// `48..119`, `48..96 by 2`, `7 x12`, `7`; both ends are meant.
  var text: String {
    if count == 1 { return "\(first)" }
    if step == 0 { return "\(first) x\(count)" }
    return step == 1 ? "\(first)..\(last)" : "\(first)..\(last) by \(step)"
  }

  /// At most this many runs are printed; more are told by their ends and a digest.
  static let printedRuns = 3

  /// All values on one line: as runs where these are few, else the ends and a digest of all.
  /// `evenly` says that each value is within one of the straight line between the ends.
  static func text(_ values: PerFrame<Int>, count: Int) -> String {
    guard case .varying(let list) = values, let first = list.first, let last = list.last else {
      return "\(values[0])"
    }
    let runs = runs(list)
    if runs.count <= printedRuns { return runs.map(\.text).joined(separator: ", ") }
    var digest = PlanDigest()
    for value in list { digest.add(value) }
    let ends = isEven(list, first, last) ? "\(first)..\(last) evenly" : "\(first) to \(last)"
    return "\(ends) over \(count) frames, digest \(digest.text)"
  }

  private static func isEven(_ values: [Int], _ first: Int, _ last: Int) -> Bool {
    let steps = Int128(values.count - 1)
    let rise = Int128(last) - Int128(first)
    return values.enumerated().allSatisfy { index, value in
      // |value − first − rise · index / steps| ≤ 1
      ((Int128(value) - Int128(first)) * steps - rise * Int128(index)).magnitude <= steps.magnitude
    }
  }
}

/// FNV-1a of 64 bits, folded to 32: tells two lists apart in a printed plan. Not for keys.
struct PlanDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    for _ in 0..<8 {
      state = (state ^ (rest & 0xff)) &* 0x100_0000_01b3
      rest >>= 8
    }
  }

  var text: String {
    let digits = String(UInt32(truncatingIfNeeded: state ^ (state >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
