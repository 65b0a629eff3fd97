public import BaseValues

/// How the chroma of a 4:2:0 picture lies on a 4:2:0 output when the picture is put at whole luma
/// samples, odd ones included, and only partly shown.
///
/// An output chroma sample stands for the (up to) 2 × 2 output luma samples below it. Each of those
/// that shows the picture belongs to a luma sample of the picture, and so to one of its chroma
/// samples:
///
///     x offset 1:   output chroma   |  0  |  1  |  2  |
///                   output luma     |  .  a|a  b|b  .  |
///                   picture chroma       | a  | b  |       sample 0 = a, half covered
///                                                          sample 1 = mean of a and b
///
/// The result is the rounded mean of these chroma samples, and their share of the existing output
/// luma samples is the coverage, to be used as weights. Nothing shifts by half a sample.
public struct ChromaPlacement: Hashable, Sendable {
  /// Output luma area that shows the picture.
  public let visible: Rect
  /// Output chroma columns that the picture touches.
  public let columns: Range<Int>
  /// Output chroma rows that the picture touches.
  public let rows: Range<Int>
  private let x: Int
  private let y: Int
  private let output: Size

  /// - Parameters:
  ///   - source: size of the picture.
  ///   - x: output luma column of the picture's left edge.
  ///   - y: output luma row of the picture's top edge.
  ///   - region: output luma area in which the picture may show (a crop or a wipe).
  ///   - output: size of the output.
  public init(source: Size, x: Int, y: Int, region: Rect, output: Size) {
    visible = source.bounds.offset(x: x, y: y).intersection(output.bounds).intersection(region)
    columns = (visible.x / 2)..<((visible.columns.upperBound + 1) / 2)
    rows = (visible.y / 2)..<((visible.rows.upperBound + 1) / 2)
    self.x = x
    self.y = y
    self.output = output
  }

  /// Whether every touched output chroma sample shows exactly one chroma sample of the picture
  /// and is fully covered by it, so that rows can be copied: source column `c - x / 2`.
  public var isAligned: Bool {
    x % 2 == 0 && y % 2 == 0 && visible.x % 2 == 0 && visible.y % 2 == 0
      && (visible.columns.upperBound % 2 == 0 || visible.columns.upperBound == output.width)
      && (visible.rows.upperBound % 2 == 0 || visible.rows.upperBound == output.height)
  }

  /// Columns whose existing luma columns all show the picture: in a row these have one coverage.
  public var wholeColumns: Range<Int> {
    let end =
      visible.columns.upperBound == output.width
      ? columns.upperBound : visible.columns.upperBound / 2
    let start = (visible.x + 1) / 2
    return start..<max(start, end)
  }

  /// The share of an output chroma sample's existing luma samples that show the picture: 0…32768,
  /// a multiple of 8192.
  ///
  /// - Precondition: `column` is in `columns` and `row` in `rows`.
  public func coverage(column: Int, row: Int) -> Int {
    precondition(columns.contains(column) && rows.contains(row), "(\(column), \(row)) is outside")
    let lumaColumns = (2 * column)..<min(2 * column + 2, output.width)
    let lumaRows = (2 * row)..<min(2 * row + 2, output.height)
    let shown =
      lumaColumns.clamped(to: visible.columns).count * lumaRows.clamped(to: visible.rows).count
    return 32768 * shown / (lumaColumns.count * lumaRows.count)
  }

