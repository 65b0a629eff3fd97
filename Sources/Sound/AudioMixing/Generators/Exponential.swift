/// Powers and logarithms, computed with multiplications, additions and divisions only, so that every machine
/// gives the same bits (libm's differ between versions and processors).
enum Exponential {
  /// 2^x for x of a magnitude below 1000; the relative error is below 1e-12.
  @inline(__always)
  static func two(_ x: Double) -> Double {
    let whole = x.rounded(.down)
    let t = (x - whole) * naturalOfTwo
    // The Taylor series of e^t to t^13 by Horner's rule.
    var sum = 1.0 / 6_227_020_800
    sum = sum * t + 1.0 / 479_001_600
    sum = sum * t + 1.0 / 39_916_800
    sum = sum * t + 1.0 / 3_628_800
    sum = sum * t + 1.0 / 362_880
    sum = sum * t + 1.0 / 40320
    sum = sum * t + 1.0 / 5040
    sum = sum * t + 1.0 / 720
    sum = sum * t + 1.0 / 120
    sum = sum * t + 1.0 / 24
    sum = sum * t + 1.0 / 6
    sum = sum * t + 0.5
    sum = sum * t + 1
    return Double(sign: .plus, exponent: Int(whole), significand: sum * t + 1)
  }

  /// The logarithm to base 2 of a normal number above 0; the error is below 1e-12.
  @inline(__always)
  static func logarithm(_ x: Double) -> Double {
    // Of a mantissa from the root of a half to the root of 2: ln m = 2 · artanh((m − 1) / (m + 1)).
    let isLarge = x.significand > 1.414_213_562_373_095_1
    let mantissa = isLarge ? x.significand / 2 : x.significand
    let z = (mantissa - 1) / (mantissa + 1)
    let s = z * z
    var sum = 1.0 / 17
    sum = sum * s + 1.0 / 15
    sum = sum * s + 1.0 / 13
    sum = sum * s + 1.0 / 11
    sum = sum * s + 1.0 / 9
    sum = sum * s + 1.0 / 7
    sum = sum * s + 1.0 / 5
    sum = sum * s + 1.0 / 3
    let natural = 2 * z * (sum * s + 1)
    return Double(x.exponent) + (isLarge ? 1 : 0) + natural / naturalOfTwo
  }

  private static let naturalOfTwo = 0.693_147_180_559_945_3
}
