// A picture is resampled in two passes. The first mixes rows into one of 16 bits, full at 2^14 less
// its last code; the second mixes that row's samples. Taps are in 1/16384, so that sums of 32 bits
// hold whatever a Lanczos window makes of samples: at most 1.6 times the largest one for each pass.
//
// Between the passes samples have the same number of bits whatever their depth.
extension Kernels {
  /// A sample as a number that a vector multiplies in 16 bits.
  @inline(__always)
  private static func number<Sample: PixelSample>(_ sample: Sample) -> Int32 {
    Int32(Int16(truncatingIfNeeded: sample))
  }

  // MARK: - Down

  /// Widens a row: `a · 2^(14 − depth)`.
  ///
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func widenRow<Sample: PixelSample>(
    _ a: Span<Sample>, into result: inout MutableSpan<Int16>
  ) {
    precondition(result.count == a.count, "rows of unequal length")
    let bits = Int16(truncatingIfNeeded: 14 &- Sample.depth)
    for i in a.indices { result[i] = Int16(truncatingIfNeeded: a[i]) &<< bits }
  }

  /// Columns that are mixed at a time. Taps are repeated for each of them: read beside samples
  /// they are known to have 16 bits, and a vector multiplies those twice as fast.
  static let tile = 256

  /// Writes each of `taps` `tile` times.
  static func repeatTaps<let count: Int>(
    _ taps: InlineArray<count, Int16>, into rows: inout MutableSpan<Int16>
  ) {
    precondition(rows.count >= count * tile, "\(rows.count) for \(count) taps")
    for k in 0..<count {
      var row = rows._mutatingExtracting(k * tile..<(k + 1) * tile)
      row.update(repeating: taps[k])
    }
  }

