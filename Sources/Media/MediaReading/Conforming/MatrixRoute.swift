import LibAV
import MediaSources
import BaseValues
import Raster

/// Pictures of another size, matrix, range, depth or siting of chroma: scaled in their own codes to 16 bits
/// where their size changes, converted in one step, and rounded once. More bits than those of the result are
/// dithered.
final class MatrixRoute<Sample: PixelSample>: ConformRoute {
  private let target: Size
  private let pool: ImagePool
  private var planes: DeepPlanes
  private let transform: CodeTransform?
  private let isDithered: Bool

  /// Whether a picture needs this route, that is neither HDR nor has alpha. Where more than 8 bits are wanted all
  /// of them do.
  static func isNeeded(_ plan: RoutePlan, _ format: StoredPixelFormat) -> Bool {
    if Sample.depth > UInt8.depth { return true }
    let size = Size(width: plan.source.width, height: plan.source.height)
    if size != plan.target || format.bitDepth > 8 { return true }
    if format.isRGB { return false }
    let colour = plan.source.colour
    return colour.componentMatrix != .bt709 || colour.range == .full
      || DeepPlanes.canRead(format, size, as: plan.target) && colour.chromaLocation != .left
  }

  init(_ plan: RoutePlan, _ format: StoredPixelFormat, pool: ImagePool) throws(LibAVError) {
    target = plan.target
    self.pool = pool
    let colour = plan.source.colour
    planes = try DeepPlanes(plan, format, depth: Sample.depth)
    transform =
      format.isRGB
      ? nil
      : CodeTransform(
        colour.componentMatrix, isFullRange: colour.range == .full, bitDepth: plan.bitDepth,
        to: plan.color.matrix)
    isDithered = plan.bitDepth > Sample.depth
  }

  /// Luma alone, in codes of 16 bits, row after row without padding.
  func luma(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> [UInt16]? {
    try planes.read(frame, x: x, y: y)
    if let transform { planes.convert(by: transform) }
    return planes.luma
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    try planes.read(frame, x: x, y: y)
    if let transform { planes.convert(by: transform) }
    var result = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: false), size: target, pool: pool)
    for (plane, samples) in [planes.luma, planes.cb, planes.cr].enumerated() {
      let width = result.width(of: plane)
      for y in 0..<result.height(of: plane) {
        let rounding = isDithered ? Rounding.dithered(row: y, plane: plane) : .nearest
        var row = result.mutableRow(plane, y, as: Sample.self)
        Kernels.narrow(
          samples.span.extracting(y * width..<(y + 1) * width), rounding, into: &row)
      }
    }
    return result.freeze()
  }
}
