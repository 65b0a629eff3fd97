// What whole numbers are divided, rounded and reduced by, everywhere.

/// The quotient rounded down, towards negative infinity.
///
/// - Precondition: `denominator > 0`.
@inlinable @inline(__always)
package func floorDivide<Number: FixedWidthInteger & SignedInteger>(
  _ numerator: Number, by denominator: Number
) -> Number {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  return remainder < 0 ? quotient &- 1 : quotient
}

/// The quotient rounded to nearest, ties up. No value between is larger than `numerator`.
///
/// - Precondition: `denominator > 0`.
@inlinable
package func roundDivide<Number: FixedWidthInteger & SignedInteger>(
  _ numerator: Number, by denominator: Number
) -> Number {
  var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  if remainder < 0 {
    quotient &-= 1
    remainder &+= denominator
  }
  return remainder >= denominator &- remainder ? quotient + 1 : quotient
}

/// The quotient rounded to nearest, ties away from zero: what mirrored numbers give is mirrored.
///
/// - Precondition: `denominator > 0`.
package func roundDivideSymmetrically(_ numerator: Int128, by denominator: Int128) -> Int128 {
  let half = denominator / 2
  return numerator >= 0
    ? (numerator &+ half) / denominator : -((-numerator &+ half) / denominator)
}

/// The greatest common divisor, by Euclid; the other number when one of them is zero.
package func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
  var (a, b) = (first, second)
  while a > UInt128(UInt64.max) || b > UInt128(UInt64.max) {
    if b == 0 { return a }
    (a, b) = (b, a % b)
  }
  // Both fit a machine word, where division is many times faster.
  var (x, y) = (UInt64(truncatingIfNeeded: a), UInt64(truncatingIfNeeded: b))
  while y != 0 { (x, y) = (y, x % y) }
  return UInt128(x)
}

/// The greatest common divisor, 1 where both are zero.
///
/// - Precondition: neither is the smallest number.
package func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
  max(1, Int128(clamping: greatestCommonDivisor(first.magnitude, second.magnitude)))
}

/// The largest whole number whose square is at most `value`: Newton's steps from above fall until they
/// are there.
package func squareRoot(_ value: UInt128) -> UInt128 {
  if value == 0 { return 0 }
  var root: UInt128 = 1 << ((129 - value.leadingZeroBitCount) / 2)
  while true {
    let next = (root + value / root) / 2
    if next >= root { return root }
    root = next
  }
}
