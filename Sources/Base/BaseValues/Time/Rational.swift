/// An exact fraction of 64-bit integers: the type of every time before it is put on a grid.
///
/// A time is a `Rational` number of seconds; a speed, a key time or a rate may be one too. The value
/// is always in lowest terms with a positive denominator, so two equal numbers have equal fields
/// and equal hashes. Arithmetic is done in 128 bits and reduced; what does not fit throws
/// ``TimeOverflow``.
public struct Rational: Hashable, Sendable {
  /// Numerator in lowest terms; carries the sign.
  public let numerator: Int64

  /// Denominator in lowest terms, 1 or more.
  public let denominator: Int64

  /// The number `whole`.
  public init(_ whole: Int64) {
    numerator = whole
    denominator = 1
  }

  /// The fraction `numerator / denominator`, reduced.
  ///
  /// `nil` when `denominator` is zero, or when the reduced fraction does not fit, as in
  /// `1 / Int64.min`.
  public init?(_ numerator: Int64, _ denominator: Int64) {
    do throws(TimeOverflow) {
      try self.init(reducing: Int128(numerator), over: Int128(denominator))
    } catch {
      return nil
    }
  }

  /// A fraction that stands in the program's own text: `Rational(1, over: 200)`.
  ///
  /// - Precondition: `denominator > 0`; what is read from a file goes through the initializer that can fail.
  public init(_ numerator: Int32, over denominator: Int32) {
    precondition(denominator > 0, "a fraction needs a denominator above 0")
    let divisor = Int64(
      greatestCommonDivisor(Int128(numerator), Int128(denominator)))
    self.numerator = Int64(numerator) / divisor
    self.denominator = Int64(denominator) / divisor
  }

  /// The fraction of two 128-bit integers, reduced.
  ///
  /// - Throws: ``TimeOverflow`` when the denominator is zero or the reduced fraction does not fit.
  init(reducing numerator: Int128, over denominator: Int128) throws(TimeOverflow) {
    guard denominator != 0 else { throw TimeOverflow() }
    let isNegative = (numerator < 0) != (denominator < 0)
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let above = numerator.magnitude / divisor
    let below = denominator.magnitude / divisor
    guard below <= UInt128(Int64.max), above <= UInt128(Int64.max) + (isNegative ? 1 : 0) else {
      throw TimeOverflow()
    }
    self.numerator =
      isNegative ? Int64(truncatingIfNeeded: 0 &- above) : Int64(truncatingIfNeeded: above)
    self.denominator = Int64(truncatingIfNeeded: below)
  }

  /// 0.
  public static let zero = Rational(0)

  /// 1.
  public static let one = Rational(1)

  /// Whether the number is whole.
  public var isWhole: Bool { denominator == 1 }

  /// Whether the number is less than zero.
  public var isNegative: Bool { numerator < 0 }
}

extension Rational: Comparable {
  /// Whether `a` is less than `b`, exactly: cross products are compared in 128 bits.
  public static func < (a: Rational, b: Rational) -> Bool {
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    return Int128(a.numerator) * Int128(b.denominator)
      < Int128(b.numerator) * Int128(a.denominator)
  }
}

extension Rational: CustomStringConvertible {
  /// `"n/d"`, or `"n"` for a whole number.
  public var description: String {
    isWhole ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

// MARK: - Arithmetic

extension Rational {
  /// The exact sum.
  ///
  /// - Throws: ``TimeOverflow`` when the sum is not representable.
  public static func + (a: Rational, b: Rational) throws(TimeOverflow) -> Rational {
    // Each product is below 2^126 in magnitude, so the sum cannot leave 128 bits.
    try Rational(
      reducing: Int128(a.numerator) * Int128(b.denominator)
        + Int128(b.numerator) * Int128(a.denominator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The exact difference.
  ///
  /// - Throws: ``TimeOverflow`` when the difference is not representable.
  public static func - (a: Rational, b: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      reducing: Int128(a.numerator) * Int128(b.denominator)
        - Int128(b.numerator) * Int128(a.denominator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The exact product.
  ///
  /// - Throws: ``TimeOverflow`` when the product is not representable.
  public static func * (a: Rational, b: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      reducing: Int128(a.numerator) * Int128(b.numerator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The exact quotient.
  ///
  /// - Throws: ``TimeOverflow`` when `b` is zero or the quotient is not representable.
  public static func / (a: Rational, b: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      reducing: Int128(a.numerator) * Int128(b.denominator),
      over: Int128(a.denominator) * Int128(b.numerator))
  }

  /// The number with the opposite sign.
  ///
  /// - Throws: ``TimeOverflow`` for a numerator of `Int64.min`.
  public func negated() throws(TimeOverflow) -> Rational {
    try Rational(reducing: 0 - Int128(numerator), over: Int128(denominator))
  }

  /// The distance from zero.
  ///
  /// - Throws: ``TimeOverflow`` for a numerator of `Int64.min`.
  public func magnitude() throws(TimeOverflow) -> Rational {
    isNegative ? try negated() : self
  }
}
