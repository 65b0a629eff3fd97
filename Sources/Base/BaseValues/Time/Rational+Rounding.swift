extension Rational {
  /// Which whole number a fraction becomes.
  public enum Rounding: Hashable, Sendable {
    /// The greatest whole number not above the value.
    case down
    /// The nearest whole number; a half goes up, towards positive infinity.
    case nearest
    /// The least whole number not below the value.
    case up
  }

  /// The greatest whole number not above this one.
  public func floor() -> Int64 { rounded(.down) }

  /// The least whole number not below this one.
  public func ceil() -> Int64 { rounded(.up) }

  /// The nearest whole number; a half goes up, towards positive infinity (-1/2 becomes 0).
  public func rounded() -> Int64 { rounded(.nearest) }

  /// The whole number this one becomes under `rounding`. Always fits.
  public func rounded(_ rounding: Rounding) -> Int64 {
    Int64(clamping: divide(Int128(numerator), by: Int128(denominator), rounding))
  }

  /// `self · factor` as a whole number: the way from a fraction to fixed point.
  ///
  /// - Parameters:
  ///   - factor: the fixed-point one, for example 32768.
  ///   - rounding: nearest, ties up, unless told otherwise.
  /// - Throws: ``TimeOverflow`` when the result does not fit in 64 bits.
  public func scaled(
    by factor: Int64, rounding: Rounding = .nearest
  ) throws(TimeOverflow) -> Int64 {
    let product = Int128(numerator) * Int128(factor)
    guard let result = Int64(exactly: divide(product, by: Int128(denominator), rounding)) else {
      throw TimeOverflow()
    }
    return result
  }
}

/// The quotient as a whole number. Rounding looks at the remainder, so that no intermediate value
/// is larger than `numerator`.
///
/// - Precondition: `denominator > 0` and below 2^126.
func divide(
  _ numerator: Int128, by denominator: Int128, _ rounding: Rational.Rounding
) -> Int128 {
  var (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  if remainder < 0 {
    quotient -= 1
    remainder += denominator
  }
  switch rounding {
  case .down: return quotient
  case .nearest: return remainder + remainder >= denominator ? quotient + 1 : quotient
  case .up: return remainder > 0 ? quotient + 1 : quotient
  }
}