  /// Computes output chroma row `row` of `plane`, a chroma plane or chroma alpha of the picture.
  ///
  /// - Parameters:
  ///   - samples: receives the means, one for each of `columns`.
  ///   - weights: receives the coverage, 0…32768 (a multiple of 8192), one for each of `columns`.
  /// - Precondition: `row` is in `rows`; both spans have `columns.count` elements; `image` has
  ///   the size that was given as `source`, and samples of that kind.
  /// - Note: bit-exact with `Reference.chroma`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func write<Sample: PixelSample>(
    plane: Int, of image: Image, row: Int, samples: inout MutableSpan<Sample>,
    weights: inout MutableSpan<UInt16>
  ) {
    precondition(weights.count == columns.count, "rows of unequal length")
    write(plane: plane, of: image, row: row, samples: &samples)
    for column in columns {
      weights[column - columns.lowerBound] = UInt16(coverage(column: column, row: row))
    }
  }

  /// Computes output chroma row `row` of `plane` without its coverage.
  ///
  /// - Parameter samples: receives the means, one for each of `columns`.
  /// - Precondition: `row` is in `rows`; `samples` has `columns.count` elements; `image` has the
  ///   size that was given as `source`.
  /// - Note: bit-exact with `Reference.chroma`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func write<Sample: PixelSample>(
    plane: Int, of image: Image, row: Int, samples: inout MutableSpan<Sample>
  ) {
    precondition(rows.contains(row), "row \(row) of \(rows)")
    precondition(samples.count == columns.count, "rows of unequal length")
    let lumaRows = (2 * row)..<min(2 * row + 2, output.height)
    let shownRows = lumaRows.clamped(to: visible.rows)
    let upperY = (shownRows.lowerBound - y) / 2
    let lowerY = (shownRows.upperBound - 1 - y) / 2
    let upper = image.row(plane, upperY, as: Sample.self)
    let lower = image.row(plane, lowerY, as: Sample.self)

    // Every column inside has both luma samples shown; the first and the last may have one.
    let inside = ((visible.x + 1) / 2)..<max((visible.x + 1) / 2, visible.columns.upperBound / 2)
    for column in [columns.lowerBound, columns.upperBound - 1] where !inside.contains(column) {
      let lumaColumns = (2 * column)..<min(2 * column + 2, output.width)
      let shown = lumaColumns.clamped(to: visible.columns)
      let left = (shown.lowerBound - x) / 2
      let right = (shown.upperBound - 1 - x) / 2
      samples[column - columns.lowerBound] = Self.mean(
        upper[left], upper[right], lower[left], lower[right])
    }
    guard !inside.isEmpty else { return }
    let first = inside.lowerBound - columns.lowerBound
    var insideSamples = samples._mutatingExtracting(first..<first + inside.count)
    let left = (2 * inside.lowerBound - x) / 2
    let right = (2 * inside.lowerBound + 1 - x) / 2
    let leftColumns = left..<left + inside.count
    let rightColumns = right..<right + inside.count
    // The mean of two equal pairs is the mean of the two: (2a + 2b + 2) / 4 = (a + b + 1) / 2.
    switch (left == right, upperY == lowerY) {
    case (true, true):
      Kernels.copy(upper.extracting(leftColumns), into: &insideSamples)
    case (true, false):
      Self.means(
        upper.extracting(leftColumns), lower.extracting(leftColumns), into: &insideSamples)
    case (false, true):
      Self.means(
        upper.extracting(leftColumns), upper.extracting(rightColumns), into: &insideSamples)
    case (false, false):
      Self.means(
        upper.extracting(leftColumns), upper.extracting(rightColumns),
        lower.extracting(leftColumns), lower.extracting(rightColumns), into: &insideSamples)
    }
  }

  @inline(__always)
  private static func mean<Sample: PixelSample>(
    _ a: Sample, _ b: Sample, _ c: Sample, _ d: Sample
  ) -> Sample {
    Sample(code: (a.code &+ b.code &+ c.code &+ d.code &+ 2) &>> 2)
  }

  private static func means<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, into result: inout MutableSpan<Sample>
  ) {
    precondition(a.count == result.count && b.count == result.count, "rows of unequal length")
    for i in a.indices {
      result[i] = Sample(code: (a[i].code &+ b[i].code &+ 1) &>> 1)
    }
  }

  private static func means<Sample: PixelSample>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>,
    into result: inout MutableSpan<Sample>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && c.count == result.count
        && d.count == result.count, "rows of unequal length")
    for i in a.indices { result[i] = mean(a[i], b[i], c[i], d[i]) }
  }
}