  /// Mixes six rows: the sum of sample times tap, rounded to nearest, ties up.
  ///
  /// - Parameter taps: six, repeated.
  /// - Precondition: all rows have the same length.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func mixRows<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>, _ e: Span<Sample>,
    _ f: Span<Sample>, taps: Span<Int16>, into result: inout MutableSpan<Int16>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && c.count == result.count
        && d.count == result.count && e.count == result.count && f.count == result.count,
      "rows of unequal length")
    var start = 0
    while start < a.count {
      let columns = start..<min(start + tile, a.count)
      var part = result._mutatingExtracting(columns)
      mixTile(
        a.extracting(columns), b.extracting(columns), c.extracting(columns), d.extracting(columns),
        e.extracting(columns), f.extracting(columns), taps: taps, into: &part)
      start = columns.upperBound
    }
  }

  @inline(__always)
  private static func mixTile<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>, _ e: Span<Sample>,
    _ f: Span<Sample>, taps: Span<Int16>, into result: inout MutableSpan<Int16>
  ) {
    let bits = Int32(truncatingIfNeeded: Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let count = a.count
    let (s, t) = (repeated(taps, 0, count), repeated(taps, 1, count))
    let (u, v) = (repeated(taps, 2, count), repeated(taps, 3, count))
    let (w, x) = (repeated(taps, 4, count), repeated(taps, 5, count))
    for i in a.indices {
      let upper =
        number(a[i]) &* Int32(s[i]) &+ number(b[i]) &* Int32(t[i]) &+ number(c[i]) &* Int32(u[i])
      let lower =
        number(d[i]) &* Int32(v[i]) &+ number(e[i]) &* Int32(w[i]) &+ number(f[i]) &* Int32(x[i])
      result[i] = Int16(truncatingIfNeeded: (upper &+ lower &+ half) &>> bits)
    }
  }

  /// Adds four rows times their taps to `sums`.
  ///
  /// - Parameter taps: four, repeated.
  /// - Precondition: all rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func addRows<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>,
    taps: Span<Int16>, to sums: inout MutableSpan<Int32>
  ) {
    precondition(
      a.count == sums.count && b.count == sums.count && c.count == sums.count
        && d.count == sums.count, "rows of unequal length")
    var start = 0
    while start < a.count {
      let columns = start..<min(start + tile, a.count)
      var part = sums._mutatingExtracting(columns)
      addTile(
        a.extracting(columns), b.extracting(columns), c.extracting(columns), d.extracting(columns),
        taps: taps, to: &part)
      start = columns.upperBound
    }
  }

  @inline(__always)
  private static func addTile<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>,
    taps: Span<Int16>, to sums: inout MutableSpan<Int32>
  ) {
    let count = a.count
    let (s, t) = (repeated(taps, 0, count), repeated(taps, 1, count))
    let (u, v) = (repeated(taps, 2, count), repeated(taps, 3, count))
    for i in a.indices {
      let upper = number(a[i]) &* Int32(s[i]) &+ number(b[i]) &* Int32(t[i])
      let lower = number(c[i]) &* Int32(u[i]) &+ number(d[i]) &* Int32(v[i])
      sums[i] = sums[i] &+ upper &+ lower
    }
  }

  /// As many repetitions of a tap as are needed.
  @inline(__always)
  @_lifetime(copy taps)
  private static func repeated(_ taps: Span<Int16>, _ k: Int, _ count: Int) -> Span<Int16> {
    taps.extracting(k * tile..<k * tile + count)
  }

  /// Rounds sums of `addRows` as `mixRows` does.
  ///
  /// - Precondition: both rows have the same length.
  static func roundSums(_ sums: Span<Int32>, depth: Int, into result: inout MutableSpan<Int16>) {
    precondition(result.count == sums.count, "rows of unequal length")
    let bits = Int32(truncatingIfNeeded: depth)
    let half: Int32 = 1 &<< (bits &- 1)
    for i in sums.indices { result[i] = Int16(truncatingIfNeeded: (sums[i] &+ half) &>> bits) }
  }

  // MARK: - Across

  /// Mixes samples of a row of the first pass: for each sample of the result the sum of sample
  /// times tap.
  ///
  /// - Parameter columns: those of the axis's samples to write.
  /// - Precondition: `row` has the samples of the axis's source and a group more.
  static func sumColumns(
    _ row: Span<Int16>, _ axis: ResamplingAxis, columns: Range<Int>,
    into sums: inout MutableSpan<Int32>
  ) {
    let count = columns.count
    precondition(sums.count == count, "\(sums.count) of \(columns)")
    precondition(row.count >= axis.source.count + ResamplingAxis.group, "row of \(row.count)")
    let start = columns.lowerBound - axis.range.lowerBound
    if axis.isCopy {
      let row = row.extracting(start..<start + count)
      for i in row.indices { sums[i] = Int32(row[i]) &<< 14 }
      return
    }
    let firsts = axis.firsts.span.extracting(start..<start + count)
    let stride = axis.stride
    let taps = axis.taps.span.extracting(start * stride..<(start + count) * stride)
    // Safe: an axis's firsts and taps lie in its source, and the row is that long. Checks of every
    // sample would take as long as the sums.
    if stride == ResamplingAxis.group {
      for i in firsts.indices {
        sums[i] = unsafe groupSum(row, Int(firsts[i]), taps, i &* ResamplingAxis.group)
      }
      return
    }
    for i in firsts.indices {
      var first = Int(firsts[i])
      var tap = i &* stride
      let end = tap &+ stride
      var sum: Int32 = 0
      while tap < end {
        sum &+= unsafe groupSum(row, first, taps, tap)
        first &+= ResamplingAxis.group
        tap &+= ResamplingAxis.group
      }
      sums[i] = sum
    }
  }

  /// Eight samples times their taps.
  @unsafe @inline(__always)
  private static func groupSum(
    _ row: Span<Int16>, _ first: Int, _ taps: Span<Int16>, _ tap: Int
  ) -> Int32 {
    var sum: Int32 = 0
    for j in 0..<8 {
      sum &+= unsafe Int32(row[unchecked: first &+ j]) &* Int32(taps[unchecked: tap &+ j])
    }
    return sum
  }

  /// Rounds sums of `sumColumns` to nearest, ties up, and cuts them to the samples' codes.
  ///
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func cutSums<Sample: PixelSample>(
    _ sums: Span<Int32>, into result: inout MutableSpan<Sample>
  ) {
    precondition(result.count == sums.count, "rows of unequal length")
    let bits = Int32(truncatingIfNeeded: 28 &- Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let maximum = Int32(bitPattern: Sample.maximum)
    for i in sums.indices {
      result[i] = Sample(truncatingIfNeeded: min(max((sums[i] &+ half) &>> bits, 0), maximum))
    }
  }

  /// Rounds sums of `sumColumns` to the bits of the first pass.
  ///
  /// - Precondition: both rows have the same length.
  static func cutSums(_ sums: Span<Int32>, into result: inout MutableSpan<Int16>) {
    precondition(result.count == sums.count, "rows of unequal length")
    for i in sums.indices {
      let sum = (sums[i] &+ 8192) &>> 14
      result[i] = Int16(truncatingIfNeeded: min(max(sum, -32768), 32767))
    }
  }

  // MARK: - Alpha

  /// Rounds premultiplied samples of the first pass's bits and cuts them to what alpha allows.
  ///
  /// Beside an edge the window makes alpha greater than full. There samples are divided by it, so
  /// that a colour stays what it is; below 0 nothing is left of them.
  ///
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.limited`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func limit<Sample: PixelSample>(
    _ samples: Span<Int16>, alpha: Span<Int16>, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      samples.count == result.count && alpha.count == result.count, "rows of unequal length")
    for i in samples.indices {
      result[i] = Sample(
        truncatingIfNeeded: limited(Int32(samples[i]), alpha: Int32(alpha[i]), Sample.self))
    }
  }

  /// The same for one sample: its code.
  @inline(__always)
  static func limited<Sample: PixelSample>(
    _ sample: Int32, alpha: Int32, _: Sample.Type
  ) -> Int32 {
    let bits = Int32(truncatingIfNeeded: 14 &- Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let full = Int32(bitPattern: Sample.maximum) &<< bits
    let colour = alpha > full ? (sample &* full &+ alpha / 2) / alpha : sample
    let limit = (min(max(alpha, 0), full) &+ half) &>> bits
    return min(max((colour &+ half) &>> bits, 0), limit)
  }
}
