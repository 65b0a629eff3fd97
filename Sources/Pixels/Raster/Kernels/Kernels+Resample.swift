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
    // What is asked for of the windows that are alike, and what lies on either side.
    let wanted = start..<start + count
    let alike = axis.alike.places.clamped(to: wanted)
    if alike.isEmpty { return sum(row, axis, wanted, from: start, into: &sums) }
    sum(row, axis, start..<alike.lowerBound, from: start, into: &sums)
    sum(row, axis, alike.upperBound..<wanted.upperBound, from: start, into: &sums)
    var part = sums._mutatingExtracting(alike.lowerBound - start..<alike.upperBound - start)
    let taps = axis.taps.span.extracting(
      alike.lowerBound * axis.stride..<(alike.lowerBound + 1) * axis.stride)
    let first = Int(axis.firsts[alike.lowerBound])
    // Safe: as below.
    if WideVectors.areUsed {
      unsafe WideRowKernels.ColumnSums.writeAlike(
        row, first: first, step: axis.alike.step, taps: taps, into: &part)
    } else {
      unsafe RowKernels.ColumnSums.writeAlike(
        row, first: first, step: axis.alike.step, taps: taps, into: &part)
    }
  }

  /// The same of some of the axis's windows, counted from its first.
  ///
  /// - Parameter start: the window whose sum comes first.
  private static func sum(
    _ row: Span<Int16>, _ axis: ResamplingAxis, _ places: Range<Int>, from start: Int,
    into sums: inout MutableSpan<Int32>
  ) {
    if places.isEmpty { return }
    var sums = sums._mutatingExtracting(places.lowerBound - start..<places.upperBound - start)
    let firsts = axis.firsts.span.extracting(places)
    let stride = axis.stride
    let taps = axis.taps.span.extracting(
      places.lowerBound * stride..<places.upperBound * stride)
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
  ) { Sample.cut(sums, into: &result) }

  /// The same to codes of 16 bits.
  ///
  /// - Precondition: both rows have the same length.
  static func cutDeepSums(_ sums: Span<Int32>, into result: inout MutableSpan<UInt16>) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.cutDeep(sums, into: &result)
    } else {
      RowKernels.ResampledRows.cutDeep(sums, into: &result)
    }
  }

  /// Rounds sums of `sumColumns` to the bits of the first pass.
  ///
  /// - Precondition: both rows have the same length.
  static func cutSums(_ sums: Span<Int32>, into result: inout MutableSpan<Int16>) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.cutFine(sums, into: &result)
    } else {
      RowKernels.ResampledRows.cutFine(sums, into: &result)
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
  ) { Sample.limit(samples, alpha: alpha, into: &result) }
}
