import Raster

/// A row of samples with the share that each has in the result.
///
/// The result of blending is `samples · colorWeights + what was there · (1 − alphaWeights)`. For
/// opaque pictures the two weights are the same; premultiplied samples already carry their alpha.
/// A chroma row holds both colour differences: they have the same weights.
struct WeightedRow {
  /// Luma, or the blue difference. As wide as the output; only `columns` are valid.
  var first: [UInt8]
  /// The red difference.
  var second: [UInt8]
  var alpha: [UInt8]
  /// 0…32768
  var colorWeights: [UInt16]
  /// 0…32768
  var alphaWeights: [UInt16]
  /// The columns that hold anything; outside of them both weights are 0.
  var columns: Range<Int> = 0..<0

  init(width: Int) {
    first = Array(repeating: 0, count: width)
    second = first
    alpha = first
    colorWeights = Array(repeating: 0, count: width)
    alphaWeights = colorWeights
  }

  /// Forgets the row.
  mutating func clear() {
    for x in columns {
      colorWeights[x] = 0
      alphaWeights[x] = 0
    }
    columns = 0..<0
  }

  /// Multiplies both weights by `weight` / 32768, rounded to nearest.
  mutating func scale(by weight: Int) {
    guard weight != Weight.one else { return }
    let weight = UInt32(truncatingIfNeeded: weight)
    for x in columns {
      colorWeights[x] = Self.product(colorWeights[x], weight)
      alphaWeights[x] = Self.product(alphaWeights[x], weight)
    }
  }

  @inline(__always)
  private static func product(_ share: UInt16, _ weight: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(share) &* weight &+ 16384) &>> 15)
  }

  /// Weights of samples that are covered by `colorWeights` and carry `alpha`.
  mutating func weighAlpha() {
    for x in columns {
      // share · alpha / 255, rounded to nearest.
      let product = UInt32(colorWeights[x]) &* UInt32(alpha[x])
      alphaWeights[x] = UInt16(truncatingIfNeeded: (product &* 2 &+ 255) / 510)
    }
  }

  /// Weights of opaque samples.
  mutating func weighOpaque() {
    for x in columns { alphaWeights[x] = colorWeights[x] }
  }
}
