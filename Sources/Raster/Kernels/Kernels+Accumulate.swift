extension Kernels {
  /// Lays two weighted opaque rows over the destination at once:
  ///
  ///     (from · fromWeight + to · toWeight + destination · rest + 16384) >> 15
  ///
  /// with `rest = 32768 - fromWeight - toWeight`. This is the cross-fade of two layers that let
  /// the picture below show through when the weights do not add up to 32768; laying one after the
  /// other would not give the same mixture.
  ///
  /// - Parameters:
  ///   - fromWeight: share of `from`, 0…32768.
  ///   - toWeight: share of `to`, 0…32768 - `fromWeight`; a larger one is cut to that.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.accumulate`.
  public static func accumulate(
    from: Span<UInt8>, weight fromWeight: Int, to: Span<UInt8>, weight toWeight: Int,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count, "rows of unequal length")
    let fromShare = clampedWeight(fromWeight)
    let toShare = min(clampedWeight(toWeight), 32768 &- fromShare)
    let rest = 32768 &- fromShare &- toShare
    for i in from.indices {
      let sum =
        Int32(from[i]) &* fromShare &+ Int32(to[i]) &* toShare
        &+ Int32(destination[i]) &* rest &+ 16384
      destination[i] = UInt8(truncatingIfNeeded: sum &>> 15)
    }
  }

  /// Lays two weighted opaque rows over the destination, with weights for each sample:
  ///
  ///     (from · fromWeight + to · toWeight + destination · rest + 16384) >> 15
  ///
  /// with `rest = 32768 - fromWeight - toWeight`, as at the moving edge of a wipe.
  ///
  /// - Parameters:
  ///   - fromWeights: shares of `from`, 0…32768.
  ///   - toWeights: shares of `to`; at no sample may the two add up to more than 32768.
  /// - Precondition: the five rows have the same length.
  /// - Note: bit-exact with `Reference.accumulate`.
  public static func accumulate(
    from: Span<UInt8>, weights fromWeights: Span<UInt16>, to: Span<UInt8>,
    weights toWeights: Span<UInt16>, into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromWeights.count == destination.count && toWeights.count == destination.count,
      "rows of unequal length")
    for i in from.indices {
      let fromShare = Int32(fromWeights[i])
      let toShare = Int32(toWeights[i])
      let rest = 32768 &- fromShare &- toShare
      let sum =
        Int32(from[i]) &* fromShare &+ Int32(to[i]) &* toShare
        &+ Int32(destination[i]) &* rest &+ 16384
      destination[i] = UInt8(truncatingIfNeeded: sum &>> 15)
    }
  }

  /// Lays two weighted premultiplied rows over the destination at once: the cross-fade of two
  /// layers with alpha. With F = `fromAlpha`, T = `toAlpha`, the result is
  ///
  ///     from·fw + to·tw + destination · (1 - F/255·fw - T/255·tw)
  ///
  /// (weights as shares of 32768), computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameters:
  ///   - fromWeight: share of `from`, 0…32768.
  ///   - toWeight: share of `to`, 0…32768 - `fromWeight`; a larger one is cut to that.
  /// - Precondition: the five rows have the same length.
  /// - Note: bit-exact with `Reference.accumulatePremultiplied`.
  public static func accumulatePremultiplied(
    from: Span<UInt8>, alpha fromAlpha: Span<UInt8>, weight fromWeight: Int,
    to: Span<UInt8>, alpha toAlpha: Span<UInt8>, weight toWeight: Int,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromAlpha.count == destination.count && toAlpha.count == destination.count,
      "rows of unequal length")
    let fromShare = UInt32(bitPattern: clampedWeight(fromWeight))
    let toShare = min(UInt32(bitPattern: clampedWeight(toWeight)), 32768 &- fromShare)
    for i in from.indices {
      let colour = UInt32(from[i]) &* fromShare &+ UInt32(to[i]) &* toShare
      let cover = UInt32(fromAlpha[i]) &* fromShare &+ UInt32(toAlpha[i]) &* toShare
      let sum =
        colour &* 255 &+ UInt32(destination[i]) &* (opaqueCover &- cover) &+ opaqueCover / 2
      destination[i] = UInt8(truncatingIfNeeded: min(divideByOpaqueCover(sum), 255))
    }
  }
}
