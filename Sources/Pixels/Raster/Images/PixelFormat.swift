public import BaseValues

/// How the samples of a picture are laid out.
///
/// All formats are planar. Colour is BT.709 limited range, with chroma of half the width and
/// height, rounded up (4:2:0): luma 16…235, chroma 16…240, neutral at 128 in 8 bits, four times
/// that in 10 bits. Samples of 10 bits lie in the low end of 16-bit words of the machine's order.
public enum PixelFormat: UInt8, Sendable, Hashable, CaseIterable {
  /// Opaque: planes Y, Cb, Cr.
  case yuv420p8 = 0

  /// With alpha: planes Y, Cb, Cr, alpha, chroma alpha.
  ///
  /// Colour is premultiplied as raw codes: a stored sample is code × alpha / 255, rounded to
  /// nearest, so a transparent sample is 0, not 16 or 128. Alpha has the size of luma; chroma
  /// alpha has the size of chroma and is the rounded mean of the alpha samples around it, as chroma.
  case yuva420p8 = 1

  /// `yuv420p8` in 10 bits.
  case yuv420p10 = 2

  /// `yuva420p8` in 10 bits: alpha is 0…1023.
  case yuva420p10 = 3

  /// A mask: one plane of coverage, 0…255.
  case coverage8 = 4

  /// A mask: one plane of coverage, 0…1023.
  case coverage10 = 5

  /// The format of colour pictures of a depth.
  public init<Sample: PixelSample>(_: Sample.Type, hasAlpha: Bool) {
    self =
      Sample.depth == 8
      ? (hasAlpha ? .yuva420p8 : .yuv420p8) : (hasAlpha ? .yuva420p10 : .yuv420p10)
  }

  /// The format of opaque colour pictures of a depth: 8 bits up to that, else 10.
  public init(depth: Int) { self = depth <= UInt8.depth ? .yuv420p8 : .yuv420p10 }

  /// Bits of a sample: 8 or 10.
  public var depth: Int {
    switch self {
    case .yuv420p8, .yuva420p8, .coverage8: UInt8.depth
    case .yuv420p10, .yuva420p10, .coverage10: UInt16.depth
    }
  }

  /// Bytes of a sample: 1 or 2.
  public var bytesPerSample: Int { depth == UInt8.depth ? 1 : 2 }

  /// Number of planes: 1, 3 or 5.
  public var planeCount: Int { isCoverage ? 1 : hasAlpha ? 5 : 3 }

  /// Whether the format has alpha planes.
  public var hasAlpha: Bool { self == .yuva420p8 || self == .yuva420p10 }

  /// Whether the only plane is a mask's coverage.
  public var isCoverage: Bool { self == .coverage8 || self == .coverage10 }

  /// Whether `plane` has the chroma size.
  public func isChroma(plane: Int) -> Bool { plane == 1 || plane == 2 || plane == 4 }

  /// Size of a plane of a picture of `size` luma samples.
  public func size(ofPlane plane: Int, in size: Size) -> Size {
    isChroma(plane: plane) ? size.chroma : size
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The name of the format, as in `yuv420p8`.
  public var description: String {
    (isCoverage ? "coverage" : hasAlpha ? "yuva420p" : "yuv420p") + String(depth)
  }
}

/// Numbers of the planes.
public enum Plane {
  /// Y′.
  public static let luma = 0
  /// C′b.
  public static let cb = 1
  /// C′r.
  public static let cr = 2
  /// Alpha at luma size.
  public static let alpha = 3
  /// Alpha at chroma size.
  public static let chromaAlpha = 4
  /// A mask's only plane.
  public static let coverage = 0
}
