extension Kernels {
  /// Two rows with their own shares over what is there:
  /// `from·cf + to·ct + below·(32768 − af − at)`, divided by 32768, rounded to nearest, ties up.
  ///
  /// Colour shares multiply the samples, alpha shares say how much of what is below they hide; for
  /// opaque samples both are the same, premultiplied samples carry their alpha already. Shares are
  /// 1.15 fixed point, 0…32768; where alpha shares exceed one, nothing of what is below is left.
  ///
  /// - Precondition: all seven rows have the same length.
  /// - Note: bit-exact with `Reference.accumulate` for single samples.
  public static func accumulate(
    from: Span<UInt8>, colorWeights fromColor: Span<UInt16>, alphaWeights fromAlpha: Span<UInt16>,
    to: Span<UInt8>, colorWeights toColor: Span<UInt16>, alphaWeights toAlpha: Span<UInt16>,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      from.count == destination.count && to.count == destination.count
        && fromColor.count == destination.count && fromAlpha.count == destination.count
        && toColor.count == destination.count && toAlpha.count == destination.count,
      "rows of unequal length")
    for i in from.indices {
      let below = max(0, 32768 &- Int32(fromAlpha[i]) &- Int32(toAlpha[i]))
      let sum =
        Int32(from[i]) &* Int32(fromColor[i]) &+ Int32(to[i]) &* Int32(toColor[i])
        &+ Int32(destination[i]) &* below
      destination[i] = UInt8(truncatingIfNeeded: min(255, (sum &+ 16384) &>> 15))
    }
  }
}
