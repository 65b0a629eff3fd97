import RasterReference

@testable import Raster

extension Reference {
  /// Twin of `LightCube.convert` for one pixel: Y′, C′b, C′r.
  static func convert(_ cube: LightCube, _ pixel: [UInt16]) -> [UInt16] {
    let places = pixel.map { (Int($0) / 4 + 1) / 2 }
    let steps = [LightCube.redStep, LightCube.greenStep, 1]
    var node = (0..<3).reduce(0) { $0 + places[$1] / 128 * steps[$1] }
    if cube.nodes[node] & LightCube.mark != 0 {
      let color = apply(cube.transform, pixel)
      let codes = Kernels.codes(
        red: color[0], green: color[1], blue: color[2], by: cube.target.codeFactors)
      return [codes.y, codes.cb, codes.cr].map { UInt16(($0 + 1 << 15) >> 16) }
    }
    // Along the axis of the greatest fraction first.
    let axes = (0..<3).sorted { places[$0] % 128 > places[$1] % 128 }
    let fractions = [128] + axes.map { places[$0] % 128 } + [0]
    var sums = [0, 0, 0]
    for step in 0..<4 {
      let weight = fractions[step] - fractions[step + 1]
      for field in 0..<3 {
        let code = cube.nodes[node] >> UInt64(field * LightCube.fieldBits) & 0x3FFF
        sums[field] += weight * Int(code)
      }
      if step < 3 { node += steps[axes[step]] }
    }
    // 7 bits of weights and 6 of fractions become 8.
    return sums.map { UInt16(($0 + 16) / 32) }
  }
}
