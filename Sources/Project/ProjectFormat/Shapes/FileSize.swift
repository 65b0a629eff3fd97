import BaseValues

/// Sizes of files as people write them: `50MB`, `700kB`, `2GiB`. Units of SI count in thousands, those of IEC 80000-13
/// in 1024.
package enum FileSize {
  private static let units: [(name: String, bytes: Int64)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("GB", 1_000_000_000),
    ("MB", 1_000_000), ("kB", 1000),
  ]

  /// Bytes, not rounded; `nil` for what is no number with a unit.
  static func exactBytes(_ text: String) -> Rational? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }),
      let number = Rational.decimal(text.dropLast(unit.name.count))
    else { return nil }
    return try? number * Rational(unit.bytes)
  }

  /// Whole bytes, rounded down; `nil` for what is no size from 1 byte to 1 PiB.
  package static func bytes(_ text: String) -> Int? {
    guard let exact = exactBytes(text), let whole = try? exact.scaled(by: 1, rounding: .down),
      (1...1 << 50).contains(whole)
    else { return nil }
    return Int(whole)
  }
}
