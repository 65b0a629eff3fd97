/// Numbers of things in words.
enum Counted {
  /// `1 frame changed`, `3 frames changed`.
  static func text(_ count: Int, _ noun: String, _ rest: String = "") -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")\(rest.isEmpty ? "" : " " + rest)"
  }

  /// Rising numbers as ranges with both ends: `3, 10..12`. At most eight of them.
  static func ranges(of numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let shown = ranges.prefix(8).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
    }
    return (shown + (ranges.count > 8 ? ["…"] : [])).joined(separator: ", ")
  }
}
