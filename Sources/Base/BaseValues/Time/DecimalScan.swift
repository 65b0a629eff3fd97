/// Reads a decimal number from the front of a text, digit by digit, without rounding.
///
/// The grammar is JSON's, and a leading `+`: sign, digits, point and digits, exponent. Reading
/// stops at the first byte that cannot belong to the number.
struct DecimalScan {
  enum Outcome {
    case value(Rational)
    /// Well formed, but not a fraction of 64-bit integers.
    case outOfRange
    case malformed(String)
  }

  /// What was read.
  let outcome: Outcome

  /// Offset of the first byte after the number, or of the byte that is wrong.
  let end: Int

  /// Whether only a sign and digits were read.
  let isWholeSpelling: Bool

  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - start: offset of the first byte of the number.
  ///   - allowsExponent: whether `e` with digits belongs to the number.
  init(_ bytes: [UInt8], from start: Int = 0, allowsExponent: Bool = true) {
    var position = start
    var isNegative = false
    if position < bytes.count, bytes[position] == .plus || bytes[position] == .minus {
      isNegative = bytes[position] == .minus
      position += 1
    }

    var digits = DigitSum()
    let wholeStart = position
    while position < bytes.count, let digit = bytes[position].decimalDigit {
      digits.append(digit)
      position += 1
    }
    guard position > wholeStart else {
      self.init(.malformed(Self.missingDigit(bytes, at: position)), end: position)
      return
    }
    var isWholeSpelling = true

    if position < bytes.count, bytes[position] == .point {
      isWholeSpelling = false
      position += 1
      let fractionStart = position
      while position < bytes.count, let digit = bytes[position].decimalDigit {
        digits.append(digit)
        digits.exponent -= 1
        position += 1
      }
      guard position > fractionStart else {
        self.init(.malformed("a digit is missing after the point"), end: position)
        return
      }
    }

    if allowsExponent, let exponent = Exponent(bytes, at: position) {
      isWholeSpelling = false
      digits.exponent += exponent.value
      position = exponent.end
    }

    let value = digits.value(isNegative: isNegative)
    self.init(
      value.map(Outcome.value) ?? .outOfRange, end: position, isWholeSpelling: isWholeSpelling)
  }

  private init(_ outcome: Outcome, end: Int, isWholeSpelling: Bool = false) {
    self.outcome = outcome
    self.end = end
    self.isWholeSpelling = isWholeSpelling
  }

  private static func missingDigit(_ bytes: [UInt8], at position: Int) -> String {
    if position < bytes.count, bytes[position] == .point {
      return "a digit is missing before the point"
    }
    return "a number is missing"
  }
}

/// The digits of a number so far: `coefficient · 10^(exponent + trailingZeros)`.
///
/// Zeros are held back until another digit follows, so that `1000…000` and `0.5000…000` do not use
/// up the coefficient.
private struct DigitSum {
  var coefficient: Int128 = 0
  var trailingZeros = 0
  var exponent = 0
  var overflowed = false

  mutating func append(_ digit: Int) {
    guard !overflowed else { return }
    if digit == 0 {
      if coefficient != 0 { trailingZeros += 1 }
      return
    }
    for _ in 0...trailingZeros {
      let (product, overflow) = coefficient.multipliedReportingOverflow(by: 10)
      coefficient = product
      if overflow {
        overflowed = true
        return
      }
    }
    trailingZeros = 0
    let (sum, overflow) = coefficient.addingReportingOverflow(Int128(digit))
    coefficient = sum
    overflowed = overflow
  }

  func value(isNegative: Bool) -> Rational? {
    guard !overflowed else { return nil }
    if coefficient == 0 { return .zero }
    let power = exponent + trailingZeros
    guard power.magnitude <= 38 else { return nil }
    var ten: Int128 = 1
    for _ in 0..<power.magnitude { ten *= 10 }
    let signed = isNegative ? -coefficient : coefficient
    do throws(TimeOverflow) {
      if power < 0 { return try Rational(reducing: signed, over: ten) }
      let (product, overflow) = signed.multipliedReportingOverflow(by: ten)
      return overflow ? nil : try Rational(reducing: product, over: 1)
    } catch {
      return nil
    }
  }
}

/// `e`, an optional sign and digits; `nil` when the text at the position is anything else.
private struct Exponent {
  var value = 0
  var end: Int

  init?(_ bytes: [UInt8], at start: Int) {
    guard start < bytes.count, bytes[start] == .lowercaseE || bytes[start] == .uppercaseE else {
      return nil
    }
    end = start + 1
    var isNegative = false
    if end < bytes.count, bytes[end] == .plus || bytes[end] == .minus {
      isNegative = bytes[end] == .minus
      end += 1
    }
    let digitsStart = end
    while end < bytes.count, let digit = bytes[end].decimalDigit {
      // Far beyond any representable number, and far from overflowing.
      value = min(value * 10 + digit, 1_000_000_000_000)
      end += 1
    }
    guard end > digitsStart else { return nil }
    if isNegative { value = -value }
  }
}

extension UInt8 {
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let slash = UInt8(ascii: "/")
  static let lowercaseE = UInt8(ascii: "e")
  static let uppercaseE = UInt8(ascii: "E")

  /// The value of an ASCII digit, or `nil`.
  var decimalDigit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self - UInt8(ascii: "0")) : nil
  }
}
