public import BaseValues

/// One colour with alpha, ready to fill pictures.
public struct SolidColor: Hashable, Sendable {
  /// The colour's codes, not premultiplied.
  public private(set) var color: YCbCr
  /// 0 (transparent) … 255 (opaque).
  public let alpha: UInt8
  /// The codes in 10 bits, not premultiplied.
  public private(set) var deepColor: ColorCodes<UInt16>

  /// A colour by its codes.
  public init(color: YCbCr, alpha: UInt8 = 255) {
    self.color = color
    self.alpha = alpha
    deepColor = ColorCodes(color)
  }

  /// A colour by its gamma-coded sRGB or BT.709 components (taken as the same), full range,
  /// straight alpha.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    color = YCbCr(red: Int(red), green: Int(green), blue: Int(blue))
    deepColor = ColorCodes(red: Int(red), green: Int(green), blue: Int(blue))
    self.alpha = alpha
  }

  /// The same colour in a movie of some colour: seen as BT.1886 says, with white at 203 cd/m².
  public init(
    red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255, in pictureColor: PictureColor
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
    if pictureColor == .sdr { return }
    let (r, g, b) = pictureColor.components(red: red, green: green, blue: blue)
    color = YCbCr(red: r, green: g, blue: b, of: pictureColor)
    deepColor = ColorCodes(red: r, green: g, blue: b, of: pictureColor)
  }

  /// Whether it is no grey: its colour difference is at least 4 codes of 8 bits long.
  public var hasHue: Bool {
    let (blue, red) = (Int(deepColor.cb) - 512, Int(deepColor.cr) - 512)
    return blue * blue + red * red >= 16 * 16
  }

  /// Whether nothing below shows through.
  public var isOpaque: Bool { alpha == 255 }

  /// The codes times alpha, rounded to nearest.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func premultiplied<Sample: PixelSample>(
    as sample: Sample.Type = UInt8.self
  ) -> ColorCodes<Sample> {
    codes(as: sample).premultiplied(by: alpha(as: sample))
  }

  /// The codes in a depth, not premultiplied.
  func codes<Sample: PixelSample>(as sample: Sample.Type) -> ColorCodes<Sample> {
    func code(_ code: UInt8, _ deepCode: UInt16) -> Sample {
      Sample(code: Sample.depth == 8 ? code.code : deepCode.code)
    }
    return ColorCodes(
      y: code(color.y, deepColor.y), cb: code(color.cb, deepColor.cb),
      cr: code(color.cr, deepColor.cr))
  }

  /// Alpha in a depth, rounded to nearest.
  func alpha<Sample: PixelSample>(as sample: Sample.Type) -> Sample {
    Sample(code: (alpha.code &* Sample.maximum &+ 127) / 255)
  }

  /// A picture of nothing but this colour, without alpha if it is opaque.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func image<Sample: PixelSample>(
    size: Size, as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let format = PixelFormat(sample, hasAlpha: !isOpaque)
    var image = MutableImage(format: format, size: size, pool: pool)
    fill(&image, as: sample)
    return image.freeze()
  }

  /// Sets every sample of `image`. A format without alpha gets the colour mixed over black.
  public func fill(_ image: inout MutableImage) {
    if image.format.depth == UInt8.depth {
      fill(&image, as: UInt8.self)
    } else {
      fill(&image, as: UInt16.self)
    }
  }

  private func fill<Sample: PixelSample>(_ image: inout MutableImage, as sample: Sample.Type) {
    var codes = premultiplied(as: sample)
    let alpha = alpha(as: sample)
    if !image.format.hasAlpha {
      func over(_ code: Sample, _ below: Sample) -> Sample {
        let rest = Sample.product(below.code, Sample.maximum &- alpha.code)
        return Sample(code: min(Sample.maximum, code.code &+ rest))
      }
      let black = ColorCodes<Sample>.black
      codes = ColorCodes(
        y: over(codes.y, black.y), cb: over(codes.cb, black.cb), cr: over(codes.cr, black.cr))
    }
    image.fill(codes)
    if image.format.hasAlpha {
      image.fill(plane: Plane.alpha, alpha)
      image.fill(plane: Plane.chromaAlpha, alpha)
    }
  }
}
