import BaseValues
import Raster
import SeededNumbers

extension SeededGenerator {
  mutating func bytes(_ count: Int) -> [UInt8] { samples(count, as: UInt8.self) }

  /// Samples over the whole range of their depth.
  mutating func samples<Sample: PixelSample>(_ count: Int, as: Sample.Type) -> [Sample] {
    (0..<count).map { _ in Sample(truncatingIfNeeded: next() & UInt64(Sample.maximum)) }
  }

  /// A sample for each alpha that is not above it.
  mutating func premultiplied<Sample: PixelSample>(_ alpha: [Sample]) -> [Sample] {
    alpha.map { Sample(next() % (UInt64($0) + 1)) }
  }

  mutating func weights(_ count: Int) -> [UInt16] {
    (0..<count).map { _ in UInt16(next() % 32769) }
  }
}

/// A row between two stretches of known samples that must stay as they are.
struct GuardedRow<Sample: PixelSample> {
  private static var guardCount: Int { 48 }
  private static var guardByte: Sample { 0xA5 }
  private var storage: [Sample]
  let count: Int

  init(_ samples: [Sample]) {
    let band = [Sample](repeating: Self.guardByte, count: Self.guardCount)
    storage = band + samples + band
    count = samples.count
  }

  init(count: Int, of: Sample.Type) { self.init([Sample](repeating: 0x5A, count: count)) }

  var samples: [Sample] { Array(storage[Self.guardCount..<Self.guardCount + count]) }

  var isGuardIntact: Bool {
    let band = [Sample](repeating: Self.guardByte, count: Self.guardCount)
    return Array(storage.prefix(Self.guardCount)) == band
      && Array(storage.suffix(Self.guardCount)) == band
  }

  mutating func write(_ body: (inout MutableSpan<Sample>) -> Void) {
    let inside = Self.guardCount..<Self.guardCount + count
    var whole = storage.mutableSpan
    var row = whole._mutatingExtracting(inside)
    body(&row)
  }
}

extension GuardedRow where Sample == UInt8 {
  init(count: Int) { self.init(count: count, of: UInt8.self) }
}

extension Image {
  /// A picture of noise. With alpha it is premultiplied: no sample is above its alpha.
  static func noise(_ format: PixelFormat, width: Int, height: Int, seed: UInt64) -> Image {
    format.depth == 8
      ? noise(format, width, height, seed, UInt8.self)
      : noise(format, width, height, seed, UInt16.self)
  }

  private static func noise<Sample: PixelSample>(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ seed: UInt64, _ sample: Sample.Type
  ) -> Image {
    var generator = SeededGenerator(seed: seed)
    var image = MutableImage(format: format, size: Size(width: width, height: height))
    let planes = format.hasAlpha ? [3, 4, 0, 1, 2] : Array(0..<format.planeCount)
    for plane in planes {
      for y in 0..<image.height(of: plane) {
        var samples = generator.samples(image.width(of: plane), as: sample)
        if format.hasAlpha && plane < 3 {
          let alpha = image.row(plane == 0 ? 3 : 4, y, as: sample)
          for x in samples.indices {
            samples[x] = Sample(Int(samples[x]) * Int(alpha[x]) / Int(Sample.maximum))
          }
        }
        image.write(samples.span, plane: plane, row: y)
      }
    }
    return image.freeze()
  }

  func samples<Sample: PixelSample>(
    _ plane: Int, _ y: Int, as sample: Sample.Type = UInt8.self
  ) -> [Sample] {
    let row = row(plane, y, as: sample)
    return row.indices.map { row[$0] }
  }

  func planes<Sample: PixelSample>(as sample: Sample.Type = UInt8.self) -> [[[Sample]]] {
    (0..<planeCount).map { plane in
      (0..<height(of: plane)).map { samples(plane, $0, as: sample) }
    }
  }
}
