import LibAV
import PixelGeometry
import Raster

/// Pictures of other primaries, and of HDR: scaled in their own codes, converted through
/// light, and dithered to 8 bits.
final class LightRoute: ConformRoute {
  private let target: Size
  private let pool: ImagePool
  private var rows: LightRows

  init(
    _ plan: RoutePlan, _ light: LightTransform.Source, pool: ImagePool
  ) throws(LibAVError) {
    target = plan.target
    self.pool = pool
    rows = try LightRows(plan, light, size: plan.target)
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    try rows.scale(frame, x: x, y: y)
    var result = MutableImage(format: .yuv420p8, size: target, pool: pool)
    var (upper, lower) = (ColorRow(target.width), ColorRow(target.width))
    var half = ColorRow(target.chroma.width)
    var cb = [UInt8](repeating: 0, count: target.chroma.width)
    var cr = cb
    for y in stride(from: 0, to: target.height, by: 2) {
      rows.read(y, into: &upper)
      upper.writeLuma(to: &result, row: y)
      if y + 1 < target.height {
        rows.read(y + 1, into: &lower)
        lower.writeLuma(to: &result, row: y + 1)
        half.halve(upper, lower)
      } else {
        half.halve(upper, upper)
      }
      var cbRow = cb.mutableSpan
      var crRow = cr.mutableSpan
      Kernels.differences(
        red: half.red.span, green: half.green.span, blue: half.blue.span,
        cbRounding: .dithered(row: y / 2, plane: Plane.cb),
        crRounding: .dithered(row: y / 2, plane: Plane.cr), cb: &cbRow, cr: &crRow)
      result.write(cb.span, plane: Plane.cb, row: y / 2)
      result.write(cr.span, plane: Plane.cr, row: y / 2)
    }
    return result.freeze()
  }
}
