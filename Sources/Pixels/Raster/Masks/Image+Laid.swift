import BaseValues

extension Image {
  /// The picture where it is covered, transparent elsewhere. One that is opaque and covered wholly is
  /// left as it is.
  ///
  /// - Precondition: the coverage is of its size, and the image is no mask.
  public func masked(by coverage: MaskCoverage, pool: ImagePool? = nil) -> Image {
    precondition(
      coverage.plane.width == size.width && coverage.plane.height == size.height,
      "a mask of another size")
    return format.depth == UInt8.depth
      ? masked(coverage.plane, pool, as: UInt8.self) : masked(coverage.plane, pool, as: UInt16.self)
  }

  private func masked<Sample: PixelSample>(
    _ coverage: FilterPlane, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    let own = AlphaPlane<Sample>(self)
    var kept = own
    let (source, shares) = (own.samples.span, coverage.samples.span)
    var target = kept.samples.mutableSpan
    Kernels.cut(source, coverage: shares, into: &target)
    return laid(kept: kept, total: kept, over: ColorCodes<Sample>.black, pool)
  }

  /// The picture of the alpha `kept`, over a colour that fills it up to the alpha `total`.
  ///
  /// Alpha of chroma is the mean of what luma's becomes. Where all of an opaque picture stays opaque the
  /// result has no alpha.
  ///
  /// - Parameters:
  ///   - kept: at most the picture's own, of luma's size.
  ///   - total: at least `kept`.
  ///   - color: not premultiplied.
  func laid<Sample: PixelSample>(
    kept: AlphaPlane<Sample>, total: AlphaPlane<Sample>, over color: ColorCodes<Sample>,
    _ pool: ImagePool?
  ) -> Image {
    let isOpaque = !format.hasAlpha && total.isOpaque
    if isOpaque, kept.isOpaque { return self }
    var result = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: !isOpaque), size: size, pool: pool)
    let luma = AlphaPlane<Sample>(self)
    lay(Plane.luma, luma, kept, total, color.y, &result)
    let (chroma, chromaTotal) = (AlphaPlane<Sample>(self, ofChroma: true), total.halved)
    var chromaKept = kept.halved
    for i in chromaKept.samples.indices {
      // Means may be a step apart where the picture's own was no mean.
      chromaKept.samples[i] = min(chromaKept.samples[i], chroma.samples[i], chromaTotal.samples[i])
    }
    lay(Plane.cb, chroma, chromaKept, chromaTotal, color.cb, &result)
    lay(Plane.cr, chroma, chromaKept, chromaTotal, color.cr, &result)
    if !isOpaque {
      for y in 0..<total.height {
        result.write(total.samples.span.extracting(total.row(y)), plane: Plane.alpha, row: y)
      }
      for y in 0..<chromaTotal.height {
        result.write(
          chromaTotal.samples.span.extracting(chromaTotal.row(y)), plane: Plane.chromaAlpha, row: y)
      }
    }
    return result.freeze()
  }

  private func lay<Sample: PixelSample>(
    _ plane: Int, _ own: AlphaPlane<Sample>, _ kept: AlphaPlane<Sample>,
    _ total: AlphaPlane<Sample>, _ code: Sample, _ result: inout MutableImage
  ) {
    for y in 0..<own.height {
      let source = row(plane, y, as: Sample.self)
      let alpha = own.samples.span.extracting(own.row(y))
      let kept = kept.samples.span.extracting(own.row(y))
      let total = total.samples.span.extracting(own.row(y))
      var row = result.mutableRow(plane, y, as: Sample.self)
      switch Kernels.change(of: alpha, kept: kept, total: total) {
      case .none: Kernels.copy(source, into: &row)
      case .cleared: row.update(repeating: 0)
      case .some:
        Kernels.lay(source, alpha: alpha, kept: kept, total: total, over: code, into: &row)
      }
    }
  }
}

extension Kernels {
  enum RowChange {
    case none, cleared, some
  }

  /// Whether a row stays as it is, or nothing of it is left.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func change<Sample: PixelSample>(
    of alpha: Span<Sample>, kept: Span<Sample>, total: Span<Sample>
  ) -> RowChange {
    precondition(kept.count == alpha.count && total.count == alpha.count, "rows of unequal length")
    var (difference, sum): (Sample, Sample) = (0, 0)
    for i in alpha.indices {
      difference |= (alpha[i] ^ kept[i]) | (kept[i] ^ total[i])
      sum |= total[i]
    }
    return sum == 0 ? .cleared : difference == 0 ? .none : .some
  }
}
