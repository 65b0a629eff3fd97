#if arch(x86_64)
  #if WIDE
    internal import _Builtin_intrinsics.intel
  #else
    internal import _Builtin_intrinsics.intel.sse2
  #endif
#endif

/// Quotients of numbers that change by the same step from one place of a row to the next.
///
/// They are computed in floating point, which is off by less than a margin that is known beforehand. Where
/// a quotient lies within the margin of a whole number it is divided as whole numbers are; so all are
/// exact, whatever the processor computes with.
public enum LineQuotients {
  /// Quotients go no farther than this, up and down.
  public static let limit: Int64 = 1 << 36

  /// Writes (u + k·uStep) / (d + k·dStep) and (v + k·vStep) / (d + k·dStep) for k = 0, 1, …, each rounded
  /// down and within ±`limit`.
  ///
  /// - Precondition: both rows have the same length. All divisors are greater than 0 and less than 2^52,
  ///   and no dividend goes beyond 64 bits, else results are wrong.
  public static func write(
    u: Int64, uStep: Int64, v: Int64, vStep: Int64, d: Int64, dStep: Int64,
    into us: inout MutableSpan<Int64>, _ vs: inout MutableSpan<Int64>
  ) {
    let count = us.count
    precondition(vs.count == count, "rows of unequal length")
    @inline(__always)
    func exact(_ k: Int, _ us: inout MutableSpan<Int64>, _ vs: inout MutableSpan<Int64>) {
      let k64 = Int64(truncatingIfNeeded: k)
      let divisor = d &+ k64 &* dStep
      us[k] = quotient(u &+ k64 &* uStep, divisor)
      vs[k] = quotient(v &+ k64 &* vStep, divisor)
    }
    var k = 0
    #if arch(x86_64)
      let lanes = Reals.scalarCount
      if count >= lanes, let margin = margin(u, uStep, v, vStep, d, dStep, count) {
        let (u0, du) = (Reals(repeating: Double(u)), Reals(repeating: Double(uStep)))
        let (v0, dv) = (Reals(repeating: Double(v)), Reals(repeating: Double(vStep)))
        let (d0, dd) = (Reals(repeating: Double(d)), Reals(repeating: Double(dStep)))
        let (half, one) = (Reals(repeating: 0.5), Reals(repeating: 1))
        let inner = Reals(repeating: 0.5 - margin)
        while k < count {
          // The last ones may be divided twice.
          k = min(k, count &- lanes)
          let place = Reals(repeating: Double(k)) + Reals.steps
          let inverse = one / (d0 + place * dd)
          let (quotientU, quotientV) = ((u0 + place * du) * inverse, (v0 + place * dv) * inverse)
          let (wholeU, wholeV) = ((quotientU - half).rounded, (quotientV - half).rounded)
          // Safe: there is room for as many numbers as there are lanes.
          unsafe us.withUnsafeMutableBytes { unsafe wholeU.store($0.baseAddress! + 8 &* k) }
          unsafe vs.withUnsafeMutableBytes { unsafe wholeV.store($0.baseAddress! + 8 &* k) }
          let restU = inner - (quotientU - wholeU - half).magnitude
          let restV = inner - (quotientV - wholeV - half).magnitude
          let rangeU = Reals.most - wholeU.magnitude
          let rangeV = Reals.most - wholeV.magnitude
          if restU.isNegative(restV, rangeU, rangeV) {
            for i in k..<k &+ lanes { exact(i, &us, &vs) }
          }
          k &+= lanes
        }
        return
      }
    #endif
    while k < count {
      exact(k, &us, &vs)
      k &+= 1
    }
  }

  /// A quotient rounded down, within the limit.
  @inline(__always)
  private static func quotient(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / max(divisor, 1)
    let floor = quotient &* divisor > dividend ? quotient &- 1 : quotient
    return min(max(floor, -limit), limit)
  }

  #if arch(x86_64)
    /// How far quotients in floating point may be off where they are within the limit; `nil` where that
    /// is too much.
    ///
    /// With e = 2^-53 a sum of two numbers that were rounded, one of them a product, is off by 4 e of the larger
    /// of both magnitudes, its product with an inverse by 3 e more of the quotient.
    private static func margin(
      _ u: Int64, _ uStep: Int64, _ v: Int64, _ vStep: Int64, _ d: Int64, _ dStep: Int64,
      _ count: Int
    ) -> Double? {
      let n = Double(count)
      let least = min(Double(d), Double(d) + (n - 1) * Double(dStep))
      guard least >= 1 else { return nil }
      let largest = max(
        Double(u).magnitude + n * Double(uStep).magnitude,
        Double(v).magnitude + n * Double(vStep).magnitude)
      let e = 0x1p-53
      let margin = 2 * (4 * e * largest / least + 3 * e * Double(limit))
      return margin < 1.0 / 64 ? margin : nil
    }
  #endif
}

#if arch(x86_64)
  #if WIDE
    private typealias Reals = SIMD4<Double>
    private typealias Longs = SIMD4<Int64>
  #else
    private typealias Reals = SIMD2<Double>
    private typealias Longs = SIMD2<Int64>
  #endif

  extension Reals {
    #if WIDE
      fileprivate static var steps: Self { Self(0, 1, 2, 3) }
    #else
      fileprivate static var steps: Self { Self(0, 1) }
    #endif

    /// Numbers from which on sums have no bits for fractions.
    private static var shift: Self { Self(repeating: 0x1.8p52) }

    /// Half of the limit, so that what is rounded is within it, too.
    fileprivate static var most: Self { Self(repeating: 0x1p35) }

    /// The nearest whole numbers of those below 2^51.
    fileprivate var rounded: Self {
      @inline(__always) get { (self + Self.shift) - Self.shift }
    }

    fileprivate var magnitude: Self {
      @inline(__always)
      get {
        #if WIDE
          _mm256_andnot_pd(Self(repeating: -0.0), self)
        #else
          _mm_andnot_pd(Self(repeating: -0.0), self)
        #endif
      }
    }

    /// Whether any number of these has a sign.
    @inline(__always)
    fileprivate func isNegative(_ b: Self, _ c: Self, _ d: Self) -> Bool {
      #if WIDE
        _mm256_movemask_pd(_mm256_or_pd(_mm256_or_pd(self, b), _mm256_or_pd(c, d))) != 0
      #else
        _mm_movemask_pd(_mm_or_pd(_mm_or_pd(self, b), _mm_or_pd(c, d))) != 0
      #endif
    }

    /// Writes whole numbers below 2^51 as 64-bit ones.
    @unsafe @inline(__always)
    fileprivate func store(_ place: UnsafeMutableRawPointer) {
      let bits = unsafe unsafeBitCast(self + Self.shift, to: Longs.self)
      let base = unsafe unsafeBitCast(Self.shift, to: Longs.self)
      unsafe place.storeBytes(of: bits &- base, as: Longs.self)
    }
  }
#endif
