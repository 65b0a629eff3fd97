internal import CLibAV

// Safe: one owner; swscale keeps no reference to a picture after a call.
/// Converts pictures between sizes, pixel formats, ranges and matrices.
///
/// Always with accurate rounding, full chroma interpolation and libav's bit-exact code paths, on
/// one thread. Between two matrices swscale goes through 8-bit RGB (16-bit where the destination
/// is deeper than 8 bits). Alpha is converted as it is: neither multiplied in nor out.
@safe public struct Scaler: ~Copyable, @unchecked Sendable {
  private let handle: Handle
  private let sourceFormat: Int32
  private let sourcePixelFormat: StoredPixelFormat
  private let destinationPixelFormat: StoredPixelFormat
  /// What `scale` takes: frames of another format are refused, larger ones cut.
  public let source: Picture
  /// What `scale` gives.
  public let destination: Picture

  /// One side of the conversion.
  public struct Picture: Sendable, Hashable {
    /// libav's name of a pixel format.
    public var format: String
    /// Pixels in a row, 1 or more.
    public var width: Int
    /// Rows, 1 or more.
    public var height: Int
    /// Range, matrix and chroma location count. Unspecified: limited range, BT.601, and chroma
    /// where swscale assumes it.
    public var colour: ColorTags

    /// A side of unspecified colour, unless said otherwise.
    public init(format: String, width: Int, height: Int, colour: ColorTags = ColorTags()) {
      self.format = format
      self.width = width
      self.height = height
      self.colour = colour
    }
  }

  /// How samples between the source's are found.
  public enum Interpolation: Sendable {
    case nearest
    case bilinear
    case bicubic
    /// Averages what falls into a pixel: for making pictures much smaller.
    case area
    /// Three lobes: keeps what the destination's pixels can show, and no more.
    case lanczos
  }

  /// - Throws: `LibAVError` for formats and sizes that cannot be converted.
  public init(
    from source: Picture, to destination: Picture, interpolation: Interpolation = .lanczos
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    let sourceID = unsafe av_get_pix_fmt(source.format)
    let destinationID = unsafe av_get_pix_fmt(destination.format)
    guard let sourceFormat = StoredPixelFormat(named: source.format),
      let destinationFormat = StoredPixelFormat(named: destination.format),
      sws_isSupportedInput(sourceID) > 0, sws_isSupportedOutput(destinationID) > 0,
      let sourceWidth = UInt32(exactly: source.width),
      let sourceHeight = UInt32(exactly: source.height),
      let destinationWidth = UInt32(exactly: destination.width),
      let destinationHeight = UInt32(exactly: destination.height),
      av_image_check_size(sourceWidth, sourceHeight, 0, nil) >= 0,
      av_image_check_size(destinationWidth, destinationHeight, 0, nil) >= 0
    else { throw .unusable(for: "describe conversion") }
    let handle = try Handle()
    let sourceRange: Int32 = Self.isFullRange(source) ? 1 : 0
    let destinationRange: Int32 = Self.isFullRange(destination) ? 1 : 0

    // Without full chroma input swscale averages pairs of RGB pixels, and with an odd width the
    // last pair ends in memory beyond the row: also in its own RGB step between two matrices.
    let flags =
      Self.flag(interpolation) | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT
      | SWS_FULL_CHR_H_INP
    try handle.set("sws_flags", Int64(flags))
    if interpolation == .lanczos { try handle.set("param0", 3.0) }
    try handle.set("srcw", Int64(sourceWidth))
    try handle.set("srch", Int64(sourceHeight))
    try handle.set("src_format", Int64(sourceID.rawValue))
    try handle.set("src_range", Int64(sourceRange))
    try handle.set("dstw", Int64(destinationWidth))
    try handle.set("dsth", Int64(destinationHeight))
    try handle.set("dst_format", Int64(destinationID.rawValue))
    try handle.set("dst_range", Int64(destinationRange))
    if let (x, y) = Self.chromaPosition(source, sourceFormat) {
      try handle.set("src_h_chr_pos", x)
      try handle.set("src_v_chr_pos", y)
    }
    if let (x, y) = Self.chromaPosition(destination, destinationFormat) {
      try handle.set("dst_h_chr_pos", x)
      try handle.set("dst_v_chr_pos", y)
    }
    try check(unsafe sws_init_context(handle.context, nil, nil), "prepare conversion")
    // -1 only says that there is nothing to adjust between these formats.
    _ = unsafe sws_setColorspaceDetails(
      handle.context, sws_getCoefficients(source.colour.matrix.rawValue), sourceRange,
      sws_getCoefficients(destination.colour.matrix.rawValue), destinationRange, 0, 1 << 16, 1 << 16
    )
    self.handle = handle
    self.source = source
    self.destination = destination
    self.sourceFormat = sourceID.rawValue
    sourcePixelFormat = sourceFormat
    destinationPixelFormat = destinationFormat
  }

