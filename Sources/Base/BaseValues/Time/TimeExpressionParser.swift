/// Reads the spellings of ``TimeExpression``.
struct TimeExpressionParser {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  func parse() throws(TimeSyntaxError) -> TimeExpression.Value {
    if bytes.isEmpty { throw TimeSyntaxError(reason: "a time is missing", offset: 0) }
    if bytes.contains(where: { $0 == .colon || $0 == .semicolon }) {
      return try ColonTimeParser(bytes).parse()
    }
    let number = DecimalScan(bytes)
    if case .malformed(let reason) = number.outcome {
      throw TimeSyntaxError(reason: reason, offset: number.end)
    }
    if number.end < bytes.count, bytes[number.end] == .slash {
      return try fraction(numerator: number)
    }
    switch unit(from: number.end) {
    case "", "s": return .seconds(try value(of: number))
    case "ms": return .seconds(try value(of: number, over: Rational(1000)))
    case "f": return .frames(try frames(number))
    case let unit: throw unknown(unit, at: number.end)
    }
  }

  /// `numerator/denominator`, both whole, and an optional `s`.
  private func fraction(numerator: DecimalScan) throws(TimeSyntaxError) -> TimeExpression.Value {
    guard numerator.isWholeSpelling else {
      throw TimeSyntaxError(reason: "a fraction is made of whole numbers", offset: 0)
    }
    let start = numerator.end + 1
    if start < bytes.count, bytes[start] == .plus || bytes[start] == .minus {
      throw TimeSyntaxError(reason: "the sign of a fraction goes in front of it", offset: start)
    }
    let denominator = DecimalScan(bytes, from: start)
    if case .malformed(let reason) = denominator.outcome {
      throw TimeSyntaxError(reason: reason, offset: denominator.end)
    }
    guard denominator.isWholeSpelling else {
      throw TimeSyntaxError(reason: "a fraction is made of whole numbers", offset: start)
    }
    let unit = unit(from: denominator.end)
    guard unit == "" || unit == "s" else { throw unknown(unit, at: denominator.end) }
    let below = try value(of: denominator, at: start)
    guard below != .zero else {
      throw TimeSyntaxError(reason: "the denominator is zero", offset: start)
    }
    return .seconds(try value(of: numerator, over: below))
  }

  /// The number divided by `divisor`.
  private func value(
    of scan: DecimalScan, over divisor: Rational = .one, at offset: Int = 0
  ) throws(TimeSyntaxError) -> Rational {
    guard case .value(let number) = scan.outcome else { throw outOfRange(offset) }
    do throws(TimeOverflow) {
      return try number / divisor
    } catch {
      throw outOfRange(offset)
    }
  }

  private func frames(_ scan: DecimalScan) throws(TimeSyntaxError) -> Int64 {
    let number = try value(of: scan)
    guard number.isWhole else {
      throw TimeSyntaxError(reason: "a number of frames is whole", offset: 0)
    }
    return number.numerator
  }

  /// What follows the number, as text.
  private func unit(from offset: Int) -> String {
    String(decoding: bytes[offset...], as: UTF8.self)
  }

  private func outOfRange(_ offset: Int) -> TimeSyntaxError {
    TimeSyntaxError(reason: "the number is out of range", offset: offset)
  }

  private func unknown(_ unit: String, at offset: Int) -> TimeSyntaxError {
    let isWord = unit.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    guard isWord, unit.utf8.count <= 16 else {
      return TimeSyntaxError(reason: "the text after the number is no unit of time", offset: offset)
    }
    return TimeSyntaxError(
      reason: "'\(unit)' is no unit of time; there are s, ms and f (frames)", offset: offset)
  }
}

/// Reads clocks (two or three fields) and timecodes (four).
private struct ColonTimeParser {
  private struct Field {
    let start: Int
    let end: Int
    /// Stops growing far above every limit.
    let value: Int64

