/// Powers of numbers, from additions, multiplications and divisions alone.
///
/// IEEE 754 defines these to the last bit, so tables made with them are the same on every machine;
/// the C library's `pow` is not. Relative error is below 10⁻¹².
package enum Power {
  private static let ln2 = 0.693_147_180_559_945_31

  /// `base` to the power of `exponent`; 0 for a base that is not greater than 0.
  package static func of(_ base: Double, _ exponent: Double) -> Double {
    base > 0 ? exp2(exponent * log2(base)) : 0
  }

  /// e to the power of `exponent`.
  static func exp(_ exponent: Double) -> Double { exp2(exponent / ln2) }

  /// The natural logarithm of a number greater than 0.
  static func ln(_ number: Double) -> Double { log2(number) * ln2 }

  /// The logarithm to base 2 of a number greater than 0.
  ///
  /// ln m = 2 (t + t³/3 + t⁵/5 + …) with t = (m − 1) / (m + 1), for m from √½ to √2.
  static func log2(_ number: Double) -> Double {
    var whole = Double(number.exponent)
    var m = number.significand
    if m > 1.414_213_562_373_095 {
      m /= 2
      whole += 1
    }
    let t = (m - 1) / (m + 1)
    let square = t * t
    var sum = 0.0
    for divisor in stride(from: 21.0, through: 1, by: -2) { sum = sum * square + 1 / divisor }
    return whole + 2 * t * sum / ln2
  }

  /// 2 to the power of `exponent`, for results that are neither too small nor too large.
  private static func exp2(_ exponent: Double) -> Double {
    let whole = exponent.rounded()
    guard whole > -1000 else { return 0 }
    let x = (exponent - whole) * ln2
    var sum = 1.0
    for n in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * x / n }
    return Double(sign: .plus, exponent: Int(min(whole, 1000)), significand: sum)
  }
}
