import Diagnostics
import BaseValues
import TimelineModel

extension Shape where Value == FrameRate {
  /// `30`, `29.97` or `"30000/1001"`.
  static var frameRate: Shape {
    let expected = "a frame rate"
    let example = "30 or \"30000/1001\""
    return Shape(
      expected: expected, example: example,
      schema: .any([
        .number(above: "0", maximum: "1000"),
        .string(pattern: #"^\+?[0-9]+(\.[0-9]+)?(/[0-9]+)?$"#),
      ])
    ) { value, reading in
      let text: String
      switch value.kind {
      case .number(let digits): text = digits
      case .string(let string): text = string
      default: return reading.wrong(value, expected, example)
      }
      guard let rate = FrameRate.parse(text) else {
        reading.report(
          ProjectMessages.frameRateSyntax(
            shortened(text), range: value.range, respelling: Spelling.frameRate(text)))
        return nil
      }
      return rate
    }
  }
}

extension Shape where Value == Int {
  /// Bytes of a file: `"50MB"`, `"700kB"` or a number; `MiB` and the like count in 1024.
  static var fileSize: Shape {
    let expected = "a size of a file"
    let example = "\"50MB\""
    return Shape(
      expected: expected, example: example,
      schema: .any([
        .integer(1...Int(Int32.max)), .string(pattern: #"^[0-9]+(\.[0-9]+)?([kMG]B|[KMG]iB)$"#),
      ])
    ) { value, reading in
      let spelling: String
      var bytes: Rational?
      switch value.kind {
      case .number(let digits):
        spelling = digits
        bytes = Rational.decimal(digits)
      case .string(let text):
        spelling = text
        guard let exact = FileSize.exactBytes(text) else {
          return reading.wrong(value, expected, example)
        }
        bytes = exact
      default:
        return reading.wrong(value, expected, example)
      }
      guard let bytes, let whole = try? bytes.scaled(by: 1, rounding: .down), whole >= 1,
        whole <= 1 << 50
      else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(spelling), expected: expected, range: value.range,
            limits: "from 1 byte to 1 PiB"))
        return nil
      }
      return Int(whole)
    }
  }

  /// Bits a second: `"4M"`, `"800k"` or a number.
  ///
  /// - Parameter rates: the only ones that there are; empty for all between the limits.
  static func bitRate(_ limits: ClosedRange<Int>, of rates: [Int] = []) -> Shape {
    let expected = "a bit rate"
    let example = "\"4M\""
    return Shape(
      expected: expected, example: example,
      schema: .any([.integer(limits), .string(pattern: #"^[0-9]+(\.[0-9]+)?[kM]?$"#)])
    ) { value, reading in
      let spelling: String
      var bits: Rational?
      switch value.kind {
      case .number(let digits):
        spelling = digits
        bits = Rational.decimal(digits)
      case .string(let text):
        spelling = text
        let unit: Int64 = text.hasSuffix("k") ? 1000 : text.hasSuffix("M") ? 1_000_000 : 1
        guard let number = Rational.decimal(unit == 1 ? text[...] : text.dropLast()) else {
          return reading.wrong(value, expected, example) { Spelling.bitRate($0) }
        }
        bits = try? number * Rational(unit)
      default:
        return reading.wrong(value, expected, example)
      }
      guard let bits, bits.isWhole, let whole = Int(exactly: bits.numerator),
        limits.contains(whole), rates.isEmpty || rates.contains(whole)
      else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(spelling), expected: expected, range: value.range,
            limits: rates.isEmpty
              ? "from \(limits.lowerBound) to \(limits.upperBound) bits a second"
              : "one of \(rates.map { "\($0 / 1000)k" }.joined(separator: ", "))"))
        return nil
      }
      return whole
    }
  }
}
