public import PixelGeometry

/// A change of a picture as a whole, to one of the same size and format.
public struct ImageFilter: Sendable {
  private let filter: @Sendable (_ image: Image, _ basis: Size, _ pool: ImagePool?) -> Image
  private let spread: @Sendable (_ basis: Size) -> Int

  /// A filter that keeps a picture's size and format.
  ///
  /// - Parameters:
  ///   - spread: how many luma samples beyond what is there it makes something of it.
  ///   - filter: also gets the size that lengths are shares of.
  init(
    spread: @escaping @Sendable (_ basis: Size) -> Int = { _ in 0 },
    _ filter: @escaping @Sendable (_ image: Image, _ basis: Size, _ pool: ImagePool?) -> Image
  ) {
    self.filter = filter
    self.spread = spread
  }

  /// What changes nothing.
  public static let none = ImageFilter { image, _, _ in image }

  /// The changed picture.
  ///
  /// - Parameter basis: what lengths are shares of; `nil` for the picture's own size.
  /// - Precondition: the image is no mask.
  public func applied(to image: Image, basis: Size? = nil, pool: ImagePool? = nil) -> Image {
    precondition(!image.format.isCoverage, "a mask has no colours")
    return filter(image, basis ?? image.size, pool)
  }

  /// How much transparent room a picture needs around it for what the filter makes there: luma samples,
  /// even, at most `widestMargin`.
  public func margin(basis: Size) -> Int {
    (min(max(0, spread(basis)), Self.widestMargin) + 1) / 2 * 2
  }

  /// What lies further away is not kept.
  private static let widestMargin = 2048
}

extension Image {
  /// The same with as many transparent luma samples on each side.
  ///
  /// - Precondition: `margin` is even and not below 0, the format has alpha, and the sides stay within
  ///   65536.
  public func padded(by margin: Int, pool: ImagePool? = nil) -> Image {
    if margin == 0 { return self }
    let wide = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
    var result = MutableImage(format: format, size: wide, pool: pool)
    if format.depth == UInt8.depth {
      result.place(self, at: margin, as: UInt8.self)
    } else {
      result.place(self, at: margin, as: UInt16.self)
    }
    return result.freeze()
  }
}

extension MutableImage {
  /// Writes a picture of the same format with nothing around it.
  fileprivate mutating func place<Sample: PixelSample>(
    _ image: Image, at margin: Int, as: Sample.Type
  ) {
    for plane in 0..<image.planeCount {
      let offset = format.isChroma(plane: plane) ? margin / 2 : margin
      let rows = image.height(of: plane)
      for y in 0..<height(of: plane) {
        var target = mutableRow(plane, y, as: Sample.self)
        target.update(repeating: 0)
        guard y >= offset, y < offset + rows else { continue }
        let source = image.row(plane, y - offset, as: Sample.self)
        for x in source.indices { target[offset + x] = source[x] }
      }
    }
  }
}
