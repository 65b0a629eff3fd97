extension Kernels {
  /// Lays two weighted premultiplied rows over the destination, with weights for each sample: the
  /// edge between two layers with alpha. With F = `fromAlpha`, T = `toAlpha`, the result is
  ///
  ///     from·fw + to·tw + destination · (1 - F/255·fw - T/255·tw)
  ///
  /// (weights as shares of 32768), computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameters:
  ///   - fromWeights: shares of `from`, 0…32768.
  ///   - toWeights: shares of `to`; at no sample may the two add up to more than 32768.
  /// - Precondition: the seven rows have the same length.
  /// - Note: bit-exact with `Reference.accumulatePremultiplied`.
  public static func accumulatePremultiplied(
    from: Span<UInt8>, alpha fromAlpha: Span<UInt8>, weights fromWeights: Span<UInt16>,
    to: Span<UInt8>, alpha toAlpha: Span<UInt8>, weights toWeights: Span<UInt16>,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromAlpha.count == destination.count && toAlpha.count == destination.count
        && fromWeights.count == destination.count && toWeights.count == destination.count,
      "rows of unequal length")
    for i in from.indices {
      let fromShare = UInt32(fromWeights[i])
      let toShare = UInt32(toWeights[i])
      let colour = UInt32(from[i]) &* fromShare &+ UInt32(to[i]) &* toShare
      let cover = UInt32(fromAlpha[i]) &* fromShare &+ UInt32(toAlpha[i]) &* toShare
      let sum =
        colour &* 255 &+ UInt32(destination[i]) &* (opaqueCover &- cover) &+ opaqueCover / 2
      destination[i] = UInt8(truncatingIfNeeded: min(divideByOpaqueCover(sum), 255))
    }
  }

  /// Copies a row.
  ///
  /// - Precondition: both rows have the same length.
  public static func copy(_ source: Span<UInt8>, into destination: inout MutableSpan<UInt8>) {
    precondition(source.count == destination.count, "rows of unequal length")
    for i in source.indices { destination[i] = source[i] }
  }
}
