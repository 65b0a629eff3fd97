public import PixelGeometry

/// Draws a layer through a `Homography`: bilinear samples, premultiplied, with edges one output
/// sample wide at any magnification and angle.
///
/// For each output sample centre the layer position is computed exactly and rounded down to
/// 2^-17 of a layer sample, the four samples around it are mixed with weights of 1/256, and the
/// result is multiplied by the share of the output sample that the layer covers. Chroma is sampled
/// at the centres of output chroma samples. A layer that maps to whole samples comes out exactly.
///
/// Where the output has an odd width or height, the last chroma sample is covered as the luma
/// samples that exist are, and sampled as if it were whole.
public struct ProjectiveSampler: Hashable, Sendable {
  /// From the output to the layer at its full size.
  public let homography: Homography
  /// Size of the layer.
  public let layer: Size
  /// Size of the output.
  public let output: Size
  /// Output luma samples that the layer touches; empty if there are none.
  public let bounds: Rect
  /// Output chroma samples that the layer touches, in chroma samples.
  public let chromaBounds: Rect
  private let edges: Edges
  /// The exponent where D is a constant power of two, and a division can be a shift.
  private let shift: Int64?

  /// Prepares drawing.
  ///
  /// - Parameters:
  ///   - visible: the part of the layer to show, in layer samples; all of it if `nil`.
  /// - Returns: `nil` if the homography is not within its limits or a size is empty or has a side
  ///   longer than 16384 samples.
  /// - Complexity: O(output height).
  public init?(
    homography: Homography, layer: Size, visible: Rect? = nil, output: Size
  ) {
    let longest = 16384
    guard homography.isWithinLimits, !layer.isEmpty, !output.isEmpty,
      max(layer.width, layer.height, output.width, output.height) <= longest
    else { return nil }
    let area = (visible ?? layer.bounds).intersection(layer.bounds)
    self.homography = homography
    self.layer = layer
    self.output = output
    let i = homography.i
    shift =
      homography.isAffine && i > 0 && i & (i - 1) == 0
      ? Int64(truncatingIfNeeded: i.trailingZeroBitCount) : nil

    let edges = Edges(homography, area: area)
    self.edges = edges
    guard !area.isEmpty else {
      bounds = .empty
      chromaBounds = .empty
      return
    }
    bounds = Self.bounds(in: output) { y in edges.touched(CellRow(luma: y, of: output)) }
    chromaBounds = Self.bounds(in: output.chroma) { y in
      edges.touched(CellRow(chroma: y, of: output))
    }
  }

  /// The rectangle around the touched columns of all rows.
  private static func bounds(in size: Size, touched: (Int) -> Range<Int>) -> Rect {
    var rows: Range<Int>?
    var columns: Range<Int>?
    for y in 0..<size.height {
      let row = touched(y)
      guard !row.isEmpty else { continue }
      rows = (rows?.lowerBound ?? y)..<(y + 1)
      columns =
        min(
          columns?.lowerBound ?? row.lowerBound, row.lowerBound)..<max(
          columns?.upperBound ?? row.upperBound, row.upperBound)
    }
    guard let rows, let columns else { return .empty }
    return Rect(columns: columns, rows: rows)
  }

  // MARK: - What is touched

  /// Output luma columns of row `y` that the layer touches.
  public func columns(ofRow y: Int) -> Range<Int> {
    guard bounds.rows.contains(y) else { return 0..<0 }
    return edges.touched(CellRow(luma: y, of: output))
  }

  /// Output chroma columns of chroma row `y` that the layer touches.
  public func chromaColumns(ofRow y: Int) -> Range<Int> {
    guard chromaBounds.rows.contains(y) else { return 0..<0 }
    return edges.touched(CellRow(chroma: y, of: output))
  }

  /// How often to halve the layer before sampling (`Image.halved`), at most `limit` times, so that
  /// one output sample at the middle of `bounds` spans less than 1.5 samples of the halved layer.
  public func level(limit: Int) -> Int {
    let x = Int64(bounds.columns.lowerBound + bounds.columns.upperBound)
    let y = Int64(bounds.rows.lowerBound + bounds.rows.upperBound)
    guard !bounds.isEmpty, let here = homography.position(x: x, y: y),
      let right = homography.position(x: x + 2, y: y),
      let below = homography.position(x: x, y: y + 2)
    else { return 0 }
    // In 1/32 of a layer sample, cut so that squares fit.
    func length(_ a: Int64, _ b: Int64) -> Int64 { min(max((a &- b) &>> 12, -(1 << 29)), 1 << 29) }
    let (ux, vx) = (length(right.u, here.u), length(right.v, here.v))
    let (uy, vy) = (length(below.u, here.u), length(below.v, here.v))
    // Mean of the squared spans of the two axes against (1.5 · 2^level)².
    let squares = (ux * ux + vx * vx) / 2 + (uy * uy + vy * vy) / 2
    var level = 0
    var threshold: Int64 = 48 * 48
    while level < limit && level < 14 && squares >= threshold
      && layer.halved(times: level) != Size(width: 1, height: 1)
    {
      level += 1
      threshold *= 4
    }
    return level
  }

  // MARK: - Drawing

