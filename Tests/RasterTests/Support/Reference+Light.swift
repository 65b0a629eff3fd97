import RasterReference

@testable import Raster

extension Reference {
  /// Twin of `LightTransform.apply` for one pixel.
  static func apply(_ transform: LightTransform, _ pixel: [UInt16]) -> [UInt16] {
    let place = LightTransform.place
    var light = pixel.map { transform.light[(Int($0) - Int($0) / 4096 + 8) / 16] }
    if !transform.display.isEmpty {
      let luminance = (17_216 * light[0] + 44_434 * light[1] + 3886 * light[2]) / 65536
      let factor = Double(transform.display[place(luminance)]) / 65536
      light = light.map { ($0 * factor).rounded(.toNearestOrEven) }
    }
    // Whole numbers times parts of 2¹⁸: exact.
    light = (0..<3).map { row in
      let sum = (0..<3).reduce(0) { $0 + Double(transform.matrix[3 * row + $1]) * light[$1] }
      return (sum / Double(1 << 18)).rounded(.toNearestOrEven)
    }
    if let boundary = transform.boundary, let lowest = light.min(), lowest < 0 {
      let luminance = max(0, boundary.luminance(light[0], light[1], light[2]))
      let color = boundary.color(
        light[0], light[1], light[2], lowest: lowest, luminance: luminance)
      light = [color.red, color.green, color.blue]
    }
    if let highest = light.max(), highest > transform.knee {
      let factor = transform.tone[min(place(highest), transform.tone.count - 1)] / highest
      light = light.map { $0 * factor }
    }
    if !transform.scene.isEmpty {
      light = light.map { max(0, $0) }
      let luminance = (17_216 * light[0] + 44_434 * light[1] + 3886 * light[2]) * (1.0 / 65536)
      let factor = transform.scene[min(place(luminance), transform.scene.count - 1)]
      let highest = (light.max() ?? 0) * factor
      let white = Double(LightTransform.white)
      let share = highest > white ? factor * (white / highest) : factor
      light = light.map { $0 * share }
    }
    return light.map { value in
      let place = place(max(value.rounded(.toNearestOrEven), 0))
      return transform.codes[min(place, transform.codes.count - 1)]
    }
  }
}