  /// Frees the context.
  @safe private struct Handle: ~Copyable {
    let context: OpaquePointer

    init() throws(LibAVError) {
      guard let allocated = unsafe sws_alloc_context() else {
        throw outOfMemory("allocate conversion")
      }
      unsafe context = allocated
    }

    func set(_ name: String, _ value: Int64) throws(LibAVError) {
      try check(
        unsafe av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0),
        "set conversion option")
    }

    func set(_ name: String, _ value: Double) throws(LibAVError) {
      try check(
        unsafe av_opt_set_double(UnsafeMutableRawPointer(context), name, value, 0),
        "set conversion option")
    }

    deinit {
      unsafe sws_freeContext(context)
    }
  }

  private var context: OpaquePointer { unsafe handle.context }
}

// MARK: - Scaling

extension Scaler {
  /// Where a destination plane begins and how far apart its rows are, in bytes.
  @unsafe public struct Plane {
    /// The first sample of the first row.
    public let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    public let stride: Int

    /// Memory that has to hold every row of the plane as long as it is written to.
    public init(base: UnsafeMutableRawPointer, stride: Int) {
      unsafe self.base = base
      unsafe self.stride = stride
    }
  }

  /// Converts the part of `frame` that begins at column `x` and row `y` and is as large as
  /// `source` says.
  ///
  /// `x` and `y` are lowered to whole chroma samples.
  ///
  /// - Parameters:
  ///   - planes: One a plane of the destination format. Rows need room for their visible bytes
  ///     rounded up to 64: swscale writes whole vectors.
  /// - Throws: `LibAVError` when the frame has another format or is too small, or the number of
  ///   planes is wrong.
  @unsafe public mutating func scale(
    _ frame: borrowing VideoFrame, x: Int = 0, y: Int = 0, into planes: [Plane]
  ) throws(LibAVError) {
    guard unsafe frame.raw.pointee.format == sourceFormat, x >= 0, y >= 0,
      source.width <= frame.width - x, source.height <= frame.height - y,
      unsafe planes.count == destinationPixelFormat.planeCount,
      x == 0 || !sourcePixelFormat.isBitstream
    else { throw .unusable(for: "convert picture") }

    var inputs = unsafe [UnsafePointer<UInt8>?](repeating: nil, count: 4)
    var inputStrides = [Int32](repeating: 0, count: 4)
    // A palette is not counted as a plane, but stands where the second would.
    let planeCount = sourcePixelFormat.isPaletted ? 2 : min(4, frame.planeCount)
    for plane in 0..<planeCount {
      guard let base = unsafe cutlist_frame_plane(frame.raw, Int32(plane)) else {
        throw .unusable(for: "convert picture")
      }
      let stride = unsafe cutlist_frame_stride(frame.raw, Int32(plane))
      inputStrides[plane] = stride
      unsafe inputs[plane] = UnsafePointer(
        base + sourcePixelFormat.offset(ofPlane: plane, x: x, y: y, stride: Int(stride)))
    }
    var outputs = unsafe [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 4)
    var outputStrides = [Int32](repeating: 0, count: 4)
    for index in unsafe planes.indices {
      guard let stride = unsafe Int32(exactly: planes[index].stride) else {
        throw .unusable(for: "convert picture")
      }
      outputStrides[index] = stride
      unsafe outputs[index] = planes[index].base.assumingMemoryBound(to: UInt8.self)
    }
    let rows = unsafe sws_scale(
      context, inputs, inputStrides, 0, Int32(source.height), outputs, outputStrides)
    try check(rows, "convert picture")
  }

