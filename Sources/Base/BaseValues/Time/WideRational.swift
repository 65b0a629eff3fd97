/// An exact fraction of 128-bit integers, for the products of times, rates and speeds that no longer
/// fit a `Rational`. Reduced, with a positive denominator.
package struct WideRational: Hashable, Sendable {
  package let numerator: Int128
  package let denominator: Int128

  package static let zero = WideRational(Rational.zero)
  package static let one = WideRational(Rational.one)

  package init(_ value: Rational) {
    numerator = Int128(value.numerator)
    denominator = Int128(value.denominator)
  }

  package init(_ whole: Int) {
    numerator = Int128(whole)
    denominator = 1
  }

  /// - Throws: when `denominator` is zero or the smallest integer.
  package init(_ numerator: Int128, over denominator: Int128) throws(TimeOverflow) {
    guard denominator != 0, denominator != .min, numerator != .min else { throw TimeOverflow() }
    let divisor = greatestCommonDivisor(numerator, denominator)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * (numerator / divisor)
    self.denominator = sign * (denominator / divisor)
  }

  /// The exact fraction of 64-bit integers.
  ///
  /// - Throws: when it does not fit them.
  package func rational() throws(TimeOverflow) -> Rational {
    try Rational(reducing: numerator, over: denominator)
  }

  package static func + (a: WideRational, b: WideRational) throws(TimeOverflow) -> WideRational {
    if a.denominator == b.denominator {
      let sum = try checkedSum(a.numerator, b.numerator)
      return try WideRational(sum, over: a.denominator)
    }
    let divisor = greatestCommonDivisor(a.denominator, b.denominator)
    let left = try checkedProduct(a.numerator, b.denominator / divisor)
    let right = try checkedProduct(b.numerator, a.denominator / divisor)
    return try WideRational(
      try checkedSum(left, right), over: try checkedProduct(a.denominator / divisor, b.denominator))
  }

  package static func - (a: WideRational, b: WideRational) throws(TimeOverflow) -> WideRational {
    guard b.numerator != .min else { throw TimeOverflow() }
    return try a + WideRational(-b.numerator, over: b.denominator)
  }

  package static func * (a: WideRational, b: WideRational) throws(TimeOverflow) -> WideRational {
    // Dividing crosswise first keeps the products small and the result reduced.
    let first = greatestCommonDivisor(a.numerator, b.denominator)
    let second = greatestCommonDivisor(b.numerator, a.denominator)
    return try WideRational(
      try checkedProduct(a.numerator / first, b.numerator / second),
      over: try checkedProduct(a.denominator / second, b.denominator / first))
  }

  package static func / (a: WideRational, b: WideRational) throws(TimeOverflow) -> WideRational {
    guard b.numerator != 0, b.numerator != .min else { throw TimeOverflow() }
    return try a * WideRational(b.denominator, over: b.numerator)
  }

  /// The greatest whole number not above the value.
  package var floor: Int128 { floorDivide(numerator, by: denominator) }

  /// The nearest whole number, ties up.
  package var rounded: Int128 { roundDivide(numerator, by: denominator) }
}

// MARK: - Integers

package func checkedProduct(_ a: Int128, _ b: Int128) throws(TimeOverflow) -> Int128 {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  guard !overflow, product != .min else { throw TimeOverflow() }
  return product
}

package func checkedSum(_ a: Int128, _ b: Int128) throws(TimeOverflow) -> Int128 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  guard !overflow, sum != .min else { throw TimeOverflow() }
  return sum
}
