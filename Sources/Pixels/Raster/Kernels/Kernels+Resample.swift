import RowKernels
import WideRowKernels

// A picture is resampled in two passes. The first mixes rows into one of 16 bits, full at 2^14 less
// its last code; the second mixes that row's samples. Taps are in 1/16384, so that sums of 32 bits
// hold whatever a Lanczos window makes of samples: at most 1.6 times the largest one for each pass.
//
// Between the passes samples have the same number of bits whatever their depth.
extension Kernels {
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

  /// Mixes rows of a plane: the sum of sample times tap, rounded to nearest, ties up.
  ///
  /// - Parameters:
  ///   - first: the first of `count` rows, at least one.
  ///   - taps: two in each number, as `RowMixing` has them.
  /// - Precondition: rows and columns lie in the plane, and there is a number for each column.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func mixRows<Sample: PixelSample>(
    _ plane: Int, of image: Image, from first: Int, count: Int, columns: Range<Int>,
    _: Sample.Type, taps: Span<Int32>, into result: inout MutableSpan<Int16>
  ) {
    precondition(
      first >= 0 && count > 0 && first + count <= image.height(of: plane)
        && columns.lowerBound >= 0 && columns.upperBound <= image.width(of: plane)
        && columns.count == result.count && image.format.depth == Sample.depth,
      "rows \(first) and \(count) more, columns \(columns)")
    // Safe: the rows lie in the plane, which is lent.
    unsafe image.withUnsafePlane(plane) { (base, stride) in
      let offset = first &* stride &+ columns.lowerBound &* MemoryLayout<Sample>.size
      let start = unsafe UnsafeRawPointer(base) + offset
      if MemoryLayout<Sample>.size == 1 {
        if WideVectors.areUsed {
          unsafe WideRowKernels.RowMixing.mix8(
            start, stride: stride, rows: count, taps: taps, into: &result)
        } else {
          unsafe RowKernels.RowMixing.mix8(
            start, stride: stride, rows: count, taps: taps, into: &result)
        }
      } else {
        unsafe mixWords(
          start, stride: stride, count: count, bits: Sample.depth, taps: taps, into: &result)
      }
    }
  }

  /// Mixes rows of words of so many bits in memory.
  @unsafe private static func mixWords(
    _ start: UnsafeRawPointer, stride: Int, count: Int, bits: Int, taps: Span<Int32>,
    into result: inout MutableSpan<Int16>
  ) {
    if WideVectors.areUsed {
      unsafe WideRowKernels.RowMixing.mix16(
        start, stride: stride, rows: count, bits: bits, taps: taps, into: &result)
    } else {
      unsafe RowKernels.RowMixing.mix16(
        start, stride: stride, rows: count, bits: bits, taps: taps, into: &result)
    }
  }

  /// The same of rows of 14 bits in memory, one after the other.
  ///
  /// - Parameters:
  ///   - width: samples of a row.
  ///   - first: the first of `count` rows, at least one.
  /// - Precondition: rows and columns are there, and there is a number for each column.
  static func mixDeepRows(
    _ rows: Span<UInt16>, width: Int, from first: Int, count: Int, columns: Range<Int>,
    taps: Span<Int32>, into result: inout MutableSpan<Int16>
  ) {
    precondition(
      first >= 0 && count > 0 && (first + count) * width <= rows.count
        && columns.lowerBound >= 0 && columns.upperBound <= width && columns.count == result.count,
      "rows \(first) and \(count) more, columns \(columns)")
    // Safe: the rows lie in memory that is lent.
    unsafe rows.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe mixWords(
        base + 2 &* (first &* width &+ columns.lowerBound), stride: 2 &* width, count: count,
        bits: 14, taps: taps, into: &result)
    }
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
    // An axis without samples has no row either.
    if columns.isEmpty { return }
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
    if WideVectors.areUsed {
      unsafe WideRowKernels.ColumnSums.write(
        row, firsts: firsts, taps: taps, stride: stride, into: &sums)
    } else {
      unsafe RowKernels.ColumnSums.write(
        row, firsts: firsts, taps: taps, stride: stride, into: &sums)
    }
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

  /// The same to codes of 16 bits.
  ///
  /// - Precondition: both rows have the same length.
  static func cutDeepSums(_ sums: Span<Int32>, into result: inout MutableSpan<UInt16>) {
    precondition(result.count == sums.count, "rows of unequal length")
    for i in sums.indices {
      result[i] = UInt16(truncatingIfNeeded: min(max((sums[i] &+ 2048) &>> 12, 0), 65535))
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
    // Beside edges alone alpha is more than full: elsewhere nothing is divided.
    let block = 64
    let full = Int16(truncatingIfNeeded: Sample.maximum &<< UInt32(14 &- Sample.depth))
    var start = 0
    while start < samples.count {
      let columns = start..<min(start &+ block, samples.count)
      start = columns.upperBound
      let (samples, alpha) = (samples.extracting(columns), alpha.extracting(columns))
      var part = result._mutatingExtracting(columns)
      var most = Int16.min
      for i in alpha.indices { most = max(most, alpha[i]) }
      guard most > full else {
        limitBelowFull(samples, alpha: alpha, into: &part)
        continue
      }
      for i in samples.indices {
        part[i] = Sample(
          truncatingIfNeeded: limited(Int32(samples[i]), alpha: Int32(alpha[i]), Sample.self))
      }
    }
  }

  /// The same where no alpha is more than full.
  @inline(__always)
  private static func limitBelowFull<Sample: PixelSample>(
    _ samples: Span<Int16>, alpha: Span<Int16>, into result: inout MutableSpan<Sample>
  ) {
    precondition(samples.count == result.count && alpha.count == result.count)
    // 16 bits are enough: samples are within ±1.6 · 2^14.
    let bits = Int16(truncatingIfNeeded: 14 &- Sample.depth)
    let half: Int16 = 1 &<< (bits &- 1)
    for i in samples.indices {
      let limit = (max(alpha[i], 0) &+ half) &>> bits
      // Cut before the half is added, which could pass the largest number.
      let sample = min(samples[i], Int16.max &- half)
      result[i] = Sample(truncatingIfNeeded: min(max((sample &+ half) &>> bits, 0), limit))
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
