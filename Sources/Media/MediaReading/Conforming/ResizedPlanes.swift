import LibAV
import MediaSources
import BaseValues
import Raster

/// Pictures brought to 4:2:0 of another size in one step: each plane is resampled from its own size, by the
/// rule of pictures that move.
///
/// Planes that can be read as they are stored are; of all others they are made, in the picture's own size
/// and subsampling, and as 4:4:4 of R′G′B′. Both is done for some rows at a time.
struct ResizedPlanes: ~Copyable {
  private let format: StoredPixelFormat
  private let source: Size
  private let size: Size
  private let isGrey: Bool
  private let bands: [ResamplingBand]
  private var luma: PlaneResampler
  private var chroma: PlaneResampler
  private var separator: Separator?
  /// Rows of luma and both differences in 14 bits, one after the other.
  private var stored = [[UInt16]](repeating: [], count: 3)

  /// Whether pictures of a format can be resampled here: not those that are very large, or shown very small.
  static func canResize(_ format: StoredPixelFormat, _ plan: RoutePlan) -> Bool {
    let source = Size(width: plan.source.width, height: plan.source.height)
    return PlaneResampler.canResize(source, to: plan.target)
      && (isPlanar(format) || Separator.format(of: format) != nil)
  }

  /// Whether rows of planes can be read as they are.
  static func isPlanar(_ format: StoredPixelFormat) -> Bool {
    let isGrey = format.planeCount == 1 && format.componentCount == 1
    return (format.planeCount == 3 || isGrey) && !format.isRGB && hasCodes(format)
  }

  fileprivate static func hasCodes(_ format: StoredPixelFormat) -> Bool {
    (8...16).contains(format.bitDepth) && !format.isFloat && !format.isPaletted
      && !format.isBitstream && !format.isHardware
  }

  init(_ plan: RoutePlan, _ format: StoredPixelFormat) throws(LibAVError) {
    self.format = format
    source = Size(width: plan.source.width, height: plan.source.height)
    size = plan.target
    isGrey = format.componentCount == 1
    luma = PlaneResampler(lumaOf: plan)
    chroma = PlaneResampler(chromaOf: plan, format)
    bands = ResamplingBand.bands(
      luma: luma, chroma: chroma, chromaShift: format.chromaShiftY, sourceHeight: source.height,
      height: size.height)
    separator =
      Self.isPlanar(format)
      ? nil : try Separator(plan, format, rows: bands.map(\.source.count).max() ?? 1)
  }

  /// Writes the planes of the part that begins at column `x` and row `y`, in codes of 16 bits.
  mutating func read(
    _ frame: borrowing VideoFrame, x: Int, y: Int,
    luma lumaSamples: inout [UInt16], cb: inout [UInt16], cr: inout [UInt16]
  ) throws(LibAVError) {
    for band in bands {
      let first = try load(band.source, of: frame, x: x, y: y)
      Self.resize(
        &luma, stored[Plane.luma], first, band.rows, width: size.width, into: &lumaSamples)
      let rows = band.rows.lowerBound / 2..<(band.rows.upperBound + 1) / 2
      let width = size.chroma.width
      if isGrey {
        // What a matrix has made of them is made anew.
        for i in rows.lowerBound * width..<rows.upperBound * width {
          (cb[i], cr[i]) = (1 << 15, 1 << 15)
        }
        continue
      }
      let firstChroma = first >> format.chromaShiftY
      Self.resize(&chroma, stored[Plane.cb], firstChroma, rows, width: width, into: &cb)
      Self.resize(&chroma, stored[Plane.cr], firstChroma, rows, width: width, into: &cr)
    }
  }

  private static func resize(
    _ resampler: inout PlaneResampler, _ stored: [UInt16], _ first: Int, _ rows: Range<Int>,
    width: Int, into samples: inout [UInt16]
  ) {
    var samples = samples.mutableSpan
    for y in rows {
      var row = samples._mutatingExtracting(y * width..<(y + 1) * width)
      resampler.write(row: y, from: stored.span, beginningWith: first, into: &row)
    }
  }

