// A picture is resampled in two passes. The first mixes rows into one of 16 bits, full at 2^14 less
// its last code; the second mixes that row's samples. Taps are in 1/16384, so that sums of 32 bits
// hold whatever a Lanczos window makes of samples: at most 1.6 times the largest one for each pass.
//
// Between the passes samples have the same number of bits whatever their depth.
extension Kernels {
  /// Fractional bits that samples have between the passes.
  @inline(__always)
  static func fineBits<Sample: PixelSample>(_: Sample.Type) -> Int32 {
    Int32(truncatingIfNeeded: 14 &- Sample.depth)
  }

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

  /// Mixes six rows: the sum of sample times tap, rounded to nearest, ties up.
  ///
  /// - Precondition: all rows have the same length.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func mixRows<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>, _ e: Span<Sample>,
    _ f: Span<Sample>, taps: InlineArray<6, Int16>, into result: inout MutableSpan<Int16>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && c.count == result.count
        && d.count == result.count && e.count == result.count && f.count == result.count,
      "rows of unequal length")
    let bits = Int32(truncatingIfNeeded: Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let (s, t, u) = (Int32(taps[0]), Int32(taps[1]), Int32(taps[2]))
    let (v, w, x) = (Int32(taps[3]), Int32(taps[4]), Int32(taps[5]))
    for i in a.indices {
      let upper = number(a[i]) &* s &+ number(b[i]) &* t &+ number(c[i]) &* u
      let lower = number(d[i]) &* v &+ number(e[i]) &* w &+ number(f[i]) &* x
      result[i] = Int16(truncatingIfNeeded: (upper &+ lower &+ half) &>> bits)
    }
  }

  /// Adds four rows times their taps to `sums`.
  ///
  /// - Precondition: all rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func addRows<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>,
    taps: InlineArray<4, Int16>, to sums: inout MutableSpan<Int32>
  ) {
    precondition(
      a.count == sums.count && b.count == sums.count && c.count == sums.count
        && d.count == sums.count, "rows of unequal length")
    let (s, t, u, v) = (Int32(taps[0]), Int32(taps[1]), Int32(taps[2]), Int32(taps[3]))
    var sums = sums._mutatingExtracting(a.indices)
    for i in a.indices {
      let sum = number(a[i]) &* s &+ number(b[i]) &* t &+ number(c[i]) &* u &+ number(d[i]) &* v
      sums[i] = sums[i] &+ sum
    }
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
  /// times tap, rounded to nearest, ties up, and cut to the samples' codes.
  ///
  /// - Parameter columns: those of the axis's samples to write.
  /// - Precondition: `row` has the samples of the axis's source and a group more.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func mixColumns<Sample: PixelSample>(
    _ row: Span<Int16>, _ axis: ResamplingAxis, columns: Range<Int>,
    into result: inout MutableSpan<Sample>
  ) {
    let fine = Int32(truncatingIfNeeded: 14 &- Sample.depth)
    let maximum = Int32(bitPattern: Sample.maximum)
    if axis.isCopy {
      let row = copied(row, axis, columns, result.count)
      let half: Int32 = 1 &<< (fine &- 1)
      for i in row.indices {
        let code = min(max((Int32(row[i]) &+ half) &>> fine, 0), maximum)
        result[i] = Sample(truncatingIfNeeded: code)
      }
      return
    }
    let bits = fine &+ 14
    let half: Int32 = 1 &<< (bits &- 1)
    sums(row, axis, columns, result.count) { (i, sum) in
      let code = min(max((sum &+ half) &>> bits, 0), maximum)
      result[i] = Sample(truncatingIfNeeded: code)
    }
  }

  /// The same with the bits of the first pass, and not cut but to 16 bits.
  static func mixFineColumns(
    _ row: Span<Int16>, _ axis: ResamplingAxis, columns: Range<Int>,
    into result: inout MutableSpan<Int16>
  ) {
    if axis.isCopy {
      let row = copied(row, axis, columns, result.count)
      for i in row.indices { result[i] = row[i] }
      return
    }
    sums(row, axis, columns, result.count) { (i, sum) in
      result[i] = Int16(clamping: (sum &+ 8192) &>> 14)
    }
  }

  @_lifetime(copy row)
  private static func copied(
    _ row: Span<Int16>, _ axis: ResamplingAxis, _ columns: Range<Int>, _ count: Int
  ) -> Span<Int16> {
    precondition(columns.count == count, "\(count) of \(columns)")
    let first = columns.lowerBound - axis.range.lowerBound
    return row.extracting(first..<first + count)
  }

  @inline(__always)
  private static func sums(
    _ row: Span<Int16>, _ axis: ResamplingAxis, _ columns: Range<Int>, _ count: Int,
    _ body: (_ index: Int, _ sum: Int32) -> Void
  ) {
    precondition(columns.count == count, "\(count) of \(columns)")
    precondition(row.count >= axis.source.count + ResamplingAxis.group, "row of \(row.count)")
    let start = columns.lowerBound - axis.range.lowerBound
    let firsts = axis.firsts.span.extracting(start..<start + count)
    let stride = axis.stride
    let taps = axis.taps.span.extracting(start * stride..<(start + count) * stride)
    // Safe: an axis's firsts and taps lie in its source, and the row is that long. Checks of every
    // sample would take as long as the sums.
    if stride == ResamplingAxis.group {
      for i in firsts.indices {
        let first = Int(firsts[i])
        body(i, unsafe groupSum(row, first, taps, i &* 8))
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
        first &+= 8
        tap &+= 8
      }
      body(i, sum)
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

  // MARK: - Alpha

  /// Rounds premultiplied samples of `mixFineColumns` and cuts them to what alpha allows.
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
    let bits = Int32(truncatingIfNeeded: 14 &- Sample.depth)
    let half: Int32 = 1 &<< (bits &- 1)
    let full = Int32(bitPattern: Sample.maximum) &<< bits
    for i in samples.indices {
      let cover = Int32(alpha[i])
      var sample = Int32(samples[i])
      if cover > full { sample = (sample &* full &+ cover / 2) / cover }
      let limit = (min(max(cover, 0), full) &+ half) &>> bits
      result[i] = Sample(truncatingIfNeeded: min(max((sample &+ half) &>> bits, 0), limit))
    }
  }
}
