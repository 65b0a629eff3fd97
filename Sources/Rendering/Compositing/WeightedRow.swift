import Raster

/// A row of samples with the share that each has in the result.
///
/// The result of blending is `samples · colorWeights + what was there · (1 − alphaWeights)`. For
/// opaque pictures the two weights are the same; premultiplied samples already carry their alpha.
struct WeightedRow {
  /// As wide as the plane; only `columns` are valid.
  var samples: [UInt8]
  /// 0…32768
  var colorWeights: [UInt16]
  /// 0…32768
  var alphaWeights: [UInt16]
  /// The columns that hold anything; outside of them both weights are 0.
  var columns: Range<Int> = 0..<0

  init(width: Int) {
    samples = Array(repeating: 0, count: width)
    colorWeights = Array(repeating: 0, count: width)
    alphaWeights = Array(repeating: 0, count: width)
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
      colorWeights[x] = UInt16(
        truncatingIfNeeded: (UInt32(colorWeights[x]) &* weight &+ 16384) &>> 15)
      alphaWeights[x] = UInt16(
        truncatingIfNeeded: (UInt32(alphaWeights[x]) &* weight &+ 16384) &>> 15)
    }
  }
}
