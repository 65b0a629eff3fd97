import LibAV
import BaseValues
import PlanModel
import Raster

/// Gives chroma the size of luma, for cutting pictures between their chroma samples, and pixels bytes of
/// their own, for cutting them within a byte.
///
/// Planes are resampled from where their samples lie, those beyond an uneven edge too; all other formats are
/// left to swscale.
final class FullChroma {
  /// libav's name of the format that comes out.
  let format: String
  private let source: Scaler.Picture
  private let rect: Rect
  private let size: Size
  private let x: Int
  private let y: Int
  private var scaler: Scaler?
  private var planes: ChromaPlanes?
  private var result: VideoFrame

  /// Whether a part of a picture begins between chroma samples, or in a byte that pixels share.
  static func isNeeded(_ rect: Rect, _ format: StoredPixelFormat) -> Bool {
    rect.x & (1 << format.chromaShiftX - 1) != 0 || rect.y & (1 << format.chromaShiftY - 1) != 0
      || rect.x > 0 && format.isBitstream
  }

  /// - Parameter size: of the pictures that the part is cut out of.
  init(
    _ format: StoredPixelFormat, _ colour: ColorTags, _ rect: Rect, in size: Size
  ) throws(LibAVError) {
    // The part and what is around it up to whole chroma samples.
    func whole(_ place: Int, _ shift: Int) -> Int { (place >> shift) << shift }
    let (across, down) = (format.chromaShiftX, format.chromaShiftY)
    x = format.isBitstream ? 0 : whole(rect.x, across)
    y = whole(rect.y, down)
    let right = min(size.width, whole(rect.x + rect.width + (1 << across) - 1, across))
    let bottom = min(size.height, whole(rect.y + rect.height + (1 << down) - 1, down))
    let (width, height) = (right - x, bottom - y)
    let isPlanar = ResizedPlanes.isPlanar(format) && max(size.width, size.height) <= 16384
    self.format =
      format.isBitstream
      ? "rgb24"
      : (format.hasAlpha ? "yuva444p" : "yuv444p")
        + (format.bitDepth > 8 || isPlanar ? "16le" : "")
    self.rect = rect
    self.size = size
    source = Scaler.Picture(format: format.name, width: width, height: height, colour: colour)
    var target = source
    target.format = self.format
    if isPlanar {
      scaler = nil
      planes = ChromaPlanes(
        format, colour.chromaLocation, Size(width: width, height: height), x: x, y: y)
    } else {
      scaler = try Scaler(from: source, to: target)
      planes = nil
    }
    result = try VideoFrame(format: self.format, width: width, height: height)
  }

  func isFor(
    _ format: StoredPixelFormat, _ colour: ColorTags, _ rect: Rect, in size: Size
  ) -> Bool {
    format.name == source.format && colour == source.colour && rect == self.rect
      && size == self.size
  }

  /// Lends the picture with full chroma, and the place of the part in it.
  func withFrame<R>(
    _ frame: borrowing VideoFrame,
    _ body: (borrowing VideoFrame, _ x: Int, _ y: Int) throws(LibAVError) -> R
  ) throws(LibAVError) -> R {
    planes?.write(frame, into: &result)
    try scaler?.scale(frame, x: x, y: y, into: &result)
    return try body(result, rect.x - x, rect.y - y)
  }
}

/// Brings the planes of a picture to 4:4:4 in 16 bits, codes of fewer in the upper ones.
private struct ChromaPlanes: ~Copyable {
  private let format: StoredPixelFormat
  private let size: Size
  private let x: Int
  private let y: Int
  private var resampler: PlaneResampler
  private var stored: [UInt16]

  /// - Parameters:
  ///   - size: of the part of the picture that begins at column `x` and row `y`, with a whole chroma sample.
  init(_ format: StoredPixelFormat, _ location: ChromaLocation, _ size: Size, x: Int, y: Int) {
    self.format = format
    self.size = size
    self.x = x
    self.y = y
    let halves = location.halves
    func side(_ length: Int, _ shift: Int, _ half: Int) -> PlaneResampler.Side {
      .init(length: length, shift: shift, site: 1 + half * (1 << shift - 1))
    }
    let across = side(size.width, format.chromaShiftX, halves.column)
    let down = side(size.height, format.chromaShiftY, halves.row)
    resampler = PlaneResampler(
      across: (across, side(size.width, 0, 0)), down: (down, side(size.height, 0, 0)))
    stored = Array(repeating: 0, count: across.count * down.count)
  }

  mutating func write(_ frame: borrowing VideoFrame, into result: inout VideoFrame) {
    var row = [UInt16](repeating: 0, count: size.width)
    var stored: [UInt16] = []
    swap(&stored, &self.stored)
    defer { swap(&stored, &self.stored) }
    let (across, down) = (format.chromaShiftX, format.chromaShiftY)
    let width = (size.width + 1 << across - 1) >> across
    let height = (size.height + 1 << down - 1) >> down
    let (bytes, shift) = (format.bitDepth > 8 ? 2 : 1, 16 - format.bitDepth)
    let swapped = format.isBigEndian
    for line in 0..<size.height {
      var codes = row.mutableSpan
      frame.copyRow(
        Plane.luma, x, y + line, bytesPerSample: bytes, shift: shift, swapped: swapped, to: &codes)
      Self.put(codes.span, into: &result, Plane.luma, line)
    }
    for plane in [Plane.cb, Plane.cr] {
      var samples = stored.mutableSpan
      for line in 0..<height {
        var codes = samples._mutatingExtracting(line * width..<(line + 1) * width)
        frame.copyRow(
          plane, x >> across, y >> down + line, bytesPerSample: bytes, shift: 0, swapped: swapped,
          to: &codes)
        ResizedPlanes.bring(&codes, from: format.bitDepth)
      }
      for line in 0..<size.height {
        var codes = row.mutableSpan
        resampler.write(row: line, from: stored.span, beginningWith: 0, into: &codes)
        Self.put(codes.span, into: &result, plane, line)
      }
    }
  }

  private static func put(_ row: Span<UInt16>, into frame: inout VideoFrame, _ plane: Int, _ y: Int)
  {
    var bytes = frame.mutableRow(y, ofPlane: plane)
    for x in 0..<min(row.count, bytes.count / 2) {
      bytes[2 * x] = UInt8(truncatingIfNeeded: row[x])
      bytes[2 * x + 1] = UInt8(truncatingIfNeeded: row[x] >> 8)
    }
  }
}
