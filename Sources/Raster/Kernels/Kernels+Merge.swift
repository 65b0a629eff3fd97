extension Kernels {
  /// Mixes two rows: `a + (b - a) · weight / 32768`, rounded to nearest, ties up.
  ///
  /// - Parameter weight: share of `b`, 0…32768. At 0 the result is exactly `a`, at 32768 `b`.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.merge`.
  public static func merge(
    _ a: Span<UInt8>, _ b: Span<UInt8>, weight: Int, into result: inout MutableSpan<UInt8>
  ) {
    precondition(a.count == result.count && b.count == result.count, "rows of unequal length")
    let share = clampedWeight(weight)
    for i in a.indices {
      let difference = Int32(b[i]) &- Int32(a[i])
      let scaled = (difference &* share &+ 16384) &>> 15
      result[i] = UInt8(truncatingIfNeeded: Int32(a[i]) &+ scaled)
    }
  }

  /// Mixes two rows with a weight for each sample: `a + (b - a) · weight / 32768`, rounded to
  /// nearest, ties up.
  ///
  /// - Parameter weights: share of `b`, 0…32768.
  /// - Precondition: the four rows have the same length.
  /// - Note: bit-exact with `Reference.merge`.
  public static func merge(
    _ a: Span<UInt8>, _ b: Span<UInt8>, weights: Span<UInt16>,
    into result: inout MutableSpan<UInt8>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && weights.count == result.count,
      "rows of unequal length")
    for i in a.indices {
      let difference = Int32(b[i]) &- Int32(a[i])
      let scaled = (difference &* Int32(weights[i]) &+ 16384) &>> 15
      result[i] = UInt8(truncatingIfNeeded: Int32(a[i]) &+ scaled)
    }
  }

  /// Lays one opaque row over the destination:
  /// `destination + (source - destination) · weight / 32768`, rounded to nearest, ties up.
  ///
  /// - Parameter weight: share of `source`, 0…32768.
  /// - Precondition: both rows have the same length.
  public static func blend(
    _ source: Span<UInt8>, weight: Int, into destination: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == destination.count, "rows of unequal length")
    let share = clampedWeight(weight)
    for i in source.indices {
      let below = Int32(destination[i])
      let scaled = ((Int32(source[i]) &- below) &* share &+ 16384) &>> 15
      destination[i] = UInt8(truncatingIfNeeded: below &+ scaled)
    }
  }

  /// Lays one opaque row over the destination with a weight for each sample:
  /// `destination + (source - destination) · weight / 32768`, rounded to nearest, ties up.
  ///
  /// - Parameter weights: share of `source`, 0…32768; a coverage row for example.
  /// - Precondition: the three rows have the same length.
  public static func blend(
    _ source: Span<UInt8>, weights: Span<UInt16>, into destination: inout MutableSpan<UInt8>
  ) {
    precondition(
      source.count == destination.count && weights.count == destination.count,
      "rows of unequal length")
    for i in source.indices {
      let below = Int32(destination[i])
      let scaled = ((Int32(source[i]) &- below) &* Int32(weights[i]) &+ 16384) &>> 15
      destination[i] = UInt8(truncatingIfNeeded: below &+ scaled)
    }
  }
}