  /// Reads rows of luma, and of chroma beside them.
  ///
  /// - Returns: the first one that is there.
  private mutating func load(
    _ rows: Range<Int>, of frame: borrowing VideoFrame, x: Int, y: Int
  ) throws(LibAVError) -> Int {
    if separator != nil {
      return try separator?.read(frame, x: x, y: y, from: rows.lowerBound, into: &stored) ?? 0
    }
    for plane in 0..<(isGrey ? 1 : 3) {
      let (across, down) =
        plane == Plane.luma ? (0, 0) : (format.chromaShiftX, format.chromaShiftY)
      let width = (source.width + 1 << across - 1) >> across
      let lines = rows.lowerBound >> down..<(rows.upperBound + 1 << down - 1) >> down
      stored[plane].reserve(width * lines.count)
      var samples = stored[plane].mutableSpan
      for (index, line) in lines.enumerated() {
        var row = samples._mutatingExtracting(index * width..<(index + 1) * width)
        frame.copyRow(
          plane, x >> across, y >> down + line, bytesPerSample: format.bitDepth > 8 ? 2 : 1,
          shift: 0, swapped: format.isBigEndian, to: &row)
        Self.bring(&row, from: format.bitDepth)
      }
    }
    return rows.lowerBound
  }

  /// Codes of 8…16 bits as those of 14. Words of raw files may be any.
  static func bring(_ row: inout MutableSpan<UInt16>, from bits: Int) {
    if bits > 14 {
      // Rounded to nearest, ties up, by the last bit that is left out.
      let more = UInt16(truncatingIfNeeded: bits &- 14)
      for i in row.indices {
        row[i] = min(row[i] &>> more &+ (row[i] &>> (more &- 1) & 1), 16383)
      }
      return
    }
    let (most, less) = (UInt16(1) &<< UInt16(bits) &- 1, UInt16(14 &- bits))
    for i in row.indices { row[i] = min(row[i], most) &<< less }
  }
}

extension PlaneResampler {
  /// Luma of stored pictures to the size that is wanted.
  init(lumaOf plan: RoutePlan) {
    self.init(plan, across: (0, 1), down: (0, 1), to: (1, 1), shift: 0)
  }

  /// Chroma of stored pictures, wherever it lies, to that of 4:2:0 in the size that is wanted.
  init(chromaOf plan: RoutePlan, _ format: StoredPixelFormat) {
    // From the centre of a luma sample, as far as the samples lie apart.
    let (across, down) = (format.chromaShiftX, format.chromaShiftY)
    let halves = plan.source.colour.chromaLocation.halves
    self.init(
      plan, across: (across, 1 + halves.column * (1 << across - 1)),
      down: (down, 1 + halves.row * (1 << down - 1)), to: (1, 2), shift: 1)
  }

  private init(
    _ plan: RoutePlan, across: (shift: Int, site: Int), down: (shift: Int, site: Int),
    to site: (x: Int, y: Int), shift: Int
  ) {
    let (from, to) = (plan.source, plan.target)
    self.init(
      across: (
        .init(length: from.width, shift: across.shift, site: across.site),
        .init(length: to.width, shift: shift, site: site.x)
      ),
      down: (
        .init(length: from.height, shift: down.shift, site: down.site),
        .init(length: to.height, shift: shift, site: site.y)
      ))
  }
}

extension [UInt16] {
  /// Makes room for so many numbers; what they are is not said.
  fileprivate mutating func reserve(_ count: Int) {
    if self.count < count { self = Array(repeating: 0, count: count) }
  }
}

/// Makes planes of some rows of pictures whose components lie together, or are red, green and blue.
private struct Separator: ~Copyable {
  private let source: Size
  private let chromaShiftX: Int
  private let chromaShiftY: Int
  private let isRGB: Bool
  private let isDeep: Bool
  private let rows: Int
  private let factors: CodeFactors
  private var scaler: Scaler
  private var frame: VideoFrame

