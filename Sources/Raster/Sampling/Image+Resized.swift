public import PixelGeometry

extension Image {
  /// The picture in another size, by the rule of `SeparableSampler`.
  ///
  /// - Precondition: `size` is not empty and no side is longer than 65536.
  public func resized(to size: Size, pool: ImagePool? = nil) -> Image {
    var result = MutableImage(format: format, size: size, pool: pool)
    if format.bytesPerSample == 1 {
      resize(into: &result, as: UInt8.self)
    } else {
      resize(into: &result, as: UInt16.self)
    }
    return result.freeze()
  }

  private func resize<Sample: PixelSample>(
    into result: inout MutableImage, as sample: Sample.Type
  ) {
    var scratch = ResamplingScratch()
    func axis(_ count: Int, _ length: Int, _ resultLength: Int, span: Int64, site: Int64)
      -> ResamplingAxis
    {
      let (from, to) = (Int64(length), Int64(resultLength))
      let line = ResamplingAxis.Line(
        step: from * span, origin: (from - to) * site, unit: to * span)
      return ResamplingAxis(
        line, range: 0..<(span == 2 ? resultLength : (resultLength + 1) / 2), count: count)
    }
    let luma = ResamplingGrid(
      across: axis(size.width, size.width, result.size.width, span: 2, site: 1),
      down: axis(size.height, size.height, result.size.height, span: 2, site: 1))
    let chroma = ResamplingGrid(
      across: axis(
        size.chroma.width, size.width, result.size.width, span: 4, site: 1),
      down: axis(size.chroma.height, size.height, result.size.height, span: 4, site: 2))
    for plane in 0..<min(planeCount, Plane.alpha) {
      let grid = format.isChroma(plane: plane) && !format.isCoverage ? chroma : luma
      let columns = grid.across.range
      let alphaPlane = format.isChroma(plane: plane) ? Plane.chromaAlpha : Plane.alpha
      var alpha = [Sample](repeating: 0, count: format.hasAlpha ? columns.count : 0)
      for y in grid.down.range {
        if format.hasAlpha {
          var row = alpha.mutableSpan
          grid.writeAlpha(
            alphaPlane, of: self, row: y, columns: columns, scratch: &scratch, into: &row)
          // The alpha of luma goes with luma, that of chroma with the first of its planes.
          if plane != Plane.cr { result.write(alpha.span, plane: alphaPlane, row: y) }
        }
        var samples = result.mutableRow(plane, y, as: sample)
        if format.hasAlpha {
          grid.writePremultiplied(
            plane, of: self, row: y, columns: columns, scratch: &scratch, into: &samples)
        } else {
          grid.write(plane, of: self, row: y, columns: columns, scratch: &scratch, into: &samples)
        }
      }
    }
  }
}
