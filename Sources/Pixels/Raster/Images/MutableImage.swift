public import BaseValues

/// A picture being written: it has one owner, and becomes an `Image` with `freeze()`.
///
/// Rows start at multiples of 64 bytes. Fresh samples hold whatever was in memory, so write every
/// sample (or `fill` first).
public struct MutableImage: ~Copyable {
  /// Layout of the planes.
  public let format: PixelFormat
  /// Size in luma samples.
  public let size: Size
  private let planes: PlaneLayouts
  private let storage: ImageStorage

  /// Takes memory for a picture from `pool`, or from the system where there is none.
  ///
  /// - Precondition: `size` is not empty and no side is longer than 65536.
  public init(format: PixelFormat, size: Size, pool: ImagePool? = nil) {
    precondition(!size.isEmpty, "image of no samples")
    precondition(size.width <= 65536 && size.height <= 65536, "image of \(size)")
    let layout = BlockLayout(format: format, size: size)
    self.format = format
    self.size = size
    self.storage = ImageStorage(byteCount: layout.byteCount, pool: pool)
    self.planes = unsafe layout.planes(in: storage.start)
  }

  /// Ends writing; the picture may now be shared. No samples are copied.
  public consuming func freeze() -> Image {
    Image(format: format, size: size, planes: planes, owner: storage)
  }

  /// Number of planes of the format.
  public var planeCount: Int { format.planeCount }

  /// Samples in a row of `plane`.
  public func width(of plane: Int) -> Int { planes[plane].width }

  /// Rows of `plane`.
  public func height(of plane: Int) -> Int { planes[plane].height }

  /// Bytes from one row of `plane` to the next.
  public func stride(of plane: Int) -> Int { planes[plane].stride }

  // MARK: - Rows

  /// Row `y` of `plane` for reading.
  ///
  /// - Precondition: the plane exists, `0 <= y && y < height(of: plane)`, and the format has
  ///   samples of that kind.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  @_lifetime(borrow self)
  public func row<Sample: PixelSample>(
    _ plane: Int, _ y: Int, as sample: Sample.Type = UInt8.self
  ) -> Span<Sample> {
    let layout = planes[plane]
    let row = unsafe Span(
      _unsafeStart: UnsafePointer(layout.rowStart(y, as: sample)), count: layout.width)
    return unsafe _overrideLifetime(row, borrowing: self)
  }

  /// Row `y` of `plane` for writing.
  ///
  /// - Precondition: as for `row`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  @_lifetime(&self)
  public mutating func mutableRow<Sample: PixelSample>(
    _ plane: Int, _ y: Int, as sample: Sample.Type = UInt8.self
  ) -> MutableSpan<Sample> {
    let layout = planes[plane]
    let row = unsafe MutableSpan(
      _unsafeStart: layout.rowStart(y, as: sample), count: layout.width)
    return unsafe _overrideLifetime(row, mutating: &self)
  }

  /// Lends the first byte of `plane` and its stride, for handing to C.
  @unsafe public mutating func withUnsafeMutablePlane<R: ~Copyable, E: Error>(
    _ plane: Int, _ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    precondition(plane >= 0 && plane < planeCount, "plane \(plane) of \(planeCount)")
    return try unsafe body(planes[plane].base, planes[plane].stride)
  }

  /// Copies `samples` to row `y` of `plane`, from column `x` on.
  ///
  /// - Precondition: the row exists and has room for the samples.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func write<Sample: PixelSample>(
    _ samples: Span<Sample>, plane: Int, row y: Int, at x: Int = 0
  ) {
    var row = mutableRow(plane, y, as: Sample.self)
    precondition(x >= 0 && x + samples.count <= row.count, "\(samples.count) samples at \(x)")
    var destination = row._mutatingExtracting(x..<x + samples.count)
    Kernels.copy(samples, into: &destination)
  }

  // MARK: - Whole planes

  /// Sets every sample of `plane` to `value`.
  ///
  /// - Precondition: the format has samples of that kind.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func fill<Sample: PixelSample>(plane: Int, _ value: Sample) {
    let layout = planes[plane]
    for y in 0..<layout.height {
      unsafe layout.rowStart(y, as: Sample.self).update(repeating: value, count: layout.width)
    }
  }

  /// Sets every sample to one opaque colour, given as codes of the format's depth; alpha planes
  /// become opaque.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func fill<Sample: PixelSample>(_ color: ColorCodes<Sample>) {
    fill(plane: Plane.luma, color.y)
    fill(plane: Plane.cb, color.cb)
    fill(plane: Plane.cr, color.cr)
    if format.hasAlpha {
      fill(plane: Plane.alpha, Sample(code: Sample.maximum))
      fill(plane: Plane.chromaAlpha, Sample(code: Sample.maximum))
    }
  }

  /// The same for 8 bits.
  public mutating func fill(y: UInt8, u: UInt8, v: UInt8) { fill(YCbCr(y: y, cb: u, cr: v)) }

  /// Sets every sample of every plane to 0: fully transparent in a format with alpha.
  public mutating func clear() {
    for plane in 0..<planeCount {
      let layout = planes[plane]
      for y in 0..<layout.height {
        let start = unsafe layout.base + y &* layout.stride
        unsafe start.update(repeating: 0, count: layout.width &* layout.bytesPerSample)
      }
    }
  }

  /// Copies every sample of `image`.
  ///
  /// - Precondition: both have the same format and size.
  public mutating func copy(from image: Image) {
    precondition(image.format == format && image.size == size, "copy between unlike pictures")
    for plane in 0..<planeCount {
      let layout = planes[plane]
      unsafe image.withUnsafePlane(plane) { (source, stride) in
        for y in 0..<layout.height {
          let start = unsafe layout.base + y &* layout.stride
          unsafe start.update(
            from: source + y &* stride, count: layout.width &* layout.bytesPerSample)
        }
      }
    }
  }
}
