extension Kernels {
  /// Averages 2 × 2 samples: `(upper[2i] + upper[2i+1] + lower[2i] + lower[2i+1] + 2) / 4`, rounded
  /// down. Where the rows have an odd length the last result is the rounded mean of two samples.
  /// For the last row of an odd height pass the same row twice.
  ///
  /// - Precondition: `upper` and `lower` have the same length, the result half of it, rounded up.
  /// - Note: bit-exact with `Reference.halve`.
  public static func halve(
    _ upper: Span<UInt8>, _ lower: Span<UInt8>, into result: inout MutableSpan<UInt8>
  ) {
    precondition(
      upper.count == lower.count && result.count == upper.count / 2 + upper.count % 2,
      "rows of unequal length")
    let pairs = upper.count / 2
    for i in 0..<pairs {
      let sum =
        UInt16(upper[2 &* i]) &+ UInt16(upper[2 &* i &+ 1])
        &+ UInt16(lower[2 &* i]) &+ UInt16(lower[2 &* i &+ 1]) &+ 2
      result[i] = UInt8(truncatingIfNeeded: sum &>> 2)
    }
    if pairs < result.count {
      let sum = UInt16(upper[2 &* pairs]) &+ UInt16(lower[2 &* pairs]) &+ 1
      result[pairs] = UInt8(truncatingIfNeeded: sum &>> 1)
    }
  }
}

extension PixelSize {
  /// The size of a picture halved `level` times, rounded up each time.
  public func halved(times level: Int) -> PixelSize {
    var size = self
    for _ in 0..<max(0, level) { size = size.chroma }
    return size
  }
}

extension Image {
  /// The picture at half the size, rounded up: each sample is the rounded mean of the (up to
  /// four) samples below it, in every plane. Premultiplied colour stays premultiplied.
  public func halved(pool: ImagePool? = nil) -> Image {
    var result = MutableImage(format: format, size: size.halved(times: 1), pool: pool)
    for plane in 0..<planeCount {
      let lastRow = height(of: plane) - 1
      for y in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, y)
        Kernels.halve(
          self.row(plane, 2 * y), self.row(plane, min(2 * y + 1, lastRow)), into: &row)
      }
    }
    return result.freeze()
  }
}
