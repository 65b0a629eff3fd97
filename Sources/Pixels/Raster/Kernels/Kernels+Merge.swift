extension Kernels {
  /// Mixes two rows: `a + (b - a) · weight / 32768`, rounded.
  ///
  /// - Parameters:
  ///   - weight: share of `b`, 0…32768. At 0 the result is exactly `a`, at 32768 `b`.
  ///   - rounding: to nearest, ties up, unless said otherwise.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.merge`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func merge<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, weight: Int, _ rounding: Rounding = .nearest,
    into result: inout MutableSpan<Sample>
  ) {
    precondition(a.count == result.count && b.count == result.count, "rows of unequal length")
    let share = clampedWeight(weight)
    if rounding == .nearest {
      // Twice as fast.
      for i in a.indices { result[i] = mixed(a[i], b[i], share) }
      return
    }
    var walk = rounding.walk
    for i in a.indices {
      result[i] = mixed(a[i], b[i], share, walk.part)
      walk.advance()
    }
  }

  /// Mixes two rows with a weight for each sample: `a + (b - a) · weight / 32768`, rounded to
  /// nearest, ties up.
  ///
  /// - Parameter weights: share of `b`, 0…32768.
  /// - Precondition: the four rows have the same length.
  /// - Note: bit-exact with `Reference.merge`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func merge<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, weights: Span<UInt16>,
    into result: inout MutableSpan<Sample>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && weights.count == result.count,
      "rows of unequal length")
    for i in a.indices {
      result[i] = mixed(a[i], b[i], Int32(weights[i]))
    }
  }

  /// Lays one opaque row over the destination:
  /// `destination + (source - destination) · weight / 32768`, rounded.
  ///
  /// - Parameter weight: share of `source`, 0…32768.
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func blend<Sample: PixelSample>(
    _ source: Span<Sample>, weight: Int, _ rounding: Rounding = .nearest,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(source.count == destination.count, "rows of unequal length")
    let share = clampedWeight(weight)
    if rounding == .nearest {
      // Twice as fast.
      for i in source.indices { destination[i] = mixed(destination[i], source[i], share) }
      return
    }
    var walk = rounding.walk
    for i in source.indices {
      destination[i] = mixed(destination[i], source[i], share, walk.part)
      walk.advance()
    }
  }

  /// Lays one opaque row over the destination with a weight for each sample:
  /// `destination + (source - destination) · weight / 32768`, rounded.
  ///
  /// - Parameter weights: share of `source`, 0…32768; a coverage row for example.
  /// - Precondition: the three rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func blend<Sample: PixelSample>(
    _ source: Span<Sample>, weights: Span<UInt16>, _ rounding: Rounding = .nearest,
    into destination: inout MutableSpan<Sample>
  ) {
    precondition(
      source.count == destination.count && weights.count == destination.count,
      "rows of unequal length")
    var walk = rounding.walk
    for i in source.indices {
      destination[i] = mixed(destination[i], source[i], Int32(weights[i]), walk.part)
      walk.advance()
    }
  }

  @inline(__always)
  static func mixed<Sample: PixelSample>(
    _ a: Sample, _ b: Sample, _ weight: Int32, _ part: Int32 = 16384
  ) -> Sample {
    let below = Int32(bitPattern: a.code)
    let difference = Int32(bitPattern: b.code) &- below
    let scaled = (difference &* weight &+ part) &>> 15
    return Sample(code: UInt32(bitPattern: below &+ scaled))
  }
}
