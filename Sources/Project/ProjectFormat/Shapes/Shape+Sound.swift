import Diagnostics
import BaseValues
import TimelineModel

/// The highest gain that can be written, +36 dB.
let maximumGain = Rational(64)

extension Shape where Value == Rational {
  /// A gain: a factor, decibels or per cent, up to +36 dB.
  static var gain: Shape {
    gain("a gain", upTo: maximumGain, limits: "a factor from 0 to 64, at most \"+36dB\"")
  }

  /// A gain that does not make anything louder.
  static func reduction(_ expected: String) -> Shape {
    gain(expected, upTo: .one, limits: "a factor from 0 to 1, at most \"0dB\"")
  }

  private static func gain(_ expected: String, upTo maximum: Rational, limits: String) -> Shape {
    let example = "\"-6dB\""
    return Shape(
      expected: expected, example: example,
      schema: .any([
        .number(minimum: "0", maximum: maximum.description),
        .string(pattern: #"^[+-]?[0-9]+(\.[0-9]+)?( ?dB|%)$"#),
      ])
    ) { value, reading in
      let spelling: String
      let gain: Rational?
      switch value.kind {
      case .number(let digits):
        spelling = digits
        gain = exactNumber(digits, value, &reading)
        if gain == nil { return nil }
      case .string(let text):
        spelling = text
        gain = percent(text) ?? decibels(text).flatMap { Decibels.factor(of: $0) }
        if gain == nil, decibels(text) == nil {
          reading.reportType(
            of: value, expected: expected, example: example,
            respelling: Spelling.gain(text, upTo: maximum))
          return nil
        }
      default:
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      guard let gain, gain >= .zero, gain <= maximum else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(spelling), expected: expected, range: value.range,
            limits: limits,
            respelling: value.isNumber ? Spelling.gain(spelling, upTo: maximum) : nil))
        return nil
      }
      return gain
    }
  }
}

/// The number before `dB`.
func decibels(_ text: String) -> Rational? {
  guard text.hasSuffix("dB") || text.hasSuffix("db") else { return nil }
  let number = text.dropLast(2)
  return Rational.decimal(number.hasSuffix(" ") ? number.dropLast() : number)
}

/// Decibels of amplitude as factors, the same on every machine.
enum Decibels {
  /// 10^(decibels/20) to the nearest 2^-24; `nil` above 40 dB.
  ///
  /// 2^y is put together from the square roots of square roots of 2, in integers.
  static func factor(of decibels: Rational) -> Rational? {
    guard decibels <= Rational(40) else { return nil }
    guard decibels > Rational(-200) else { return .zero }
    guard let fixed = try? decibels.scaled(by: 1 << 40) else { return nil }
    // log2(10)/20 · 2^60
    let exponent = (Int128(fixed) * 191_496_116_867_664_726) >> 60
    let whole = Int(exponent >> 40)
    let fraction = UInt64(truncatingIfNeeded: exponent & ((1 << 40) - 1))
    var power: UInt128 = 1 << 60
    var root: UInt128 = 1 << 61
    for bit in 1...40 {
      root = squareRoot(root << 60)
      if fraction & (1 << (40 - bit)) != 0 { power = (power * root) >> 60 }
    }
    // `power` is 1…2 in 2^-60; the result is wanted in 2^-24.
    let shift = 36 - whole
    guard shift > 0 else { return nil }
    guard shift < 64 else { return .zero }
    let rounded = (power + (1 << (shift - 1))) >> shift
    return Int64(exactly: rounded).flatMap { Rational($0, 1 << 24) }
  }
}

extension Shape where Value == AudioSelection {
  /// A stream of sound by number or language, several numbers, or all.
  static var audioSelection: Shape {
    let number = MediaReader.stream
    let expected = "the number of a stream, a language, a list of numbers or \"all\""
    let example = "[0, 1]"
    return Shape(
      expected: expected, example: example,
      schema: .any([
        number.schema, .string(), .array(number.schema, atLeast: 1, atMost: maximumStreams),
      ])
    ) { value, reading in
      switch value.kind {
      case .number:
        return number.read(value, &reading).map { .streams([$0]) }
      case .string:
        return Shape<String>.text("a language", example: "\"eng\"").read(value, &reading)
          .map { $0 == "all" ? .all : .language($0) }
      case .array(let items):
        guard 1...maximumStreams ~= items.count else {
          reading.report(
            ProjectMessages.wrongCount(
              items.count, expected: "1 to \(maximumStreams) streams", range: value.range))
          return nil
        }
        let numbers = items.compactMap { number.read($0, &reading) }
        return numbers.count == items.count ? .streams(numbers) : nil
      default:
        return reading.wrong(value, expected, example)
      }
    }
  }

  /// Streams that are put together at most: as many as recorders write.
  private static var maximumStreams: Int { 32 }
}
