/// The sine over a quarter turn, computed with multiplications and additions only, so that every
/// machine gives the same bits (libm's sine differs between versions and processors).
enum QuarterSine {
  /// sin(x · π/2) for x in 0…1; the error is below 1e-12.
  @inline(__always)
  static func value(_ x: Double) -> Double {
    // Up to π/4 the series converges fast; above it, cos(π/2 − t) = sin(t).
    x <= 0.5 ? sine(x * halfPi) : cosine((1 - x) * halfPi)
  }

  /// tan(x · π/2) for x from 0 to below 1.
  static func tangent(_ x: Double) -> Double { value(x) / value(1 - x) }

  private static let halfPi = 1.570_796_326_794_896_6

  /// The Taylor series to t^15 by Horner's rule.
  @inline(__always)
  private static func sine(_ t: Double) -> Double {
    let s = t * t
    var sum = -1.0 / 1_307_674_368_000
    sum = sum * s + 1.0 / 6_227_020_800
    sum = sum * s - 1.0 / 39_916_800
    sum = sum * s + 1.0 / 362_880
    sum = sum * s - 1.0 / 5040
    sum = sum * s + 1.0 / 120
    sum = sum * s - 1.0 / 6
    return t + t * s * sum
  }

  /// The Taylor series to t^14 by Horner's rule.
  @inline(__always)
  private static func cosine(_ t: Double) -> Double {
    let s = t * t
    var sum = -1.0 / 87_178_291_200
    sum = sum * s + 1.0 / 479_001_600
    sum = sum * s - 1.0 / 3_628_800
    sum = sum * s + 1.0 / 40320
    sum = sum * s - 1.0 / 720
    sum = sum * s + 1.0 / 24
    sum = sum * s - 0.5
    return 1 + s * sum
  }
}
