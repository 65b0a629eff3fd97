import LibAV
import MediaSources
import BaseValues
import Raster

/// A picture in 4:2:0 and 16 bits, codes of fewer bits in the upper ones, chroma at the left.
struct DeepPlanes: ~Copyable {
  /// Rows without gaps, as are those of the differences.
  private(set) var luma: [UInt16]
  private(set) var cb: [UInt16]
  private(set) var cr: [UInt16]
  /// What each chroma sample adds to luma in another matrix.
  private var moved: [Int32]
  private let size: Size
  private let format: StoredPixelFormat
  private let resiting: ChromaResiting
  private var resized: ResizedPlanes?
  private var scaled: ScaledPlanes?

  /// Whether planes are read as they are stored: swscale does not move chroma where nothing else
  /// changes.
  static func canRead(_ format: StoredPixelFormat, _ source: Size, as target: Size) -> Bool {
    let isPlanar = format.planeCount == 3 && format.chromaShiftX == 1 && format.chromaShiftY == 1
    let isGrey = format.planeCount == 1 && format.componentCount == 1
    return source == target && (isPlanar || isGrey) && !format.isRGB && !format.isFloat
      && !format.isPaletted && !format.isBitstream && !format.isHardware
      && (8...16).contains(format.bitDepth)
  }

  /// - Parameter depth: bits that are wanted.
  init(_ plan: RoutePlan, _ format: StoredPixelFormat, depth: Int) throws(LibAVError) {
    let size = plan.target
    self.size = size
    self.format = format
    luma = Array(repeating: 0, count: size.width * size.height)
    cb = Array(repeating: 1 << 15, count: size.chroma.width * size.chroma.height)
    cr = cb
    moved = Array(repeating: 0, count: cb.count)
    let source = Size(width: plan.source.width, height: plan.source.height)
    if Self.canRead(format, source, as: size) {
      resiting = plan.source.colour.chromaLocation.resiting
      resized = nil
      scaled = nil
      return
    }
    resiting = ChromaResiting(column: 0, row: 1)
    // Of deep R′G′B′ swscale makes codes that are a 256th too large.
    let isDeepRGB = format.isRGB && (format.bitDepth > 8 || depth > 8)
    if source != size || isDeepRGB, ResizedPlanes.canResize(format, plan) {
      resized = try ResizedPlanes(plan, format)
      scaled = nil
    } else {
      resized = nil
      scaled = try ScaledPlanes(plan, format)
    }
  }

  mutating func read(_ frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) {
    let chroma = size.chroma
    if resized != nil {
      try resized?.read(frame, x: x, y: y, luma: &luma, cb: &cb, cr: &cr)
      return
    }
    if scaled != nil {
      try scaled?.scale(frame, x: x, y: y)
      scaled?.copy(0, size, to: &luma)
      scaled?.copy(1, chroma, to: &cb)
      scaled?.copy(2, chroma, to: &cr)
      return
    }
    let shift = 16 - format.bitDepth
    let swapped = format.isBigEndian
    frame.copy(0, x, y, size, shift: shift, swapped: swapped, to: &luma)
    guard format.planeCount == 3 else {
      // Grey: what a matrix has made of them is made anew.
      for i in cb.indices { (cb[i], cr[i]) = (1 << 15, 1 << 15) }
      return
    }
    frame.copy(1, x / 2, y / 2, chroma, shift: shift, swapped: swapped, to: &cb)
    frame.copy(2, x / 2, y / 2, chroma, shift: shift, swapped: swapped, to: &cr)
    if resiting.isNothing { return }
    resiting.apply(to: &cb, width: chroma.width)
    resiting.apply(to: &cr, width: chroma.width)
  }

  mutating func convert(by transform: CodeTransform) {
    Self.convertDifferences(transform, &cb, &cr, &moved)
    Self.convertLuma(transform, &luma, moved, size)
  }

  private static func convertDifferences(
    _ transform: CodeTransform, _ cb: inout [UInt16], _ cr: inout [UInt16],
    _ moved: inout [Int32]
  ) {
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    var moved = moved.mutableSpan
    transform.differences(&cb, &cr, moved: &moved)
  }

