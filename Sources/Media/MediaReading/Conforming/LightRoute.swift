import LibAV
import BaseValues
import Raster

/// Pictures of other primaries, and of HDR: scaled in their own codes, converted through
/// light, and dithered to the bits of the result.
final class LightRoute<Sample: PixelSample>: ConformRoute {
  private let target: Size
  private let pool: ImagePool
  private let cube: LightCube
  private var rows: LightRows
  private var color: ColorRow
  private var upper: CodeRow
  private var lower: CodeRow
  private var half: [UInt16]
  private var block = LightCube.Block()

  init(
    _ plan: RoutePlan, _ cube: LightCube, pool: ImagePool
  ) throws(LibAVError) {
    target = plan.target
    self.pool = pool
    self.cube = cube
    rows = try LightRows(plan, size: plan.target)
    color = ColorRow(target.width)
    upper = CodeRow(target.width)
    lower = upper
    half = Array(repeating: 0, count: target.chroma.width)
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    try rows.scale(frame, x: x, y: y)
    var result = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: false), size: target, pool: pool)
    for y in stride(from: 0, to: target.height, by: 2) {
      rows.read(y, into: &color)
      upper.convert(color, by: cube, through: &block)
      Self.write(upper.luma, to: &result, plane: Plane.luma, row: y)
      if y + 1 < target.height {
        rows.read(y + 1, into: &color)
        lower.convert(color, by: cube, through: &block)
        Self.write(lower.luma, to: &result, plane: Plane.luma, row: y + 1)
      } else {
        lower = upper
      }
      Self.halve(upper.cb, lower.cb, into: &half)
      Self.write(half, to: &result, plane: Plane.cb, row: y / 2)
      Self.halve(upper.cr, lower.cr, into: &half)
      Self.write(half, to: &result, plane: Plane.cr, row: y / 2)
    }
    return result.freeze()
  }

  private static func halve(_ upper: [UInt16], _ lower: [UInt16], into row: inout [UInt16]) {
    var row = row.mutableSpan
    Kernels.halveLeft(upper.span, lower.span, into: &row)
  }

  private static func write(
    _ codes: [UInt16], to image: inout MutableImage, plane: Int, row y: Int
  ) {
    var row = image.mutableRow(plane, y, as: Sample.self)
    Kernels.narrow(codes.span, .dithered(row: y, plane: plane), into: &row)
  }
}

/// A row of Y′C′bC′r in 16 bits with chroma of luma's size.
private struct CodeRow {
  private(set) var luma: [UInt16]
  private(set) var cb: [UInt16]
  private(set) var cr: [UInt16]

  init(_ count: Int) {
    luma = Array(repeating: 0, count: count)
    cb = luma
    cr = luma
  }

  mutating func convert(
    _ row: ColorRow, by cube: LightCube, through block: inout LightCube.Block
  ) {
    func lend(_ luma: inout [UInt16], _ cb: inout [UInt16], _ cr: inout [UInt16]) {
      var luma = luma.mutableSpan
      var cb = cb.mutableSpan
      var cr = cr.mutableSpan
      cube.convert(
        red: row.red.span, green: row.green.span, blue: row.blue.span, through: &block,
        luma: &luma, cb: &cb, cr: &cr)
    }
    lend(&luma, &cb, &cr)
  }
}
