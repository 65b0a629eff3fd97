import BaseValues
import Raster

/// Reads one row of a picture as it lies on the canvas, with the share of every sample.
enum RowSampler {
  /// Fills `row` with luma row `y` of the canvas.
  static func luma<Sample>(
    _ picture: ReadyInput, y: Int, into row: inout WeightedRow<Sample>
  ) {
    row.clear()
    guard picture.area.rows.contains(y) else { return }
    var isWhole = true
    switch picture.place {
    case .offset(let left, let top, _):
      row.columns = picture.area.columns
      row.hasAlpha = !picture.isOpaque
      copy(picture.image, Plane.luma, y - top, -left, row.columns, into: &row.first)
      if row.hasAlpha {
        copy(picture.image, Plane.alpha, y - top, -left, row.columns, into: &row.alpha)
      }
    case .upright(let sampler, _):
      row.columns = picture.area.columns
      row.hasAlpha = !picture.isOpaque
      resample(
        sampler, picture.image, y, row.columns, &row.scratch, &row.first, &row.alpha)
      row.cover(sampler.columns, sampler.rows[y])
      isWhole = false
    case .projective(let sampler, let levels, _):
      row.columns = sampler.columns(ofRow: y).clamped(to: picture.showing.window.columns)
      row.hasAlpha = !picture.isOpaque
      row.uniformColumns = cover(sampler, y, row.columns, &row.weights)
      row.uniformWeight = Weight.one
      project(sampler, levels, y, row.columns, &row.turning, &row.first, &row.alpha)
      isWhole = false
    case .nearest(let sampler, _):
      row.hasAlpha = !picture.isOpaque
      row.columns = pick(
        sampler, picture.image, y, picture.area.columns, &row.turning, &row.first, &row.alpha)
    }
    if isWhole {
      guard picture.showing.mask != nil else { return row.setWeight(picture.weight) }
      row.setWeight(Weight.one)
    }
    if let mask = picture.showing.mask {
      if mask.format.depth == UInt8.depth {
        row.mask(mask.row(Plane.coverage, y, as: UInt8.self))
      } else {
        row.mask(mask.row(Plane.coverage, y, as: UInt16.self))
      }
    }
    scale(&row, picture)
  }

  /// Fills `row` with chroma row `y` of the canvas, both colour differences.
  static func chroma<Sample>(
    _ picture: ReadyInput, y: Int, into row: inout WeightedRow<Sample>
  ) {
    row.clear()
    guard picture.chromaArea.rows.contains(y) else { return }
    let columns = picture.chromaArea.columns
    row.columns = columns
    var isWhole = true
    switch picture.place {
    case .offset(let left, let top, let placement) where placement.isAligned:
      let (offset, sourceY) = (-(left >> 1), y - (top >> 1))
      row.hasAlpha = !picture.isOpaque
      copy(picture.image, Plane.cb, sourceY, offset, columns, into: &row.first)
      copy(picture.image, Plane.cr, sourceY, offset, columns, into: &row.second)
      if row.hasAlpha {
        copy(picture.image, Plane.chromaAlpha, sourceY, offset, columns, into: &row.alpha)
      }
    case .offset(_, _, let placement):
      row.hasAlpha = !picture.isOpaque
      place(picture.image, Plane.cb, placement, y, &row.first)
      place(picture.image, Plane.cr, placement, y, &row.second)
      if row.hasAlpha {
        place(picture.image, Plane.chromaAlpha, placement, y, &row.alpha)
      }
      cover(placement, y, &row)
      isWhole = false
    case .upright(let sampler, let detail):
      row.hasAlpha = !picture.isOpaque
      resample(
        sampler, picture.image, detail, y, columns, &row.scratch, &row.first, &row.second,
        &row.alpha)
      row.cover(sampler.chromaColumns, sampler.chromaRows[y])
      isWhole = false
      if !picture.chromaIsWhole { row.cut { picture.windowShare(ofChromaX: $0, y: y) } }
    case .projective(let sampler, let levels, let detail):
      row.columns = sampler.chromaColumns(ofRow: y).clamped(to: columns)
      row.hasAlpha = !picture.isOpaque
      row.uniformColumns = coverChroma(sampler, y, row.columns, &row.weights)
      row.uniformWeight = Weight.one
      project(
        sampler, levels, detail, y, row.columns, &row.turning, &row.first, &row.second, &row.alpha)
      isWhole = false
      if !picture.chromaIsWhole { row.cut { picture.windowShare(ofChromaX: $0, y: y) } }
    case .nearest(let sampler, let detail):
      row.hasAlpha = !picture.isOpaque
      row.columns = pick(
        sampler, picture.image, detail, y, columns, &row.turning, &row.first, &row.second,
        &row.alpha, &row.weights)
      row.uniformColumns = 0..<0
      isWhole = false
      if !picture.chromaIsWhole { row.cut { picture.windowShare(ofChromaX: $0, y: y) } }
    }
    if isWhole {
      guard picture.showing.mask != nil else { return row.setWeight(picture.weight) }
      row.setWeight(Weight.one)
    }
    if let mask = picture.showing.mask {
      let below = min(2 * y + 1, mask.size.height - 1)
      if mask.format.depth == UInt8.depth {
        row.mask(
          upper: mask.row(Plane.coverage, 2 * y, as: UInt8.self),
          lower: mask.row(Plane.coverage, below, as: UInt8.self))
      } else {
        row.mask(
          upper: mask.row(Plane.coverage, 2 * y, as: UInt16.self),
          lower: mask.row(Plane.coverage, below, as: UInt16.self))
      }
    }
    scale(&row, picture)
  }

  /// Multiplies what the picture covers by its opacity and its share.
  private static func scale<Sample>(_ row: inout WeightedRow<Sample>, _ picture: ReadyInput) {
    row.scale(by: picture.showing.opacity)
    row.scale(by: picture.showing.share)
  }