  private static func convertLuma(
    _ transform: CodeTransform, _ luma: inout [UInt16], _ moved: [Int32], _ size: Size
  ) {
    var rows = luma.mutableSpan
    guard transform.movesLuma else { return transform.luma(&rows) }
    let chroma = size.chroma
    let moved = moved.span
    func columns(_ row: Int) -> Range<Int> {
      let row = min(max(row, 0), chroma.height - 1)
      return row * chroma.width..<(row + 1) * chroma.width
    }
    for y in 0..<size.height {
      var row = rows._mutatingExtracting(y * size.width..<(y + 1) * size.width)
      transform.luma(
        &row, near: moved.extracting(columns(y / 2)),
        far: moved.extracting(columns(y % 2 == 0 ? y / 2 - 1 : y / 2 + 1)))
    }
  }
}

/// Pictures that swscale brings to 4:2:0 in 16 bits.
private struct ScaledPlanes: ~Copyable {
  private var scaler: Scaler
  private var frame: VideoFrame

  init(_ plan: RoutePlan, _ format: StoredPixelFormat) throws(LibAVError) {
    var source = plan.source
    if !format.isRGB { source.colour = plan.numbers }
    var target = Scaler.Picture(
      format: "yuv420p16le", width: plan.target.width, height: plan.target.height,
      colour: format.isRGB ? ColorGuess.output(plan.color) : source.colour)
    target.colour.chromaLocation = .left
    // Stored together, once neither can fail.
    let scaler = try Scaler(from: source, to: target)
    let frame = try VideoFrame(
      format: target.format, width: target.width, height: target.height)
    self.scaler = scaler
    self.frame = frame
  }

  mutating func scale(
    _ source: borrowing VideoFrame, x: Int, y: Int
  ) throws(LibAVError) {
    try scaler.scale(source, x: x, y: y, into: &frame)
  }

  func copy(_ plane: Int, _ size: Size, to samples: inout [UInt16]) {
    frame.copy(plane, 0, 0, size, shift: 0, to: &samples)
  }
}

extension RoutePlan {
  /// Tags with which swscale takes components for numbers, whatever their range: it widens those of
  /// full range otherwise in some of its ways than in others.
  var numbers: ColorTags {
    var tags = source.colour
    // The `yuvj` formats say full range by their name.
    tags.range = source.format.hasPrefix("yuvj") ? .full : .limited
    return tags
  }
}

extension ChromaLocation {
  /// Where the first chroma sample of 4:2:0 lies, in halves of a luma column and row.
  var halves: (column: Int, row: Int) {
    switch self {
    case .left, .unspecified: (0, 1)
    case .center: (1, 1)
    case .topLeft: (0, 0)
    case .top: (1, 0)
    case .bottomLeft: (0, 2)
    case .bottom: (1, 2)
    }
  }

  /// What brings chroma from here to the left, in 4:2:0.
  var resiting: ChromaResiting { ChromaResiting(column: halves.column, row: halves.row) }
}

extension VideoFrame {
  /// Copies a part of a plane of 8 bits, or of up to 16 little-endian ones, or big-endian ones that are
  /// `swapped`, shifted to the left. Rows that the plane does not have stay as they are.
  fileprivate func copy(
    _ plane: Int, _ x: Int, _ y: Int, _ size: Size, shift: Int, swapped: Bool = false,
    to samples: inout [UInt16]
  ) {
    var samples = samples.mutableSpan
    for line in 0..<size.height {
      var row = samples._mutatingExtracting(line * size.width..<(line + 1) * size.width)
      copyRow(
        plane, x, y + line, bytesPerSample: shift >= 8 ? 1 : 2, shift: shift, swapped: swapped,
        to: &row)
    }
  }

  /// Copies samples of a row from column `x` on, of one byte, or of two little-endian or `swapped` ones, shifted
  /// to the left; none where the row is shorter.
  func copyRow(
    _ plane: Int, _ x: Int, _ y: Int, bytesPerSample: Int, shift: Int, swapped: Bool = false,
    to row: inout MutableSpan<UInt16>
  ) {
    let bytes = self.row(y, ofPlane: plane)
    guard bytes.count >= (x + row.count) * bytesPerSample else { return }
    let shift = UInt16(truncatingIfNeeded: shift)
    if bytesPerSample == 1 {
      let part = bytes.extracting(x..<x + row.count)
      for i in row.indices { row[i] = UInt16(part[i]) &<< shift }
      return
    }
    let stored = unsafe bytes.bytes
    for i in row.indices {
      // Safe: there are two bytes for each sample up to the last one of the part.
      let code = unsafe stored.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 2 &* (x &+ i), as: UInt16.self)
      row[i] = (swapped ? UInt16(bigEndian: code) : UInt16(littleEndian: code)) &<< shift
    }
  }
}
