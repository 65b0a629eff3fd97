package import BaseValues
package import Raster

extension Reference {
  /// Twin of `ProjectiveSampler` for one sample that it touches.
  ///
  /// - Parameters:
  ///   - map: the sampler's.
  ///   - column: of the output's plane; `row` its row.
  ///   - images: the layer in the sizes and parts of `levels`.
  package static func turned<Sample: PixelSample>(
    _ map: Homography, column: Int, row: Int, plane: Int, of images: [Image],
    levels: [LayerLevel], layer: Size
  ) -> Sample {
    let isChroma = images[0].format.isChroma(plane: plane)
    let x = Int128(isChroma ? 4 * column + 1 : 2 * column + 1)
    let y = Int128(isChroma ? 4 * row + 2 : 2 * row + 1)
    func fine(_ plane: Int) -> Int {
      mixed(map, x, y, plane, isChroma, images, levels, layer, Sample.self)
    }
    guard images[0].format.hasAlpha else {
      return Sample(
        min(max(rounded(fine(plane), over: 1 << (14 - Sample.depth)), 0), full(Sample.self)))
    }
    // Alpha that is full but for the rounding of products is full.
    let most = full(Sample.self) << (14 - Sample.depth)
    func settled(_ alpha: Int) -> Int { abs(alpha - most) < 8 ? most : alpha }
    let alpha = settled(fine(isChroma ? Plane.chromaAlpha : Plane.alpha))
    let isAlpha = plane == Plane.alpha || plane == Plane.chromaAlpha
    return limited(isAlpha ? alpha : fine(plane), alpha: alpha)
  }

  /// A sample of 14 bits, from one or two levels.
  private static func mixed<Sample: PixelSample>(
    _ map: Homography, _ x: Int128, _ y: Int128, _ plane: Int, _ isChroma: Bool,
    _ images: [Image], _ levels: [LayerLevel], _ layer: Size, _: Sample.Type
  ) -> Int {
    let distance = Int128(map.g) * x + Int128(map.h) * y + Int128(map.i)
    let u = floorDivide(
      (Int128(map.a) * x + Int128(map.b) * y + Int128(map.c)) * 65536, by: distance)
    let v = floorDivide(
      (Int128(map.d) * x + Int128(map.e) * y + Int128(map.f)) * 65536, by: distance)
    func sample(_ index: Int) -> Int {
      let level = levels[index]
      // In half luma samples of the layer; the first sample lies in the middle of what it spans but
      // for columns of chroma.
      let across = place(
        u, level.size.width, layer.width, level.part.x, span: isChroma ? 4 : 2, site: 1)
      let down = place(
        v, level.size.height, layer.height, level.part.y, span: isChroma ? 4 : 2,
        site: isChroma ? 2 : 1)
      return window(across, down, plane, images[index], Sample.self)
    }
    let index = levels.lastIndex { distance <= $0.distance } ?? 0
    guard index + 1 < levels.count, distance < Int128(levels[index].end) else {
      return sample(index)
    }
    let (end, next) = (Int128(levels[index].end), Int128(levels[index + 1].distance))
    let inverse = (Int128(1) << 62) / max(end - next, 1)
    let share = Int(((end - distance) * inverse) >> 54)
    let (a, b) = (sample(index), sample(index + 1))
    return a + rounded((b - a) * share, over: 256)
  }

  /// In 1/256 of a sample from the centre of the first one of a part.
  private static func place(
    _ position: Int128, _ count: Int, _ whole: Int, _ start: Int, span: Int, site: Int
  ) -> Int {
    let limit: Int128 = 1 << 36
    let scale = Int128((count * (1 << 24) + whole / 2) / whole)
    let unit = Int128(span) << 40
    let scaled = min(max(position, -limit), limit) * scale * 256
    return Int(floorDivide(scaled + unit / 2, by: unit)) - 256 * site / span - 256 * 2 * start
      / span
  }

  /// The mean of 6 × 6 samples by the window's taps, in 14 bits.
  private static func window<Sample: PixelSample>(
    _ across: Int, _ down: Int, _ plane: Int, _ image: Image, _: Sample.Type
  ) -> Int {
    func taps(_ position: Int) -> [Int] {
      var taps = [Int32](repeating: 0, count: 6)
      var row = taps.mutableSpan
      _ = LanczosKernel(step: 1, over: 1).write(at: Int64(4 * (position & 255)), into: &row)
      return taps.map { Int($0) }
    }
    let (columnTaps, rowTaps) = (taps(across), taps(down))
    var sum = 8192 << 14
    for (j, columnTap) in columnTaps.enumerated() {
      var mixed = 3
      for (k, rowTap) in rowTaps.enumerated() {
        let y = min(max((down >> 8) - 2 + k, 0), image.height(of: plane) - 1)
        let x = min(max((across >> 8) - 2 + j, 0), image.width(of: plane) - 1)
        let code = Int(image.row(plane, y, as: Sample.self)[x])
        mixed += (((code << (16 - Sample.depth)) - 32768) * rowTap) >> 16
      }
      sum += mixed * columnTap
    }
    return min(max(rounded(sum, over: 16384), -32768), 32767)
  }
}
