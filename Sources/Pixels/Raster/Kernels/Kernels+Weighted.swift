extension Kernels {
  /// Lays two weighted premultiplied rows over the destination, with weights for each sample: the
  /// edge between two layers with alpha. With F = `fromAlpha`, T = `toAlpha`, the result is
  ///
  ///     from·fw + to·tw + destination · (1 - F/maximum·fw - T/maximum·tw)
  ///
  /// (weights as shares of 32768), computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameters:
  ///   - fromWeights: shares of `from`, 0…32768.
  ///   - toWeights: shares of `to`; at no sample may the two add up to more than 32768.
  /// - Precondition: the seven rows have the same length.
  /// - Note: bit-exact with `Reference.accumulatePremultiplied`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func accumulatePremultiplied<Sample: PixelSample>(
    from: Span<Sample>, alpha fromAlpha: Span<Sample>, weights fromWeights: Span<UInt16>,
    to: Span<Sample>, alpha toAlpha: Span<Sample>, weights toWeights: Span<UInt16>,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromAlpha.count == destination.count && toAlpha.count == destination.count
        && fromWeights.count == destination.count && toWeights.count == destination.count,
      "rows of unequal length")
    var destination = destination._mutatingExtracting(from.indices)
    for i in from.indices {
      let fromShare = UInt32(fromWeights[i])
      let toShare = UInt32(toWeights[i])
      let colour = from[i].code &* fromShare &+ to[i].code &* toShare
      let cover = fromAlpha[i].code &* fromShare &+ toAlpha[i].code &* toShare
      destination[i] = Sample(
        code: Sample.mix(colour: colour, cover: cover, below: destination[i].code))
    }
  }

  /// Copies a row.
  ///
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func copy<Sample: PixelSample>(
    _ source: Span<Sample>, into destination: inout MutableSpan<Sample>
  ) {
    precondition(source.count == destination.count, "rows of unequal length")
    for i in source.indices { destination[i] = source[i] }
  }
}
