/// One colour with alpha, ready to fill pictures.
public struct SolidColor: Hashable, Sendable {
  /// The colour's codes, not premultiplied.
  public let color: YCbCr
  /// 0 (transparent) … 255 (opaque).
  public let alpha: UInt8

  /// A colour by its codes.
  public init(color: YCbCr, alpha: UInt8 = 255) {
    self.color = color
    self.alpha = alpha
  }

  /// A colour by its gamma-coded sRGB or BT.709 components (taken as the same), full range,
  /// straight alpha.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.init(
      color: YCbCr(red: Int(red), green: Int(green), blue: Int(blue)), alpha: alpha)
  }

  /// Whether nothing below shows through.
  public var isOpaque: Bool { alpha == 255 }

  /// The codes times alpha / 255, rounded to nearest.
  public var premultiplied: YCbCr {
    func times(_ code: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int(code) &* Int(alpha) &+ 127) / 255)
    }
    return YCbCr(y: times(color.y), cb: times(color.cb), cr: times(color.cr))
  }

  /// A picture of nothing but this colour: `yuv420p8` if it is opaque, else `yuva420p8`.
  public func image(size: PixelSize, pool: ImagePool? = nil) -> Image {
    var image = MutableImage(format: isOpaque ? .yuv420p8 : .yuva420p8, size: size, pool: pool)
    fill(&image)
    return image.freeze()
  }

  /// Sets every sample of `image`. A format without alpha gets the colour mixed over black.
  public func fill(_ image: inout MutableImage) {
    guard image.format.hasAlpha else {
      let black = YCbCr.black
      let codes = premultiplied
      func over(_ code: UInt8, _ below: UInt8) -> UInt8 {
        UInt8(
          truncatingIfNeeded: min(255, Int(code) + (Int(below) * (255 - Int(alpha)) + 127) / 255))
      }
      image.fill(
        y: over(codes.y, black.y), u: over(codes.cb, black.cb), v: over(codes.cr, black.cr))
      return
    }
    image.fill(plane: Plane.luma, premultiplied.y)
    image.fill(plane: Plane.cb, premultiplied.cb)
    image.fill(plane: Plane.cr, premultiplied.cr)
    image.fill(plane: Plane.alpha, alpha)
    image.fill(plane: Plane.chromaAlpha, alpha)
  }
}
