import BaseValues
import PlanModel
import Raster
import TimelineModel

extension PlanModel.YCbCr {
  /// An sRGB colour as limited-range codes of pictures of a colour, alpha left out.
  init(_ color: Color, bitDepth: Int, of pictures: PictureColor) {
    guard pictures != .sdr else {
      self.init(color, bitDepth: bitDepth)
      return
    }
    let solid = SolidColor(red: color.red, green: color.green, blue: color.blue, in: pictures)
    let (low, high) = (solid.color, solid.deepColor)
    self.init(
      y: bitDepth > 8 ? high.y : UInt16(low.y), cb: bitDepth > 8 ? high.cb : UInt16(low.cb),
      cr: bitDepth > 8 ? high.cr : UInt16(low.cr))
  }

  /// An sRGB colour as limited-range BT.709 codes (ITU-R BT.709-6, 3.3 and 3.4), alpha left out.
  ///
  /// - Parameter bitDepth: bits of the codes, 8 or more; each more makes them twice as large before they are
  ///   rounded.
  init(_ color: Color, bitDepth: Int = 8) {
    let unit = 1 << max(bitDepth - 8, 0)
    let red = 10_000 * Int(color.red)
    let green = 10_000 * Int(color.green)
    let blue = 10_000 * Int(color.blue)
    let luma = (2126 * red + 7152 * green + 722 * blue) / 10_000
    self.init(
      y: UInt16(clamping: 16 * unit + Self.nearest(219 * unit * luma, 2_550_000)),
      cb: UInt16(clamping: 128 * unit + Self.nearest(224 * unit * (blue - luma), 18_556 * 255)),
      cr: UInt16(clamping: 128 * unit + Self.nearest(224 * unit * (red - luma), 15_748 * 255)))
  }

  /// The nearest whole number, ties up.
  private static func nearest(_ value: Int, _ unit: Int) -> Int {
    let doubled = 2 * value + unit
    let quotient = doubled / (2 * unit)
    return doubled < 0 && quotient * 2 * unit != doubled ? quotient - 1 : quotient
  }
}
