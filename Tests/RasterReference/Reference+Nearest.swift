package import BaseValues
package import Raster

extension Reference {
  /// Twin of `NearestSampler` for the place of one luma sample; `nil` outside of the layer.
  ///
  /// - Parameters:
  ///   - map: the sampler's.
  ///   - x: in half luma samples of the output; `y` in the same way.
  package static func nearest(
    _ map: Homography, x: Int, y: Int, layer: Size
  ) -> (column: Int, row: Int)? {
    let (x, y) = (Int128(x), Int128(y))
    let distance = Int128(map.g) * x + Int128(map.h) * y + Int128(map.i)
    guard distance > 0 else { return nil }
    // In 2^-17 of a sample, rounded down, and up to the next sample from 2^-16 before it on.
    func index(_ a: Int64, _ b: Int64, _ c: Int64) -> Int {
      let numerator = (Int128(a) * x + Int128(b) * y + Int128(c)) * 65536
      let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: distance)
      let place = (rest < 0 ? quotient - 1 : quotient) + 2
      return Int(place >> 17)
    }
    let (column, row) = (index(map.a, map.b, map.c), index(map.d, map.e, map.f))
    guard (0..<layer.width).contains(column), (0..<layer.height).contains(row) else { return nil }
    return (column, row)
  }
}
