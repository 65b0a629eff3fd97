public import BaseValues

// Safe: the planes are never written after the image is made, and `owner` keeps them alive.
/// A finished picture: shared freely, never written again.
///
/// Rows are read one plane at a time; the memory is this package's own (`MutableImage.freeze()`)
/// or foreign memory kept alive by its owner.
public final class Image: @unchecked Sendable {
  /// Layout of the planes.
  public let format: PixelFormat
  /// Size in luma samples.
  public let size: Size
  /// Its chroma at luma's size, where it was halved to make the picture; `nil` where there is no more of it.
  public let detail: ColorDetail?
  /// What its codes mean, where that was said: of composed pictures.
  public let color: PictureColor
  private let planes: PlaneLayouts
  private let owner: any AnyObject & Sendable

  init(
    format: PixelFormat, size: Size, planes: PlaneLayouts, owner: any AnyObject & Sendable,
    detail: ColorDetail? = nil, color: PictureColor = .sdr
  ) {
    self.color = color
    self.format = format
    self.size = size
    self.planes = planes
    self.owner = owner
    self.detail = detail
  }

  /// The same samples with chroma that there is more of.
  public func with(_ detail: ColorDetail) -> Image {
    Image(
      format: format, size: size, planes: planes, owner: owner, detail: detail, color: color)
  }

  /// The same samples, of another colour.
  func copy(_ color: PictureColor) -> Image {
    Image(
      format: format, size: size, planes: planes, owner: owner, detail: detail, color: color)
  }

  /// Wraps memory that something else owns, for example a decoded frame, without a copy.
  ///
  /// - Parameters:
  ///   - planes: first sample of each plane, `format.planeCount` of them, aligned as samples are.
  ///   - strides: distance between rows in bytes; at least a row's bytes, whole samples.
  ///   - owner: kept alive as long as the image. While it lives, the samples must be readable
  ///     and must not change.
  /// - Precondition: `size` is not empty; counts and strides are as said above.
  @unsafe public init(
    format: PixelFormat, size: Size, planes: [UnsafePointer<UInt8>], strides: [Int],
    owner: any AnyObject & Sendable
  ) {
    precondition(!size.isEmpty, "image of no samples")
    unsafe precondition(
      planes.count == format.planeCount && strides.count == format.planeCount,
      "\(format) has \(format.planeCount) planes")
    self.format = format
    self.size = size
    detail = nil
    color = .sdr
    self.planes = PlaneLayouts { plane in
      guard plane < format.planeCount else {
        return unsafe PlaneLayout(
          base: UnsafeMutablePointer(mutating: planes[0]), width: 0, height: 0, stride: 0,
          bytesPerSample: 1)
      }
      let planeSize = format.size(ofPlane: plane, in: size)
      let bytes = format.bytesPerSample
      unsafe precondition(
        strides[plane] >= planeSize.width * bytes && strides[plane] % bytes == 0
          && Int(bitPattern: planes[plane]) % bytes == 0,
        "stride \(strides[plane]) in plane \(plane)")
      return unsafe PlaneLayout(
        base: UnsafeMutablePointer(mutating: planes[plane]), width: planeSize.width,
        height: planeSize.height, stride: strides[plane], bytesPerSample: bytes)
    }
    self.owner = owner
  }

  /// Number of planes of the format.
  public var planeCount: Int { format.planeCount }

  /// Tells this image from every other one that is alive.
  public var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Samples in a row of `plane`.
  public func width(of plane: Int) -> Int { planes[plane].width }

  /// Rows of `plane`.
  public func height(of plane: Int) -> Int { planes[plane].height }

  /// Bytes from one row of `plane` to the next.
  public func stride(of plane: Int) -> Int { planes[plane].stride }

  /// Row `y` of `plane` in 8 bits: visible samples, no padding.
  ///
  /// - Precondition: as for any samples.
  @_lifetime(borrow self)
  public func row(_ plane: Int, _ y: Int) -> Span<UInt8> { row(plane, y, as: UInt8.self) }

  /// Row `y` of `plane`: visible samples, no padding.
  ///
  /// - Precondition: the plane exists, `0 <= y && y < height(of: plane)`, and the format has
  ///   samples of that kind.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  @_lifetime(borrow self)
  public func row<Sample: PixelSample>(
    _ plane: Int, _ y: Int, as sample: Sample.Type
  ) -> Span<Sample> {
    let layout = planes[plane]
    let row = unsafe Span(
      _unsafeStart: UnsafePointer(layout.rowStart(y, as: sample)), count: layout.width)
    return unsafe _overrideLifetime(row, borrowing: self)
  }

  /// The bytes of row `y` of `plane`, whatever its samples are.
  ///
  /// - Precondition: as for `row`.
  @_lifetime(borrow self)
  public func bytes(_ plane: Int, _ y: Int) -> Span<UInt8> {
    let layout = planes[plane]
    precondition(y >= 0 && y < layout.height, "row \(y) of \(layout.height)")
    let row = unsafe Span(
      _unsafeStart: UnsafePointer(layout.base + y &* layout.stride),
      count: layout.width &* layout.bytesPerSample)
    return unsafe _overrideLifetime(row, borrowing: self)
  }

  /// Lends the first byte of `plane` and its stride, for handing to C.
  @unsafe public func withUnsafePlane<R: ~Copyable, E: Error>(
    _ plane: Int, _ body: (UnsafePointer<UInt8>, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    precondition(plane >= 0 && plane < planeCount, "plane \(plane) of \(planeCount)")
    defer { withExtendedLifetime(owner) {} }
    return try unsafe body(UnsafePointer(planes[plane].base), planes[plane].stride)
  }
}
