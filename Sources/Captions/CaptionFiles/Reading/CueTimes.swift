internal import BaseValues
internal import Diagnostics

/// A line with the times of a caption, as SubRip and WebVTT have it.
struct CueTimes {
  var line: Int
  var start: Rational
  /// `nil` where it is missing or wrong.
  var end: Rational?
  /// Both times and the arrow.
  var range: SourceRange
  /// What stands behind the times on the line.
  var rest: Range<Int>
  /// The first line of its text.
  var textStart = 0
  /// One past the last line of its text.
  var textEnd = 0
  /// What stands before its times: a number, an identifier.
  var name: String?
  /// Where it begins: the name or the times.
  var lower = 0

  /// Whether a line may be one of times: it has an arrow with a digit on one side, or `-->` alone.
  static func looksLikeTimes(_ line: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard let arrow = arrow(in: line, bytes) else { return false }
    let before = CaptionLines.trimmed(line.lowerBound..<arrow.range.lowerBound, bytes)
    let after = CaptionLines.trimmed(arrow.range.upperBound..<line.upperBound, bytes)
    func isDigit(_ place: Int?) -> Bool { place.map { 0x30...0x39 ~= bytes[$0] } ?? false }
    var place = before.lowerBound
    let isTime = CaptionClock(bytes, &place, end: before.upperBound) != nil
    if !arrow.isPlain {
      var place = after.lowerBound
      return isTime && CaptionClock(bytes, &place, end: after.upperBound) != nil
    }
    return isTime || before.count < 24 && isDigit(before.first)
      || isDigit(after.first) && before.isEmpty
      || isDigit(after.first) && before.count < 16
  }

  /// Reads a line of times.
  ///
  /// - Parameter separator: what stands before fractions in this format.
  /// - Returns: `nil` for a line that is none, or whose start cannot be read, which is reported.
  init?(
    _ line: Int, _ lines: CaptionLines, separator: UInt8, _ collector: inout CaptionCollector
  ) {
    let bytes = lines.bytes
    let range = lines.trimmed(line)
    guard Self.looksLikeTimes(range, bytes), let arrow = Self.arrow(in: range, bytes) else {
      return nil
    }
    var place = range.lowerBound
    guard let first = CaptionClock(bytes, &place, end: arrow.range.lowerBound),
      CaptionLines.trimmed(place..<arrow.range.lowerBound, bytes).isEmpty
    else {
      let mark = separator == UInt8(ascii: ",") ? "," : "."
      collector.report(
        CaptionMessages.captionTimeSyntax(
          lines.text(CaptionLines.trimmed(range.lowerBound..<arrow.range.lowerBound, bytes)),
          range.source,
          form: "00:00:01\(mark)500 --> 00:00:04\(mark)000"))
      return nil
    }
    self.line = line
    start = first.seconds
    place = arrow.range.upperBound
    let last = CaptionClock(bytes, &place, end: range.upperBound)
    end = last?.seconds
    rest = CaptionLines.trimmed(place..<range.upperBound, bytes)
    self.range = SourceRange(
      lower: first.range.lower, upper: last?.range.upper ?? arrow.range.upperBound)
    lower = first.range.lower
    if arrow.range.count != 3 || !arrow.isPlain {
      collector.mend(.arrow, at: arrow.range.source, with: "-->")
    }
    for clock in [first, last].compactMap({ $0 }) { check(clock, separator, bytes, &collector) }
    if last == nil {
      collector.report(CaptionMessages.captionEndMissing(self.range))
    } else if let end, end <= start {
      collector.report(
        CaptionMessages.captionEndBeforeStart(self.range, isEmpty: end == start))
      self.end = nil
    }
  }

  private func check(
    _ clock: CaptionClock, _ separator: UInt8, _ bytes: [UInt8],
    _ collector: inout CaptionCollector
  ) {
    let isVTT = separator == UInt8(ascii: ".")
    let isWhole = clock.fractionDigits == 3 && (clock.fields == 3 || isVTT) && !clock.isBeyondClock
    if let mark = clock.separator, mark != separator, isWhole {
      let wanted = String(decoding: [separator], as: UTF8.self)
      collector.mend(
        .separator(wanted: wanted),
        at: SourceRange(lower: clock.separatorPlace, upper: clock.separatorPlace + 1), with: wanted)
    } else if !isWhole {
      collector.mend(
        .time, at: clock.range,
        with: ClockText.text(max(clock.seconds, .zero), separator: isVTT ? "." : ","))
    }
  }

  /// Where `-->` stands on a line; `nil` where it does not.
  static func plainArrow(in line: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    guard line.count >= 3 else { return nil }
    return (line.lowerBound...line.upperBound - 3).first {
      bytes[$0..<$0 + 3].elementsEqual("-->".utf8)
    }.map { $0..<$0 + 3 }
  }

  /// The arrow on a line, and whether it is `-->`.
  private static func arrow(in line: Range<Int>, _ bytes: [UInt8]) -> (
    range: Range<Int>, isPlain: Bool
  )? {
    var loose: Range<Int>?
    var place = line.lowerBound
    while place < line.upperBound {
      let byte = bytes[place]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") {
        var end = place
        while end < line.upperBound, bytes[end] == byte { end += 1 }
        var tip = end
        while tip < line.upperBound, bytes[tip] == 0x20, tip < end + 2 { tip += 1 }
        if tip < line.upperBound, bytes[tip] == UInt8(ascii: ">") {
          if tip == end, end - place == 2, byte == UInt8(ascii: "-") {
            return (place..<tip + 1, true)
          }
          if loose == nil { loose = place..<tip + 1 }
        }
        place = end
      } else {
        // A dash of typography before the tip: U+2013, U+2014; the arrow U+2192.
        if byte == 0xE2, place + 2 < line.upperBound, loose == nil {
          let last = bytes[place + 2]
          if bytes[place + 1] == 0x80, last == 0x93 || last == 0x94, place + 3 < line.upperBound,
            bytes[place + 3] == UInt8(ascii: ">")
          {
            loose = place..<place + 4
          } else if bytes[place + 1] == 0x86, last == 0x92 {
            loose = place..<place + 3
          }
        }
        place += 1
      }
    }
    return loose.map { ($0, false) }
  }
}

/// Times as files of captions write them.
enum ClockText {
  /// Hours, minutes, seconds and three digits, rounded to the nearest.
  ///
  /// - Parameter shortest: leave hours out where there are none, as WebVTT may.
  static func text(_ time: Rational, separator: String) -> String {
    let milliseconds = max(0, (try? time.scaled(by: 1000)) ?? 0)
    return text(milliseconds: milliseconds, separator: separator)
  }

  static func text(milliseconds: Int64, separator: String) -> String {
    let seconds = milliseconds / 1000
    return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60) + separator
      + three(milliseconds % 1000)
  }

  static func two(_ value: Int64) -> String { (value < 10 ? "0" : "") + String(value) }

  private static func three(_ value: Int64) -> String {
    (value < 10 ? "00" : value < 100 ? "0" : "") + String(value)
  }
}
