/// A result of exact arithmetic that a ``Rational`` cannot hold.
///
/// Thrown when, after reduction, the numerator or the denominator does not fit in 64 bits, by a
/// division by zero, and by a ``TimeRange`` of negative duration. Nothing is ever rounded, wrapped
/// or saturated to avoid it.
public struct TimeOverflow: Error, Hashable, Sendable, CustomStringConvertible {
  /// Says no more: the caller knows which time it was.
  public init() {}

  /// For people, in lower case and without a full stop.
  public var description: String { "the time cannot be represented exactly in 64-bit integers" }
}