  /// Scales one plane of memory to another; both formats have one plane.
  ///
  /// - Parameter plane: rows of at least `source.width` samples, `source.height` of them.
  /// - Throws: `LibAVError` when a format has more planes.
  @unsafe public mutating func scale(
    plane: UnsafePointer<UInt8>, stride: Int, into result: Plane
  ) throws(LibAVError) {
    guard sourcePixelFormat.planeCount == 1, destinationPixelFormat.planeCount == 1,
      let inputStride = Int32(exactly: stride),
      let outputStride = unsafe Int32(exactly: result.stride)
    else { throw .unusable(for: "scale plane") }
    let inputs = unsafe [plane, nil, nil, nil]
    let outputs = unsafe [result.base.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
    let rows = unsafe sws_scale(
      context, inputs, [inputStride, 0, 0, 0], 0, Int32(source.height), outputs,
      [outputStride, 0, 0, 0])
    try check(rows, "scale plane")
  }

  /// Converts into a new frame; timestamps and tags are not copied, except colour.
  public mutating func scale(
    _ frame: borrowing VideoFrame, x: Int = 0, y: Int = 0
  ) throws(LibAVError) -> VideoFrame {
    var result = try VideoFrame(
      format: destination.format, width: destination.width, height: destination.height)
    try scale(frame, x: x, y: y, into: &result)
    return result
  }

  /// Converts into a frame that was made for it; timestamps and tags are not copied, except colour.
  ///
  /// - Throws: `LibAVError` when the result is not like `destination`, or shared.
  public mutating func scale(
    _ frame: borrowing VideoFrame, x: Int = 0, y: Int = 0, into result: inout VideoFrame
  ) throws(LibAVError) {
    guard result.formatName == destination.format, result.width == destination.width,
      result.height == destination.height, result.isWritable
    else { throw .unusable(for: "convert into picture") }
    var planes: [Plane] = unsafe []
    for plane in 0..<result.planeCount {
      guard let memory = unsafe result.planeMemory(plane) else { break }
      unsafe planes.append(Plane(base: memory.base, stride: memory.stride))
    }
    try unsafe scale(frame, x: x, y: y, into: planes)
    result.colour = destination.colour
  }
}

// MARK: - Options

extension Scaler {
  private static func flag(_ interpolation: Interpolation) -> Int32 {
    switch interpolation {
    case .nearest: SWS_POINT
    case .bilinear: SWS_BILINEAR
    case .bicubic: SWS_BICUBIC
    case .area: SWS_AREA
    case .lanczos: SWS_LANCZOS
    }
  }

  private static func isFullRange(_ picture: Picture) -> Bool {
    // The `yuvj` formats say full range by their name.
    picture.colour.range == .full || picture.format.hasPrefix("yuvj")
  }

  /// Chroma's offset from luma in 1/256 luma pixels; `nil` leaves it to swscale.
  private static func chromaPosition(
    _ picture: Picture, _ format: StoredPixelFormat
  ) -> (Int64, Int64)? {
    guard format.chromaShiftX > 0 || format.chromaShiftY > 0 else { return nil }
    let position: (Int64, Int64)
    switch picture.colour.chromaLocation {
    case .left: position = (0, 128)
    case .center: position = (128, 128)
    case .topLeft: position = (0, 0)
    case .top: position = (128, 0)
    case .bottomLeft: position = (0, 256)
    case .bottom: position = (128, 256)
    case .unspecified: return nil
    }
    return (
      format.chromaShiftX > 0 ? position.0 : -513, format.chromaShiftY > 0 ? position.1 : -513
    )
  }
}

extension StoredPixelFormat {
  /// Bytes from a plane's beginning to the sample at column `x` and row `y` of luma.
  func offset(ofPlane plane: Int, x: Int, y: Int, stride: Int) -> Int {
    if isPaletted && plane == 1 { return 0 }
    // Packed 4:2:2 keeps a pair of pixels together, so luma moves by whole chroma samples too.
    let wholeX = (x >> chromaShiftX) << chromaShiftX
    let wholeY = (y >> chromaShiftY) << chromaShiftY
    let column = isChroma(plane) ? wholeX >> chromaShiftX : wholeX
    let row = isChroma(plane) ? wholeY >> chromaShiftY : wholeY
    return row &* stride &+ column &* bytesPerColumn(ofPlane: plane)
  }

  /// Bytes from a column to the next in a plane that has whole bytes for each.
  private func bytesPerColumn(ofPlane plane: Int) -> Int {
    guard let descriptor = unsafe av_pix_fmt_desc_get(unsafe av_get_pix_fmt(name)) else { return 0 }
    var step = 0
    for index in 0..<componentCount {
      let component = unsafe cutlist_component(descriptor, Int32(index))
      guard component.plane == plane else { continue }
      // Packed 4:2:2: luma's step is a column's; chroma's spans two columns.
      step = step == 0 ? Int(component.step) : min(step, Int(component.step))
    }
    return step
  }
}
