import PixelGeometry

extension ImageFilter {
  /// Makes transparent what has about the hue and the saturation of a colour.
  ///
  /// The distance of colours is that of their codes (C′b, C′r), in shares of 255 · √2, the longest that
  /// there is; alpha is multiplied by (distance − tolerance) / softness, cut to 0…1. Between chroma samples
  /// distances are found along straight lines.
  ///
  /// - Parameters:
  ///   - color: its alpha does not count.
  ///   - softness: 0 is a hard edge.
  ///   - spill: 0…1, how much of the colour's hue is taken out of what is left: of a colour difference,
  ///     the part p along the key's becomes p − spill · (p − |q|) where it is larger than the part q across.
  public static func chromaKey(
    _ color: SolidColor, tolerance: Double, softness: Double, spill: Double
  ) -> ImageFilter {
    let codes = color.codes(as: UInt16.self)
    let key = KeyColor(cb: Float(codes.cb.code) * 64, cr: Float(codes.cr.code) * 64)
    let ramp = KeyRamp(start: Float(tolerance), softness: Float(softness))
    return ImageFilter { image, _, pool in
      let distances = key.distances(in: image)
      let coverage = MaskCoverage(plane: distances.interpolated(to: image.size, ramp))
      let kept = image.masked(by: coverage, pool: pool)
      return spill > 0 ? key.removed(Float(min(spill, 1)), from: kept, pool) : kept
    }
  }

  /// Makes transparent what has a luma from `start` to `end`, 0 being black and 1 white: alpha is multiplied
  /// by the distance to that over `softness`, cut to 0…1.
  ///
  /// - Parameters:
  ///   - softness: 0 is a hard edge.
  ///   - isInverted: whether that is kept, and the rest made transparent.
  public static func lumaKey(
    from start: Double, to end: Double, softness: Double, isInverted: Bool
  ) -> ImageFilter {
    let (start, end) = (Float(start), Float(end))
    let ramp = KeyRamp(start: 0, softness: Float(softness))
    return ImageFilter { image, _, pool in
      var luma = FilterPlane(image, plane: Plane.luma, part: image.size.bounds)
      let alpha =
        image.format.hasAlpha
        ? FilterPlane(image, plane: Plane.alpha, part: image.size.bounds) : nil
      let opaque = image.opaque16
      luma.replace(with: alpha, opaque) { sample, alpha in
        let place = (sample * (opaque / alpha) - 16 * 256) * (1 / (219 * 256))
        let below = start - place
        let above = place - end
        let distance = below > above ? below : above
        let share = ramp.share(distance > 0 ? distance : 0)
        return (isInverted ? 1 - share : share) * 32768
      }
      return image.masked(by: MaskCoverage(plane: luma), pool: pool)
    }
  }
}

extension Image {
  /// Full alpha in 16 bits, as a filter's planes have it.
  fileprivate var opaque16: Float { format.depth == UInt8.depth ? 255 * 256 : 1023 * 64 }
}

/// How a distance becomes a share that is kept.
private struct KeyRamp: Sendable {
  private let start, slope: Float

  init(start: Float, softness: Float) {
    self.start = start
    // The finest steps of distances are far longer than the ramp of a hard edge.
    slope = 1 / max(softness, 1e-7)
  }

  /// 0…1.
  @inline(__always)
  func share(_ distance: Float) -> Float {
    let share = (distance - start) * slope
    let positive: Float = share > 0 ? share : 0
    return positive < 1 ? positive : 1
  }
}

/// The colour differences of a key, codes in 16 bits.
private struct KeyColor: Sendable {
  private let cb, cr: Float
  private static let neutral: Float = 128 * 256
  /// 255 · √2 codes.
  private static let longest: Float = 255 * 256 * 1.414_213_5

  init(cb: Float, cr: Float) {
    self.cb = cb
    self.cr = cr
  }

  /// How far each chroma sample is off, 65535 being the longest way.
  func distances(in image: Image) -> FilterPlane {
    let bounds = image.size.chroma.bounds
    var result = FilterPlane(image, plane: Plane.cb, part: bounds)
    let other = FilterPlane(image, plane: Plane.cr, part: bounds)
    let alpha =
      image.format.hasAlpha
      ? FilterPlane(image, plane: Plane.chromaAlpha, part: bounds) : nil
    let opaque = image.opaque16
    let scale = 65535 / Self.longest
    let (cb, cr) = (cb, cr)
    result.replace(with: alpha, other, opaque) { first, second, alpha in
      let (across, down) = (first * (opaque / alpha) - cb, second * (opaque / alpha) - cr)
      let distance = (across * across + down * down).squareRoot() * scale
      return distance < 65535 ? distance : 65535
    }
    return result
  }

