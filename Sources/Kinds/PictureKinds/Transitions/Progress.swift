internal import BaseValues

/// How far something has come, as a fraction: exact as long as it runs evenly.
package struct Progress: Hashable, Sendable {
  /// Mostly 0…denominator; a curve may leave that.
  package let numerator: Int128
  /// 1…2^62
  package let denominator: Int128

  /// 0.
  package static let begin = Progress(0, over: 1)
  /// 1.
  package static let end = Progress(1, over: 1)

  /// A fraction; of a denominator above 2^62 the lowest bits are given up.
  ///
  /// - Precondition: `denominator > 0`.
  package init(_ numerator: Int128, over denominator: Int128) {
    let excess = max(0, 66 - denominator.leadingZeroBitCount)
    self.numerator = numerator >> excess
    self.denominator = denominator >> excess
  }

  /// The part of 0…1.
  package var bounded: Progress {
    if numerator <= 0 { return .begin }
    return numerator >= denominator ? .end : self
  }

  /// `length` times the progress, nearest, ties up.
  package func of(_ length: Int) -> Int {
    Int(clamping: roundDivide(Int128(length) * numerator, by: denominator))
  }
}
