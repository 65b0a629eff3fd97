import BaseValues

/// What a picture with alpha is laid on to be looked at.
package enum Backdrop: Sendable {
  case black
  /// Squares of two greys, by which people know what is transparent.
  case checkerboard

  /// Pixels of a square's side.
  private static let side = 16

  /// Luma of 8 bits; it has no colour.
  fileprivate func luma(_ x: Int, _ y: Int) -> UInt8 {
    switch self {
    case .black: 16
    case .checkerboard: (x / Self.side + y / Self.side).isMultiple(of: 2) ? 128 : 92
    }
  }
}

extension Image {
  /// The picture laid on something opaque where it has alpha; else the picture itself.
  ///
  /// - Complexity: O(samples).
  package func laid(on backdrop: Backdrop, pool: ImagePool? = nil) -> Image {
    guard format.hasAlpha else { return self }
    return format.depth == UInt8.depth
      ? laid(on: backdrop, pool, as: UInt8.self) : laid(on: backdrop, pool, as: UInt16.self)
  }

  private func laid<Sample: PixelSample>(
    on backdrop: Backdrop, _ pool: ImagePool?, as sample: Sample.Type
  ) -> Image {
    var result = MutableImage(
      format: PixelFormat(sample, hasAlpha: false), size: size, pool: pool)
    for plane in [Plane.luma, Plane.cb, Plane.cr] {
      let alphaPlane = format.isChroma(plane: plane) ? Plane.chromaAlpha : Plane.alpha
      for y in 0..<height(of: plane) {
        var row = result.mutableRow(plane, y, as: sample)
        for x in row.indices {
          let code = plane == Plane.luma ? backdrop.luma(x, y) : 128
          row[x] = Sample(code) << Sample(ColorCodes<Sample>.unit)
        }
        Kernels.over(
          self.row(plane, y, as: sample), alpha: self.row(alphaPlane, y, as: sample),
          weight: 32768, into: &row)
      }
    }
    return result.freeze().with(color)
  }

  /// The picture with alpha, opaque where it had none.
  ///
  /// - Complexity: O(samples) where it had none.
  package func withAlpha(pool: ImagePool? = nil) -> Image {
    if format.hasAlpha { return self }
    return format.depth == UInt8.depth
      ? withAlpha(pool, as: UInt8.self) : withAlpha(pool, as: UInt16.self)
  }

  private func withAlpha<Sample: PixelSample>(
    _ pool: ImagePool?, as sample: Sample.Type
  ) -> Image {
    var result = MutableImage(
      format: PixelFormat(sample, hasAlpha: true), size: size, pool: pool)
    for plane in 0..<planeCount {
      for y in 0..<height(of: plane) {
        result.write(row(plane, y, as: sample), plane: plane, row: y)
      }
    }
    result.fill(plane: Plane.alpha, Sample(code: Sample.maximum))
    result.fill(plane: Plane.chromaAlpha, Sample(code: Sample.maximum))
    return result.freeze().with(color)
  }
}
