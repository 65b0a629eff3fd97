package import BaseValues
package import OutputKinds

/// A part of a text that says something else from frame to frame: a frame's number, a time, or a number that
/// counts.
///
/// All of it is exact: what a frame says follows from the time of its title and nothing else.
package struct TextCounter: Hashable, Sendable {
  /// What is counted.
  package var kind: TextCounterKind
  /// Unicode scalars of the text that stand in its place. They say what it says when the title begins.
  package var place: Range<Int>
  /// The first number; of times, and of the number of a frame, what is added, in seconds and frames.
  package var from: Rational
  /// The last number; of the time that is left, what is left at the title's end.
  package var to: Rational
  /// Digits before the point there are at least, 1…12; zeros fill them.
  package var digits: Int
  /// Digits behind the point, 0…6.
  package var decimals: Int
  /// What stands between thousands of a number.
  package var separator: String
  /// What stands before the digits behind the point.
  package var point: String
  /// How a time is written.
  package var form: ClockForm
  /// Seconds from the title's start until a number begins to change.
  package var begin: Rational
  /// Seconds a number takes from the first to the last; `nil` until the title's last frame.
  package var duration: Rational?
  /// How it goes from the first to the last.
  package var easing: Easing
  /// Where it counts.
  package var clock: CounterClock

  /// A counter that goes from 0 to 0.
  package init(_ kind: TextCounterKind, place: Range<Int> = 0..<0, clock: CounterClock) {
    self.kind = kind
    self.place = place
    self.clock = clock
    (from, to, digits, decimals) = (.zero, .zero, 1, 0)
    (separator, point, form, begin, easing) = ("", ".", .minutes, .zero, .linear)
  }

  /// Numbers that can be counted, and seconds.
  package static let numbers = Rational(-1_000_000_000_000)...Rational(1_000_000_000_000)
  /// How many digits there can be before the point.
  package static let mostDigits = 12
  /// Unicode scalars of a separator and of a point.
  package static let longestSeparator = 4
  /// How many digits there can be behind the point.
  package static let mostDecimals = 6

  // MARK: - What it says

  /// What it says at a time of its title.
  ///
  /// - Parameters:
  ///   - time: seconds of the movie since the title's start.
  ///   - length: seconds of the movie from the title's start to its end.
  ///   - share: of its way that a number has come, in 1/2^44; asked for numbers alone.
  /// - Returns: frames and elapsed times rounded down, the time that is left rounded up (so that a countdown
  ///   of 3 s shows 3 for a second, and 0 never).
  /// - Throws: where a time is beyond exact arithmetic.
  package func text(
    at time: Rational, of length: Rational, share: () -> Int128
  ) throws(TimeOverflow) -> String {
    let text = try plainText(at: time, of: length, share: share)
    guard point != ".", decimals > 0, [.time, .remaining, .number].contains(kind) else {
      return text
    }
    return text.dropLast(decimals + 1) + point + text.suffix(decimals)
  }

  /// What it says with a full stop as its point.
  private func plainText(
    at time: Rational, of length: Rational, share: () -> Int128
  ) throws(TimeOverflow) -> String {
    let unit = Self.powers[decimals]
    switch kind {
    case .frame:
      return Self.digits(
        Int128(try frame(at: time)) + Int128(from.floor()), digits: digits)
    case .timecode:
      let timecode = Timecode(
        wrapping: FrameIndex((clock.first?.frame ?? 0) + (try frame(at: time))), rate: clock.rate,
        dropFrame: clock.first?.isDropFrame ?? false)
      return timecode?.description ?? ""
    case .time:
      let seconds = try from + time * clock.tempo
      return form.text(
        Int128(try (seconds * Rational(unit)).floor()), unit: unit, digits: digits,
        decimals: decimals)
    case .remaining:
      let seconds = try to + (length - time) * clock.tempo
      return form.text(
        -Int128(try (seconds * Rational(-unit)).floor()), unit: unit, digits: digits,
        decimals: decimals)
    case .number:
      return Self.number(
        number(at: share()), unit: unit, digits: digits, decimals: decimals, separator: separator)
    }
  }

  /// What it says when its title begins.
  ///
  /// - Parameter length: seconds of the title.
  /// - Throws: where a time is beyond exact arithmetic.
  package func firstText(of length: Rational) throws(TimeOverflow) -> String {
    try text(at: .zero, of: length) { 0 }
  }

  /// A number on its way from the first to the last, in units of its last decimal; halves go up.
  ///
  /// - Parameter share: of the way, in 1/2^44; beyond 0…1 where an easing goes there, up to 8.
  package func number(at share: Int128) -> Int128 {
    func scaled(_ number: Rational) -> Int128 {
      roundDivide(
        Int128(number.numerator) * Int128(Self.powers[decimals]) << 16,
        by: Int128(number.denominator))
    }
    let (first, last) = (scaled(from), scaled(to))
    let share = min(max(share, -8 << 44), 8 << 44)
    return (first << 44 + (last - first) * share + 1 << 59) >> 60
  }

  /// The number of the frame of the edit that is shown, from 0 on.
  private func frame(at time: Rational) throws(TimeOverflow) -> Int64 {
    let seconds = try clock.start + time * clock.tempo
    return try (seconds * clock.rate.rational).floor()
  }

  private static let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// A number in units of its last decimal.
  static func number(
    _ units: Int128, unit: Int64, digits: Int, decimals: Int, separator: String
  ) -> String {
    let whole = Self.digits(Int128(units.magnitude) / Int128(unit), digits: digits)
    var text = ""
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { text += separator }
      text.append(digit)
    }
    return (units < 0 ? "-" : "") + text + fraction(units, unit, decimals)
  }

  fileprivate static func fraction(_ units: Int128, _ unit: Int64, _ decimals: Int) -> String {
    decimals == 0
      ? "" : "." + Self.digits(Int128(units.magnitude) % Int128(unit), digits: decimals)
  }

  fileprivate static func digits(_ number: Int128, digits: Int) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return (number < 0 ? "-" : "") + zeros + text
  }
}

