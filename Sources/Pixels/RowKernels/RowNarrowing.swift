/// Samples of more bits rounded by thresholds.
public enum RowNarrowing {
  /// Writes codes of 16 bits as those of 8.
  ///
  /// - Parameters:
  ///   - first: the threshold of the first sample, in parts of 2³²; `step` from one to the next, which wraps.
  /// - Precondition: both rows have the same length.
  public static func narrow(
    _ source: Span<UInt16>, first: UInt32, step: UInt32, into result: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == result.count, "rows of unequal length")
    for x in source.indices {
      let whole = first &+ UInt32(truncatingIfNeeded: x) &* step
      // From 1/64 to 63/64, so that what is whole but for the error of some sums stays as it is.
      let threshold = whole &- whole &>> 5 &+ 1 &<< 26
      let sum = UInt32(source[x]) &+ threshold &>> 24
      result[x] = UInt8(truncatingIfNeeded: min(sum &>> 8, 255))
    }
  }

  /// Writes codes of 16 bits as those of 10.
  ///
  /// - Parameters:
  ///   - first: the threshold of the first sample, in parts of 2³²; `step` from one to the next, which wraps.
  /// - Precondition: both rows have the same length.
  public static func narrow(
    _ source: Span<UInt16>, first: UInt32, step: UInt32, into result: inout MutableSpan<UInt16>
  ) {
    precondition(source.count == result.count, "rows of unequal length")
    for x in source.indices {
      let whole = first &+ UInt32(truncatingIfNeeded: x) &* step
      let threshold = whole &- whole &>> 5 &+ 1 &<< 26
      let sum = UInt32(source[x]) &+ threshold &>> 26
      result[x] = UInt16(truncatingIfNeeded: min(sum &>> 6, 1023))
    }
  }
}
