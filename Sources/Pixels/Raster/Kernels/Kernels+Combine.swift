extension Kernels {
  /// Combines the coverage of masks in a row with that of the next one; see `PictureMask`.
  ///
  /// - Parameters:
  ///   - mask: 0…32768, as the results are.
  ///   - coverage: that so far.
  /// - Precondition: both have the same length.
  /// - Note: bit-exact with `Reference.combine`.
  package static func combine(
    _ mask: Span<UInt16>, _ combination: PictureMask.Combination,
    into coverage: inout MutableSpan<UInt16>
  ) {
    precondition(mask.count == coverage.count, "masks of unequal size")
    switch combination {
    case .intersect:
      for i in mask.indices { coverage[i] = share(coverage[i], UInt32(mask[i])) }
    case .add:
      for i in mask.indices { coverage[i] = coverage[i] &+ min(mask[i], 32768 &- coverage[i]) }
    case .subtract:
      for i in mask.indices { coverage[i] = share(coverage[i], 32768 &- UInt32(mask[i])) }
    }
  }

  /// A mask's own coverage, inverted or not, times a share of 0…32768.
  ///
  /// - Note: bit-exact with `Reference.settle`.
  package static func settle(
    _ coverage: inout MutableSpan<UInt16>, isInverted: Bool, share whole: UInt32
  ) {
    for i in coverage.indices {
      coverage[i] = share(isInverted ? 32768 &- coverage[i] : coverage[i], whole)
    }
  }

  /// `coverage · share / 32768`, rounded to nearest, ties up.
  @inline(__always)
  private static func share(_ coverage: UInt16, _ share: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(coverage) &* share &+ 16384) &>> 15)
  }

  /// Alpha seen through a coverage of 0…32768: `alpha · coverage / 32768`, rounded to nearest, ties up.
  ///
  /// - Precondition: all rows have the same length.
  /// - Note: bit-exact with `Reference.cut`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package static func cut<Sample: PixelSample>(
    _ alpha: Span<Sample>, coverage: Span<UInt16>, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      alpha.count == coverage.count && result.count == coverage.count, "rows of unequal length")
    for i in alpha.indices {
      let product = alpha[i].code &* UInt32(coverage[i]) &+ 16384
      result[i] = Sample(code: product &>> 15)
    }
  }

  /// Colours whose alpha becomes `kept`, with one of a colour below them up to the alpha `total`:
  ///
  ///     colour · kept / alpha + code · (total − kept) / maximum
  ///
  /// the first term rounded to nearest, ties to even, and 0 where alpha is; the second to nearest.
  ///
  /// - Precondition: all rows have the same length; colour is not above `alpha` nor `kept` above `total`.
  /// - Note: bit-exact with `Reference.lay`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package static func lay<Sample: PixelSample>(
    _ color: Span<Sample>, alpha: Span<Sample>, kept: Span<Sample>, total: Span<Sample>,
    over code: Sample, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      color.count == alpha.count && kept.count == alpha.count && total.count == alpha.count
        && result.count == alpha.count, "rows of unequal length")
    let below = code.code
    for i in color.indices {
      // Both are exact in 24 bits, and their quotient never comes to lie across a half.
      let product = Float(Int32(truncatingIfNeeded: color[i].code &* kept[i].code))
      let quotient = product / Float(Int32(truncatingIfNeeded: max(alpha[i].code, 1)))
      let own = (quotient + 0x1.8p23).bitPattern & 0xFFFF
      let rest = Sample.product(below, total[i].code &- kept[i].code)
      result[i] = Sample(code: own &+ rest)
    }
  }
}
