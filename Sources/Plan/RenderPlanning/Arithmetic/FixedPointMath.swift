internal import BaseValues

/// Numbers with 44 fractional bits in 128-bit integers: what geometry and animation compute with.
///
/// The same bits on every machine. Inputs are cut to ±`limit`, which leaves room for the product of
/// two numbers.
enum FixedPoint {
  static let fractionBits = 44
  static let one: Int128 = 1 << 44
  /// 2^18: the greatest value taken from a project (pixels, factors, degrees).
  static let limit: Int128 = 1 << 62

  /// Nearest, ties up; values beyond ±2^18 are cut to it.
  static func value(_ number: Rational) -> Int128 {
    clamp(roundDivide(Int128(number.numerator) << 44, by: Int128(number.denominator)))
  }

  static func clamp(_ raw: Int128) -> Int128 { min(max(raw, -limit), limit) }

  /// The product, nearest, ties up. - Precondition: magnitudes multiply to below 2^126.
  static func multiply(_ a: Int128, _ b: Int128) -> Int128 { (a * b + (1 << 43)) >> 44 }

  /// a · n / d, nearest, ties up. - Precondition: a · n is below 2^126, `d > 0`.
  static func scale(_ a: Int128, _ n: Int128, over d: Int128) -> Int128 {
    roundDivide(a * n, by: d)
  }

  /// The nearest whole number, ties up.
  static func rounded(_ raw: Int128) -> Int { Int(clamping: (raw + (1 << 43)) >> 44) }

  /// A share as a 1.15 weight, 0…32768.
  static func weight(_ raw: Int128) -> Int {
    let bounded = min(max(raw, 0), one)
    return Int((bounded + (1 << 28)) >> 29)
  }
}

// MARK: - Sine and cosine

extension FixedPoint {
  /// One degree's arc, π/180 · 2^70.
  private static let arcOfDegree: Int128 = 20_605_210_902_974_927_196

  /// Sine and cosine of an angle in degrees, to about 2^−44; exact at multiples of 90 degrees.
  ///
  /// Taylor's series after reduction to an eighth of a turn.
  static func sineAndCosine(degrees: Int128) -> (sine: Int128, cosine: Int128) {
    let quarter = 90 * one
    let turned = degrees - floorDivide(degrees, by: 4 * quarter) * 4 * quarter
    let quadrant = turned / quarter
    let rest = turned - quadrant * quarter
    let (sine, cosine) = rest == 0 ? (0, one) : firstQuadrant(rest)
    switch quadrant {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  private static func firstQuadrant(_ degrees: Int128) -> (sine: Int128, cosine: Int128) {
    if degrees > 45 * one {
      let (sine, cosine) = series(90 * one - degrees)
      return (cosine, sine)
    }
    return series(degrees)
  }

  /// - Parameter degrees: 0…45.
  private static func series(_ degrees: Int128) -> (sine: Int128, cosine: Int128) {
    // Degrees have 44 fractional bits (below 2^50), the arc 70; the angle gets 60.
    let angle = (degrees * arcOfDegree + (1 << 53)) >> 54
    let square = (angle * angle) >> 60
    var sine = angle
    var cosine: Int128 = 1 << 60
    var sineTerm = sine
    var cosineTerm = cosine
    // The tenth terms are below 2^−60.
    for n in 1...10 {
      let k = Int128(2 * n)
      cosineTerm = -((cosineTerm * square) >> 60) / (k * (k - 1))
      sineTerm = -((sineTerm * square) >> 60) / (k * (k + 1))
      cosine += cosineTerm
      sine += sineTerm
    }
    return ((sine + (1 << 15)) >> 16, (cosine + (1 << 15)) >> 16)
  }
}

// MARK: - Roots and powers

extension FixedPoint {
  /// π
  static let pi: Int128 = 55_267_482_437_722

  /// The square root, rounded down. - Precondition: 0 or more, below 2^82.
  static func root(_ raw: Int128) -> Int128 {
    Int128(squareRoot(UInt128(max(raw, 0)) << 44))
  }

  /// ln (a / b) to about 2^−43. - Precondition: a ≥ b > 0, both up to 2^62.
  static func logarithm(_ a: Int128, over b: Int128) -> Int128 {
    // ln 2 · 2^60
    let doubling: Int128 = 799_144_290_325_165_979
    var doublings: Int128 = 0
    var unit = b
    while a >= 2 * unit {
      unit *= 2
      doublings += 1
    }
    // ln m = 2 artanh ((m − 1) / (m + 1)), of a third at most.
    let share = roundDivide((a - unit) << 60, by: a + unit)
    let square = (share * share) >> 60
    var (sum, power) = (share, share)
    // The last term is below 2^−64.
    for n in 1...20 {
      power = (power * square) >> 60
      sum += power / Int128(2 * n + 1)
    }
    return (doublings * doubling + 2 * sum + (1 << 15)) >> 16
  }

  /// e^(−x) to about 2^−43. - Parameter power: x, 0 or more.
  static func exponential(minus power: Int128) -> Int128 {
    // ln 2 · 2^60
    let halving: Int128 = 799_144_290_325_165_979
    if power >= 32 * one { return 0 }
    let fine = max(power, 0) << 16
    let halvings = fine / halving
    let rest = fine - halvings * halving
    var (sum, term): (Int128, Int128) = (1 << 60, 1 << 60)
    // The twenty-second term is below 2^−70.
    for n in 1...22 {
      term = -((term * rest) >> 60) / Int128(n)
      sum += term
    }
    return ((sum >> Int(halvings)) + (1 << 15)) >> 16
  }
}
