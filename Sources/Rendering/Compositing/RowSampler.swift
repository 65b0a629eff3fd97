import PixelGeometry
import Raster

/// Reads one row of a picture as it lies in the output, with the share of every sample.
enum RowSampler {
  /// Fills `row` with luma row `y` of the output.
  static func luma(_ picture: ReadyInput, y: Int, into row: inout WeightedRow) {
    row.clear()
    guard picture.area.rows.contains(y) else { return }
    switch picture.place {
    case .offset(let left, let top, _):
      let columns = picture.area.columns
      row.columns = columns
      row.hasAlpha = !picture.isOpaque
      row.setWeight(picture.weight)
      copy(picture.image.row(Plane.luma, y - top), -left, columns, into: &row.first)
      if row.hasAlpha {
        copy(picture.image.row(Plane.alpha, y - top), -left, columns, into: &row.alpha)
      }
    case .projective(let sampler, let level):
      let columns = sampler.columns(ofRow: y).clamped(to: picture.showing.window.columns)
      row.columns = columns
      row.hasAlpha = true
      row.setWeight(picture.weight)
      project(sampler, picture.image, level, y, columns, &row.first, &row.alpha)
    }
  }

  /// Fills `row` with chroma row `y` of the output, both colour differences.
  static func chroma(_ picture: ReadyInput, y: Int, into row: inout WeightedRow) {
    row.clear()
    guard picture.chromaArea.rows.contains(y) else { return }
    let columns = picture.chromaArea.columns
    row.columns = columns
    switch picture.place {
    case .offset(let left, let top, let placement) where placement.isAligned:
      let (offset, sourceY) = (-(left >> 1), y - (top >> 1))
      row.hasAlpha = !picture.isOpaque
      row.setWeight(picture.weight)
      copy(picture.image.row(Plane.cb, sourceY), offset, columns, into: &row.first)
      copy(picture.image.row(Plane.cr, sourceY), offset, columns, into: &row.second)
      if row.hasAlpha {
        copy(picture.image.row(Plane.chromaAlpha, sourceY), offset, columns, into: &row.alpha)
      }
    case .offset(_, _, let placement):
      row.hasAlpha = !picture.isOpaque
      place(picture.image, Plane.cb, placement, y, &row.first)
      place(picture.image, Plane.cr, placement, y, &row.second)
      if row.hasAlpha {
        place(picture.image, Plane.chromaAlpha, placement, y, &row.alpha)
      }
      weigh(placement, y, &row)
      row.scale(by: picture.showing.opacity)
      row.scale(by: picture.showing.share)
    case .projective(let sampler, let level):
      let columns = sampler.chromaColumns(ofRow: y).clamped(to: columns)
      row.columns = columns
      row.hasAlpha = true
      project(
        sampler, picture.image, level, y, columns, &row.first, &row.second, &row.alpha)
      if picture.chromaIsWhole {
        row.setWeight(picture.weight)
      } else {
        for x in columns { row.weights[x] = picture.windowShare(ofChromaX: x, y: y) }
        row.scale(by: picture.showing.opacity)
        row.scale(by: picture.showing.share)
      }
    }
  }

  // MARK: - Rows of arrays

  private static func copy(
    _ source: Span<UInt8>, _ offset: Int, _ columns: Range<Int>, into row: inout [UInt8]
  ) {
    let source = source.extracting(
      (columns.lowerBound + offset)..<(columns.upperBound + offset))
    var whole = row.mutableSpan
    var target = whole._mutatingExtracting(columns)
    Kernels.copy(source, into: &target)
  }

  private static func place(
    _ image: Image, _ plane: Int, _ placement: ChromaPlacement, _ y: Int,
    _ samples: inout [UInt8]
  ) {
    var whole = samples.mutableSpan
    var samples = whole._mutatingExtracting(placement.columns)
    placement.write(plane: plane, of: image, row: y, samples: &samples)
  }

  /// The coverage of a row: one weight, but for the ends.
  private static func weigh(
    _ placement: ChromaPlacement, _ y: Int, _ row: inout WeightedRow
  ) {
    let (columns, whole) = (placement.columns, placement.wholeColumns)
    guard let first = whole.first else {
      for x in columns {
        row.weights[x] = UInt16(truncatingIfNeeded: placement.coverage(column: x, row: y))
      }
      return
    }
    row.uniformColumns = whole
    row.uniformWeight = placement.coverage(column: first, row: y)
    for x in [columns.lowerBound, columns.upperBound - 1] where !whole.contains(x) {
      row.weights[x] = UInt16(truncatingIfNeeded: placement.coverage(column: x, row: y))
    }
  }

  private static func project(
    _ sampler: ProjectiveSampler, _ image: Image, _ level: Int, _ y: Int, _ columns: Range<Int>,
    _ samples: inout [UInt8], _ alpha: inout [UInt8]
  ) {
    var wholeSamples = samples.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var samples = wholeSamples._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    sampler.writeLuma(
      of: image, level: level, row: y, columns: columns, samples: &samples, alpha: &alpha)
  }

  private static func project(
    _ sampler: ProjectiveSampler, _ image: Image, _ level: Int, _ y: Int, _ columns: Range<Int>,
    _ cb: inout [UInt8], _ cr: inout [UInt8], _ alpha: inout [UInt8]
  ) {
    var wholeCb = cb.mutableSpan
    var wholeCr = cr.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var cb = wholeCb._mutatingExtracting(columns)
    var cr = wholeCr._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    sampler.writeChroma(
      of: image, level: level, row: y, columns: columns, cb: &cb, cr: &cr, alpha: &alpha)
  }
}
