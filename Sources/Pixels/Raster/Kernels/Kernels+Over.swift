extension Kernels {
  /// Lays a premultiplied row over the destination:
  ///
  ///     source · w + destination · (1 - alpha/maximum · w)        w = weight / 32768
  ///
  /// computed exactly and rounded once to nearest, ties up. So an opaque sample at full weight is
  /// exactly the source, and a transparent one leaves the destination as it is. Laying the alpha
  /// row over a destination's alpha row updates the latter.
  ///
  /// - Parameters:
  ///   - source: premultiplied codes; a sample is at most its alpha (0 where alpha is 0).
  ///   - alpha: 0…255 in 8 bits, 0…1023 in 10.
  ///   - weight: opacity of the whole row, 0…32768.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.over`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func over<Sample: PixelSample>(
    _ source: Span<Sample>, alpha: Span<Sample>, weight: Int,
    into destination: inout MutableSpan<Sample>
  ) {
    let share = UInt32(bitPattern: clampedWeight(weight))
    if share != 0 { Sample.over(source, alpha: alpha, share: share, into: &destination) }
  }

  /// Lays a premultiplied row over the destination with a weight for each sample:
  ///
  ///     source · w + destination · (1 - alpha/maximum · w)        w = weights / 32768
  ///
  /// computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameter weights: opacity, 0…32768; a coverage row or the edge of a wipe for example.
  /// - Precondition: the four rows have the same length.
  /// - Note: bit-exact with `Reference.over`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func over<Sample: PixelSample>(
    _ source: Span<Sample>, alpha: Span<Sample>, weights: Span<UInt16>,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      source.count == destination.count && alpha.count == destination.count
        && weights.count == destination.count, "rows of unequal length")
    var destination = destination._mutatingExtracting(source.indices)
    for i in source.indices {
      let share = UInt32(weights[i])
      destination[i] = mixed(source[i], alpha[i], share, destination[i])
    }
  }

  @inline(__always)
  private static func mixed<Sample: PixelSample>(
    _ source: Sample, _ alpha: Sample, _ share: UInt32, _ below: Sample
  ) -> Sample {
    Sample(
      code: Sample.mix(
        colour: source.code &* share, cover: alpha.code &* share, below: below.code))
  }
}
