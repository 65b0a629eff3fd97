extension Kernels {
  /// Alpha 255 times full weight: the denominator of premultiplied mixing.
  static let opaqueCover: UInt32 = 255 << 15

  /// `value / opaqueCover`, rounded down; exact while the quotient is at most 257, and at least
  /// 255 above that.
  @inline(__always)
  static func divideByOpaqueCover(_ value: UInt32) -> UInt32 {
    ((value &>> 15) &* 0x8081) &>> 23
  }

  /// Number of samples that are looked at together to skip transparent stretches.
  private static let blockLength = 64

  /// Lays a premultiplied row over the destination:
  ///
  ///     source · w + destination · (1 - alpha/255 · w)        w = weight / 32768
  ///
  /// computed exactly and rounded once to nearest, ties up. So an opaque sample at full weight is
  /// exactly the source, and a transparent one leaves the destination as it is. Laying the alpha
  /// row over a destination's alpha row updates the latter.
  ///
  /// - Parameters:
  ///   - source: premultiplied codes; a sample is at most its alpha (0 where alpha is 0).
  ///   - alpha: 0…255.
  ///   - weight: opacity of the whole row, 0…32768.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.over`.
  public static func over(
    _ source: Span<UInt8>, alpha: Span<UInt8>, weight: Int,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      source.count == destination.count && alpha.count == destination.count,
      "rows of unequal length")
    let share = UInt32(bitPattern: clampedWeight(weight))
    if share == 0 { return }
    var start = 0
    while start < alpha.count {
      let block = start..<min(start &+ blockLength, alpha.count)
      start = block.upperBound
      let blockAlpha = alpha.extracting(block)
      if isZero(blockAlpha) { continue }
      var blockDestination = destination._mutatingExtracting(block)
      if share == 32768 {
        overAtFullWeight(source.extracting(block), alpha: blockAlpha, into: &blockDestination)
      } else {
        over(source.extracting(block), alpha: blockAlpha, share: share, into: &blockDestination)
      }
    }
  }

  /// Lays a premultiplied row over the destination with a weight for each sample:
  ///
  ///     source · w + destination · (1 - alpha/255 · w)        w = weights / 32768
  ///
  /// computed exactly and rounded once to nearest, ties up.
  ///
  /// - Parameter weights: opacity, 0…32768; a coverage row or the edge of a wipe for example.
  /// - Precondition: the four rows have the same length.
  /// - Note: bit-exact with `Reference.over`.
  public static func over(
    _ source: Span<UInt8>, alpha: Span<UInt8>, weights: Span<UInt16>,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      source.count == destination.count && alpha.count == destination.count
        && weights.count == destination.count, "rows of unequal length")
    for i in source.indices {
      let share = UInt32(weights[i])
      let sum =
        UInt32(source[i]) &* 255 &* share
        &+ UInt32(destination[i]) &* (opaqueCover &- UInt32(alpha[i]) &* share)
        &+ opaqueCover / 2
      destination[i] = UInt8(truncatingIfNeeded: min(divideByOpaqueCover(sum), 255))
    }
  }

  // MARK: - Blocks

  @inline(__always)
  private static func isZero(_ row: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for i in row.indices { all |= row[i] }
    return all == 0
  }

  @inline(__always)
  private static func over(
    _ source: Span<UInt8>, alpha: Span<UInt8>, share: UInt32,
    into destination: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == destination.count && alpha.count == destination.count)
    let colourShare = share &* 255
    for i in source.indices {
      let sum =
        UInt32(source[i]) &* colourShare
        &+ UInt32(destination[i]) &* (opaqueCover &- UInt32(alpha[i]) &* share)
        &+ opaqueCover / 2
      destination[i] = UInt8(truncatingIfNeeded: min(divideByOpaqueCover(sum), 255))
    }
  }

  /// The same at weight 32768, where 16 bits are enough: the quotient by 255 of
  /// `source·255 + destination·(255 - alpha)`.
  @inline(__always)
  private static func overAtFullWeight(
    _ source: Span<UInt8>, alpha: Span<UInt8>, into destination: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == destination.count && alpha.count == destination.count)
    for i in source.indices {
      let below = UInt16(destination[i]) &* (255 &- UInt16(alpha[i])) &+ 127
      let rest = UInt16(truncatingIfNeeded: (UInt32(below) &* 0x8081) &>> 23)
      destination[i] = UInt8(truncatingIfNeeded: min(UInt16(source[i]) &+ rest, 255))
    }
  }
}
