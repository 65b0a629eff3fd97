internal import BaseValues

/// Where lines of a paragraph may end, and where they do.
///
/// By UAX #14 (`LineOpportunities`). A word that is wider than the line is cut between characters.
enum LineBreaking {
  /// The lines of a paragraph.
  struct Lines {
    /// What stands in each, without the spaces at its end.
    var ranges: [Range<Int>] = []
    /// Where words are cut, because they are wider than a line: the first scalar of the next line.
    var cuts: [Int] = []
  }

  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - widths: the advance of each scalar: of a cluster at its first scalar, 0 at the others.
  ///   - maximum: what a line's widths may sum up to; nil for no limit.
  ///   - tails: what of each width does not count at a line's end; nil for none.
  ///   - tabs: what tabs lead to the next multiple of; nil where there are none.
  ///   - hyphens: how wide the hyphen is that a line has which ends with a soft hyphen, by the scalar's place.
  static func lines(
    of scalars: [Unicode.Scalar], widths: [Int], maximum: Int?, tails: [Int]? = nil,
    tabs: Int? = nil, hyphens: [Int: Int] = [:]
  ) -> Lines {
    precondition(widths.count == scalars.count, "\(widths.count) widths, \(scalars.count) scalars")
    guard let maximum else { return Lines(ranges: [trimmed(0..<scalars.count, scalars)]) }
    let starts = characterStarts(scalars)
    let opportunities = LineOpportunities(scalars).isAllowed
    var lines = Lines()
    var start = 0
    // The last place at which this line may end, and the width from the line's start.
    var lastBreak: Int?
    var width = 0
    var index = 0
    while index < scalars.count {
      if index > start, opportunities[index], starts[index],
        width + (hyphens[index - 1] ?? 0) <= maximum || hyphens[index - 1] == nil
      {
        lastBreak = index
      }
      if scalars[index] == "\t", let tabs {
        width = tab(after: width, tabs)
      } else {
        width += widths[index]
      }
      let isTooWide = width - (tails?[index] ?? 0) > maximum && !isSpace(scalars[index])
      guard isTooWide, let end = lastBreak ?? cut(before: index, after: start, widths, starts)
      else {
        index += 1
        continue
      }
      lines.ranges.append(trimmed(start..<end, scalars))
      if lastBreak == nil { lines.cuts.append(end) }
      start = end
      index = end
      lastBreak = nil
      width = 0
    }
    if start < scalars.count || lines.ranges.isEmpty {
      lines.ranges.append(trimmed(start..<scalars.count, scalars))
    }
    return lines
  }

  /// What stands around a place, up to the spaces before and after it.
  static func word(at place: Int, _ scalars: [Unicode.Scalar]) -> String {
    let start = scalars[..<place].lastIndex(where: isSpace).map { $0 + 1 } ?? 0
    let end = scalars[place...].firstIndex(where: isSpace) ?? scalars.count
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }

  /// Where a tab leads that stands at a place.
  static func tab(after width: Int, _ distance: Int) -> Int {
    let distance = max(1, distance)
    return (floorDivide(width, by: distance) + 1) * distance
  }

  /// The last place before `index` where a word can be cut; nil when only one character is left.
  private static func cut(
    before index: Int, after start: Int, _ widths: [Int], _ starts: [Bool]
  ) -> Int? {
    var place = index
    while place > start {
      if starts[place] && widths[place] > 0 { return place }
      place -= 1
    }
    return nil
  }

  /// Whether each scalar begins a character as users see it (UAX #29).
  private static func characterStarts(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    var starts: [Bool] = []
    starts.reserveCapacity(scalars.count)
    for character in String(view) {
      for index in 0..<character.unicodeScalars.count { starts.append(index == 0) }
    }
    return starts
  }

  private static func trimmed(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, isSpace(scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  /// Where a word may be parted, with a hyphen if it is.
  static let softHyphen: Unicode.Scalar = "\u{AD}"

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }
}
