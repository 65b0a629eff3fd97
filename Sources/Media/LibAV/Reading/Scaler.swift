internal import CLibAV

// Safe: one owner; swscale keeps no reference to a picture after a call.
/// Converts pictures between sizes, pixel formats, ranges and matrices.
///
/// Always with accurate rounding, full chroma interpolation and libav's bit-exact code paths, on
/// one thread. Between two matrices swscale goes through 8-bit RGB (16-bit where the destination
/// is deeper than 8 bits). Alpha is converted as it is: neither multiplied in nor out.
@safe package struct Scaler: ~Copyable, @unchecked Sendable {
  private let handle: Handle
  /// What pictures go through first, where swscale does not do all at once.
  private let before: Stage?
  /// What `handle` converts: the source, or what comes out of `before`.
  private let input: Picture
  private let inputPixelFormat: StoredPixelFormat
  private let sourceFormat: Int32
  private let sourcePixelFormat: StoredPixelFormat
  private let destinationPixelFormat: StoredPixelFormat
  /// What `scale` takes: frames of another format are refused, larger ones cut.
  package let source: Picture
  /// What `scale` gives.
  package let destination: Picture

  /// One side of the conversion.
  package struct Picture: Sendable, Hashable {
    /// libav's name of a pixel format.
    package var format: String
    /// Pixels in a row, 1 or more.
    package var width: Int
    /// Rows, 1 or more.
    package var height: Int
    /// Range, matrix and chroma location count. Unspecified: limited range, BT.601, and chroma
    /// where swscale assumes it.
    package var colour: ColorTags

    /// A side of unspecified colour, unless said otherwise.
    package init(format: String, width: Int, height: Int, colour: ColorTags = ColorTags()) {
      self.format = format
      self.width = width
      self.height = height
      self.colour = colour
    }
  }

  /// How samples between the source's are found.
  package enum Interpolation: Sendable {
    case nearest
    case bilinear
    case bicubic
    /// Averages what falls into a pixel: for making pictures much smaller.
    case area
    /// Three lobes: keeps what the destination's pixels can show, and no more.
    case lanczos
  }

  /// - Throws: `LibAVError` for formats and sizes that cannot be converted.
  package init(
    from source: Picture, to destination: Picture, interpolation: Interpolation = .lanczos
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    guard let sourceFormat = StoredPixelFormat(named: source.format),
      let destinationFormat = StoredPixelFormat(named: destination.format)
    else { throw .unusable(for: "describe conversion") }
    var input = source
    var before: Stage?
    // Swscale does not make a picture much smaller along one side that gets larger along the other.
    if let between = Self.picture(between: source, sourceFormat, and: destination),
      !Handle.canBeMade(source, destination, interpolation)
    {
      before = try Stage(from: source, to: between, interpolation)
      input = between
    }
    let handle = try Handle()
    try handle.prepare(input, destination, interpolation)
    self.handle = handle
    self.before = before
    self.input = input
    inputPixelFormat = StoredPixelFormat(named: input.format) ?? sourceFormat
    self.sourceFormat = unsafe av_get_pix_fmt(source.format).rawValue
    self.source = source
    self.destination = destination
    sourcePixelFormat = sourceFormat
    destinationPixelFormat = destinationFormat
  }

  /// The picture in 16 bits as large as the source along one side and as small as the destination along the
  /// other; `nil` where not one side gets smaller and one larger.
  private static func picture(
    between source: Picture, _ format: StoredPixelFormat, and destination: Picture
  ) -> Picture? {
    var result = source
    if destination.width < source.width, destination.height > source.height {
      result.width = destination.width
    } else if destination.height < source.height, destination.width > source.width {
      result.height = destination.height
    } else {
      return nil
    }
    if format.isRGB || format.isPaletted || format.isBitstream {
      result.format = format.hasAlpha ? "rgba64le" : "rgb48le"
    } else if format.componentCount == 1 {
      result.format = "gray16le"
    } else {
      result.format = format.hasAlpha ? "yuva444p16le" : "yuv444p16le"
    }
    // The `yuvj` formats say full range by their name.
    if isFullRange(source) { result.colour.range = .full }
    return result
  }

  /// What a picture goes through before it is scaled along the other side.
  // Safe: owned by one scaler, and used while that is changed.
  private final class Stage: @unchecked Sendable {
    private var scaler: Scaler
    private(set) var result: VideoFrame

    init(
      from source: Picture, to between: Picture, _ interpolation: Interpolation
    ) throws(LibAVError) {
      let scaler = try Scaler(from: source, to: between, interpolation: interpolation)
      result = try VideoFrame(
        format: between.format, width: between.width, height: between.height)
      self.scaler = scaler
    }

    func scale(_ frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) {
      try scaler.scale(frame, x: x, y: y, into: &result)
    }

    @unsafe func scale(plane: UnsafePointer<UInt8>, stride: Int) throws(LibAVError) {
      guard let memory = unsafe result.planeMemory(0) else { throw .unusable(for: "scale plane") }
      try unsafe scaler.scale(
        plane: plane, stride: stride, into: Plane(base: memory.base, stride: memory.stride))
    }
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

    static func canBeMade(
      _ source: Picture, _ destination: Picture, _ interpolation: Interpolation
    ) -> Bool {
      do throws(LibAVError) {
        let handle = try Handle()
        try handle.prepare(source, destination, interpolation)
        return true
      } catch {
        return false
      }
    }

    borrowing func prepare(
      _ source: Picture, _ destination: Picture, _ interpolation: Interpolation
    ) throws(LibAVError) {
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
      let sourceRange: Int32 = Scaler.isFullRange(source) ? 1 : 0
      let destinationRange: Int32 = Scaler.isFullRange(destination) ? 1 : 0

      // Without full chroma input swscale averages pairs of RGB pixels, and with an odd width the
      // last pair ends in memory beyond the row: also in its own RGB step between two matrices.
      let flags =
        Scaler.flag(interpolation) | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT
        | SWS_FULL_CHR_H_INP
      try set("sws_flags", Int64(flags))
      if interpolation == .lanczos { try set("param0", 3.0) }
      try set("srcw", Int64(sourceWidth))
      try set("srch", Int64(sourceHeight))
      try set("src_format", Int64(sourceID.rawValue))
      try set("src_range", Int64(sourceRange))
      try set("dstw", Int64(destinationWidth))
      try set("dsth", Int64(destinationHeight))
      try set("dst_format", Int64(destinationID.rawValue))
      try set("dst_range", Int64(destinationRange))
      if let (x, y) = Scaler.chromaPosition(source, sourceFormat) {
        try set("src_h_chr_pos", x)
        try set("src_v_chr_pos", y)
      }
      if let (x, y) = Scaler.chromaPosition(destination, destinationFormat) {
        try set("dst_h_chr_pos", x)
        try set("dst_v_chr_pos", y)
      }
      try check(unsafe sws_init_context(context, nil, nil), "prepare conversion")
      // -1 only says that there is nothing to adjust between these formats.
      _ = unsafe sws_setColorspaceDetails(
        context, sws_getCoefficients(source.colour.matrix.rawValue), sourceRange,
        sws_getCoefficients(destination.colour.matrix.rawValue), destinationRange, 0, 1 << 16,
        1 << 16)
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
  @unsafe package struct Plane {
    /// The first sample of the first row.
    package let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    package let stride: Int

    /// Memory that has to hold every row of the plane as long as it is written to.
    package init(base: UnsafeMutableRawPointer, stride: Int) {
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
  @unsafe package mutating func scale(
    _ frame: borrowing VideoFrame, x: Int = 0, y: Int = 0, into planes: [Plane]
  ) throws(LibAVError) {
    guard unsafe frame.raw.pointee.format == sourceFormat, x >= 0, y >= 0,
      source.width <= frame.width - x, source.height <= frame.height - y,
      unsafe planes.count == destinationPixelFormat.planeCount,
      x == 0 || !sourcePixelFormat.isBitstream
    else { throw .unusable(for: "convert picture") }
    guard let before else {
      return try unsafe convert(frame, x: x, y: y, into: planes)
    }
    try before.scale(frame, x: x, y: y)
    try unsafe convert(before.result, x: 0, y: 0, into: planes)
  }

  /// Converts what `input` says.
  @unsafe private func convert(
    _ frame: borrowing VideoFrame, x: Int, y: Int, into planes: [Plane]
  ) throws(LibAVError) {
    var inputs = unsafe [UnsafePointer<UInt8>?](repeating: nil, count: 4)
    var inputStrides = [Int32](repeating: 0, count: 4)
    // A palette is not counted as a plane, but stands where the second would.
    let planeCount = inputPixelFormat.isPaletted ? 2 : min(4, frame.planeCount)
    for plane in 0..<planeCount {
      guard let base = unsafe cutlist_frame_plane(frame.raw, Int32(plane)) else {
        throw .unusable(for: "convert picture")
      }
      let stride = unsafe cutlist_frame_stride(frame.raw, Int32(plane))
      inputStrides[plane] = stride
      unsafe inputs[plane] = UnsafePointer(
        base + inputPixelFormat.offset(ofPlane: plane, x: x, y: y, stride: Int(stride)))
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
      context, inputs, inputStrides, 0, Int32(input.height), outputs, outputStrides)
    try check(rows, "convert picture")
  }

  /// Scales one plane of memory to another; both formats have one plane.
  ///
  /// - Parameter plane: rows of at least `source.width` samples, `source.height` of them.
  /// - Throws: `LibAVError` when a format has more planes.
  @unsafe package mutating func scale(
    plane: UnsafePointer<UInt8>, stride: Int, into result: Plane
  ) throws(LibAVError) {
    guard sourcePixelFormat.planeCount == 1, destinationPixelFormat.planeCount == 1,
      var inputStride = Int32(exactly: stride),
      let outputStride = unsafe Int32(exactly: result.stride)
    else { throw .unusable(for: "scale plane") }
    var start = unsafe plane
    if let before {
      try unsafe before.scale(plane: plane, stride: stride)
      guard let memory = unsafe before.result.planeMemory(0),
        let memoryStride = unsafe Int32(exactly: memory.stride)
      else { throw .unusable(for: "scale plane") }
      unsafe (start, inputStride) = (
        UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)), memoryStride
      )
    }
    let inputs = unsafe [start, nil, nil, nil]
    let outputs = unsafe [result.base.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
    let rows = unsafe sws_scale(
      context, inputs, [inputStride, 0, 0, 0], 0, Int32(input.height), outputs,
      [outputStride, 0, 0, 0])
    try check(rows, "scale plane")
  }

  /// Converts into a new frame; timestamps and tags are not copied, except colour.
  package mutating func scale(
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
  package mutating func scale(
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
