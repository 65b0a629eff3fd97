import BaseValues
import LibAV
import MediaSources
import Raster

/// Brings composed pictures of 8 bits to what files of JPEG have (JFIF, ITU-T T.871): BT.601's luma and chroma, full
/// range, and chroma in the middle between two columns, where it is composed at the left one.
final class JFIFConversion {
  private let format: String
  private let transform: CodeTransform
  /// What each chroma sample adds to luma; rows without gaps.
  private var moved: [Int32] = []
  private var luma: [UInt16] = []
  private var cb: [UInt16] = []
  private var cr: [UInt16] = []

  /// - Parameters:
  ///   - format: libav's name of the format of the result.
  ///   - colour: of composed pictures.
  init(to format: String, from colour: ColorTags) {
    self.format = format
    transform = CodeTransform(
      colour.componentMatrix, isFullRange: false, bitDepth: 8, to: .bt601, isFullTarget: true)
  }

  /// A picture as the encoder takes it.
  func frame(of image: Raster.Image) throws(LibAVError) -> VideoFrame {
    let (size, chroma) = (image.size, image.size.chroma)
    var frame = try VideoFrame(format: format, width: size.width, height: size.height)
    if luma.count != size.width || moved.count != chroma.width * chroma.height {
      luma = Array(repeating: 0, count: size.width)
      cb = Array(repeating: 0, count: chroma.width)
      cr = cb
      moved = Array(repeating: 0, count: chroma.width * chroma.height)
    }
    for y in 0..<chroma.height { differences(of: image, row: y, into: &frame) }
    for y in 0..<size.height { luma(of: image, row: y, into: &frame) }
    return frame
  }

  private func differences(of image: Raster.Image, row y: Int, into frame: inout VideoFrame) {
    let width = image.size.chroma.width
    Self.widen(image.row(Plane.cb, y), into: &cb)
    Self.widen(image.row(Plane.cr, y), into: &cr)
    Self.convert(transform, &cb, &cr, &moved, y * width..<(y + 1) * width)
    Self.centre(&cb)
    Self.centre(&cr)
    Self.write(cb, to: &frame, plane: Plane.cb, y)
    Self.write(cr, to: &frame, plane: Plane.cr, y)
  }

  private func luma(of image: Raster.Image, row y: Int, into frame: inout VideoFrame) {
    let chroma = image.size.chroma
    func columns(_ row: Int) -> Range<Int> {
      let row = min(max(row, 0), chroma.height - 1)
      return row * chroma.width..<(row + 1) * chroma.width
    }
    Self.widen(image.row(Plane.luma, y), into: &luma)
    Self.convert(
      transform, &luma, near: moved.span.extracting(columns(y / 2)),
      far: moved.span.extracting(columns(y % 2 == 0 ? y / 2 - 1 : y / 2 + 1)))
    Self.write(luma, to: &frame, plane: Plane.luma, y)
  }

  // MARK: - Rows

  private static func convert(
    _ transform: CodeTransform, _ cb: inout [UInt16], _ cr: inout [UInt16],
    _ moved: inout [Int32], _ part: Range<Int>
  ) {
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    var all = moved.mutableSpan
    var moved = all._mutatingExtracting(part)
    transform.differences(&cb, &cr, moved: &moved)
  }

  private static func convert(
    _ transform: CodeTransform, _ luma: inout [UInt16], near: Span<Int32>, far: Span<Int32>
  ) {
    var luma = luma.mutableSpan
    transform.luma(&luma, near: near, far: far)
  }

  private static func widen(_ codes: Span<UInt8>, into row: inout [UInt16]) {
    var row = row.mutableSpan
    precondition(codes.count == row.count, "rows of unequal length")
    for x in codes.indices { row[x] = UInt16(codes[x]) &<< 8 }
  }

  private static func write(
    _ codes: [UInt16], to frame: inout VideoFrame, plane: Int, _ y: Int
  ) {
    var row = frame.mutableRow(y, ofPlane: plane)
    Kernels.narrow(codes.span, .nearest, into: &row)
  }

  /// Moves what lies at the left one of two columns between them: a quarter of the way to the next sample.
  private static func centre(_ row: inout [UInt16]) {
    var row = row.mutableSpan
    guard row.count > 1 else { return }
    for x in 0..<row.count - 1 {
      row[x] = UInt16(truncatingIfNeeded: (3 &* UInt32(row[x]) &+ UInt32(row[x &+ 1]) &+ 2) &>> 2)
    }
  }
}