  // MARK: - Rows of arrays

  private static func copy<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ y: Int, _ offset: Int, _ columns: Range<Int>,
    into row: inout [Sample]
  ) {
    let source = image.row(plane, y, as: Sample.self).extracting(
      (columns.lowerBound + offset)..<(columns.upperBound + offset))
    var whole = row.mutableSpan
    var target = whole._mutatingExtracting(columns)
    Kernels.copy(source, into: &target)
  }

  private static func place<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ placement: ChromaPlacement, _ y: Int,
    _ samples: inout [Sample]
  ) {
    var whole = samples.mutableSpan
    var samples = whole._mutatingExtracting(placement.columns)
    placement.write(plane: plane, of: image, row: y, samples: &samples)
  }

  /// The coverage of a row: one weight, but for the ends.
  private static func cover<Sample>(
    _ placement: ChromaPlacement, _ y: Int, _ row: inout WeightedRow<Sample>
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

  /// The share of each luma sample that a turned picture covers.
  ///
  /// - Returns: the columns that it covers wholly, whose weights are left alone.
  private static func cover(
    _ sampler: ProjectiveSampler, _ y: Int, _ columns: Range<Int>, _ weights: inout [UInt16]
  ) -> Range<Int> {
    var weights = weights.mutableSpan
    return sampler.writeShares(row: y, columns: columns, shares: &weights)
  }

  /// The same for chroma.
  private static func coverChroma(
    _ sampler: ProjectiveSampler, _ y: Int, _ columns: Range<Int>, _ weights: inout [UInt16]
  ) -> Range<Int> {
    var weights = weights.mutableSpan
    return sampler.writeChromaShares(row: y, columns: columns, shares: &weights)
  }

  private static func project<Sample: PixelSample>(
    _ sampler: ProjectiveSampler, _ levels: [Image], _ y: Int, _ columns: Range<Int>,
    _ scratch: inout TurningScratch, _ samples: inout [Sample], _ alpha: inout [Sample]
  ) {
    var wholeSamples = samples.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var samples = wholeSamples._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    sampler.writeLuma(
      of: levels, row: y, columns: columns, scratch: &scratch, samples: &samples, alpha: &alpha)
  }

  private static func project<Sample: PixelSample>(
    _ sampler: ProjectiveSampler, _ levels: [Image],
    _ detail: (sampler: DetailSampler, levels: DetailSampler.Levels)?, _ y: Int,
    _ columns: Range<Int>, _ scratch: inout TurningScratch, _ cb: inout [Sample],
    _ cr: inout [Sample], _ alpha: inout [Sample]
  ) {
    var wholeCb = cb.mutableSpan
    var wholeCr = cr.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var cb = wholeCb._mutatingExtracting(columns)
    var cr = wholeCr._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    guard let detail else {
      return sampler.writeChroma(
        of: levels, row: y, columns: columns, scratch: &scratch, cb: &cb, cr: &cr, alpha: &alpha)
    }
    detail.sampler.writeChroma(
      of: detail.levels, row: y, columns: columns, scratch: &scratch, cb: &cb, cr: &cr,
      alpha: &alpha)
  }

  private static func pick<Sample: PixelSample>(
    _ sampler: NearestSampler, _ image: Image, _ y: Int, _ columns: Range<Int>,
    _ scratch: inout TurningScratch, _ samples: inout [Sample], _ alpha: inout [Sample]
  ) -> Range<Int> {
    var samples = samples.mutableSpan
    var alpha = alpha.mutableSpan
    return sampler.writeLuma(
      of: image, row: y, columns: columns, scratch: &scratch, samples: &samples, alpha: &alpha)
  }

  private static func pick<Sample: PixelSample>(
    _ sampler: NearestSampler, _ image: Image, _ detail: ColorDetail.Planes?, _ y: Int,
    _ columns: Range<Int>, _ scratch: inout TurningScratch, _ cb: inout [Sample],
    _ cr: inout [Sample], _ alpha: inout [Sample], _ weights: inout [UInt16]
  ) -> Range<Int> {
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    var alpha = alpha.mutableSpan
    var weights = weights.mutableSpan
    return sampler.writeChroma(
      of: image, detail, row: y, columns: columns, scratch: &scratch, cb: &cb, cr: &cr,
      alpha: &alpha, shares: &weights)
  }

  private static func resample<Sample: PixelSample>(
    _ sampler: SeparableSampler, _ image: Image, _ y: Int, _ columns: Range<Int>,
    _ scratch: inout ResamplingScratch, _ samples: inout [Sample], _ alpha: inout [Sample]
  ) {
    var wholeSamples = samples.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var samples = wholeSamples._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    sampler.writeLuma(
      of: image, row: y, columns: columns, scratch: &scratch, samples: &samples, alpha: &alpha)
  }

  private static func resample<Sample: PixelSample>(
    _ sampler: SeparableSampler, _ image: Image, _ detail: ColorDetail.Planes?, _ y: Int,
    _ columns: Range<Int>, _ scratch: inout ResamplingScratch, _ cb: inout [Sample],
    _ cr: inout [Sample], _ alpha: inout [Sample]
  ) {
    var wholeCb = cb.mutableSpan
    var wholeCr = cr.mutableSpan
    var wholeAlpha = alpha.mutableSpan
    var cb = wholeCb._mutatingExtracting(columns)
    var cr = wholeCr._mutatingExtracting(columns)
    var alpha = wholeAlpha._mutatingExtracting(columns)
    sampler.writeChroma(
      of: image, detail, row: y, columns: columns, scratch: &scratch, cb: &cb, cr: &cr,
      alpha: &alpha)
  }
}
