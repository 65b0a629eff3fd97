public import BaseValues

/// Draws a layer whose samples stay as they are at any size and angle: each sample of the output is the one of
/// the layer in whose area its centre lies, and nothing where that is outside of the layer.
///
/// A place on the line between two samples belongs to the right or lower one; maps are rounded, so a place that
/// is less than 2^-16 of a sample before the line is meant to be on it. A chroma sample is as large as the luma
/// samples that share it: that of the output takes the layer's in whose area its centre lies, and is covered as
/// its luma samples are.
public struct NearestSampler: Hashable, Sendable {
  /// From the output to the layer; with a power of two for its denominator where that is the same everywhere.
  public let homography: Homography
  /// Size of the layer.
  public let layer: Size
  /// Size of the output.
  public let output: Size
  /// Output luma samples among which all are that the layer has samples for; empty if there are none.
  public let bounds: Rect
  /// Output chroma samples over these, in chroma samples.
  public var chromaBounds: Rect {
    if bounds.isEmpty { return .empty }
    return Rect(
      columns: bounds.columns.lowerBound / 2..<(bounds.columns.upperBound + 1) / 2,
      rows: bounds.rows.lowerBound / 2..<(bounds.rows.upperBound + 1) / 2)
  }
  private let edges: Edges
  /// The exponent where D is a constant power of two, and a division can be a shift.
  private let shift: Int64?

  /// How much before a line between samples places are on it, in half luma samples with 16 fractional bits.
  static let tolerance: Int64 = 2

  /// Prepares drawing.
  ///
  /// - Returns: `nil` if the homography is not within its limits, or a size is empty or has a side longer than
  ///   16384 samples.
  /// - Complexity: O(output height).
  public init?(homography: Homography, layer: Size, output: Size) {
    let longest = 16384
    guard homography.isWithinLimits, !layer.isEmpty, !output.isEmpty,
      max(layer.width, layer.height, output.width, output.height) <= longest
    else { return nil }
    let map = homography.evened
    self.homography = map
    self.layer = layer
    self.output = output
    shift =
      map.isAffine && map.i > 0 && map.i & (map.i - 1) == 0
      ? Int64(truncatingIfNeeded: map.i.trailingZeroBitCount) : nil
    let edges = Edges(map, area: layer.bounds)
    self.edges = edges
    var bounds = Rect.empty
    for y in 0..<output.height {
      let columns = Self.touched(y, edges, map, output)
      if columns.isEmpty { continue }
      if bounds.isEmpty {
        bounds = Rect(columns: columns, rows: y..<y + 1)
      } else {
        bounds = Rect(
          columns: min(
            bounds.columns.lowerBound, columns.lowerBound)..<max(
              bounds.columns.upperBound, columns.upperBound),
          rows: bounds.rows.lowerBound..<y + 1)
      }
    }
    self.bounds = bounds
  }

  /// Columns of a row of luma that are touched and in front of the eye: one more at each end, as edges are
  /// rounded too.
  private static func touched(
    _ y: Int, _ edges: Edges, _ map: Homography, _ output: Size
  ) -> Range<Int> {
    let row = CellRow(luma: y, of: output)
    var touched = edges.touched(row)
    if touched.isEmpty { return touched }
    touched = max(0, touched.lowerBound - 1)..<min(output.width, touched.upperBound + 1)
    return touched.part(
      from: map.denominator(x: row.site(0), y: row.y) &- 1, step: map.g &* row.step)
  }

  // MARK: - Places

  /// The luma sample of the layer at an output place in half luma samples; `nil` outside of the layer.
  @inline(__always)
  private func place(x: Int64, y: Int64) -> (x: Int64, y: Int64)? {
    let map = homography
    let (u, v): (Int64, Int64)
    if let shift {
      u = ((map.a &* x &+ map.b &* y &+ map.c) &<< Homography.fractionBits) &>> shift
      v = ((map.d &* x &+ map.e &* y &+ map.f) &<< Homography.fractionBits) &>> shift
    } else {
      guard let position = map.position(x: x, y: y) else { return nil }
      (u, v) = (position.u, position.v)
    }
    let bits = Homography.fractionBits &+ 1
    let column = (u &+ Self.tolerance) &>> bits
    let row = (v &+ Self.tolerance) &>> bits
    guard column >= 0, row >= 0, column < Int64(truncatingIfNeeded: layer.width),
      row < Int64(truncatingIfNeeded: layer.height)
    else { return nil }
    return (column, row)
  }

  /// Finds the samples of the layer for those of an output row of luma.
  ///
  /// - Returns: the columns that have one, without a gap.
  private func locate(
    luma y: Int, _ columns: Range<Int>, _ xs: inout [Int32], _ ys: inout [Int32]
  ) -> Range<Int> {
    let columns = Self.touched(y, edges, homography, output).clamped(to: columns)
    let row = CellRow(luma: y, of: output)
    var found = columns.lowerBound..<columns.lowerBound
    for x in columns {
      guard let place = place(x: row.x(x), y: row.y) else {
        if found.isEmpty { continue }
        break
      }
      if found.isEmpty { found = x..<x }
      xs[x] = Int32(truncatingIfNeeded: place.x)
      ys[x] = Int32(truncatingIfNeeded: place.y)
      found = found.lowerBound..<x + 1
    }
    return found
  }

  // MARK: - Drawing

