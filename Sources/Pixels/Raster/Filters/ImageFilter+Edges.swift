import BaseValues

extension ImageFilter {
  /// A line along the edge of what can be seen, following alpha.
  ///
  /// Outside, alpha is grown by a disc (`DiscDilation`), and the line lies below the picture; inside, what
  /// is transparent is grown so, and the line lies over it.
  ///
  /// - Parameter width: in shares of the picture's height.
  public static func border(
    width: Double, _ color: SolidColor, isOutside: Bool
  ) -> ImageFilter {
    if width <= 0 || color.alpha == 0 { return .none }
    return ImageFilter(drawsAround: isOutside) {
      isOutside ? Int((width * Double($0.height)).rounded(.up)) + 1 : 0
    } _: { image, basis, pool in
      let radius = width * Double(basis.height)
      return image.format.depth == UInt8.depth
        ? image.bordered(radius, color, isOutside, pool, as: UInt8.self)
        : image.bordered(radius, color, isOutside, pool, as: UInt16.self)
    }
  }

  /// A blurred shape of what can be seen, below it.
  ///
  /// - Parameters:
  ///   - x, y: how far it is moved, in shares of the picture's height.
  ///   - deviation: of its Gaussian blur, likewise.
  public static func shadow(
    _ color: SolidColor, x: Double, y: Double, deviation: Double
  ) -> ImageFilter {
    if color.alpha == 0 { return .none }
    return ImageFilter(drawsAround: true) {
      let farthest = max(x.magnitude, y.magnitude) + 3.2 * max(0, deviation)
      return Int((farthest * Double($0.height)).rounded(.up)) + 3
    } _: { image, basis, pool in
      let height = Double(basis.height)
      var shape = FilterPlane(alphaOf: image).moved(x: x * height, y: y * height)
      shape.blur(deviation: deviation * height, deviation * height)
      return image.format.depth == UInt8.depth
        ? image.shaded(shape, color, pool, as: UInt8.self)
        : image.shaded(shape, color, pool, as: UInt16.self)
    }
  }
}

extension Image {
  fileprivate func bordered<Sample: PixelSample>(
    _ radius: Double, _ color: SolidColor, _ isOutside: Bool, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    let own = AlphaPlane<Sample>(self)
    let disc = DiscDilation<Sample>(radius: radius)
    let share = color.alpha(as: Sample.self).code
    var (kept, total) = (own, own)
    if isOutside {
      let grown = disc.applied(to: own)
      for i in own.samples.indices {
        let line = Sample.product(grown.samples[i].code &- own.samples[i].code, share)
        total.samples[i] = Sample(code: own.samples[i].code &+ line)
      }
    } else {
      // Beyond the picture nothing is there.
      let inner = disc.applied(to: own.negative(margin: 1)).negative(margin: -1)
      for i in own.samples.indices {
        let line = Sample.product(own.samples[i].code &- inner.samples[i].code, share)
        kept.samples[i] = Sample(code: own.samples[i].code &- line)
      }
    }
    return laid(kept: kept, total: total, over: color.codes(as: Sample.self), pool)
  }

  fileprivate func shaded<Sample: PixelSample>(
    _ shape: FilterPlane, _ color: SolidColor, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    let own = AlphaPlane<Sample>(self)
    var total = own
    let share = color.alpha(as: Sample.self).code
    let shift = UInt32(16 - Sample.depth)
    for i in own.samples.indices {
      let alpha = own.samples[i].code
      let code = min((UInt32(shape.samples[i]) &+ 1 &<< (shift &- 1)) &>> shift, Sample.maximum)
      let shade = Sample.product(Sample.product(code, share), Sample.maximum &- alpha)
      total.samples[i] = Sample(code: alpha &+ shade)
    }
    return laid(kept: own, total: total, over: color.codes(as: Sample.self), pool)
  }
}

extension AlphaPlane {
  /// What is missing to opaque, with as many opaque samples more on each side, or fewer.
  fileprivate func negative(margin: Int) -> AlphaPlane {
    let full = Sample(code: Sample.maximum)
    var result = AlphaPlane(
      width: width + 2 * margin, height: height + 2 * margin, filledWith: full)
    // The part that both have.
    let size = (width: min(width, result.width), height: min(height, result.height))
    let (from, to) = (max(0, -margin), max(0, margin))
    let wide = result.width
    let source = samples.span
    var target = result.samples.mutableSpan
    for y in 0..<size.height {
      let (first, second) = ((y + from) * width + from, (y + to) * wide + to)
      let own = source.extracting(first..<first + size.width)
      var row = target._mutatingExtracting(second..<second + size.width)
      for x in own.indices { row[x] = full &- own[x] }
    }
    return result
  }
}

extension FilterPlane {
  /// Alpha of luma's size, in 16 bits.
  fileprivate init(alphaOf image: Image) {
    if image.format.hasAlpha {
      self.init(image, plane: Plane.alpha, part: image.size.bounds)
    } else {
      self.init(
        width: image.size.width, height: image.size.height,
        filledWith: image.format.depth == UInt8.depth ? 255 << 8 : 1023 << 6)
    }
  }

  /// The same elsewhere, and 0 where nothing comes from; between samples along straight lines.
  ///
  /// - Parameters: how far, in samples, to 1/256.
  fileprivate func moved(x: Double, y: Double) -> FilterPlane {
    // Farther than the plane is wide is as far.
    func steps(_ distance: Double, _ length: Int) -> (whole: Int, part: UInt32) {
      let limit = Double(length + 1)
      let steps = Int((min(max(distance, -limit), limit) * 256).rounded())
      return (steps >> 8, UInt32(steps & 0xFF))
    }
    return movedDown(steps(y, height)).transposed().movedDown(steps(x, width)).transposed()
  }

  private func movedDown(_ steps: (whole: Int, part: UInt32)) -> FilterPlane {
    if steps == (0, 0) { return self }
    var result = FilterPlane(width: width, height: height)
    let width = width
    let source = samples.span
    var target = result.samples.mutableSpan
    let nothing = [UInt16](repeating: 0, count: width)
    for y in 0..<height {
      let (near, far) = (y - steps.whole, y - steps.whole - 1)
      let a = (0..<height).contains(near) ? source.extracting(row(near)) : nothing.span
      let b = (0..<height).contains(far) ? source.extracting(row(far)) : nothing.span
      var row = target._mutatingExtracting(y * width..<(y + 1) * width)
      for x in row.indices {
        let sum = UInt32(a[x]) &* (256 &- steps.part) &+ UInt32(b[x]) &* steps.part &+ 128
        row[x] = UInt16(truncatingIfNeeded: sum &>> 8)
      }
    }
    return result
  }
}
