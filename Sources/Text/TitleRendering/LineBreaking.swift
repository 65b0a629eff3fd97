/// Where lines of a paragraph may end, and where they do.
///
/// A small part of UAX #14: after spaces and hyphens, and around ideographs but for the punctuation
/// that may not begin or end a line. A word that is wider than the line is cut between characters.
enum LineBreaking {
  /// The lines of a paragraph, without the spaces at their ends.
  ///
  /// - Parameters:
  ///   - widths: the advance of each scalar: of a cluster at its first scalar, 0 at the others.
  ///   - maximum: what a line's widths may sum up to; nil for no limit.
  static func lines(
    of scalars: [Unicode.Scalar], widths: [Int], maximum: Int?
  ) -> [Range<Int>] {
    precondition(widths.count == scalars.count, "\(widths.count) widths, \(scalars.count) scalars")
    guard let maximum else { return [trimmed(0..<scalars.count, scalars)] }
    let starts = characterStarts(scalars)
    var lines: [Range<Int>] = []
    var start = 0
    // The last place at which this line may end, and the width from the line's start.
    var lastBreak: Int?
    var width = 0
    var index = 0
    while index < scalars.count {
      if index > start, allowsBreak(before: index, scalars), starts[index] { lastBreak = index }
      width += widths[index]
      let isTooWide = width > maximum && !isSpace(scalars[index])
      guard isTooWide, let end = lastBreak ?? cut(before: index, after: start, widths, starts)
      else {
        index += 1
        continue
      }
      lines.append(trimmed(start..<end, scalars))
      start = end
      index = end
      lastBreak = nil
      width = 0
    }
    if start < scalars.count || lines.isEmpty {
      lines.append(trimmed(start..<scalars.count, scalars))
    }
    return lines
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

  // MARK: - Opportunities

  /// Whether a line may begin at `index`.
  static func allowsBreak(before index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0, index < scalars.count else { return false }
    let previous = scalars[index - 1]
    let next = scalars[index]
    if isSpace(next) || isGlue(previous) || isGlue(next) { return false }
    if isSpace(previous) || previous.value == 0x200B { return true }
    // "well-known" but not "-5" or "--".
    if previous == "-" {
      return index > 1 && scalars[index - 2].properties.isAlphabetic
        && next.properties.isAlphabetic
    }
    if [0x2010, 0x2013, 0x2014].contains(previous.value) { return true }
    guard isIdeographic(previous) || isIdeographic(next) else { return false }
    return !opening.contains(previous) && !closing.contains(next)
      && !next.properties.isGraphemeExtend
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// No-break space, figure space, narrow no-break space, word joiner, zero-width joiner and
  /// no-break space.
  private static func isGlue(_ scalar: Unicode.Scalar) -> Bool {
    [0xA0, 0x2007, 0x202F, 0x2060, 0x200D, 0xFEFF].contains(scalar.value)
  }

  /// Han, kana, Bopomofo, Hangul syllables and full-width punctuation.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x2FFF, 0x3001...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// May not end a line.
  private static let opening: Set<Unicode.Scalar> = Set("([{“‘「『（【〔［｛〈《〖〘".unicodeScalars)

  /// May not begin a line: closing brackets, stops, small kana, the length and iteration marks.
  private static let closing: Set<Unicode.Scalar> = Set(
    (")]}”’!?,.:;%…‥、。，．・：；！？）］｝〕〉》」』】〗〙"
      + "ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻ゝゞヽヾ").unicodeScalars)
}
