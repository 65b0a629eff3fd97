public import BaseValues

/// Draws a layer that is turned or in perspective: Lanczos with three lobes as for upright layers,
/// around the place where each output sample's centre lies in the layer.
///
/// Places are computed exactly, rounded down to 2^-17 of a layer sample and then to 1/256 of a
/// sample of the level that is used; taps are those of `LanczosPhases`, sums as in
/// `SeparableSampler`. Where the layer is shown smaller it is sampled in smaller sizes of it, see
/// `LayerLevel`. A layer that maps to whole samples comes out exactly.
///
/// Outside the layer its nearest sample is taken; how much of an output sample the layer covers is
/// told apart from the samples (`writeShares`), with edges one output sample wide at any
/// magnification and angle. Chroma lies on the even columns of luma, as video has it. Where the
/// output has an odd width or height, the last chroma sample is covered as the luma samples that
/// exist are.
public struct ProjectiveSampler: Hashable, Sendable {
  /// From the output to the layer at its full size; with a power of two for its denominator where
  /// that is the same everywhere.
  public let homography: Homography
  /// Size of the layer.
  public let layer: Size
  /// Size of the output.
  public let output: Size
  /// Output luma samples that the layer touches; empty if there are none.
  public let bounds: Rect
  /// Output chroma samples that the layer touches, in chroma samples.
  public let chromaBounds: Rect
  /// The sizes of the layer that drawing needs, from the largest to the smallest.
  public let levels: [LayerLevel]
  let edges: Edges
  /// The exponent where D is a constant power of two, and a division can be a shift.
  let shift: Int64?

  /// Prepares drawing.
  ///
  /// - Parameters:
  ///   - visible: the part of the layer to show, in layer samples; all of it if `nil`.
  /// - Returns: `nil` if the homography is not within its limits or a size is empty or has a side
  ///   longer than 16384 samples.
  /// - Complexity: O(output height · levels).
  public init?(
    homography: Homography, layer: Size, visible: Rect? = nil, output: Size
  ) {
    let longest = 16384
    guard homography.isWithinLimits, !layer.isEmpty, !output.isEmpty,
      max(layer.width, layer.height, output.width, output.height) <= longest
    else { return nil }
    let area = (visible ?? layer.bounds).intersection(layer.bounds)
    let map = homography.evened
    self.homography = map
    self.layer = layer
    self.output = output
    shift =
      map.isAffine && map.i > 0 && map.i & (map.i - 1) == 0
      ? Int64(truncatingIfNeeded: map.i.trailingZeroBitCount) : nil
    let edges = Edges(map, area: area)
    self.edges = edges
    let rows =
      area.isEmpty
      ? [] : (0..<output.height).map { Self.touched(CellRow(luma: $0, of: output), edges, map) }
    let chromaRows =
      area.isEmpty
      ? []
      : (0..<output.chroma.height).map { Self.touched(CellRow(chroma: $0, of: output), edges, map) }
    bounds = Self.bounds(of: rows)
    chromaBounds = Self.bounds(of: chromaRows)
    let lines = rows.enumerated().map { (y: Int64(2 * $0.offset + 1), columns: $0.element) }
    levels = LevelPlanner(map, layer, lines, bounds).levels()
  }

  /// The rectangle around the touched columns of all rows.
  private static func bounds(of rows: [Range<Int>]) -> Rect {
    var columns: Range<Int>?
    for row in rows where !row.isEmpty {
      let old = columns ?? row
      columns =
        min(old.lowerBound, row.lowerBound)..<max(old.upperBound, row.upperBound)
    }
    guard let columns, let first = rows.firstIndex(where: { !$0.isEmpty }),
      let last = rows.lastIndex(where: { !$0.isEmpty })
    else { return .empty }
    return Rect(columns: columns, rows: first..<last + 1)
  }

  /// Columns of a row that are touched and in front of the eye.
  private static func touched(_ row: CellRow, _ edges: Edges, _ map: Homography) -> Range<Int> {
    let site = row.site(0)
    return edges.touched(row).part(
      from: map.denominator(x: site, y: row.y) &- 1, step: map.g &* row.step)
  }

  // MARK: - What is touched

  /// Output luma columns of row `y` that the layer touches.
  public func columns(ofRow y: Int) -> Range<Int> {
    guard bounds.rows.contains(y) else { return 0..<0 }
    return Self.touched(CellRow(luma: y, of: output), edges, homography)
  }

  /// Output chroma columns of chroma row `y` that the layer touches.
  public func chromaColumns(ofRow y: Int) -> Range<Int> {
    guard chromaBounds.rows.contains(y) else { return 0..<0 }
    return Self.touched(CellRow(chroma: y, of: output), edges, homography)
  }

  /// Writes the share of each luma sample of a row that the layer covers, 0…32768, where that is not
  /// the whole sample.
  ///
  /// - Parameters:
  ///   - columns: some of `columns(ofRow: y)`.
  ///   - shares: a number for each column of the output; those of the result are left alone.
  /// - Returns: the columns that are wholly covered.
  public func writeShares(
    row y: Int, columns: Range<Int>, shares: inout MutableSpan<UInt16>
  ) -> Range<Int> {
    writeShares(CellRow(luma: y, of: output), columns, &shares)
  }

  /// The same for chroma samples.
  public func writeChromaShares(
    row y: Int, columns: Range<Int>, shares: inout MutableSpan<UInt16>
  ) -> Range<Int> {
    writeShares(CellRow(chroma: y, of: output), columns, &shares)
  }

  private func writeShares(
    _ row: CellRow, _ columns: Range<Int>, _ shares: inout MutableSpan<UInt16>
  ) -> Range<Int> {
    var whole = edges.whole(row).clamped(to: columns)
    if whole.isEmpty { whole = columns.lowerBound..<columns.lowerBound }
    for part in [columns.lowerBound..<whole.lowerBound, whole.upperBound..<columns.upperBound] {
      for x in part {
        shares[x] = UInt16(truncatingIfNeeded: (edges.share(of: x, in: row) &+ 16384) &>> 15)
      }
    }
    return whole
  }
}
