public import BaseValues

extension Kernels {
  /// Averages 2 × 2 samples: `(upper[2i] + upper[2i+1] + lower[2i] + lower[2i+1] + 2) / 4`, rounded
  /// down. Where the rows have an odd length the last result is the rounded mean of two samples.
  /// For the last row of an odd height pass the same row twice.
  ///
  /// - Precondition: `upper` and `lower` have the same length, the result half of it, rounded up.
  /// - Note: bit-exact with `Reference.halve`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func halve<Sample: PixelSample>(
    _ upper: Span<Sample>, _ lower: Span<Sample>, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      upper.count == lower.count && result.count == upper.count / 2 + upper.count % 2,
      "rows of unequal length")
    let pairs = upper.count / 2
    for i in 0..<pairs {
      let sum =
        upper[2 &* i].code &+ upper[2 &* i &+ 1].code
        &+ lower[2 &* i].code &+ lower[2 &* i &+ 1].code &+ 2
      result[i] = Sample(code: sum &>> 2)
    }
    if pairs < result.count {
      let sum = upper[2 &* pairs].code &+ lower[2 &* pairs].code &+ 1
      result[pairs] = Sample(code: sum &>> 1)
    }
  }

  /// The same of rows in memory of their own.
  static func halved<Sample: PixelSample>(_ upper: [Sample], _ lower: [Sample]) -> [Sample] {
    var result = [Sample](repeating: 0, count: (upper.count + 1) / 2)
    var row = result.mutableSpan
    halve(upper.span, lower.span, into: &row)
    return result
  }
}

extension Size {
  /// The size of a picture halved `level` times, rounded up each time.
  public func halved(times level: Int) -> Size {
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
    if format.bytesPerSample == 1 {
      halve(into: &result, as: UInt8.self)
    } else {
      halve(into: &result, as: UInt16.self)
    }
    return result.freeze()
  }

  private func halve<Sample: PixelSample>(
    into result: inout MutableImage, as sample: Sample.Type
  ) {
    for plane in 0..<planeCount {
      let lastRow = height(of: plane) - 1
      for y in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, y, as: sample)
        Kernels.halve(
          self.row(plane, 2 * y, as: sample), self.row(plane, min(2 * y + 1, lastRow), as: sample),
          into: &row)
      }
    }
  }
}
