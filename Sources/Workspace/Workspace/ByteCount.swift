/// Counts of bytes as people write them.
package enum ByteCount {
  package static func parse(_ text: String) -> Int? {
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

  /// Bytes for people: three digits or a little more, rounded down.
  package static func text(_ bytes: Int) -> String {
    for (shift, name) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes >= 1 << shift {
      let tenths = ((bytes >> (shift - 10)) * 10) >> 10
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}
