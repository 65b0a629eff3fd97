extension Kernels {
  /// Multiplies weights by a row of a mask: `weight · coverage / maximum`, rounded to nearest.
  ///
  /// - Parameters:
  ///   - coverage: the mask's share of each luma sample, 0…255 in 8 bits, 0…1023 in 10.
  ///   - weights: 0…32768.
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.mask`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func mask<Sample: PixelSample>(
    _ coverage: Span<Sample>, weights: inout MutableSpan<UInt16>
  ) {
    precondition(coverage.count == weights.count, "rows of unequal length")
    for i in coverage.indices {
      let product = UInt32(weights[i]) &* coverage[i].code
      weights[i] = UInt16(truncatingIfNeeded: (product &+ Sample.maximum / 2) / Sample.maximum)
    }
  }

  /// Multiplies weights of chroma samples by the mean coverage of the luma samples below each:
  /// `weight · sum / (count · maximum)`, rounded once to nearest, ties up. Where the mask has an
  /// odd width the last chroma sample has one luma sample in each row. For the last row of an odd
  /// height pass the same row twice.
  ///
  /// - Parameters:
  ///   - upper: the mask's coverage of the luma samples in the chroma samples' upper row.
  ///   - lower: the same for the lower row.
  ///   - weights: 0…32768.
  /// - Precondition: `upper` and `lower` have the same length, the weights half of it, rounded up.
  /// - Note: bit-exact with `Reference.mask`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func maskChroma<Sample: PixelSample>(
    _ upper: Span<Sample>, _ lower: Span<Sample>, weights: inout MutableSpan<UInt16>
  ) {
    precondition(
      upper.count == lower.count && weights.count == upper.count / 2 + upper.count % 2,
      "rows of unequal length")
    let pairs = upper.count / 2
    for i in 0..<pairs {
      let sum =
        upper[2 &* i].code &+ upper[2 &* i &+ 1].code
        &+ lower[2 &* i].code &+ lower[2 &* i &+ 1].code
      weights[i] = scaled(weights[i], by: sum, of: 4 &* Sample.maximum)
    }
    if pairs < weights.count {
      let sum = upper[2 &* pairs].code &+ lower[2 &* pairs].code
      weights[pairs] = scaled(weights[pairs], by: sum, of: 2 &* Sample.maximum)
    }
  }

  /// `weight · part / whole`; `whole` is even.
  @inline(__always)
  private static func scaled(_ weight: UInt16, by part: UInt32, of whole: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(weight) &* part &+ whole / 2) / whole)
  }
}
