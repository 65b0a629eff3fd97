import BaseValues

/// How planes of one size are resampled to samples of a result: an axis for each direction.
public struct ResamplingGrid: Sendable {
  let across: ResamplingAxis
  let down: ResamplingAxis

  /// Writes a row of a plane of an opaque picture.
  ///
  /// - Parameters:
  ///   - y: one of the rows of the axis.
  ///   - columns: those of the axis's columns to write.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func write<Sample: PixelSample>(
    _ plane: Int, of image: Image, row y: Int, columns: Range<Int>,
    scratch: inout ResamplingScratch, into samples: inout MutableSpan<Sample>
  ) {
    scratch.reserve(source: across.source.count, result: columns.count)
    mix(plane, image, y, Sample.self, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    Kernels.cutSums(scratch.sums.span.extracting(0..<columns.count), into: &samples)
  }

  /// Writes a row of a plane of codes of 14 bits, rounded to codes of 16.
  ///
  /// - Parameter rows: some rows of the plane, one after the other, those that the row needs among them;
  ///   `firstRow` of the plane is the first.
  func write(
    row y: Int, from rows: Span<UInt16>, beginningWith firstRow: Int,
    scratch: inout ResamplingScratch, into samples: inout MutableSpan<UInt16>
  ) {
    let columns = across.range
    scratch.reserve(source: across.source.count, result: columns.count)
    mix(rows, firstRow, y, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    Kernels.cutDeepSums(scratch.sums.span.extracting(0..<columns.count), into: &samples)
  }

  /// Writes a row of alpha in a depth from a plane of 14 bits, as `write`, and keeps it for the planes that it
  /// belongs to.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func writeAlpha<Sample: PixelSample>(
    row y: Int, from rows: Span<UInt16>, beginningWith firstRow: Int,
    scratch: inout ResamplingScratch, into alpha: inout MutableSpan<Sample>
  ) {
    let columns = across.range
    scratch.reserve(source: across.source.count, result: columns.count)
    mix(rows, firstRow, y, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    cut(scratch.sums, columns, into: &scratch.fineAlpha)
    let row = scratch.fineAlpha.span.extracting(0..<columns.count)
    Kernels.limit(row, alpha: row, into: &alpha)
  }

  /// Writes a row of premultiplied samples of a depth from a plane of 14 bits.
  ///
  /// - Precondition: `writeAlpha` was called for this row.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func writePremultiplied<Sample: PixelSample>(
    row y: Int, from rows: Span<UInt16>, beginningWith firstRow: Int,
    scratch: inout ResamplingScratch, into samples: inout MutableSpan<Sample>
  ) {
    let columns = across.range
    mix(rows, firstRow, y, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    cut(scratch.sums, columns, into: &scratch.fine)
    Kernels.limit(
      scratch.fine.span.extracting(0..<columns.count),
      alpha: scratch.fineAlpha.span.extracting(0..<columns.count), into: &samples)
  }

  /// As `write`, rounded as pictures with alpha are: to 14 bits first.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func writeTwiceRounded<Sample: PixelSample>(
    _ plane: Int, of image: Image, row y: Int, columns: Range<Int>,
    scratch: inout ResamplingScratch, into samples: inout MutableSpan<Sample>
  ) {
    scratch.reserve(source: across.source.count, result: columns.count)
    mix(plane, image, y, Sample.self, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    cut(scratch.sums, columns, into: &scratch.fine)
    Kernels.cutFine(scratch.fine.span.extracting(0..<columns.count), into: &samples)
  }

  /// Writes a row of the alpha of a picture, and keeps it for the planes that it belongs to.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func writeAlpha<Sample: PixelSample>(
    _ plane: Int, of image: Image, row y: Int, columns: Range<Int>,
    scratch: inout ResamplingScratch, into alpha: inout MutableSpan<Sample>
  ) {
    scratch.reserve(source: across.source.count, result: columns.count)
    mix(plane, image, y, Sample.self, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    cut(scratch.sums, columns, into: &scratch.fineAlpha)
    let row = scratch.fineAlpha.span.extracting(0..<columns.count)
    Kernels.limit(row, alpha: row, into: &alpha)
  }

  /// Writes a row of a premultiplied plane.
  ///
  /// - Precondition: `writeAlpha` was called for this row and these columns.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func writePremultiplied<Sample: PixelSample>(
    _ plane: Int, of image: Image, row y: Int, columns: Range<Int>,
    scratch: inout ResamplingScratch, into samples: inout MutableSpan<Sample>
  ) {
    mix(plane, image, y, Sample.self, &scratch.mixed, &scratch.taps)
    sum(scratch.mixed, columns, into: &scratch.sums)
    cut(scratch.sums, columns, into: &scratch.fine)
    Kernels.limit(
      scratch.fine.span.extracting(0..<columns.count),
      alpha: scratch.fineAlpha.span.extracting(0..<columns.count), into: &samples)
  }

  /// The first pass: the rows of the plane mixed into one.
  private func mix<Sample: PixelSample>(
    _ plane: Int, _ image: Image, _ y: Int, _ sample: Sample.Type,
    _ mixedRow: inout [Int16], _ tapPairs: inout [Int32]
  ) {
    let (first, taps) = down.window(of: y)
    let columns = across.source
    var whole = mixedRow.mutableSpan
    var mixed = whole._mutatingExtracting(0..<columns.count)
    if taps.count == 1 {
      let row = image.row(plane, first, as: sample).extracting(columns)
      return Kernels.widenRow(row, into: &mixed)
    }
    Self.pair(taps, into: &tapPairs)
    Kernels.mixRows(
      plane, of: image, from: first, count: taps.count, columns: columns, sample,
      taps: tapPairs.span, into: &mixed)
  }

  /// The same of rows of 14 bits.
  private func mix(
    _ rows: Span<UInt16>, _ firstRow: Int, _ y: Int, _ mixedRow: inout [Int16],
    _ tapPairs: inout [Int32]
  ) {
    let (first, taps) = down.window(of: y)
    let columns = across.source
    var whole = mixedRow.mutableSpan
    var mixed = whole._mutatingExtracting(0..<columns.count)
    Self.pair(taps, into: &tapPairs)
    Kernels.mixDeepRows(
      rows, width: across.count, from: first - firstRow, count: taps.count, columns: columns,
      taps: tapPairs.span, into: &mixed)
  }

  /// Two taps in each number, as `RowMixing` has them.
  private static func pair(_ taps: ArraySlice<Int16>, into pairs: inout [Int32]) {
    pairs.removeAll(keepingCapacity: true)
    for k in stride(from: taps.startIndex, to: taps.endIndex, by: 2) {
      let second = k + 1 < taps.endIndex ? taps[k + 1] : 0
      pairs.append(Int32(second) &<< 16 | Int32(UInt16(bitPattern: taps[k])))
    }
  }

  /// The second pass.
  private func sum(_ mixed: [Int16], _ columns: Range<Int>, into row: inout [Int32]) {
    var whole = row.mutableSpan
    var sums = whole._mutatingExtracting(0..<columns.count)
    Kernels.sumColumns(mixed.span, across, columns: columns, into: &sums)
  }

  /// Its rounding for samples that belong together with alpha.
  private func cut(_ sums: [Int32], _ columns: Range<Int>, into row: inout [Int16]) {
    var whole = row.mutableSpan
    var fine = whole._mutatingExtracting(0..<columns.count)
    Kernels.cutSums(sums.span.extracting(0..<columns.count), into: &fine)
  }
}