  /// Writes luma and alpha of `columns` of output row `y`.
  ///
  /// - Parameters:
  ///   - image: the layer, halved `level` times.
  ///   - columns: output columns to write; what lies outside the layer becomes 0.
  ///   - samples: receives premultiplied luma, one for each of `columns`.
  ///   - alpha: receives alpha, one for each of `columns`.
  /// - Precondition: sizes and samples are as said; row and columns are inside the output.
  /// - Note: bit-exact with `Reference.project`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeLuma<Sample: PixelSample>(
    of image: Image, level: Int = 0, row y: Int, columns: Range<Int>,
    samples: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    precondition(image.size == layer.halved(times: level), "layer of \(image.size)")
    precondition(y >= 0 && y < output.height && columns.upperBound <= output.width)
    precondition(
      columns.lowerBound >= 0 && samples.count == columns.count && alpha.count == columns.count,
      "rows of unequal length")
    let row = CellRow(luma: y, of: output)
    let first = columns.lowerBound
    let fractionBits = Int64(17 + level)
    unsafe image.withUnsafePlane(Plane.luma) { (start, stride) in
      let taps = unsafe Taps<Sample>(image, Plane.luma, start, stride, fractionBits)
      if image.format.hasAlpha {
        unsafe image.withUnsafePlane(Plane.alpha) { (start, stride) in
          let alphaTaps = unsafe Taps<Sample>(image, Plane.alpha, start, stride, fractionBits)
          for k in samples.indices {
            let cell = locate(row, first &+ k, Sample.maximum)
            alpha[k] = Sample(code: Sample.product(alphaTaps.mix(u: cell.u, v: cell.v), cell.alpha))
            samples[k] = Sample(code: Sample.product(taps.mix(u: cell.u, v: cell.v), cell.alpha))
          }
        }
      } else {
        for k in samples.indices {
          let cell = locate(row, first &+ k, Sample.maximum)
          alpha[k] = Sample(code: cell.alpha)
          samples[k] = Sample(code: Sample.product(taps.mix(u: cell.u, v: cell.v), cell.alpha))
        }
      }
    }
  }

  /// Writes chroma and chroma alpha of `columns` (chroma columns) of output chroma row `y`.
  ///
  /// - Parameters:
  ///   - image: the layer, halved `level` times.
  ///   - columns: output chroma columns to write; what lies outside the layer becomes 0.
  ///   - cb: receives premultiplied blue difference, one for each of `columns`.
  ///   - cr: receives premultiplied red difference, one for each of `columns`.
  ///   - alpha: receives alpha, one for each of `columns`.
  /// - Precondition: sizes and samples are as said; row and columns are inside the output's chroma.
  /// - Note: bit-exact with `Reference.project`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeChroma<Sample: PixelSample>(
    of image: Image, level: Int = 0, row y: Int, columns: Range<Int>,
    cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    precondition(image.size == layer.halved(times: level), "layer of \(image.size)")
    precondition(y >= 0 && y < output.chroma.height && columns.upperBound <= output.chroma.width)
    precondition(
      columns.lowerBound >= 0 && cb.count == columns.count && cr.count == columns.count
        && alpha.count == columns.count, "rows of unequal length")
    let row = CellRow(chroma: y, of: output)
    let first = columns.lowerBound
    let fractionBits = Int64(18 + level)
    unsafe image.withUnsafePlane(Plane.cb) { (cbStart, cbStride) in
      unsafe image.withUnsafePlane(Plane.cr) { (crStart, crStride) in
        let cbTaps = unsafe Taps<Sample>(image, Plane.cb, cbStart, cbStride, fractionBits)
        let crTaps = unsafe Taps<Sample>(image, Plane.cr, crStart, crStride, fractionBits)
        if image.format.hasAlpha {
          unsafe image.withUnsafePlane(Plane.chromaAlpha) { (start, stride) in
            let alphaTaps = unsafe Taps<Sample>(
              image, Plane.chromaAlpha, start, stride, fractionBits)
            for k in cb.indices {
              let cell = locate(row, first &+ k, Sample.maximum)
              alpha[k] = Sample(
                code: Sample.product(alphaTaps.mix(u: cell.u, v: cell.v), cell.alpha))
              cb[k] = Sample(code: Sample.product(cbTaps.mix(u: cell.u, v: cell.v), cell.alpha))
              cr[k] = Sample(code: Sample.product(crTaps.mix(u: cell.u, v: cell.v), cell.alpha))
            }
          }
        } else {
          for k in cb.indices {
            let cell = locate(row, first &+ k, Sample.maximum)
            alpha[k] = Sample(code: cell.alpha)
            cb[k] = Sample(code: Sample.product(cbTaps.mix(u: cell.u, v: cell.v), cell.alpha))
            cr[k] = Sample(code: Sample.product(crTaps.mix(u: cell.u, v: cell.v), cell.alpha))
          }
        }
      }
    }
  }
}

// MARK: - One sample

/// An output cell seen in the layer.
private struct Cell {
  var u: Int64
  var v: Int64
  /// Covered share, 0 to the samples' maximum.
  var alpha: UInt32
}

extension ProjectiveSampler {
  @inline(__always)
  private func locate(_ row: CellRow, _ column: Int, _ maximum: UInt32) -> Cell {
    let share = edges.share(of: column, in: row)
    let x = row.x(column)
    let y = row.y
    let denominator = homography.g &* x &+ homography.h &* y &+ homography.i
    guard share > 0, denominator > 0 else { return Cell(u: 0, v: 0, alpha: 0) }
    let alpha = UInt32(truncatingIfNeeded: (share &* Int64(maximum) &+ (1 << 29)) &>> 30)
    let u = (homography.a &* x &+ homography.b &* y &+ homography.c) &<< Homography.fractionBits
    let v = (homography.d &* x &+ homography.e &* y &+ homography.f) &<< Homography.fractionBits
    if let shift { return Cell(u: u &>> shift, v: v &>> shift, alpha: alpha) }
    return Cell(u: floorDivide(u, denominator), v: floorDivide(v, denominator), alpha: alpha)
  }
}
