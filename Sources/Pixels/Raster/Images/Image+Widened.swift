extension Image {
  /// A picture of 8 bits in 10: codes are four times as large, alpha n / 255 becomes the nearest of
  /// n / 1023, so that samples stay below it and opaque stays opaque.
  ///
  /// - Precondition: samples have 8 bits, and are no mask's.
  public func widened(pool: ImagePool? = nil) -> Image {
    precondition(!format.isCoverage, "\(format) to be widened")
    var result = MutableImage(
      format: PixelFormat(UInt16.self, hasAlpha: format.hasAlpha), size: size, pool: pool)
    for plane in 0..<planeCount {
      for y in 0..<height(of: plane) {
        var row = result.mutableRow(plane, y, as: UInt16.self)
        if plane >= Plane.alpha {
          Kernels.widenAlpha(self.row(plane, y), into: &row)
        } else {
          Kernels.widenCodes(self.row(plane, y), into: &row)
        }
      }
    }
    let image = result.freeze().with(color)
    return detail.map { image.with($0.widened(pool: pool)) } ?? image
  }
}

extension Kernels {
  /// Codes of 8 bits in 10: four times as large.
  ///
  /// - Precondition: both rows have the same length.
  static func widenCodes(_ source: Span<UInt8>, into result: inout MutableSpan<UInt16>) {
    precondition(source.count == result.count, "rows of unequal length")
    for i in source.indices { result[i] = UInt16(source[i]) &<< 2 }
  }

  /// Alpha of 8 bits in 10: `alpha · 1023 / 255`, rounded to nearest.
  ///
  /// - Precondition: both rows have the same length.
  static func widenAlpha(_ source: Span<UInt8>, into result: inout MutableSpan<UInt16>) {
    precondition(source.count == result.count, "rows of unequal length")
    for i in source.indices {
      result[i] = UInt16(truncatingIfNeeded: (UInt32(source[i]) &* 1023 &+ 127) / 255)
    }
  }
}
