import LibAV
package import BaseValues

extension Fraction {
  /// `nil` unless positive.
  package var rational: Rational? {
    isPositive ? Rational(Int64(numerator), Int64(denominator)) : nil
  }
}
