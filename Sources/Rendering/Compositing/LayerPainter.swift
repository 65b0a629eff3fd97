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
    switch layer {
    case .single(let picture):
      drawLuma(picture, on: &result)
      drawChroma(picture, on: &result)
    case .disjoint(let from, let to):
      // Luma pixels belong to one of the two; chroma samples on the edge to both.
      if let from { drawLuma(from, on: &result) }
      if let to { drawLuma(to, on: &result) }
      if from?.isChromaAligned ?? true, to?.isChromaAligned ?? true {
        if let from { drawChroma(from, on: &result) }
        if let to { drawChroma(to, on: &result) }
      } else {
        blendChroma(from, to, dissolve: nil, on: &result)
      }
    case .dissolve(let from?, let to?, let weight) where from.isCongruent(with: to):
      for plane in [Plane.luma, Plane.cb, Plane.cr] {
        merge(from, to, weight: weight, plane: plane, on: &result)
      }
    case .dissolve(let from, let to, let weight):
      blendLuma(from, to, dissolve: weight, on: &result)
      blendChroma(from, to, dissolve: weight, on: &result)
    }
  }

  // MARK: - Rows used where they lie

  private mutating func drawLuma(_ picture: ReadyPicture, on result: inout MutableImage) {
    if picture.isProjected {
      blendLuma(picture, nil, dissolve: nil, on: &result)
    } else {
      drawAligned(picture, plane: Plane.luma, on: &result)
    }
  }

  private mutating func drawChroma(_ picture: ReadyPicture, on result: inout MutableImage) {
    if picture.isChromaAligned {
      drawAligned(picture, plane: Plane.cb, on: &result)
      drawAligned(picture, plane: Plane.cr, on: &result)
    } else {
      blendChroma(picture, nil, dissolve: nil, on: &result)
    }
  }

  /// One picture that lies on the plane's grid.
  private func drawAligned(
    _ picture: ReadyPicture, plane: Int, on result: inout MutableImage
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

  /// A dissolve of two opaque pictures over the same pixels.
  private func merge(
    _ from: ReadyPicture, _ to: ReadyPicture, weight: Int, plane: Int,
    on result: inout MutableImage
  ) {
    guard let fromGrid = from.grid(of: plane), let toGrid = to.grid(of: plane) else { return }
    let fromWeight = Weight.product(from.weight, Weight.one - weight)
    let toWeight = Weight.product(to.weight, weight)
    for y in fromGrid.area.rows {
      let a = from.image.row(plane, y - fromGrid.top).extracting(fromGrid.sourceColumns)
      let b = to.image.row(plane, y - toGrid.top).extracting(toGrid.sourceColumns)
      var whole = result.mutableRow(plane, y)
      var row = whole._mutatingExtracting(fromGrid.area.columns)
      if fromWeight + toWeight == Weight.one {
        Kernels.merge(a, b, weight: toWeight, into: &row)
      } else {
        Kernels.accumulate(from: a, weight: fromWeight, to: b, weight: toWeight, into: &row)
      }
    }
  }

  // MARK: - The general rule

  /// - Parameter weight: the share of `to` in a dissolve; `nil` where both keep their own.
  private mutating func blendLuma(
    _ from: ReadyPicture?, _ to: ReadyPicture?, dissolve weight: Int?,
    on result: inout MutableImage
  ) {
    for y in RowBlender.union(from?.area.rows ?? 0..<0, to?.area.rows ?? 0..<0) {
      fromRow.clear()
      toRow.clear()
      if let from { RowSampler.luma(from, y: y, into: &fromRow) }
      if let to { RowSampler.luma(to, y: y, into: &toRow) }
      share(weight)
      var row = result.mutableRow(Plane.luma, y)
      RowBlender.blend(fromRow, toRow, .first, into: &row)
    }
  }

  private mutating func blendChroma(
    _ from: ReadyPicture?, _ to: ReadyPicture?, dissolve weight: Int?,
    on result: inout MutableImage
  ) {
    let rows = RowBlender.union(
      from?.chromaArea.rows ?? 0..<0, to?.chromaArea.rows ?? 0..<0)
    for y in rows {
      fromRow.clear()
      toRow.clear()
      if let from { RowSampler.chroma(from, y: y, into: &fromRow) }
      if let to { RowSampler.chroma(to, y: y, into: &toRow) }
      share(weight)
      var cb = result.mutableRow(Plane.cb, y)
      RowBlender.blend(fromRow, toRow, .first, into: &cb)
      var cr = result.mutableRow(Plane.cr, y)
      RowBlender.blend(fromRow, toRow, .second, into: &cr)
    }
  }

  private mutating func share(_ weight: Int?) {
    if let weight {
      fromRow.scale(by: Weight.one - weight)
      toRow.scale(by: weight)
    }
    RowBlender.match(&fromRow, &toRow)
  }
}

/// How the rows of a picture that lies on a plane's grid are used.
private struct PlaneGrid {
  /// The samples of the output's plane that show the picture.
  var area: PixelRect
  /// The plane's row that shows row 0 of the picture.
  var top: Int
  /// The picture's columns that are shown.
  var sourceColumns: Range<Int>
}

extension ReadyPicture {
  /// `nil` for pictures that are resampled. In a chroma plane only right for aligned ones.
  fileprivate func grid(of plane: Int) -> PlaneGrid? {
    guard case .offset(let left, let top, _) = place else { return nil }
    let area = plane == Plane.luma ? area : chromaArea
    let shift = plane == Plane.luma ? 0 : 1
    let first = area.x - (left >> shift)
    return PlaneGrid(area: area, top: top >> shift, sourceColumns: first..<(first + area.width))
  }

  /// Whether both are opaque, lie on the grid of chroma and show in the same pixels.
  fileprivate func isCongruent(with other: ReadyPicture) -> Bool {
    isOpaque && other.isOpaque && isChromaAligned && other.isChromaAligned && area == other.area
  }
}
