extension Kernels {
  /// Lays two weighted opaque rows over the destination at once:
  ///
  ///     (from · fromWeight + to · toWeight + destination · rest + part) >> 15
  ///
  /// with `rest = 32768 - fromWeight - toWeight`, `part` being 16384 or a threshold. This is the cross-fade of two layers that let
  /// the picture below show through when the weights do not add up to 32768; laying one after the
  /// other would not give the same mixture.
  ///
  /// - Parameters:
  ///   - fromWeight: share of `from`, 0…32768.
  ///   - toWeight: share of `to`, 0…32768 - `fromWeight`; a larger one is cut to that.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.accumulate`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func accumulate<Sample: PixelSample>(
    from: Span<Sample>, weight fromWeight: Int, to: Span<Sample>, weight toWeight: Int,
    _ rounding: Rounding = .nearest, into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count, "rows of unequal length")
    let fromShare = clampedWeight(fromWeight)
    let toShare = min(clampedWeight(toWeight), 32768 &- fromShare)
    let rest = 32768 &- fromShare &- toShare
    var destination = destination._mutatingExtracting(from.indices)
    var walk = rounding.walk
    for i in from.indices {
      destination[i] = sum(
        from[i], fromShare, to[i], toShare, destination[i], rest, walk.part)
      walk.advance()
    }
  }

  /// Lays two weighted opaque rows over the destination, with weights for each sample:
  ///
  ///     (from · fromWeight + to · toWeight + destination · rest + part) >> 15
  ///
  /// with `rest = 32768 - fromWeight - toWeight`, `part` being 16384 or a threshold, as at the moving
  /// edge of a wipe.
  ///
  /// - Parameters:
  ///   - fromWeights: shares of `from`, 0…32768.
  ///   - toWeights: shares of `to`; at no sample may the two add up to more than 32768.
  /// - Precondition: the five rows have the same length.
  /// - Note: bit-exact with `Reference.accumulate`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func accumulate<Sample: PixelSample>(
    from: Span<Sample>, weights fromWeights: Span<UInt16>, to: Span<Sample>,
    weights toWeights: Span<UInt16>, _ rounding: Rounding = .nearest,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromWeights.count == destination.count && toWeights.count == destination.count,
      "rows of unequal length")
    var destination = destination._mutatingExtracting(from.indices)
    var walk = rounding.walk
    for i in from.indices {
      let fromShare = Int32(fromWeights[i])
      let toShare = Int32(toWeights[i])
      let rest = 32768 &- fromShare &- toShare
      destination[i] = sum(
        from[i], fromShare, to[i], toShare, destination[i], rest, walk.part)
      walk.advance()
    }
  }

  @inline(__always)
  private static func sum<Sample: PixelSample>(
    _ from: Sample, _ fromShare: Int32, _ to: Sample, _ toShare: Int32, _ below: Sample,
    _ rest: Int32, _ part: Int32
  ) -> Sample {
    let sum =
      Int32(bitPattern: from.code) &* fromShare &+ Int32(bitPattern: to.code) &* toShare
      &+ Int32(bitPattern: below.code) &* rest &+ part
    return Sample(code: UInt32(bitPattern: sum &>> 15))
  }

  /// Lays two weighted premultiplied rows over the destination at once: the cross-fade of two
  /// layers with alpha. With F = `fromAlpha`, T = `toAlpha`, the result is
  ///
  ///     from·fw + to·tw + destination · (1 - F/maximum·fw - T/maximum·tw)
  ///
  /// (weights as shares of 32768), computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameters:
  ///   - fromWeight: share of `from`, 0…32768.
  ///   - toWeight: share of `to`, 0…32768 - `fromWeight`; a larger one is cut to that.
  /// - Precondition: the five rows have the same length.
  /// - Note: bit-exact with `Reference.accumulatePremultiplied`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func accumulatePremultiplied<Sample: PixelSample>(
    from: Span<Sample>, alpha fromAlpha: Span<Sample>, weight fromWeight: Int,
    to: Span<Sample>, alpha toAlpha: Span<Sample>, weight toWeight: Int,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromAlpha.count == destination.count && toAlpha.count == destination.count,
      "rows of unequal length")
    let fromShare = UInt32(bitPattern: clampedWeight(fromWeight))
    let toShare = min(UInt32(bitPattern: clampedWeight(toWeight)), 32768 &- fromShare)
    var destination = destination._mutatingExtracting(from.indices)
    for i in from.indices {
      let colour = from[i].code &* fromShare &+ to[i].code &* toShare
      let cover = fromAlpha[i].code &* fromShare &+ toAlpha[i].code &* toShare
      destination[i] = Sample(
        code: Sample.mix(colour: colour, cover: cover, below: destination[i].code))
    }
  }
}