    var digitCount: Int { end - start }
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func parse() throws(TimeSyntaxError) -> TimeExpression.Value {
    var position = 0
    let isNegative = bytes[0] == .minus
    if isNegative || bytes[0] == .plus { position = 1 }

    var fields: [Field] = []
    var separators: [Int] = []
    while true {
      let field = try readField(at: position)
      fields.append(field)
      position = field.end
      guard position < bytes.count, bytes[position] == .colon || bytes[position] == .semicolon
      else { break }
      separators.append(position)
      guard separators.count <= 3 else {
        throw error("a timecode has four fields, hours:minutes:seconds:frames", at: position)
      }
      position += 1
    }

    if fields.count == 4 {
      return .timecode(try timecode(fields, separators), isNegative: isNegative)
    }
    if let semicolon = separators.first(where: { bytes[$0] == .semicolon }) {
      throw error("';' belongs in a drop-frame timecode, as in 00:00:02;15", at: semicolon)
    }
    return .seconds(try clock(fields, isNegative: isNegative))
  }

  private func readField(at start: Int) throws(TimeSyntaxError) -> Field {
    var end = start
    var value: Int64 = 0
    while end < bytes.count, let digit = bytes[end].decimalDigit {
      value = min(value * 10 + Int64(digit), 1_000_000_000_000_000)
      end += 1
    }
    guard end > start else { throw error("a digit is missing", at: start) }
    return Field(start: start, end: end, value: value)
  }

  // MARK: Timecode

  private func timecode(
    _ fields: [Field], _ separators: [Int]
  ) throws(TimeSyntaxError) -> TimecodeFields {
    let last = fields[3]
    guard last.end == bytes.count else {
      throw error("a timecode ends with its frames", at: last.end)
    }
    let marks = separators.map { bytes[$0] == .semicolon }
    guard marks[0] == marks[1], !marks[0] || marks[2] else {
      throw error("drop-frame timecode has ';' before the frames, or everywhere", at: separators[0])
    }
    for field in fields[0...2] { try checkTwoDigits(field) }
    guard (2...4).contains(last.digitCount) else {
      throw error("write two digits", at: last.start)
    }
    guard fields[0].value < 24 else {
      throw error("the hours of a timecode are 00 to 23", at: fields[0].start)
    }
    try checkSixty(fields[1], "minutes")
    try checkSixty(fields[2], "seconds")
    return TimecodeFields(
      hours: Int(fields[0].value), minutes: Int(fields[1].value), seconds: Int(fields[2].value),
      frames: Int(last.value), isDropFrame: marks[2])
  }

  // MARK: Clock

  /// `minutes:seconds` or `hours:minutes:seconds`, with a fraction if any. The first field may
  /// have any number of digits and is not limited.
  private func clock(_ fields: [Field], isNegative: Bool) throws(TimeSyntaxError) -> Rational {
    for field in fields.dropFirst() { try checkTwoDigits(field) }
    for field in fields.dropFirst() {
      try checkSixty(field, field.start == fields.last?.start ? "seconds" : "minutes")
    }
    var whole = Int128(0)
    for field in fields.dropLast() { whole = (whole + Int128(field.value)) * 60 }
    guard let last = fields.last else { throw error("a digit is missing", at: bytes.count) }

    let seconds = DecimalScan(bytes, from: last.start, allowsExponent: false)
    if case .malformed(let reason) = seconds.outcome { throw error(reason, at: seconds.end) }
    guard seconds.end == bytes.count else {
      throw error("a clock time ends with its seconds", at: seconds.end)
    }
    do throws(TimeOverflow) {
      guard case .value(let rest) = seconds.outcome, whole < 1_000_000_000_000_000 else {
        throw TimeOverflow()
      }
      let time = try Rational(reducing: whole, over: 1) + rest
      return isNegative ? try time.negated() : time
    } catch {
      throw TimeSyntaxError(reason: "the number is out of range", offset: 0)
    }
  }

  // MARK: Checks

  private func checkTwoDigits(_ field: Field) throws(TimeSyntaxError) {
    guard field.digitCount == 2 else { throw error("write two digits", at: field.start) }
  }

  private func checkSixty(_ field: Field, _ name: String) throws(TimeSyntaxError) {
    guard field.value < 60 else { throw error("the \(name) are 00 to 59", at: field.start) }
  }

  private func error(_ reason: String, at offset: Int) -> TimeSyntaxError {
    TimeSyntaxError(reason: reason, offset: offset)
  }
}
