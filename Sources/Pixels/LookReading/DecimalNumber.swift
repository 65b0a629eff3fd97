/// Decimal numbers in files.
///
/// They are made by one multiplication or division of two numbers that are exact, or a few of them, so
/// that they are the same on every machine; in up to 15 digits they are the nearest that there is.
enum DecimalNumber {
  private static let powers: [Double] = {
    var powers = [1.0]
    // 10^22 is the last that is exact.
    while powers.count < 23 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  /// Reads a number that begins at a position, and goes behind it.
  ///
  /// - Returns: `nil` where there is none; infinity for what is too large for a number.
  static func read(_ bytes: [UInt8], _ position: inout Int, _ end: Int) -> Double? {
    var at = position
    func digit() -> UInt8? {
      guard at < end, bytes[at] &- 48 < 10 else { return nil }
      return bytes[at] &- 48
    }
    var isNegative = false
    if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    var mantissa: UInt64 = 0
    var exponent = 0
    var hasDigits = false
    // More than 18 digits tell nothing new.
    func take(_ digit: UInt8, fraction: Bool) {
      hasDigits = true
      at += 1
      if mantissa < 100_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if fraction { exponent -= 1 }
      } else if !fraction {
        exponent += 1
      }
    }
    while let next = digit() { take(next, fraction: false) }
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at += 1
      while let next = digit() { take(next, fraction: true) }
    }
    guard hasDigits else { return nil }
    if at < end, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      var isBelow = false
      if at < end, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
        isBelow = bytes[at] == UInt8(ascii: "-")
        at += 1
      }
      guard digit() != nil else { return nil }
      var written = 0
      while let next = digit() {
        written = min(written * 10 + Int(next), 100_000)
        at += 1
      }
      exponent += isBelow ? -written : written
    }
    position = at
    let number = scaled(mantissa, exponent)
    return isNegative ? -number : number
  }

  private static func scaled(_ mantissa: UInt64, _ exponent: Int) -> Double {
    var number = Double(mantissa)
    if mantissa == 0 { return 0 }
    if exponent > 400 { return .infinity }
    if exponent < -400 { return 0 }
    var rest = exponent
    while rest > 0 {
      number *= powers[min(rest, 22)]
      rest -= min(rest, 22)
    }
    while rest < 0 {
      number /= powers[min(-rest, 22)]
      rest += min(-rest, 22)
    }
    return number
  }
}
