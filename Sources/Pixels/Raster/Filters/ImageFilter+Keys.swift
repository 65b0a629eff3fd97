import BaseValues

extension ImageFilter {
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
  var opaque16: Float { format.depth == UInt8.depth ? 255 * 256 : 1023 * 64 }
}

/// How a distance becomes a share that is kept.
struct KeyRamp: Sendable {
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

extension FilterPlane {
  /// Replaces samples by what is made of each and of alpha there, at least 1; rounded to nearest, ties to
  /// even.
  @inline(__always)
  fileprivate mutating func replace(
    with alpha: FilterPlane?, _ opaque: Float, _ change: (_ sample: Float, _ alpha: Float) -> Float
  ) {
    guard let alpha else {
      var samples = samples.mutableSpan
      for i in samples.indices {
        let new = change(Float(samples[i]), opaque)
        samples[i] = UInt16(truncatingIfNeeded: (new + 0x1.8p23).bitPattern)
      }
      return
    }
    let alphas = alpha.samples.span
    var samples = samples.mutableSpan
    precondition(alphas.count == samples.count, "planes of unequal size")
    for i in samples.indices {
      let alpha = Float(alphas[i])
      let new = change(Float(samples[i]), alpha > 1 ? alpha : 1)
      samples[i] = UInt16(truncatingIfNeeded: (new + 0x1.8p23).bitPattern)
    }
  }
}