  /// The picture without so much of the hue.
  func removed(_ spill: Float, from image: Image, _ pool: ImagePool?) -> Image {
    let (across, down) = (cb - Self.neutral, cr - Self.neutral)
    let length = (across * across + down * down).squareRoot()
    // Grey has no hue.
    guard length > 256 else { return image }
    let (x, y) = (across / length, down / length)
    let bounds = image.size.chroma.bounds
    let planes = [Plane.cb, Plane.cr].map { FilterPlane(image, plane: $0, part: bounds) }
    let alpha =
      image.format.hasAlpha
      ? FilterPlane(image, plane: Plane.chromaAlpha, part: bounds) : nil
    let opaque = image.opaque16
    let unit = Self.neutral / opaque
    func excess(_ cb: Float, _ cr: Float, _ alpha: Float) -> Float {
      let (cb, cr) = (cb - alpha * unit, cr - alpha * unit)
      let across = cb * y - cr * x
      let more = cb * x + cr * y - (across < 0 ? -across : across)
      return more > 0 ? more * spill : 0
    }
    var result = MutableImage(format: image.format, size: image.size, pool: pool)
    result.copy(from: image)
    for (index, part) in [x, y].enumerated() {
      var plane = planes[index]
      let isBlue = index == 0
      plane.replace(with: alpha, planes[1 - index], opaque) { own, other, alpha in
        let excess = isBlue ? excess(own, other, alpha) : excess(other, own, alpha)
        let new = own - part * excess
        return new > 0 ? new < alpha ? new : alpha : 0
      }
      plane.write(bounds, of: bounds, plane: Plane.cb + index, into: &result)
    }
    return result.freeze()
  }
}

extension FilterPlane {
  /// Replaces samples by what is made of each and of alpha there, at least 1; rounded to nearest, ties to
  /// even.
  @inline(__always)
  fileprivate mutating func replace(
    with alpha: FilterPlane?, _ opaque: Float, _ change: (_ sample: Float, _ alpha: Float) -> Float
  ) {
    replace(with: alpha, self, opaque) { own, _, alpha in change(own, alpha) }
  }

  @inline(__always)
  fileprivate mutating func replace(
    with alpha: FilterPlane?, _ other: FilterPlane, _ opaque: Float,
    _ change: (_ sample: Float, _ other: Float, _ alpha: Float) -> Float
  ) {
    let others = other.samples.span
    guard let alpha else {
      var samples = samples.mutableSpan
      precondition(others.count == samples.count, "planes of unequal size")
      for i in samples.indices {
        let new = change(Float(samples[i]), Float(others[i]), opaque)
        samples[i] = UInt16(truncatingIfNeeded: (new + 0x1.8p23).bitPattern)
      }
      return
    }
    let alphas = alpha.samples.span
    var samples = samples.mutableSpan
    precondition(
      others.count == samples.count && alphas.count == samples.count, "planes of unequal size")
    for i in samples.indices {
      let alpha = Float(alphas[i])
      let new = change(Float(samples[i]), Float(others[i]), alpha > 1 ? alpha : 1)
      samples[i] = UInt16(truncatingIfNeeded: (new + 0x1.8p23).bitPattern)
    }
  }

  /// The share that is kept of each luma sample, 0…32768, by distances of chroma samples, each of which
  /// lies in the middle of four.
  fileprivate func interpolated(to size: Size, _ ramp: KeyRamp) -> FilterPlane {
    var result = FilterPlane(width: size.width, height: size.height)
    let source = samples.span
    var target = result.samples.mutableSpan
    // With one more on each side, like the outermost ones.
    var line = [Int32](repeating: 0, count: width + 2)
    for y in 0..<size.height {
      let near = source.extracting(row(y / 2))
      let far = source.extracting(row(y % 2 == 0 ? y / 2 - 1 : y / 2 + 1))
      var sums = line.mutableSpan
      var inner = sums._mutatingExtracting(1..<width + 1)
      for x in near.indices { inner[x] = 3 &* Int32(near[x]) &+ Int32(far[x]) }
      (sums[0], sums[width + 1]) = (sums[1], sums[width])
      let all = line.span
      let (left, middle, right) = (
        all.extracting(0..<width), all.extracting(1..<width + 1), all.extracting(2..<width + 2)
      )
      var row = target._mutatingExtracting(y * size.width..<(y + 1) * size.width)
      for x in 0..<size.width / 2 {
        row[2 &* x] = Self.kept(3 &* middle[x] &+ left[x], ramp)
        row[2 &* x &+ 1] = Self.kept(3 &* middle[x] &+ right[x], ramp)
      }
      if size.width % 2 == 1 {
        row[size.width - 1] = Self.kept(3 &* middle[width - 1] &+ left[width - 1], ramp)
      }
    }
    return result
  }

  /// - Parameter distance: in 1/16 · 1/65535.
  @inline(__always)
  private static func kept(_ distance: Int32, _ ramp: KeyRamp) -> UInt16 {
    let share = ramp.share(Float(distance) * (1 / (16 * 65535)))
    return UInt16(truncatingIfNeeded: (share * 32768 + 0x1.8p23).bitPattern)
  }
}
