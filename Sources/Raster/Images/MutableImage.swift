/// A picture being written: it has one owner, and becomes an `Image` with `freeze()`.
///
/// Rows start at multiples of 64 bytes. Fresh samples hold whatever was in memory, so write every
/// sample (or `fill` first).
public struct MutableImage: ~Copyable {
  /// Layout of the planes.
  public let format: PixelFormat
  /// Size in luma samples.
  public let size: PixelSize
  private let planes: PlaneLayouts
  private let storage: ImageStorage

  /// Takes memory for a picture from `pool`, or from the system where there is none.
  ///
  /// - Precondition: `size` is not empty and no side is longer than 65536.
  public init(format: PixelFormat, size: PixelSize, pool: ImagePool? = nil) {
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
  /// - Precondition: the plane exists and `0 <= y && y < height(of: plane)`.
  @_lifetime(borrow self)
  public func row(_ plane: Int, _ y: Int) -> Span<UInt8> {
    let layout = planes[plane]
    precondition(y >= 0 && y < layout.height, "row \(y) of \(layout.height)")
    let row = unsafe Span(_unsafeStart: UnsafePointer(layout.rowStart(y)), count: layout.width)
    return unsafe _overrideLifetime(row, borrowing: self)
  }

  /// Row `y` of `plane` for writing.
  ///
  /// - Precondition: the plane exists and `0 <= y && y < height(of: plane)`.
  @_lifetime(&self)
  public mutating func mutableRow(_ plane: Int, _ y: Int) -> MutableSpan<UInt8> {
    let layout = planes[plane]
    precondition(y >= 0 && y < layout.height, "row \(y) of \(layout.height)")
    let row = unsafe MutableSpan(_unsafeStart: layout.rowStart(y), count: layout.width)
    return unsafe _overrideLifetime(row, mutating: &self)
  }

  /// Lends the first sample of `plane` and its stride, for handing to C.
  @unsafe public mutating func withUnsafeMutablePlane<R: ~Copyable, E: Error>(
    _ plane: Int, _ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    precondition(plane >= 0 && plane < planeCount, "plane \(plane) of \(planeCount)")
    return try unsafe body(planes[plane].base, planes[plane].stride)
  }

  /// Copies `samples` to row `y` of `plane`, from column `x` on.
  ///
  /// - Precondition: the row exists and has room for the samples.
  public mutating func write(_ samples: Span<UInt8>, plane: Int, row y: Int, at x: Int = 0) {
    var row = mutableRow(plane, y)
    precondition(x >= 0 && x + samples.count <= row.count, "\(samples.count) samples at \(x)")
    var destination = row._mutatingExtracting(x..<x + samples.count)
    for i in samples.indices { destination[i] = samples[i] }
  }

  // MARK: - Whole planes

  /// Sets every sample of `plane` to `value`.
  public mutating func fill(plane: Int, _ value: UInt8) {
    let layout = planes[plane]
    for y in 0..<layout.height {
      unsafe layout.rowStart(y).update(repeating: value, count: layout.width)
    }
  }

  /// Sets every sample to one opaque colour, given as codes; alpha planes become 255.
  public mutating func fill(y: UInt8, u: UInt8, v: UInt8) {
    fill(plane: Plane.luma, y)
    fill(plane: Plane.cb, u)
    fill(plane: Plane.cr, v)
    if format.hasAlpha {
      fill(plane: Plane.alpha, 255)
      fill(plane: Plane.chromaAlpha, 255)
    }
  }

  /// Sets every sample of every plane to 0: fully transparent in a format with alpha.
  public mutating func clear() {
    for plane in 0..<planeCount { fill(plane: plane, 0) }
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
          unsafe layout.rowStart(y).update(from: source + y &* stride, count: layout.width)
        }
      }
    }
  }
}
