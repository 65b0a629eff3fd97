internal import CLibAV

/// What libav knows of a pixel format.
package struct StoredPixelFormat: Sendable, Hashable {
  /// libav's name, for example `yuv420p10le`.
  package let name: String
  /// Bits of the deepest component.
  package let bitDepth: Int
  /// Memory of a pixel with its share of chroma and alpha, in bits.
  package let bitsPerPixel: Int
  /// Components: 1 grey, 2 grey and alpha, 3, 4 with alpha.
  package let componentCount: Int
  /// 1 where all components lie together, 2 where only chroma does; up to 4.
  package let planeCount: Int
  /// Chroma columns are luma columns shifted right by this, rounded up.
  package let chromaShiftX: Int
  /// Chroma rows are luma rows shifted right by this, rounded up.
  package let chromaShiftY: Int
  /// Whether pixels may be transparent, be it by a palette.
  package let hasAlpha: Bool
  /// Whether components are red, green and blue, not luma and chroma.
  package let isRGB: Bool
  /// Pixels are indices into a palette of 256 colours, which `planeCount` does not count.
  package let isPaletted: Bool
  /// Pixels share bytes (1 bit a pixel, for example).
  package let isBitstream: Bool
  /// Pictures live in a device's memory: there are no planes to read.
  package let isHardware: Bool
  /// Samples are floating point.
  package let isFloat: Bool
  /// Samples over 8 bits are big-endian.
  package let isBigEndian: Bool

  /// - Parameter name: libav's name.
  /// - Returns: `nil` for a name libav does not know.
  package init?(named name: String) {
    let format = unsafe av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE, let descriptor = unsafe av_pix_fmt_desc_get(format) else {
      return nil
    }
    let flags = unsafe descriptor.pointee.flags
    func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
    self.name = StoredPixelFormat.name(format.rawValue)
    componentCount = unsafe Int(descriptor.pointee.nb_components)
    var depth = 0
    for index in 0..<componentCount {
      depth = unsafe max(depth, Int(cutlist_component(descriptor, Int32(index)).depth))
    }
    bitDepth = depth
    bitsPerPixel = unsafe Int(av_get_padded_bits_per_pixel(descriptor))
    planeCount = max(0, Int(av_pix_fmt_count_planes(format)))
    chromaShiftX = unsafe Int(descriptor.pointee.log2_chroma_w)
    chromaShiftY = unsafe Int(descriptor.pointee.log2_chroma_h)
    hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
    isRGB = has(AV_PIX_FMT_FLAG_RGB)
    isPaletted = has(AV_PIX_FMT_FLAG_PAL)
    isBitstream = has(AV_PIX_FMT_FLAG_BITSTREAM)
    isHardware = has(AV_PIX_FMT_FLAG_HWACCEL)
    isFloat = has(AV_PIX_FMT_FLAG_FLOAT)
    isBigEndian = has(AV_PIX_FMT_FLAG_BE)
  }

  /// Rows of a plane in a picture `height` rows high.
  package func rows(ofPlane plane: Int, height: Int) -> Int {
    if isPaletted && plane == 1 { return 1 }
    return Self.rows(ofPlane: plane, height: height, chromaShift: chromaShiftY)
  }

  /// Rows of a plane that is no palette.
  static func rows(ofPlane plane: Int, height: Int, chromaShift: Int) -> Int {
    plane == 1 || plane == 2 ? -((-height) >> chromaShift) : height
  }

  /// Whether a plane is stored at chroma resolution.
  func isChroma(_ plane: Int) -> Bool { plane == 1 || plane == 2 }

  static func name(_ format: Int32) -> String {
    unsafe string(av_get_pix_fmt_name(AVPixelFormat(rawValue: format))) ?? ""
  }
}
