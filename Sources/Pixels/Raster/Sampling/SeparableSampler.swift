public import BaseValues

/// Draws a layer that stands upright, at any size and place and mirrored or not, straight from its
/// samples: Lanczos with three lobes, across and down, widened where the layer gets smaller.
///
/// Places are rounded to 1/1024 of a sample of the layer, taps to 1/16384; between the passes
/// samples have 14 bits. A layer that maps to whole samples comes out exactly. Outside the layer
/// its nearest sample is taken; how much of an output sample it covers is told apart from the
/// samples (`columns`, `rows`).
///
/// Chroma lies on the even columns of luma, as video has it.
public struct SeparableSampler: Sendable {
  /// Coverage of the output's luma columns.
  public let columns: AxisCoverage
  /// Coverage of the output's luma rows.
  public let rows: AxisCoverage
  /// Coverage of the output's chroma columns.
  public let chromaColumns: AxisCoverage
  /// Coverage of the output's chroma rows.
  public let chromaRows: AxisCoverage
  private let layer: Size
  private let hasAlpha: Bool
  private let hasDetail: Bool
  private let luma: ResamplingGrid
  private let chroma: ResamplingGrid

  /// Prepares drawing.
  ///
  /// - Parameters:
  ///   - layer: size of the layer.
  ///   - hasAlpha: whether its format has alpha.
  ///   - hasDetail: whether chroma is drawn from planes of luma's size.
  ///   - area: output luma samples that can be seen at all.
  /// - Returns: `nil` if the layer is turned or skewed or in perspective, the homography is not
  ///   within its limits, or a size is empty or has a side longer than 16384 samples.
  /// - Complexity: O(output width + height), times the scale where the layer gets smaller.
  public init?(
    homography: Homography, layer: Size, hasAlpha: Bool, hasDetail: Bool = false, output: Size,
    area: Rect
  ) {
    let longest = 16384
    guard homography.isUpright, homography.isWithinLimits, !layer.isEmpty, !output.isEmpty,
      max(layer.width, layer.height, output.width, output.height) <= longest
    else { return nil }
    let map = homography
    let edges = Edges(homography, area: layer.bounds)
    func coverage(_ count: Int, _ share: (Int) -> Int64) -> AxisCoverage {
      AxisCoverage(count: count, share: share)
    }
    let (lumaRow, chromaRow) = (CellRow(luma: 0, of: output), CellRow(chroma: 0, of: output))
    columns = coverage(output.width) { edges.across($0, in: lumaRow) }
    rows = coverage(output.height) { edges.down(0, in: CellRow(luma: $0, of: output)) }
    chromaColumns = coverage(output.chroma.width) { edges.across($0, in: chromaRow) }
    chromaRows = coverage(output.chroma.height) {
      edges.down(0, in: CellRow(chroma: $0, of: output))
    }
    self.layer = layer
    self.hasAlpha = hasAlpha
    self.hasDetail = hasDetail
    // A chroma sample spans four half luma samples.
    func axis(
      _ slope: Int64, _ constant: Int64, _ coverage: AxisCoverage, _ area: Range<Int>,
      _ count: Int, span: Int64, site: Int64, from: (span: Int64, site: Int64)? = nil
    ) -> ResamplingAxis {
      let from = from ?? (span, site)
      let line = ResamplingAxis.Line(
        step: slope &* span, origin: slope &* site &+ constant &- from.site &* map.i,
        unit: from.span &* map.i)
      return ResamplingAxis(line, range: coverage.touched.clamped(to: area), count: count)
    }
    let half = Rect(
      columns: area.columns.lowerBound / 2..<(area.columns.upperBound + 1) / 2,
      rows: area.rows.lowerBound / 2..<(area.rows.upperBound + 1) / 2)
    luma = ResamplingGrid(
      across: axis(map.a, map.c, columns, area.columns, layer.width, span: 2, site: 1),
      down: axis(map.e, map.f, rows, area.rows, layer.height, span: 2, site: 1))
    let stored = hasDetail ? layer : layer.chroma
    let from: (span: Int64, site: Int64)? = hasDetail ? (2, 1) : nil
    chroma = ResamplingGrid(
      across: axis(
        map.a, map.c, chromaColumns, half.columns, stored.width, span: 4, site: 1, from: from),
      down: axis(
        map.e, map.f, chromaRows, half.rows, stored.height, span: 4, site: 2, from: from))
  }

