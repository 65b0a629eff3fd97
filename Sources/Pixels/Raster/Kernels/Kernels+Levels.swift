extension Kernels {
  /// Goes over from one row of 14 bits to another: `a + (b − a) · share / 256`, rounded to nearest,
  /// ties up.
  ///
  /// - Parameter shares: of `b`, 0…256.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.turned`.
  static func goOver(
    _ a: inout MutableSpan<Int16>, to b: Span<Int16>, shares: Span<Int16>
  ) {
    precondition(a.count == b.count && a.count == shares.count, "rows of unequal length")
    for i in b.indices {
      let change = (Int32(b[i]) &- Int32(a[i])) &* Int32(shares[i])
      a[i] = Int16(truncatingIfNeeded: Int32(a[i]) &+ (change &+ 128) &>> 8)
    }
  }

  /// Makes alpha of 14 bits full where it differs from that by no more than `mixWindows` may be off,
  /// so that pictures that are opaque everywhere come out as those without alpha.
  ///
  /// - Parameter depth: bits of the samples that it comes from.
  /// - Note: bit-exact with `Reference.turned`.
  static func settle(_ alpha: inout MutableSpan<Int16>, depth: Int) {
    let full = Int16(truncatingIfNeeded: (1 << depth - 1) << (14 - depth))
    for i in alpha.indices {
      let isNear = alpha[i] > full &- 8 && alpha[i] < full &+ 8
      alpha[i] = isNear ? full : alpha[i]
    }
  }

  /// Rounds samples of 14 bits to nearest, ties up, and cuts them to the samples' codes.
  ///
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func cutFine<Sample: PixelSample>(
    _ fine: Span<Int16>, into result: inout MutableSpan<Sample>
  ) {
    precondition(result.count == fine.count, "rows of unequal length")
    let bits = Int32(truncatingIfNeeded: 14 &- Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let maximum = Int32(bitPattern: Sample.maximum)
    for i in fine.indices {
      let code = (Int32(fine[i]) &+ half) &>> bits
      result[i] = Sample(truncatingIfNeeded: min(max(code, 0), maximum))
    }
  }
}
