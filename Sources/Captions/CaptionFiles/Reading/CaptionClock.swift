internal import BaseValues
internal import Diagnostics

/// A time of day's form: hours, minutes and seconds, and a fraction.
struct CaptionClock {
  var seconds: Rational
  var range: SourceRange
  /// The byte between seconds and fraction, and where it is; `nil` where there is no fraction.
  var separator: UInt8?
  var separatorPlace = 0
  /// Digits of the fraction.
  var fractionDigits = 0
  /// Numbers before the fraction: 2 for minutes and seconds.
  var fields = 0
  /// Whether minutes or seconds are 60 or more, as no clock shows them.
  var isBeyondClock = false

  /// Reads a time from a place on, leniently: spaces before and within, one to three numbers, a comma, a point or
  /// a colon before the fraction.
  ///
  /// - Parameters:
  ///   - place: moved behind the time.
  ///   - end: nothing is read from there on.
  init?(_ bytes: [UInt8], _ place: inout Int, end: Int) {
    var at = place
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    let start = at
    let isNegative = at < end && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var numbers: [Int64] = []
    var last = at
    while true {
      guard let (value, digits) = Self.number(bytes, &at, end: end, limit: 9) else { break }
      last = at
      // The fourth number is the fraction, where a colon stands for the comma.
      if numbers.count == 3 {
        fractionDigits = digits
        numbers.append(value)
        break
      }
      numbers.append(value)
      let mark = Self.skipSpaces(bytes, at, end)
      guard mark < end, bytes[mark] == UInt8(ascii: ":") else { break }
      let next = Self.skipSpaces(bytes, mark + 1, end)
      guard next < end, 0x30...0x39 ~= bytes[next] else { break }
      if numbers.count == 3 {
        separator = bytes[mark]
        separatorPlace = mark
      }
      at = next
    }
    guard numbers.count >= 2 else { return nil }
    var fraction: Int64 = 0
    if numbers.count == 4 {
      fraction = numbers.removeLast()
    } else {
      let mark = Self.skipSpaces(bytes, last, end)
      if mark < end, bytes[mark] == UInt8(ascii: ",") || bytes[mark] == UInt8(ascii: ".") {
        var next = Self.skipSpaces(bytes, mark + 1, end)
        if let (value, digits) = Self.number(bytes, &next, end: end, limit: 9) {
          separator = bytes[mark]
          separatorPlace = mark
          fraction = value
          fractionDigits = digits
          last = next
        } else if mark == last {
          last = mark + 1
        }
      }
    }
    fields = numbers.count
    isBeyondClock = numbers.dropFirst().contains { $0 >= 60 }
    var whole: Int64 = 0
    for number in numbers { whole = whole * 60 + number }
    var scale: Int64 = 1
    for _ in 0..<fractionDigits { scale *= 10 }
    // At most 3,600 times ten digits, and nine more behind the point: below 2^63.
    let (high, overflow) = whole.multipliedReportingOverflow(by: scale)
    let (sum, overflows) = high.addingReportingOverflow(fraction)
    guard !overflow, !overflows, let value = Rational(isNegative ? -sum : sum, scale),
      whole < 1 << 31
    else { return nil }
    seconds = value
    range = SourceRange(lower: start, upper: last)
    place = last
  }

  /// A whole number of at most so many digits, and how many it has.
  static func number(
    _ bytes: [UInt8], _ place: inout Int, end: Int, limit: Int
  ) -> (value: Int64, digits: Int)? {
    var value: Int64 = 0
    let start = place
    while place < end, 0x30...0x39 ~= bytes[place] {
      if place - start == limit { return nil }
      value = value * 10 + Int64(bytes[place] - 0x30)
      place += 1
    }
    return place > start ? (value, place - start) : nil
  }

  static func skipSpaces(_ bytes: [UInt8], _ place: Int, _ end: Int) -> Int {
    var at = place
    while at < end, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    return at
  }
}
