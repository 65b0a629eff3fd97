public import BaseValues

/// A change of a picture as a whole, to one of the same size and depth. What makes it transparent gives it
/// alpha.
public struct ImageFilter: Sendable {
  private let filter: @Sendable (_ image: Image, _ basis: Size, _ pool: ImagePool?) -> Image
  private let spread: @Sendable (_ basis: Size) -> Int
  /// Whether it needs room around every picture; else only where something transparent is around it
  /// anyway.
  public let drawsAround: Bool

  /// A filter that keeps a picture's size and depth.
  ///
  /// - Parameters:
  ///   - drawsAround: whether it needs room around opaque pictures, too.
  ///   - spread: how many luma samples beyond what is there it makes something of it.
  ///   - filter: also gets the size that lengths are shares of.
  init(
    drawsAround: Bool = false, spread: @escaping @Sendable (_ basis: Size) -> Int = { _ in 0 },
    _ filter: @escaping @Sendable (_ image: Image, _ basis: Size, _ pool: ImagePool?) -> Image
  ) {
    self.filter = filter
    self.spread = spread
    self.drawsAround = drawsAround
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
  public static let widestMargin = 2048
}

extension Image {
  /// The same with as many transparent luma samples on each side.
  ///
  /// - Precondition: `margin` is even and not below 0, the image is no mask, and the sides stay within
  ///   65536.
  public func padded(by margin: Int, pool: ImagePool? = nil) -> Image {
    if margin == 0 { return self }
    if !format.hasAlpha {
      return format.depth == UInt8.depth
        ? paddedOpaque(by: margin, pool, as: UInt8.self)
        : paddedOpaque(by: margin, pool, as: UInt16.self)
    }
    let wide = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
    var result = MutableImage(format: format, size: wide, pool: pool)
    if format.depth == UInt8.depth {
      result.place(self, at: margin, as: UInt8.self)
    } else {
      result.place(self, at: margin, as: UInt16.self)
    }
    return result.freeze()
  }

  /// Chroma samples at an odd edge lie half beside the picture.
  private func paddedOpaque<Sample: PixelSample>(
    by margin: Int, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    let wide = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
    var framed = MutableImage(format: format, size: wide, pool: pool)
    framed.place(self, at: margin, as: Sample.self)
    var alpha = AlphaPlane<Sample>(width: wide.width, height: wide.height)
    var samples = alpha.samples.mutableSpan
    for y in margin..<margin + size.height {
      let first = y * wide.width + margin
      var row = samples._mutatingExtracting(first..<first + size.width)
      row.update(repeating: Sample(code: Sample.maximum))
    }
    return framed.freeze().laid(kept: alpha, total: alpha, over: ColorCodes<Sample>.black, pool)
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
