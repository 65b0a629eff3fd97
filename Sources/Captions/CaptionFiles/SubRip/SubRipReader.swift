internal import BaseValues
internal import Diagnostics

/// Reads SubRip, which has no standard: what its own program wrote, and what others have written since.
enum SubRipReader {
  static func read(_ collector: inout CaptionCollector) {
    let lines = CaptionLines(collector.bytes)
    let cues = cues(lines, &collector)
    var starts = cues.map(\.start)
    starts.append(.zero)
    for (index, cue) in cues.enumerated() {
      let text = textRange(cue, lines, &collector)
      var caption = Caption(name: cue.name, start: cue.start, end: cue.start, runs: [])
      caption.end =
        cue.end
        ?? ReadingTime.end(
          from: cue.start, characters: text.count,
          next: index + 1 < cues.count ? starts[index + 1] : nil)
      caption.timeRange = cue.range
      caption.range = SourceRange(lower: cue.lower, upper: max(cue.range.upper, text.upperBound))
      settings(cue.rest, lines, &collector)
      var markup = SubRipMarkup(lines.bytes, caption)
      caption.runs = markup.runs(text, &caption, &collector)
      collector.add(caption)
      if collector.isFull { return }
    }
  }

  /// The lines of times with the lines of their texts.
  private static func cues(
    _ lines: CaptionLines, _ collector: inout CaptionCollector
  ) -> [CueTimes] {
    var cues: [CueTimes] = []
    // After times that cannot be read, text is left out with them.
    var isLost = false
    var expected: Int64 = 1
    for line in 0..<lines.count {
      guard CueTimes.looksLikeTimes(lines.trimmed(line), lines.bytes) else {
        if cues.isEmpty, !isLost { outside(line, lines, &collector) }
        continue
      }
      let first = cues.last?.textStart ?? 0
      let number = numberLine(above: line, from: first, lines, expected)
      let end = number?.line ?? line
      if !isLost, !cues.isEmpty { cues[cues.count - 1].textEnd = end }
      guard var cue = CueTimes(line, lines, separator: UInt8(ascii: ","), &collector) else {
        isLost = true
        continue
      }
      isLost = false
      cue.textStart = line + 1
      cue.textEnd = lines.count
      if let number {
        cue.name = lines.text(lines.trimmed(number.line))
        cue.lower = lines.trimmed(number.line).lowerBound
        expected = number.value &+ 1
      } else {
        collector.mend(
          .number, at: SourceRange(at: lines[line].lowerBound), with: "\(cues.count + 1)\n")
        expected &+= 1
      }
      cues.append(cue)
    }
    return cues
  }

  /// The line above times that has their number, where there is one.
  ///
  /// A number at the end of the caption before is text where a blank line follows it, unless it is the one that is
  /// expected there.
  private static func numberLine(
    above line: Int, from first: Int, _ lines: CaptionLines, _ expected: Int64
  ) -> (line: Int, value: Int64)? {
    func number(_ line: Int) -> Int64? {
      let range = lines.trimmed(line)
      var place = range.lowerBound
      guard
        let (value, _) = CaptionClock.number(lines.bytes, &place, end: range.upperBound, limit: 12),
        place == range.upperBound
      else { return nil }
      return value
    }
    guard line > first else { return nil }
    if let value = number(line - 1) { return (line - 1, value) }
    if lines.isBlank(line - 1), line - 2 >= first, let value = number(line - 2), value == expected,
      line - 2 == first || lines.isBlank(line - 3)
    {
      return (line - 2, value)
    }
    return nil
  }

  /// Text before the first caption, but for its number.
  private static func outside(
    _ line: Int, _ lines: CaptionLines, _ collector: inout CaptionCollector
  ) {
    let range = lines.trimmed(line)
    if range.isEmpty { return }
    let isNumber = lines.bytes[range].allSatisfy { 0x30...0x39 ~= $0 }
    if !isNumber { collector.report(CaptionMessages.captionTextOutside(range.source)) }
  }

  /// The bytes of a text, from its first line that is not blank to its last.
  private static func textRange(
    _ cue: CueTimes, _ lines: CaptionLines, _ collector: inout CaptionCollector
  ) -> Range<Int> {
    var (first, last) = (cue.textStart, cue.textEnd)
    while first < last, lines.isBlank(first) { first += 1 }
    while last > first, lines.isBlank(last - 1) { last -= 1 }
    guard first < last else { return cue.range.upper..<cue.range.upper }
    if let blank = (first..<last).first(where: { lines.isBlank($0) }) {
      collector.report(CaptionMessages.captionBlankLine(lines[blank].source, ends: false))
    }
    return lines[first].lowerBound..<lines[last - 1].upperBound
  }

  /// Places in pixels (`X1:40`) of old files and settings of WebVTT are left out.
  private static func settings(
    _ rest: Range<Int>, _ lines: CaptionLines, _ collector: inout CaptionCollector
  ) {
    if rest.isEmpty { return }
    for word in lines.bytes[rest].split(separator: 0x20).prefix(16) {
      let name = String(decoding: word.prefix { $0 != UInt8(ascii: ":") }.prefix(24), as: UTF8.self)
      collector.ignore("'\(name)' after the times", at: (word.startIndex..<word.endIndex).source)
    }
  }
}
