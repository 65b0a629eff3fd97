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
  static let printedRuns = 6

  /// All values on one line: as runs where these are few, else the ends and a digest of all.
  static func text(_ values: PerFrame<Int>, count: Int) -> String {
    if case .constant(let value) = values { return "\(value)" }
    let runs = runs(values, count: count)
    if runs.count <= printedRuns { return runs.map(\.text).joined(separator: ", ") }
    var digest = PlanDigest()
    for run in runs {
      digest.add(run.first)
      digest.add(run.step)
      digest.add(run.count)
    }
    let last = runs[runs.count - 1].last
    return "\(runs[0].first) to \(last) over \(count) frames, digest \(digest.text)"
  }
}

/// FNV-1a of 64 bits: tells two lists apart in a printed plan. Not for keys.
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
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
