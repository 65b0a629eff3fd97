internal import Diagnostics

/// What is found out while a plan is read.
package struct PlanReader {
  private(set) var findings: [Diagnostic] = []
  /// Bytes that values of frames may still take; a short text can ask for very many.
  private var memory = 1 << 31
  /// Nobody mends a plan by hand: the first findings tell that it is damaged.
  static let findingLimit = 20

  mutating func report<Value>(_ message: String, _ range: SourceRange) -> Value? {
    report(message, range)
    return nil
  }

  mutating func report(_ message: String, _ range: SourceRange) {
    guard findings.count < Self.findingLimit else { return }
    findings.append(Diagnostic(id: .planWrong, message: message, range: range))
  }

  mutating func wrong<Value>(_ value: JSONValue, _ expected: String) -> Value? {
    let found: String
    switch value.kind {
    case .string(let text): found = "'\(Self.short(text))'"
    case .number(let digits): found = "'\(Self.short(digits))'"
    default: found = value.kindName
    }
    return report("expected \(expected), found \(found)", value.range)
  }

  private static func short(_ text: String) -> String {
    text.count <= 40 ? text : "\(text.prefix(39))…"
  }

  /// A whole number that the type can hold.
  mutating func integer<Number: FixedWidthInteger>(_ value: JSONValue) -> Number? {
    guard case .number(let digits) = value.kind else { return wrong(value, "a whole number") }
    guard let number = Number(digits) else {
      return wrong(value, "a whole number from \(Number.min) to \(Number.max)")
    }
    return number
  }

  /// What an object has under a name.
  mutating func member(_ name: String, of value: JSONValue) -> JSONValue? {
    guard case .object = value.kind else { return wrong(value, "an object") }
    return value[name] ?? report("'\(name)' is missing", value.range)
  }

  mutating func items(_ value: JSONValue) -> [JSONValue]? {
    guard case .array(let items) = value.kind else { return wrong(value, "an array") }
    return items
  }

  /// As many numbers as are asked for.
  mutating func numbers<Number: FixedWidthInteger>(
    _ value: JSONValue, count: Int, _ expected: String
  ) -> [Number]? {
    guard case .array(let items) = value.kind, items.count == count else {
      return wrong(value, expected)
    }
    var numbers: [Number] = []
    for item in items {
      guard let number: Number = integer(item) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  // MARK: - Runs

  /// The numbers of runs `[first, step, count]`, which have to be as many as there are frames.
  mutating func runs(_ value: JSONValue, count: Int) -> [Int64]? {
    guard let items = items(value) else { return nil }
    var runs: [[Int64]] = []
    var left = Int64(clamping: count)
    for item in items {
      guard let run: [Int64] = numbers(item, count: 3, "a run: [first, step, count]") else {
        return nil
      }
      guard run[2] > 0, run[2] <= left else {
        return wrong(item, "a run of 1 to \(left) of the \(count) frames")
      }
      left -= run[2]
      let (rise, isTooFar) = run[1].multipliedReportingOverflow(by: run[2] - 1)
      guard !isTooFar, !run[0].addingReportingOverflow(rise).overflow else {
        return wrong(item, "a run within 64 bits")
      }
      runs.append(run)
    }
    guard left == 0 else {
      return report("\(left) of the \(count) frames are missing", value.range)
    }
    guard reserve(count, of: Int64.self, value) else { return nil }
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    for run in runs {
      for offset in 0..<run[2] { numbers.append(run[0] + run[1] * offset) }
    }
    return numbers
  }

  /// - Returns: whether as many values may be kept.
  mutating func reserve<Value>(_ count: Int, of type: Value.Type, _ value: JSONValue) -> Bool {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: MemoryLayout<Value>.stride)
    guard !isTooMuch, bytes <= memory else {
      report("the plan has more values of frames than fit in 2 GiB of memory", value.range)
      return false
    }
    memory -= bytes
    return true
  }
}
