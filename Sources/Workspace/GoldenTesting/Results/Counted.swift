import Diagnostics

/// Numbers of things in words.
enum Counted {
  /// `1 frame changed`, `3 frames changed`.
  static func text(_ count: Int, _ noun: String, _ rest: String = "") -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")\(rest.isEmpty ? "" : " " + rest)"
  }

  /// Rising numbers as ranges with both ends: `3, 10..12`. At most eight of them.
  static func ranges(of numbers: [Int]) -> String { NumberRuns.text(numbers, limit: 8) }
}
