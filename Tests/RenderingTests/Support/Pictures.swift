import PixelGeometry
import Raster

/// A seeded source of numbers (SplitMix64), the same on every machine.
struct FrameGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    number(1...denominator) <= numerator
  }
}

extension Image {
  /// A picture of noise. With alpha it is premultiplied: no sample is above its alpha.
  static func noise(_ format: PixelFormat, _ size: Size, seed: UInt64) -> Image {
    var generator = FrameGenerator(seed: seed)
    var image = MutableImage(format: format, size: size)
    for plane in format.hasAlpha ? [3, 4, 0, 1, 2] : [0, 1, 2] {
      for y in 0..<image.height(of: plane) {
        var samples: [UInt8] = []
        for x in 0..<image.width(of: plane) {
          var sample = UInt8(truncatingIfNeeded: generator.next())
          if format.hasAlpha && plane >= 3 && generator.chance(1, in: 3) {
            sample = sample < 128 ? 0 : 255
          }
          if format.hasAlpha && plane < 3 {
            let alpha = image.row(plane == 0 ? 3 : 4, y)[x]
            sample = UInt8(Int(sample) * Int(alpha) / 255)
          }
          samples.append(sample)
        }
        image.write(samples.span, plane: plane, row: y)
      }
    }
    return image.freeze()
  }

  /// An opaque picture of one value in each plane.
  static func flat(_ y: UInt8, _ cb: UInt8, _ cr: UInt8, _ size: Size) -> Image {
    var image = MutableImage(format: .yuv420p8, size: size)
    image.fill(y: y, u: cb, v: cr)
    return image.freeze()
  }

  func samples(_ plane: Int, _ y: Int) -> [UInt8] {
    let row = row(plane, y)
    return row.indices.map { row[$0] }
  }

  /// Plane by plane, row by row.
  func planes() -> [[[UInt8]]] {
    (0..<planeCount).map { plane in (0..<height(of: plane)).map { samples(plane, $0) } }
  }
}