  /// Writes luma of output row `y`, and alpha if the layer has it.
  ///
  /// - Parameters:
  ///   - image: the layer.
  ///   - columns: those to draw.
  ///   - samples: has room for all columns of the output; receives luma, premultiplied where there is alpha.
  ///   - alpha: the same for alpha; left alone in opaque pictures.
  /// - Returns: the columns that the layer has samples for; others are left alone.
  /// - Precondition: sizes are as said.
  /// - Note: bit-exact with `Reference.nearest`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeLuma<Sample: PixelSample>(
    of image: Image, row y: Int, columns: Range<Int>, scratch: inout TurningScratch,
    samples: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) -> Range<Int> {
    check(image, columns, output.width, samples.count)
    scratch.reserve(output.width)
    let found = locate(luma: y, columns, &scratch.xs, &scratch.ys)
    if found.isEmpty { return found }
    let (xs, ys) = (scratch.xs.span, scratch.ys.span)
    Kernels.pick(Plane.luma, of: image, found, xs: xs, ys: ys, into: &samples)
    if image.format.hasAlpha {
      Kernels.pick(Plane.alpha, of: image, found, xs: xs, ys: ys, into: &alpha)
    }
    return found
  }

  /// Writes chroma of output chroma row `y`, and chroma alpha if the layer has it.
  ///
  /// - Parameters:
  ///   - detail: the picture's own chroma at luma's size, where there is any.
  ///   - columns: chroma columns to draw.
  ///   - cb: has room for all chroma columns of the output; receives blue difference, premultiplied where there
  ///     is alpha.
  ///   - cr: the same for red difference.
  ///   - alpha: the same for alpha; left alone in opaque pictures.
  ///   - shares: receives how much of the luma samples the layer has samples for, 0…32768.
  /// - Returns: the columns that were written; others are left alone.
  /// - Precondition: sizes are as said.
  /// - Note: bit-exact with `Reference.nearest`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeChroma<Sample: PixelSample>(
    of image: Image, _ detail: ColorDetail.Planes? = nil, row y: Int, columns: Range<Int>,
    scratch: inout TurningScratch, cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>,
    alpha: inout MutableSpan<Sample>, shares: inout MutableSpan<UInt16>
  ) -> Range<Int> {
    check(image, columns, output.chroma.width, cb.count)
    precondition(detail.map { $0.cb.size == layer } ?? true, "chroma of another picture")
    scratch.reserve(output.width)
    let whole = 2 * columns.lowerBound..<min(2 * columns.upperBound, output.width)
    let rows = 2 * y..<min(2 * y + 2, output.height)
    var touched = 0..<0
    // How many luma samples of each there are, in the row of shares.
    for x in columns { shares[x] = 0 }
    for row in rows {
      let found = locate(luma: row, whole, &scratch.xs, &scratch.ys)
      if found.isEmpty { continue }
      for x in found { shares[x / 2] &+= 1 }
      let half = found.lowerBound / 2..<(found.upperBound + 1) / 2
      touched =
        touched.isEmpty
        ? half
        : min(touched.lowerBound, half.lowerBound)..<max(touched.upperBound, half.upperBound)
    }
    if touched.isEmpty { return touched }
    let line = CellRow(chroma: y, of: output)
    let halved: Int64 = detail == nil ? 1 : 0
    for x in touched {
      let all = rows.count * (2 * x + 1 < output.width ? 2 : 1)
      shares[x] = UInt16(truncatingIfNeeded: Int(shares[x]) * 32768 / all)
      // A sample at the layer's edge may have its centre outside.
      let place = chromaPlace(x: line.coverageX(x), y: line.coverageY)
      scratch.xs[x] = Int32(truncatingIfNeeded: place.x &>> halved)
      scratch.ys[x] = Int32(truncatingIfNeeded: place.y &>> halved)
    }
    let (xs, ys) = (scratch.xs.span, scratch.ys.span)
    if let detail {
      Kernels.pick(Plane.luma, of: detail.cb, touched, xs: xs, ys: ys, into: &cb)
      Kernels.pick(Plane.luma, of: detail.cr, touched, xs: xs, ys: ys, into: &cr)
    } else {
      Kernels.pick(Plane.cb, of: image, touched, xs: xs, ys: ys, into: &cb)
      Kernels.pick(Plane.cr, of: image, touched, xs: xs, ys: ys, into: &cr)
    }
    if image.format.hasAlpha {
      Kernels.pick(
        detail == nil ? Plane.chromaAlpha : Plane.alpha, of: image, touched, xs: xs, ys: ys,
        into: &alpha)
    }
    return touched
  }

  /// The luma sample nearest to an output place.
  private func chromaPlace(x: Int64, y: Int64) -> (x: Int64, y: Int64) {
    guard let position = homography.position(x: x, y: y) else { return (0, 0) }
    let bits = Homography.fractionBits &+ 1
    func inside(_ place: Int64, _ count: Int) -> Int64 {
      min(max((place &+ Self.tolerance) &>> bits, 0), Int64(truncatingIfNeeded: count - 1))
    }
    return (inside(position.u, layer.width), inside(position.v, layer.height))
  }

  private func check(_ image: Image, _ columns: Range<Int>, _ width: Int, _ count: Int) {
    precondition(image.size == layer, "layer of \(image.size)")
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= width && count >= width,
      "columns \(columns) of \(width) in a row of \(count)")
  }
}
