import Raster

/// A seeded source of numbers (SplitMix64), the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  mutating func weights(_ count: Int) -> [UInt16] {
    (0..<count).map { _ in UInt16(next() % 32769) }
  }
}

/// A row between two stretches of known bytes that must stay as they are.
struct GuardedRow {
  private static let guardCount = 48
  private static let guardByte: UInt8 = 0xA5
  private var storage: [UInt8]
  let count: Int

  init(_ samples: [UInt8]) {
    let band = [UInt8](repeating: Self.guardByte, count: Self.guardCount)
    storage = band + samples + band
    count = samples.count
  }

  init(count: Int) { self.init([UInt8](repeating: 0x5A, count: count)) }

  var samples: [UInt8] { Array(storage[Self.guardCount..<Self.guardCount + count]) }

  var isGuardIntact: Bool {
    storage.prefix(Self.guardCount).allSatisfy { $0 == Self.guardByte }
      && storage.suffix(Self.guardCount).allSatisfy { $0 == Self.guardByte }
  }

  mutating func write(_ body: (inout MutableSpan<UInt8>) -> Void) {
    let inside = Self.guardCount..<Self.guardCount + count
    var whole = storage.mutableSpan
    var row = whole._mutatingExtracting(inside)
    body(&row)
  }
}

extension Image {
  /// A picture of noise. With alpha it is premultiplied: no sample is above its alpha.
  static func noise(_ format: PixelFormat, width: Int, height: Int, seed: UInt64) -> Image {
    var generator = SeededGenerator(seed: seed)
    var image = MutableImage(format: format, size: PixelSize(width: width, height: height))
    let planes = format.hasAlpha ? [3, 4, 0, 1, 2] : [0, 1, 2]
    for plane in planes {
      for y in 0..<image.height(of: plane) {
        var samples = generator.bytes(image.width(of: plane))
        if format.hasAlpha && plane < 3 {
          let alpha = image.row(plane == 0 ? 3 : 4, y)
          for x in samples.indices { samples[x] = UInt8(Int(samples[x]) * Int(alpha[x]) / 255) }
        }
        image.write(samples.span, plane: plane, row: y)
      }
    }
    return image.freeze()
  }

  func samples(_ plane: Int, _ y: Int) -> [UInt8] {
    let row = row(plane, y)
    return row.indices.map { row[$0] }
  }

  func planes() -> [[[UInt8]]] {
    (0..<planeCount).map { plane in (0..<height(of: plane)).map { samples(plane, $0) } }
  }
}