  /// What swscale makes of a picture, in its size; `nil` where it is left to it as a whole. Components of R′G′B′
  /// are only taken apart: as codes of Y′CbCr in 16 bits they come out too large.
  static func format(of format: StoredPixelFormat) -> String? {
    guard ResizedPlanes.hasCodes(format), format.componentCount >= 3 else { return nil }
    if format.isRGB { return format.bitDepth == 8 ? "rgb24" : "rgb48le" }
    switch (format.chromaShiftX, format.chromaShiftY) {
    case (0, 0): return "yuv444p16le"
    case (1, 0): return "yuv422p16le"
    case (1, 1): return "yuv420p16le"
    default: return nil
    }
  }

  /// - Parameter rows: the most that are needed at a time.
  init(_ plan: RoutePlan, _ format: StoredPixelFormat, rows: Int) throws(LibAVError) {
    (chromaShiftX, chromaShiftY) = (format.chromaShiftX, format.chromaShiftY)
    isRGB = format.isRGB
    factors = plan.color.codeFactors
    isDeep = format.bitDepth > 8
    source = Size(width: plan.source.width, height: plan.source.height)
    // The last ones begin with a whole chroma sample, too.
    let chroma = 1 << format.chromaShiftY
    let rest = (source.height - min(rows, source.height)) / chroma * chroma
    self.rows = source.height - rest
    var picture = plan.source
    picture.height = self.rows
    picture.colour = format.isRGB ? ColorTags(range: .full, matrix: .rgb) : plan.numbers
    var result = picture
    result.format = Self.format(of: format) ?? format.name
    // Stored together, once neither can fail.
    let scaler = try Scaler(from: picture, to: result)
    let frame = try VideoFrame(format: result.format, width: result.width, height: result.height)
    self.scaler = scaler
    self.frame = frame
  }

  /// Makes planes of the rows from `first` on, or from an earlier one on at the lower end.
  ///
  /// - Parameter planes: receives their rows in 14 bits.
  /// - Returns: the first row.
  mutating func read(
    _ picture: borrowing VideoFrame, x: Int, y: Int, from first: Int, into planes: inout [[UInt16]]
  ) throws(LibAVError) -> Int {
    let start = min(first, source.height - rows)
    try scaler.scale(picture, x: x, y: y + start, into: &frame)
    for plane in planes.indices {
      let isFull = isRGB || plane == Plane.luma
      let width = isFull ? source.width : (source.width + 1 << chromaShiftX - 1) >> chromaShiftX
      let height = isFull ? rows : (rows + 1 << chromaShiftY - 1) >> chromaShiftY
      planes[plane].reserve(width * height)
      if isRGB { continue }
      var samples = planes[plane].mutableSpan
      for line in 0..<height {
        var row = samples._mutatingExtracting(line * width..<(line + 1) * width)
        frame.copyRow(plane, 0, line, bytesPerSample: 2, shift: 0, to: &row)
        ResizedPlanes.bring(&row, from: 16)
      }
    }
    guard isRGB else { return start }
    // All three are written at a time.
    var cb: [UInt16] = []
    var cr: [UInt16] = []
    swap(&cb, &planes[Plane.cb])
    swap(&cr, &planes[Plane.cr])
    separate(&planes[Plane.luma], &cb, &cr)
    swap(&cb, &planes[Plane.cb])
    swap(&cr, &planes[Plane.cr])
    return start
  }

  private func separate(_ luma: inout [UInt16], _ cb: inout [UInt16], _ cr: inout [UInt16]) {
    var luma = luma.mutableSpan
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    let bytes = (isDeep ? 6 : 3) * source.width
    for line in 0..<rows {
      let pixels = frame.row(line, ofPlane: 0)
      guard pixels.count >= bytes else { continue }
      let columns = line * source.width..<(line + 1) * source.width
      var lumaRow = luma._mutatingExtracting(columns)
      var cbRow = cb._mutatingExtracting(columns)
      var crRow = cr._mutatingExtracting(columns)
      let part = pixels.extracting(0..<bytes)
      if isDeep {
        Kernels.separateDeep(part, luma: &lumaRow, cb: &cbRow, cr: &crRow, by: factors)
      } else {
        Kernels.separate(part, luma: &lumaRow, cb: &cbRow, cr: &crRow, by: factors)
      }
    }
  }
}
