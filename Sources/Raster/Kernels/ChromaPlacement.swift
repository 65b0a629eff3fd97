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
  public let visible: PixelRect
  /// Output chroma columns that the picture touches.
  public let columns: Range<Int>
  /// Output chroma rows that the picture touches.
  public let rows: Range<Int>
  private let x: Int
  private let y: Int
  private let output: PixelSize

  /// - Parameters:
  ///   - source: size of the picture.
  ///   - x: output luma column of the picture's left edge.
  ///   - y: output luma row of the picture's top edge.
  ///   - region: output luma area in which the picture may show (a crop or a wipe).
  ///   - output: size of the output.
  public init(source: PixelSize, x: Int, y: Int, region: PixelRect, output: PixelSize) {
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

  /// Computes output chroma row `row` of `plane`, a chroma plane or chroma alpha of the picture.
  ///
  /// - Parameters:
  ///   - samples: receives the means, one for each of `columns`.
  ///   - weights: receives the coverage, 0…32768 (a multiple of 8192), one for each of `columns`.
  /// - Precondition: `row` is in `rows`; both spans have `columns.count` elements; `image` has
  ///   the size that was given as `source`.
  /// - Note: bit-exact with `Reference.chroma`.
  public func write(
    plane: Int, of image: Image, row: Int, samples: inout MutableSpan<UInt8>,
    weights: inout MutableSpan<UInt16>
  ) {
    precondition(rows.contains(row), "row \(row) of \(rows)")
    precondition(
      samples.count == columns.count && weights.count == columns.count, "rows of unequal length")
    let lumaRows = (2 * row)..<min(2 * row + 2, output.height)
    let shownRows = lumaRows.clamped(to: visible.rows)
    let upper = image.row(plane, (shownRows.lowerBound - y) / 2)
    let lower = image.row(plane, (shownRows.upperBound - 1 - y) / 2)

    // Every column inside has both luma samples shown; the first and the last may have one.
    let inside = ((visible.x + 1) / 2)..<max((visible.x + 1) / 2, visible.columns.upperBound / 2)
    for column in columns where !inside.contains(column) {
      let lumaColumns = (2 * column)..<min(2 * column + 2, output.width)
      let shown = lumaColumns.clamped(to: visible.columns)
      let left = (shown.lowerBound - x) / 2
      let right = (shown.upperBound - 1 - x) / 2
      samples[column - columns.lowerBound] = Self.mean(
        upper[left], upper[right], lower[left], lower[right])
      weights[column - columns.lowerBound] = UInt16(
        32768 * shownRows.count * shown.count / (lumaRows.count * lumaColumns.count))
    }
    guard !inside.isEmpty else { return }
    let first = inside.lowerBound - columns.lowerBound
    let weight = UInt16(32768 * shownRows.count / lumaRows.count)
    var insideSamples = samples._mutatingExtracting(first..<first + inside.count)
    var insideWeights = weights._mutatingExtracting(first..<first + inside.count)
    let left = (2 * inside.lowerBound - x) / 2
    let right = (2 * inside.lowerBound + 1 - x) / 2
    Self.means(
      upper.extracting(left..<left + inside.count), upper.extracting(right..<right + inside.count),
      lower.extracting(left..<left + inside.count), lower.extracting(right..<right + inside.count),
      into: &insideSamples)
    insideWeights.update(repeating: weight)
  }

  @inline(__always)
  private static func mean(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt16(a) &+ UInt16(b) &+ UInt16(c) &+ UInt16(d) &+ 2) &>> 2)
  }

  private static func means(
    _ a: Span<UInt8>, _ b: Span<UInt8>, _ c: Span<UInt8>, _ d: Span<UInt8>,
    into result: inout MutableSpan<UInt8>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && c.count == result.count
        && d.count == result.count, "rows of unequal length")
    for i in a.indices { result[i] = mean(a[i], b[i], c[i], d[i]) }
  }
}
