/// Rows of a resampling as codes: the end of the pass across.
public enum ResampledRows {
  // MARK: - Opaque

  /// Rounds sums of 28 bits to codes of 8 to nearest, ties up, and cuts them to 0…255.
  ///
  /// - Precondition: both rows have the same length.
  public static func cut(_ sums: Span<Int32>, into codes: inout MutableSpan<UInt8>) {
    cut(sums, bits: 20, 0, 255, &codes)
  }

  /// The same to codes of 10 bits, 0…1023.
  public static func cut(_ sums: Span<Int32>, into codes: inout MutableSpan<UInt16>) {
    cut(sums, bits: 18, 0, 1023, &codes)
  }

  /// The same to codes of 16 bits.
  public static func cutDeep(_ sums: Span<Int32>, into codes: inout MutableSpan<UInt16>) {
    cut(sums, bits: 12, 0, 65535, &codes)
  }

  /// The same to numbers of 14 bits, which may be more than full and less than 0.
  public static func cutFine(_ sums: Span<Int32>, into numbers: inout MutableSpan<Int16>) {
    cut(sums, bits: 14, -32768, 32767, &numbers)
  }

  /// - Parameter bits: that are left out.
  @inline(__always)
  private static func cut<Number: FixedWidthInteger>(
    _ sums: Span<Int32>, bits: Int32, _ least: Int32, _ most: Int32,
    _ numbers: inout MutableSpan<Number>
  ) {
    precondition(numbers.count == sums.count, "rows of unequal length")
    // A span of this function's own: that of the caller would be read anew for each number.
    var numbers = numbers._mutatingExtracting(sums.indices)
    let half: Int32 = 1 &<< (bits &- 1)
    for i in sums.indices {
      numbers[i] = Number(
        truncatingIfNeeded: min(max((sums[i] &+ half) &>> bits, least), most))
    }
  }

  // MARK: - Premultiplied

  /// Rounds premultiplied samples of 14 bits to codes of 8 and cuts them to what alpha allows.
  ///
  /// Beside an edge the window makes alpha greater than full. There samples are divided by it, so that a colour
  /// stays what it is; below 0 nothing is left of them.
  ///
  /// - Precondition: the three rows have the same length; samples are within ±1.6 · 2^14.
  public static func limit(
    _ samples: Span<Int16>, alpha: Span<Int16>, into codes: inout MutableSpan<UInt8>
  ) { limit(samples, alpha, depth: 8, &codes) }

  /// The same to codes of 10 bits.
  public static func limit(
    _ samples: Span<Int16>, alpha: Span<Int16>, into codes: inout MutableSpan<UInt16>
  ) { limit(samples, alpha, depth: 10, &codes) }

  @inline(__always)
  private static func limit<Code: FixedWidthInteger & UnsignedInteger>(
    _ samples: Span<Int16>, _ alpha: Span<Int16>, depth: Int16, _ result: inout MutableSpan<Code>
  ) {
    precondition(
      samples.count == result.count && alpha.count == result.count, "rows of unequal length")
    var codes = result._mutatingExtracting(samples.indices)
    let block = 64
    let full = (1 &<< depth &- 1) &<< (14 &- depth)
    var start = 0
    while start < samples.count {
      let columns = start..<min(start &+ block, samples.count)
      start = columns.upperBound
      // Beside edges alone alpha is more than full: elsewhere nothing is divided.
      if limitBelowFull(samples, alpha, depth, columns, &codes) > full {
        divide(samples, alpha, Int32(depth), columns, &codes)
      }
    }
  }

  /// The codes of samples whose alpha is no more than full.
  ///
  /// - Returns: the largest alpha.
  @inline(__always)
  private static func limitBelowFull<Code: FixedWidthInteger & UnsignedInteger>(
    _ samples: Span<Int16>, _ alpha: Span<Int16>, _ depth: Int16, _ columns: Range<Int>,
    _ codes: inout MutableSpan<Code>
  ) -> Int16 {
    let (samples, alpha) = (samples.extracting(columns), alpha.extracting(columns))
    var codes = codes._mutatingExtracting(columns)
    let bits = 14 &- depth
    let half: Int16 = 1 &<< (bits &- 1)
    let full = (1 &<< depth &- 1) &<< bits
    var most = Int16.min
    for i in samples.indices {
      most = max(most, alpha[i])
      let limit = (min(max(alpha[i], 0), full) &+ half) &>> bits
      // Cut before the half is added, which could pass the largest number.
      let sample = min(samples[i], Int16.max &- half)
      codes[i] = Code(truncatingIfNeeded: min(max((sample &+ half) &>> bits, 0), limit))
    }
    return most
  }

  /// The codes of samples that are divided where their alpha is more than full.
  @inline(__always)
  private static func divide<Code: FixedWidthInteger & UnsignedInteger>(
    _ samples: Span<Int16>, _ alpha: Span<Int16>, _ depth: Int32, _ columns: Range<Int>,
    _ codes: inout MutableSpan<Code>
  ) {
    let (samples, alpha) = (samples.extracting(columns), alpha.extracting(columns))
    var codes = codes._mutatingExtracting(columns)
    let bits = 14 &- depth
    let half: Int32 = 1 &<< (bits &- 1)
    let full = (1 &<< depth &- 1) &<< bits
    for i in samples.indices {
      let alpha = Int32(alpha[i])
      // Divided by full nothing changes; below 0 nothing is left.
      let divisor = max(alpha, full)
      let colour = quotient(max(Int32(samples[i]), 0) &* full &+ divisor &>> 1, divisor)
      let limit = (min(max(alpha, 0), full) &+ half) &>> bits
      codes[i] = Code(truncatingIfNeeded: min((colour &+ half) &>> bits, limit))
    }
  }

  /// `dividend / divisor`, rounded down: near it in floating point, and right by what is left then.
  ///
  /// - Parameters:
  ///   - dividend: 0 or more.
  ///   - divisor: more than 0; the quotient is below 2^22.
  @inline(__always)
  private static func quotient(_ dividend: Int32, _ divisor: Int32) -> Int32 {
    // A float that is moved to where its last bit is 1 has the whole number in its low bits.
    let near = Float(dividend) / Float(divisor) + 12_582_912
    let guess = Int32(bitPattern: near.bitPattern) &- 0x4B40_0000
    let rest = dividend &- guess &* divisor
    return guess &+ rest &>> 31 &+ (rest >= divisor ? 1 : 0)
  }
}