/// What a counter counts.
package enum TextCounterKind: String, Hashable, NamedChoice {
  case frame, timecode, time, remaining, number

  /// What the word means.
  package var summary: String {
    switch self {
    case .frame: "the number of the frame, from 0 on"
    case .timecode: "the frame's timecode, from `startTimecode` on"
    case .time: "time since the title's start"
    case .remaining: "time until the title's end, rounded up"
    case .number: "a number that goes from `from` to `to`"
    }
  }
}

/// How the time of a counter is written.
package enum ClockForm: String, Hashable, NamedChoice {
  case seconds = "s"
  case minutes = "m:ss"
  case hours = "h:mm:ss"

  /// What the word means.
  package var summary: String {
    switch self {
    case .seconds: "seconds: 75"
    case .minutes: "minutes and seconds: 1:15"
    case .hours: "hours, minutes and seconds: 0:01:15"
    }
  }

  /// A time in units of its last decimal.
  func text(_ units: Int128, unit: Int64, digits: Int, decimals: Int) -> String {
    let seconds = Int128(units.magnitude) / Int128(unit)
    let two = { (number: Int128) in TextCounter.digits(number % 60, digits: 2) }
    let text =
      switch self {
      case .seconds: TextCounter.digits(seconds, digits: digits)
      case .minutes: TextCounter.digits(seconds / 60, digits: digits) + ":" + two(seconds)
      case .hours:
        TextCounter.digits(seconds / 3600, digits: digits) + ":" + two(seconds / 60) + ":"
          + two(seconds)
      }
    return (units < 0 ? "-" : "") + text + TextCounter.fraction(units, unit, decimals)
  }
}

/// The edit in which a counter counts.
package struct CounterClock: Hashable, Sendable {
  /// Of the edit: what a frame is.
  package var rate: FrameRate
  /// The timecode of its first frame; `nil` for 00:00:00:00.
  package var first: StartTimecode?
  /// Its time when the title begins, in seconds.
  package var start: Rational
  /// Seconds of it for each second of the movie.
  package var tempo = Rational.one

  /// A clock of an edit that is played as it is.
  package init(rate: FrameRate, first: StartTimecode? = nil, start: Rational) {
    self.rate = rate
    self.first = first
    self.start = start
  }
}

extension TextStyle {
  /// Puts texts in the places of counters, which are in the order of the text.
  package mutating func replace(_ counters: [TextCounter], by texts: [String]) {
    var scalars = Array(text.unicodeScalars)
    for (counter, text) in zip(counters, texts).reversed() {
      let place = counter.place.clamped(to: 0..<scalars.count)
      let count = text.unicodeScalars.count
      scalars.replaceSubrange(place, with: text.unicodeScalars)
      var start = 0
      for index in runs.indices {
        if start == place.lowerBound, runs[index].length == place.count {
          runs[index].length = count
          break
        }
        start += runs[index].length
      }
    }
    var whole = String.UnicodeScalarView()
    whole.append(contentsOf: scalars)
    text = String(whole)
  }
}
