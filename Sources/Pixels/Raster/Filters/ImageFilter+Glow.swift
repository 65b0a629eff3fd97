import BaseValues

extension ImageFilter {
  /// Light that comes out of what is bright, screened over the picture; where that is transparent it is seen
  /// by itself, as transparent as its largest component is below white.
  ///
  /// - Parameters:
  ///   - threshold: the luma from which on light comes, up to white.
  ///   - amount: how much of it.
  ///   - deviation: how far it reaches, in shares of the picture's height.
  public static func glow(threshold: Double, amount: Double, deviation: Double) -> ImageFilter {
    if amount <= 0 { return .none }
    let blur = ImageFilter.gaussianBlur(deviation: deviation)
    return ImageFilter {
      blur.margin(basis: $0)
    } _: { image, basis, pool in
      let light = ColorChange.highlights(above: threshold, gain: amount)
        .applied(to: image, pool: pool)
      let glow = blur.applied(to: light, basis: basis, pool: pool)
      let mixed = BlendMode.screen.mixed(image, with: glow, pool: pool)
      guard image.format.hasAlpha else { return mixed }
      return image.format.depth == UInt8.depth
        ? mixed.laid(over: glow.lightAlone(pool, as: UInt8.self), pool, as: UInt8.self)
        : mixed.laid(over: glow.lightAlone(pool, as: UInt16.self), pool, as: UInt16.self)
    }
  }
}

extension Image {
  /// A picture with alpha whose black is made transparent, as far as its largest component is below white;
  /// over black it looks the same.
  fileprivate func lightAlone<Sample: PixelSample>(_ pool: ImagePool?, as: Sample.Type) -> Image {
    let full = Float(Sample.maximum << UInt32(16 - Sample.depth))
    let grey = ColorChange.largestComponent.applied(to: self, pool: pool)
    var alpha = FilterPlane(grey, plane: Plane.luma, part: size.bounds)
    alpha.takeAway(16 * 256, of: FilterPlane(self, plane: Plane.alpha, part: size.bounds), full)
    alpha.scale(by: full / (219 * 256))
    var result = MutableImage(format: format, size: size, pool: pool)
    for (plane, base) in [(Plane.luma, 16), (Plane.cb, 128), (Plane.cr, 128)] as [(Int, Float)] {
      let isChroma = format.isChroma(plane: plane)
      let part = isChroma ? size.chroma.bounds : size.bounds
      let own = FilterPlane(
        self, plane: isChroma ? Plane.chromaAlpha : Plane.alpha, part: part)
      let new = isChroma ? alpha.halved() : alpha
      var samples = FilterPlane(self, plane: plane, part: part)
      samples.takeAway(base * 256, of: own, full, but: new)
      samples.write(part, of: part, plane: plane, into: &result)
      if plane != Plane.cr {
        new.write(
          part, of: part, plane: isChroma ? Plane.chromaAlpha : Plane.alpha, into: &result)
      }
    }
    return result.freeze()
  }

  /// The picture over another one with alpha, of the same size.
  fileprivate func laid<Sample: PixelSample>(
    over below: Image, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    var result = MutableImage(format: format, size: size, pool: pool)
    result.copy(from: below)
    for plane in 0..<planeCount {
      let alpha = format.isChroma(plane: plane) ? Plane.chromaAlpha : Plane.alpha
      for y in 0..<height(of: plane) {
        let source = row(plane, y, as: Sample.self)
        let alphas = row(alpha, y, as: Sample.self)
        var row = result.mutableRow(plane, y, as: Sample.self)
        Kernels.over(source, alpha: alphas, weight: Kernels.fullWeight, into: &row)
      }
    }
    return result.freeze()
  }
}

extension ColorChange {
  /// Grey, as light as the largest component.
  fileprivate static var largestComponent: ColorChange {
    ColorChange { block, count in
      block.mapColors(count) { color in
        let largest = max(color.red, color.green, color.blue)
        return (largest, largest, largest)
      }
    }
  }
}

extension FilterPlane {
  /// Takes away what a code of colours is of the difference of two alphas, the second one 0 unless it is
  /// given, and cuts to that; rounded to nearest, ties to even.
  fileprivate mutating func takeAway(
    _ code: Float, of alpha: FilterPlane, _ full: Float, but rest: FilterPlane? = nil
  ) {
    let unit = code / full
    let other = rest ?? FilterPlane(width: width, height: height)
    let (alphas, rests) = (alpha.samples.span, other.samples.span)
    var samples = samples.mutableSpan
    for i in samples.indices {
      let (from, to) = (Float(alphas[i]), Float(rests[i]))
      let new = Float(samples[i]) - unit * (from - to)
      let limit = rest == nil ? full : to
      samples[i] = UInt16(min(max(new, 0), limit).rounded(.toNearestOrEven))
    }
  }

  /// Times a factor, cut to 65535.
  fileprivate mutating func scale(by factor: Float) {
    var samples = samples.mutableSpan
    for i in samples.indices {
      samples[i] = UInt16(min(Float(samples[i]) * factor, 65535).rounded(.toNearestOrEven))
    }
  }

  /// Means of squares of two samples, rounded to nearest, ties up.
  fileprivate func halved() -> FilterPlane {
    var result = FilterPlane(width: (width + 1) / 2, height: (height + 1) / 2)
    let (columns, rows) = (result.width, result.height)
    let source = samples.span
    var target = result.samples.mutableSpan
    for y in 0..<rows {
      let (first, second) = (source.extracting(row(2 * y)), source.extracting(row(2 * y + 1)))
      for x in 0..<columns {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let sum =
          UInt32(first[left]) &+ UInt32(first[right]) &+ UInt32(second[left])
          &+ UInt32(second[right])
        target[y * columns + x] = UInt16((sum &+ 2) / 4)
      }
    }
    return result
  }
}

extension BlendMode {
  /// A picture's colours mixed with those of another of the same size and depth; alpha is the picture's.
  func mixed(_ image: Image, with other: Image, pool: ImagePool?) -> Image {
    image.format.depth == UInt8.depth
      ? mixed(image, other, pool, as: UInt8.self) : mixed(image, other, pool, as: UInt16.self)
  }

  private func mixed<Sample: PixelSample>(
    _ image: Image, _ other: Image, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    var result = MutableImage(format: image.format, size: image.size, pool: pool)
    result.copy(from: image)
    var below = MutableImage(format: other.format, size: other.size, pool: pool)
    below.copy(from: other)
    var rows = CellRows<Sample>(width: image.size.width)
    var rowsBelow = CellRows<Sample>(width: image.size.width)
    var scratch = Scratch()
    for y in 0..<result.height(of: Plane.cb) {
      rows.load(result, row: y)
      rowsBelow.load(below, row: y)
      mix(&rows, with: rowsBelow, columns: 0..<rows.cb.count, through: &scratch)
      rows.store(into: &result, row: y)
    }
    return result.freeze()
  }
}
