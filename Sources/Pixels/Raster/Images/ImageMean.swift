/// A weighted mean of images of one form, summed exactly and rounded once to nearest, ties up.
public struct ImageMean {
  private var sums: [[UInt32]] = []
  private var first: Image?

  /// Nothing is in it yet.
  public init() {}

  /// Adds an image; those after the first one in its format and size.
  ///
  /// - Parameter weight: share of 32768; those of all images add up to that.
  /// - Returns: `false` where the image has another form, and nothing was added.
  public mutating func add(_ image: Image, weight: Int) -> Bool {
    if let first {
      guard image.format == first.format, image.size == first.size else { return false }
    } else {
      first = image
      sums = (0..<image.planeCount).map {
        [UInt32](repeating: 0, count: image.width(of: $0) * image.height(of: $0))
      }
    }
    if image.format.depth > 8 {
      add(image, weight, as: UInt16.self)
    } else {
      add(image, weight, as: UInt8.self)
    }
    return true
  }

  private mutating func add<Sample: PixelSample>(
    _ image: Image, _ weight: Int, as: Sample.Type
  ) {
    for plane in 0..<image.planeCount {
      let width = image.width(of: plane)
      for y in 0..<image.height(of: plane) {
        var span = sums[plane].mutableSpan
        var row = span._mutatingExtracting(y * width..<(y + 1) * width)
        Kernels.addWeighted(image.row(plane, y, as: Sample.self), weight: weight, into: &row)
      }
    }
  }

  /// The mean; `nil` where nothing was added.
  public func image(pool: ImagePool? = nil) -> Image? {
    guard let first else { return nil }
    return first.format.depth > 8
      ? image(like: first, as: UInt16.self, pool) : image(like: first, as: UInt8.self, pool)
  }

  private func image<Sample: PixelSample>(
    like first: Image, as: Sample.Type, _ pool: ImagePool?
  ) -> Image {
    var result = MutableImage(format: first.format, size: first.size, pool: pool)
    for plane in 0..<first.planeCount {
      let width = first.width(of: plane)
      let sums = sums[plane]
      for y in 0..<first.height(of: plane) {
        var row = result.mutableRow(plane, y, as: Sample.self)
        Kernels.roundWeighted(sums.span.extracting(y * width..<(y + 1) * width), into: &row)
      }
    }
    return result.freeze()
  }
}

extension Image {
  /// This image with a share of another of its form: `a + (b - a) · weight / 32768`, rounded to
  /// nearest, ties up; what `ImageMean` gives of two.
  ///
  /// - Parameter weight: share of the other, 0…32768.
  /// - Returns: `nil` where the other has another form.
  public func mixed(with other: Image, weight: Int, pool: ImagePool? = nil) -> Image? {
    guard other.format == format, other.size == size else { return nil }
    return format.depth > 8
      ? mixed(with: other, weight, as: UInt16.self, pool)
      : mixed(with: other, weight, as: UInt8.self, pool)
  }

  private func mixed<Sample: PixelSample>(
    with other: Image, _ weight: Int, as: Sample.Type, _ pool: ImagePool?
  ) -> Image {
    var result = MutableImage(format: format, size: size, pool: pool)
    for plane in 0..<planeCount {
      for y in 0..<height(of: plane) {
        var row = result.mutableRow(plane, y, as: Sample.self)
        Kernels.merge(
          self.row(plane, y, as: Sample.self), other.row(plane, y, as: Sample.self),
          weight: weight, into: &row)
      }
    }
    return result.freeze()
  }
}
