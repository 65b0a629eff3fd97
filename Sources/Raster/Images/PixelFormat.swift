/// How the samples of a picture are laid out.
///
/// All formats are planar, 8 bits a sample, BT.709 limited range (luma 16…235, chroma 16…240,
/// neutral at 128), with chroma of half the width and height, rounded up (4:2:0).
public enum PixelFormat: UInt8, Sendable, Hashable, CaseIterable {
  /// Opaque: planes Y, Cb, Cr.
  case yuv420p8 = 0

  /// With alpha: planes Y, Cb, Cr, alpha, chroma alpha.
  ///
  /// Colour is premultiplied as raw codes: a stored sample is code × alpha / 255, rounded to
  /// nearest, so a transparent sample is 0, not 16 or 128. Alpha has the size of luma; chroma
  /// alpha has the size of chroma and is the rounded mean of the (up to four) alpha samples below.
  case yuva420p8 = 1

  /// Number of planes: 3 or 5.
  public var planeCount: Int { self == .yuv420p8 ? 3 : 5 }

  /// Whether the format has alpha planes.
  public var hasAlpha: Bool { self == .yuva420p8 }

  /// Whether `plane` has the chroma size.
  public func isChroma(plane: Int) -> Bool { plane == 1 || plane == 2 || plane == 4 }

  /// Size of a plane of a picture of `size` luma samples.
  public func size(ofPlane plane: Int, in size: PixelSize) -> PixelSize {
    isChroma(plane: plane) ? size.chroma : size
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The name of the format, as in `yuv420p8`.
  public var description: String { self == .yuv420p8 ? "yuv420p8" : "yuva420p8" }
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
}
