internal import BaseValues

/// How far something has come, as a fraction: exact as long as it runs evenly.
public struct Progress: Hashable, Sendable {
  /// Mostly 0…denominator; a curve may leave that.
  public let numerator: Int128
  /// 1…2^62
  public let denominator: Int128

  /// 0.
  public static let begin = Progress(0, over: 1)
  /// 1.
  public static let end = Progress(1, over: 1)

  /// A fraction; of a denominator above 2^62 the lowest bits are given up.
  ///
  /// - Precondition: `denominator > 0`.
  public init(_ numerator: Int128, over denominator: Int128) {
    let excess = max(0, 66 - denominator.leadingZeroBitCount)
    self.numerator = numerator >> excess
    self.denominator = denominator >> excess
  }

  /// The part of 0…1.
  public var bounded: Progress {
    if numerator <= 0 { return .begin }
    return numerator >= denominator ? .end : self
  }

  /// `length` times the progress, nearest, ties up.
  public func of(_ length: Int) -> Int {
    Int(clamping: roundDivide(Int128(length) * numerator, by: denominator))
  }
}
