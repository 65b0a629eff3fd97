import Raster

/// Reads one row of a picture as it lies in the output, with the share of every sample.
enum RowSampler {
  /// Fills `row` with luma row `y` of the output.
  static func luma(_ picture: ReadyPicture, y: Int, into row: inout WeightedRow) {
    row.clear()
    guard picture.area.rows.contains(y) else { return }
    switch picture.place {
    case .offset(let left, let top, _):
      row.columns = picture.area.columns
      copy(picture.image.row(Plane.luma, y - top), from: -left, row.columns, into: &row.first)
      for x in row.columns { row.colorWeights[x] = UInt16(Weight.one) }
      if picture.isOpaque {
        row.weighOpaque()
      } else {
        copy(picture.image.row(Plane.alpha, y - top), from: -left, row.columns, into: &row.alpha)
        row.weighAlpha()
      }
    case .projective(let sampler, let level):
      let columns = sampler.columns(ofRow: y).clamped(to: picture.window.columns)
      guard !columns.isEmpty else { return }
      row.columns = columns
      projectLuma(sampler, picture.image, level, y, columns, &row.first, &row.alpha)
      for x in columns { row.colorWeights[x] = UInt16(Weight.one) }
      row.weighAlpha()
    }
    row.scale(by: picture.weight)
  }

  /// Fills `row` with chroma row `y` of the output, both colour differences.
  static func chroma(_ picture: ReadyPicture, y: Int, into row: inout WeightedRow) {
    row.clear()
    switch picture.place {
    case .offset(_, _, let placement):
      guard placement.rows.contains(y), !placement.columns.isEmpty else { return }
      let columns = placement.columns
      row.columns = columns
      place(picture.image, Plane.cb, placement, y, columns, &row.first, &row.colorWeights)
      place(picture.image, Plane.cr, placement, y, columns, &row.second, &row.colorWeights)
      if picture.isOpaque {
        row.weighOpaque()
      } else {
        place(picture.image, Plane.chromaAlpha, placement, y, columns, &row.alpha, &row.colorWeights)
        row.weighAlpha()
      }
    case .projective(let sampler, let level):
      let window = picture.window
      let columns = sampler.chromaColumns(ofRow: y).clamped(to: window.chroma.columns)
      guard window.chroma.rows.contains(y), !columns.isEmpty else { return }
      row.columns = columns
      projectChroma(
        sampler, picture.image, level, y, columns, &row.first, &row.second, &row.alpha)
      for x in columns { row.colorWeights[x] = share(ofChromaX: x, y: y, in: window) }
      row.weighAlpha()
    }
    row.scale(by: picture.weight)
  }

  private static func projectLuma(
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

  private static func projectChroma(
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

  private static func place(
    _ image: Image, _ plane: Int, _ placement: ChromaPlacement, _ y: Int, _ columns: Range<Int>,
    _ samples: inout [UInt8], _ weights: inout [UInt16]
  ) {
    var samplesSpan = samples.mutableSpan
    var samples = samplesSpan._mutatingExtracting(columns)
    var weightsSpan = weights.mutableSpan
    var weights = weightsSpan._mutatingExtracting(columns)
    placement.write(plane: plane, of: image, row: y, samples: &samples, weights: &weights)
  }

  private static func copy(
    _ source: Span<UInt8>, from offset: Int, _ columns: Range<Int>, into row: inout [UInt8]
  ) {
    let source = source.extracting(
      (columns.lowerBound + offset)..<(columns.upperBound + offset))
    var whole = row.mutableSpan
    var target = whole._mutatingExtracting(columns)
    for x in source.indices { target[x] = source[x] }
  }

  /// The share of a chroma sample's four luma pixels that lie in `window`.
  private static func share(ofChromaX x: Int, y: Int, in window: PixelRect) -> UInt16 {
    let across =
      (window.columns.contains(2 * x) ? 1 : 0) + (window.columns.contains(2 * x + 1) ? 1 : 0)
    let down = (window.rows.contains(2 * y) ? 1 : 0) + (window.rows.contains(2 * y + 1) ? 1 : 0)
    return UInt16(across * down * Weight.one / 4)
  }
}
