import BaseValues
import Raster
import SeededNumbers

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    number(1...denominator) <= numerator
  }
}

extension Image {
  /// A picture of noise. With alpha it is premultiplied: no sample is above its alpha.
  static func noise(_ format: PixelFormat, _ size: Size, seed: UInt64) -> Image {
    format.depth == 8
      ? noise(format, size, seed: seed, as: UInt8.self)
      : noise(format, size, seed: seed, as: UInt16.self)
  }

  private static func noise<Sample: PixelSample>(
    _ format: PixelFormat, _ size: Size, seed: UInt64, as: Sample.Type
  ) -> Image {
    var generator = SeededGenerator(seed: seed)
    var image = MutableImage(format: format, size: size)
    let full = Int(Sample.maximum)
    for plane in format.hasAlpha ? [3, 4, 0, 1, 2] : [0, 1, 2] {
      for y in 0..<image.height(of: plane) {
        var samples: [Sample] = []
        for x in 0..<image.width(of: plane) {
          var sample = Int(truncatingIfNeeded: generator.next()) & full
          if format.hasAlpha && plane >= 3 && generator.chance(1, in: 3) {
            sample = sample <= full / 2 ? 0 : full
          }
          if format.hasAlpha && plane < 3 {
            let alpha = image.row(plane == 0 ? 3 : 4, y, as: Sample.self)[x]
            sample = sample * Int(alpha) / full
          }
          samples.append(Sample(sample))
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

  /// The picture of these samples, by plane and row; with alpha if there are five planes.
  static func of<Sample: PixelSample>(_ planes: [[[Sample]]], _ size: Size) -> Image {
    var image = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: planes.count > 3), size: size)
    for (plane, rows) in planes.enumerated() {
      for (y, row) in rows.enumerated() { image.write(row.span, plane: plane, row: y) }
    }
    return image.freeze()
  }

  func samples(_ plane: Int, _ y: Int) -> [UInt8] { samples(plane, y, as: UInt8.self) }

  private func samples<Sample: PixelSample>(
    _ plane: Int, _ y: Int, as sample: Sample.Type
  ) -> [Sample] {
    let row = row(plane, y, as: sample)
    return row.indices.map { row[$0] }
  }

  /// Plane by plane, row by row.
  func planes<Sample: PixelSample>(as sample: Sample.Type = UInt8.self) -> [[[Sample]]] {
    (0..<planeCount).map { plane in
      (0..<height(of: plane)).map { samples(plane, $0, as: sample) }
    }
  }
}
