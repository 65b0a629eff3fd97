public import BaseValues

extension Image {
  /// The picture in another size, by the rule of `SeparableSampler`, or a part of that.
  ///
  /// - Parameter part: all of it if `nil`. Where there is one, a picture without alpha is rounded as
  ///   one with alpha, so that it makes no difference to a level whether it has any.
  /// - Precondition: `size` is not empty and no side is longer than 65536; `part` is inside, not
  ///   empty, and begins with an even column and row.
  public func resized(to size: Size, part: Rect? = nil, pool: ImagePool? = nil) -> Image {
    let isLevel = part != nil
    let part = part ?? size.bounds
    precondition(
      size.bounds.contains(part) && part.x % 2 == 0 && part.y % 2 == 0, "part \(part) of \(size)")
    var result = MutableImage(format: format, size: part.size, pool: pool)
    if format.bytesPerSample == 1 {
      resize(into: &result, size, part, isLevel, as: UInt8.self)
    } else {
      resize(into: &result, size, part, isLevel, as: UInt16.self)
    }
    return result.freeze()
  }

  private func resize<Sample: PixelSample>(
    into result: inout MutableImage, _ resultSize: Size, _ part: Rect, _ isLevel: Bool,
    as sample: Sample.Type
  ) {
    var scratch = ResamplingScratch()
    func axis(
      _ count: Int, _ length: Int, _ resultLength: Int, _ part: Range<Int>, span: Int64, site: Int64
    ) -> ResamplingAxis {
      let (from, to) = (Int64(length), Int64(resultLength))
      let line = ResamplingAxis.Line(
        step: from * span, origin: (from - to) * site, unit: to * span)
      let half = part.lowerBound / 2..<(part.upperBound + 1) / 2
      return ResamplingAxis(line, range: span == 2 ? part : half, count: count)
    }
    let luma = ResamplingGrid(
      across: axis(size.width, size.width, resultSize.width, part.columns, span: 2, site: 1),
      down: axis(size.height, size.height, resultSize.height, part.rows, span: 2, site: 1))
    let chroma = ResamplingGrid(
      across: axis(
        size.chroma.width, size.width, resultSize.width, part.columns, span: 4, site: 1),
      down: axis(
        size.chroma.height, size.height, resultSize.height, part.rows, span: 4, site: 2))
    for plane in 0..<min(planeCount, Plane.alpha) {
      let grid = format.isChroma(plane: plane) && !format.isCoverage ? chroma : luma
      let columns = grid.across.range
      let alphaPlane = format.isChroma(plane: plane) ? Plane.chromaAlpha : Plane.alpha
      var alpha = [Sample](repeating: 0, count: format.hasAlpha ? columns.count : 0)
      for y in grid.down.range {
        let line = y - grid.down.range.lowerBound
        if format.hasAlpha {
          var row = alpha.mutableSpan
          grid.writeAlpha(
            alphaPlane, of: self, row: y, columns: columns, scratch: &scratch, into: &row)
          // The alpha of luma goes with luma, that of chroma with the first of its planes.
          if plane != Plane.cr { result.write(alpha.span, plane: alphaPlane, row: line) }
        }
        var samples = result.mutableRow(plane, line, as: sample)
        if format.hasAlpha {
          grid.writePremultiplied(
            plane, of: self, row: y, columns: columns, scratch: &scratch, into: &samples)
        } else if isLevel {
          grid.writeTwiceRounded(
            plane, of: self, row: y, columns: columns, scratch: &scratch, into: &samples)
        } else {
          grid.write(plane, of: self, row: y, columns: columns, scratch: &scratch, into: &samples)
        }
      }
    }
  }
}
