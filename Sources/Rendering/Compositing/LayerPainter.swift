import PixelGeometry
import Raster

/// Draws layers over a frame; see `Compositor` for the rule. Keeps the scratch rows.
struct LayerPainter: ~Copyable {
  private var fromRow: WeightedRow
  private var toRow: WeightedRow

  /// - Parameter width: luma samples in a row of the output.
  init(width: Int) {
    fromRow = WeightedRow(width: width)
    toRow = WeightedRow(width: width)
  }

  /// Draws a layer over what `result` shows. A layer that hides everything does not depend on it.
  mutating func draw(_ layer: ReadyLayer, on result: inout MutableImage) {
    let from = layer.from
    guard let to = layer.to else { return draw(from, on: &result) }
    if from.isCongruent(with: to) {
      for plane in [Plane.luma, Plane.cb, Plane.cr] { merge(from, to, plane: plane, on: &result) }
      return
    }
    // Where the two share no sample they are drawn one after the other; chroma samples on an edge
    // belong to both.
    let isApart = from.area.intersection(to.area).isEmpty
    if isApart {
      drawLuma(from, on: &result)
      drawLuma(to, on: &result)
    } else {
      blendLuma(from, to, on: &result)
    }
    if isApart, from.chromaArea.intersection(to.chromaArea).isEmpty {
      drawChroma(from, on: &result)
      drawChroma(to, on: &result)
    } else {
      blendChroma(from, to, on: &result)
    }
  }

  private mutating func draw(_ picture: ReadyInput, on result: inout MutableImage) {
    drawLuma(picture, on: &result)
    drawChroma(picture, on: &result)
  }

  // MARK: - Rows used where they lie

  private mutating func drawLuma(_ picture: ReadyInput, on result: inout MutableImage) {
    if picture.isProjected {
      blendLuma(picture, nil, on: &result)
    } else {
      drawAligned(picture, plane: Plane.luma, on: &result)
    }
  }

  private mutating func drawChroma(_ picture: ReadyInput, on result: inout MutableImage) {
    if picture.isChromaAligned {
      drawAligned(picture, plane: Plane.cb, on: &result)
      drawAligned(picture, plane: Plane.cr, on: &result)
    } else {
      blendChroma(picture, nil, on: &result)
    }
  }

  /// One picture that lies on the plane's grid.
  private func drawAligned(
    _ picture: ReadyInput, plane: Int, on result: inout MutableImage
  ) {
    guard let grid = picture.grid(of: plane) else { return }
    let alphaPlane = plane == Plane.luma ? Plane.alpha : Plane.chromaAlpha
    for y in grid.area.rows {
      let source = picture.image.row(plane, y - grid.top).extracting(grid.sourceColumns)
      var whole = result.mutableRow(plane, y)
      var row = whole._mutatingExtracting(grid.area.columns)
      if picture.hidesItsArea {
        Kernels.copy(source, into: &row)
      } else if picture.isOpaque {
        Kernels.blend(source, weight: picture.weight, into: &row)
      } else {
        let alpha = picture.image.row(alphaPlane, y - grid.top).extracting(grid.sourceColumns)
        Kernels.over(source, alpha: alpha, weight: picture.weight, into: &row)
      }
    }
  }

  /// Two opaque pictures over the same pixels.
  private func merge(
    _ from: ReadyInput, _ to: ReadyInput, plane: Int, on result: inout MutableImage
  ) {
    guard let fromGrid = from.grid(of: plane), let toGrid = to.grid(of: plane) else { return }
    for y in fromGrid.area.rows {
      let a = from.image.row(plane, y - fromGrid.top).extracting(fromGrid.sourceColumns)
      let b = to.image.row(plane, y - toGrid.top).extracting(toGrid.sourceColumns)
      var whole = result.mutableRow(plane, y)
      var row = whole._mutatingExtracting(fromGrid.area.columns)
      if from.weight + to.weight == Weight.one {
        Kernels.merge(a, b, weight: to.weight, into: &row)
      } else {
        Kernels.accumulate(from: a, weight: from.weight, to: b, weight: to.weight, into: &row)
      }
    }
  }

  // MARK: - The general rule

  private mutating func blendLuma(
    _ from: ReadyInput, _ to: ReadyInput?, on result: inout MutableImage
  ) {
    for y in RowBlender.union(from.area.rows, to?.area.rows ?? 0..<0) {
      RowSampler.luma(from, y: y, into: &fromRow)
      toRow.clear()
      if let to { RowSampler.luma(to, y: y, into: &toRow) }
      RowBlender.match(&fromRow, &toRow)
      var row = result.mutableRow(Plane.luma, y)
      RowBlender.blend(fromRow, toRow, .first, into: &row)
    }
  }

  private mutating func blendChroma(
    _ from: ReadyInput, _ to: ReadyInput?, on result: inout MutableImage
  ) {
    for y in RowBlender.union(from.chromaArea.rows, to?.chromaArea.rows ?? 0..<0) {
      RowSampler.chroma(from, y: y, into: &fromRow)
      toRow.clear()
      if let to { RowSampler.chroma(to, y: y, into: &toRow) }
      RowBlender.match(&fromRow, &toRow)
      var cb = result.mutableRow(Plane.cb, y)
      RowBlender.blend(fromRow, toRow, .first, into: &cb)
      var cr = result.mutableRow(Plane.cr, y)
      RowBlender.blend(fromRow, toRow, .second, into: &cr)
    }
  }
}

/// How the rows of a picture that lies on a plane's grid are used.
private struct PlaneGrid {
  /// The samples of the output's plane that show the picture.
  var area: Rect
  /// The plane's row that shows row 0 of the picture.
  var top: Int
  /// The picture's columns that are shown.
  var sourceColumns: Range<Int>
}

extension ReadyInput {
  /// `nil` for pictures that are resampled. In a chroma plane only right for aligned ones.
  fileprivate func grid(of plane: Int) -> PlaneGrid? {
    guard case .offset(let left, let top, _) = place else { return nil }
    let area = plane == Plane.luma ? area : chromaArea
    let shift = plane == Plane.luma ? 0 : 1
    let first = area.x - (left >> shift)
    return PlaneGrid(area: area, top: top >> shift, sourceColumns: first..<(first + area.width))
  }

  /// Whether both are opaque, lie on the grid of chroma and show in the same pixels.
  fileprivate func isCongruent(with other: ReadyInput) -> Bool {
    isOpaque && other.isOpaque && isChromaAligned && other.isChromaAligned && area == other.area
  }
}
