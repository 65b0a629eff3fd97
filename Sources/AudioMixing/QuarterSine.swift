/// The sine over a quarter turn, computed with multiplications and additions only, so that every
/// machine gives the same bits (libm's sine differs between versions and processors).
enum QuarterSine {
  /// sin(x · π/2) for x in 0…1; the error is below 1e-12.
  static func value(_ x: Double) -> Double {
    // Up to π/4 the series converges fast; above it, cos(π/2 − t) = sin(t).
    x <= 0.5 ? sine(x * halfPi) : cosine((1 - x) * halfPi)
  }

  private static let halfPi = 1.570_796_326_794_896_6

  private static func sine(_ t: Double) -> Double {
    let s = t * t
    var sum = 1 - s / 210
    sum = 1 - s / 156 * sum
    sum = 1 - s / 110 * sum
    sum = 1 - s / 72 * sum
    sum = 1 - s / 42 * sum
    sum = 1 - s / 20 * sum
    sum = 1 - s / 6 * sum
    return t * sum
  }

  private static func cosine(_ t: Double) -> Double {
    let s = t * t
    var sum = 1 - s / 182
    sum = 1 - s / 132 * sum
    sum = 1 - s / 90 * sum
    sum = 1 - s / 56 * sum
    sum = 1 - s / 30 * sum
    sum = 1 - s / 12 * sum
    return 1 - s / 2 * sum
  }
}
