import BaseValues
import Raster

/// Draws layers on a canvas in samples of one depth; see `Compositor` for the rule. Keeps the
/// scratch rows.
///
/// On a canvas with alpha every rule holds for the alpha planes too, with alpha as the colour.
struct LayerPainter<Sample: PixelSample>: ~Copyable {
  private var fromRow: WeightedRow<Sample>
  private var toRow: WeightedRow<Sample>
  private let isFrame: Bool
  /// Whether opaque pictures of the layer that is drawn are dithered.
  private var isDithered = false

  /// - Parameters:
  ///   - width: luma samples in a row of the canvas.
  ///   - isFrame: whether the canvas is the frame, not a group's.
  init(width: Int, isFrame: Bool) {
    self.isFrame = isFrame
    fromRow = WeightedRow(width: width)
    toRow = WeightedRow(width: width)
  }

  /// Draws a layer over what `canvas` shows. A layer that hides everything does not depend on it.
  mutating func draw(_ layer: ReadyLayer, on canvas: inout MutableImage) {
    let from = layer.from
    // A group's canvas may have alpha or not, as is faster.
    isDithered = isFrame && !layer.hasGroup
    if let mode = layer.mode {
      var mixer = LayerMixer<Sample>(mode, width: canvas.size.width, isDithered: isDithered)
      return mixer.draw(layer, on: &canvas)
    }
    guard let to = layer.to else { return draw(from, on: &canvas) }
    if from.isCongruent(with: to) {
      for plane in 0..<canvas.planeCount { merge(from, to, plane: plane, on: &canvas) }
      return
    }
    // Where the two share no sample they are drawn one after the other; chroma samples on an edge
    // belong to both.
    let isApart = from.area.intersection(to.area).isEmpty
    if isApart {
      drawLuma(from, on: &canvas)
      drawLuma(to, on: &canvas)
    } else {
      blendLuma(from, to, on: &canvas)
    }
    if isApart, from.chromaArea.intersection(to.chromaArea).isEmpty {
      drawChroma(from, on: &canvas)
      drawChroma(to, on: &canvas)
    } else {
      blendChroma(from, to, on: &canvas)
    }
  }

  private mutating func draw(_ picture: ReadyInput, on canvas: inout MutableImage) {
    drawLuma(picture, on: &canvas)
    drawChroma(picture, on: &canvas)
  }

  // MARK: - Rows used where they lie

  private mutating func drawLuma(_ picture: ReadyInput, on canvas: inout MutableImage) {
    guard picture.isAligned else { return blendLuma(picture, nil, on: &canvas) }
    drawAligned(picture, plane: Plane.luma, on: &canvas)
    if canvas.format.hasAlpha { drawAligned(picture, plane: Plane.alpha, on: &canvas) }
  }

  private mutating func drawChroma(_ picture: ReadyInput, on canvas: inout MutableImage) {
    guard picture.isChromaAligned else { return blendChroma(picture, nil, on: &canvas) }
    drawAligned(picture, plane: Plane.cb, on: &canvas)
    drawAligned(picture, plane: Plane.cr, on: &canvas)
    if canvas.format.hasAlpha { drawAligned(picture, plane: Plane.chromaAlpha, on: &canvas) }
  }

  /// One picture that lies on the plane's grid.
  private func drawAligned(
    _ picture: ReadyInput, plane: Int, on canvas: inout MutableImage
  ) {
    guard let grid = picture.grid(of: plane) else { return }
    let alphaPlane = grid.isChroma ? Plane.chromaAlpha : Plane.alpha
    for y in grid.area.rows {
      var whole = canvas.mutableRow(plane, y, as: Sample.self)
      var row = whole._mutatingExtracting(grid.area.columns)
      if picture.isOpaque, plane == alphaPlane {
        Kernels.cover(&row, weight: picture.weight)
        continue
      }
      let image = picture.image
      let source = image.row(plane, y - grid.top, as: Sample.self)
        .extracting(grid.sourceColumns)
      if picture.hidesItsArea {
        Kernels.copy(source, into: &row)
      } else if picture.isOpaque {
        let rounding = RowBlender.rounding(plane, y, isDithered).advanced(by: grid.area.x)
        Kernels.blend(source, weight: picture.weight, rounding, into: &row)
      } else {
        let alpha = image.row(alphaPlane, y - grid.top, as: Sample.self)
          .extracting(grid.sourceColumns)
        Kernels.over(source, alpha: alpha, weight: picture.weight, into: &row)
      }
    }
  }

  /// Two opaque pictures over the same pixels.
  private func merge(
    _ from: ReadyInput, _ to: ReadyInput, plane: Int, on canvas: inout MutableImage
  ) {
    guard let fromGrid = from.grid(of: plane), let toGrid = to.grid(of: plane) else { return }
    for y in fromGrid.area.rows {
      var whole = canvas.mutableRow(plane, y, as: Sample.self)
      var row = whole._mutatingExtracting(fromGrid.area.columns)
      if plane == Plane.alpha || plane == Plane.chromaAlpha {
        Kernels.cover(&row, weight: from.weight + to.weight)
        continue
      }
      let a = from.image.row(plane, y - fromGrid.top, as: Sample.self)
        .extracting(fromGrid.sourceColumns)
      let b = to.image.row(plane, y - toGrid.top, as: Sample.self)
        .extracting(toGrid.sourceColumns)
      let rounding = RowBlender.rounding(plane, y, isDithered).advanced(by: fromGrid.area.x)
      if from.weight + to.weight == Weight.one {
        Kernels.merge(a, b, weight: to.weight, rounding, into: &row)
      } else {
        Kernels.accumulate(
          from: a, weight: from.weight, to: b, weight: to.weight, rounding, into: &row)
      }
    }
  }

  // MARK: - The general rule

  private mutating func blendLuma(
    _ from: ReadyInput, _ to: ReadyInput?, on canvas: inout MutableImage
  ) {
    for y in RowBlender.union(from.area.rows, to?.area.rows ?? 0..<0) {
      RowSampler.luma(from, y: y, into: &fromRow)
      toRow.clear()
      if let to { RowSampler.luma(to, y: y, into: &toRow) }
      RowBlender.layLuma(&fromRow, &toRow, y: y, isDithered, on: &canvas)
    }
  }

  private mutating func blendChroma(
    _ from: ReadyInput, _ to: ReadyInput?, on canvas: inout MutableImage
  ) {
    for y in RowBlender.union(from.chromaArea.rows, to?.chromaArea.rows ?? 0..<0) {
      RowSampler.chroma(from, y: y, into: &fromRow)
      toRow.clear()
      if let to { RowSampler.chroma(to, y: y, into: &toRow) }
      RowBlender.layChroma(&fromRow, &toRow, y: y, isDithered, on: &canvas)
    }
  }
}

/// How the rows of a picture that lies on a plane's grid are used.
private struct PlaneGrid {
  var isChroma: Bool
  /// The samples of the canvas's plane that show the picture.
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
    let isChroma = plane != Plane.luma && plane != Plane.alpha
    let area = isChroma ? chromaArea : area
    let shift = isChroma ? 1 : 0
    let first = area.x - (left >> shift)
    return PlaneGrid(
      isChroma: isChroma, area: area, top: top >> shift,
      sourceColumns: first..<(first + area.width))
  }

  /// Whether both are opaque, lie on the grid of chroma and show in the same pixels.
  fileprivate func isCongruent(with other: ReadyInput) -> Bool {
    isOpaque && other.isOpaque && isChromaAligned && other.isChromaAligned && area == other.area
  }
}