  /// Output luma samples in the area that the layer touches; empty if there are none.
  public var bounds: Rect { Rect(columns: luma.across.range, rows: luma.down.range) }

  /// Output chroma samples over the area that the layer touches, in chroma samples.
  public var chromaBounds: Rect { Rect(columns: chroma.across.range, rows: chroma.down.range) }

  /// Output luma samples that the layer covers wholly.
  public var wholeBounds: Rect { Rect(columns: columns.whole, rows: rows.whole) }

  // MARK: - Drawing

  /// Writes luma of `columns` of output row `y`, and alpha if the layer has it.
  ///
  /// - Parameters:
  ///   - samples: receives luma, one for each of `columns`, premultiplied where there is alpha.
  ///   - alpha: receives alpha, one for each of `columns`; left alone in opaque pictures.
  /// - Precondition: sizes and samples are as said; row and columns are inside `bounds`.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeLuma<Sample: PixelSample>(
    of image: Image, row y: Int, columns: Range<Int>, scratch: inout ResamplingScratch,
    samples: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    check(image, y, columns, in: luma)
    guard hasAlpha else {
      return luma.write(
        Plane.luma, of: image, row: y, columns: columns, scratch: &scratch, into: &samples)
    }
    luma.writeAlpha(
      Plane.alpha, of: image, row: y, columns: columns, scratch: &scratch, into: &alpha)
    luma.writePremultiplied(
      Plane.luma, of: image, row: y, columns: columns, scratch: &scratch, into: &samples)
  }

  /// Writes chroma of `columns` (chroma columns) of output chroma row `y`, and chroma alpha if the
  /// layer has it.
  ///
  /// - Parameters:
  ///   - detail: the picture's own chroma at luma's size, for a sampler of it.
  ///   - cb: receives blue difference, one for each of `columns`, premultiplied where there is alpha.
  ///   - cr: receives red difference in the same way.
  ///   - alpha: receives alpha, one for each of `columns`; left alone in opaque pictures.
  /// - Precondition: sizes and samples are as said; row and columns are inside `chromaBounds`.
  /// - Note: bit-exact with `Reference.resample`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeChroma<Sample: PixelSample>(
    of image: Image, _ detail: ColorDetail.Planes? = nil, row y: Int, columns: Range<Int>,
    scratch: inout ResamplingScratch,
    cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    check(image, y, columns, in: chroma)
    precondition((detail != nil) == hasDetail, "chroma of another size")
    precondition(detail.map { $0.cb.size == layer } ?? true, "chroma of another picture")
    let (first, second) =
      detail.map { (($0.cb, Plane.luma), ($0.cr, Plane.luma)) }
      ?? ((image, Plane.cb), (image, Plane.cr))
    guard hasAlpha else {
      chroma.write(first.1, of: first.0, row: y, columns: columns, scratch: &scratch, into: &cb)
      chroma.write(second.1, of: second.0, row: y, columns: columns, scratch: &scratch, into: &cr)
      return
    }
    chroma.writeAlpha(
      hasDetail ? Plane.alpha : Plane.chromaAlpha, of: image, row: y, columns: columns,
      scratch: &scratch, into: &alpha)
    chroma.writePremultiplied(
      first.1, of: first.0, row: y, columns: columns, scratch: &scratch, into: &cb)
    chroma.writePremultiplied(
      second.1, of: second.0, row: y, columns: columns, scratch: &scratch, into: &cr)
  }

  private func check(_ image: Image, _ y: Int, _ columns: Range<Int>, in grid: ResamplingGrid) {
    precondition(image.size == layer && image.format.hasAlpha == hasAlpha, "layer of \(image.size)")
    precondition(grid.down.range.contains(y), "row \(y) of \(grid.down.range)")
    precondition(
      columns.lowerBound >= grid.across.range.lowerBound
        && columns.upperBound <= grid.across.range.upperBound, "columns \(columns)")
  }
}
