/// How numbers between samples become samples: to nearest, or dithered.
///
/// A threshold between 0 and 1 is added and the fraction dropped. What is whole stays as it is under
/// every threshold, and over a few samples the mean of what was rounded is what was to be rounded.
public struct Rounding: Hashable, Sendable {
  /// The threshold at column 0, and what is added at each further one: parts of 2³², which wrap.
  private let first: UInt32
  private let step: UInt32

  /// To nearest, ties up.
  public static let nearest = Rounding(first: 1 << 31, step: 0)

  /// Thresholds that depend on the position alone: the R₂ sequence (M. Roberts, *The Unreasonable
  /// Effectiveness of Quasirandom Sequences*, 2018). Those of neighbours are far apart, so that noise
  /// is fine, and a row repeats none.
  ///
  /// - Parameters:
  ///   - row: of the plane.
  ///   - plane: planes begin at different thresholds.
  public static func dithered(row: Int, plane: Int) -> Rounding {
    let start =
      UInt32(truncatingIfNeeded: row) &* downStep &+ UInt32(truncatingIfNeeded: plane) &* planeStep
    return Rounding(first: start, step: acrossStep)
  }

  /// 1/p and 1/p² of 2³², p³ = p + 1; and the golden ratio's.
  private static let acrossStep: UInt32 = 0xC13F_A9A9
  private static let downStep: UInt32 = 0x91E1_0DA5
  private static let planeStep: UInt32 = 0x9E37_79B9

  /// The threshold of a column, as parts of 2³²: from 1/64 to 63/64, so that what is whole but for the
  /// error of some sums stays as it is.
  @inline(__always)
  func threshold(_ column: Int) -> UInt32 {
    let whole = first &+ UInt32(truncatingIfNeeded: column) &* step
    return whole &- whole &>> 5 &+ 1 &<< 26
  }
}

extension Kernels {
  /// Codes of 16 bits as those of 8.
  ///
  /// - Precondition: both rows have the same length.
  public static func narrow(
    _ source: Span<UInt16>, _ rounding: Rounding, into result: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == result.count, "rows of unequal length")
    for x in source.indices {
      let sum = UInt32(source[x]) &+ rounding.threshold(x) &>> 24
      result[x] = UInt8(truncatingIfNeeded: min(sum &>> 8, 255))
    }
  }
}
