extension Kernels {
  /// Adds a row to sums: `sum + sample · weight`.
  ///
  /// - Parameter weight: share of 32768, 0…32768; those of all rows add up to that, so that no sum
  ///   passes 2³¹.
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.mean`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func addWeighted<Sample: PixelSample>(
    _ row: Span<Sample>, weight: Int, into sums: inout MutableSpan<UInt32>
  ) {
    precondition(row.count == sums.count, "rows of unequal length")
    let share = UInt32(bitPattern: clampedWeight(weight))
    for i in row.indices { sums[i] = sums[i] &+ row[i].code &* share }
  }

  /// The samples of sums over 32768, rounded to nearest, ties up.
  ///
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.mean`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func roundWeighted<Sample: PixelSample>(
    _ sums: Span<UInt32>, into row: inout MutableSpan<Sample>
  ) {
    precondition(row.count == sums.count, "rows of unequal length")
    for i in sums.indices { row[i] = Sample(code: (sums[i] &+ 16384) &>> 15) }
  }
}
