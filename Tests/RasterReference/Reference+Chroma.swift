import Raster

extension Reference {
  /// Twin of `Kernels.shift`: samples between those of a row, `quarters` of a sample behind them.
  package static func shifted(_ row: [Int], quarters: Int, isLinear: Bool, maximum: Int) -> [Int] {
    row.indices.map { x in
      // In quarters: the place, the sample before it, and how far it lies behind that.
      let place = 4 * x + quarters
      let before = place >= 0 ? place / 4 : -1
      let t = place - 4 * before
      // Catmull and Rom's weights over 128, t being in quarters; or those of a straight line.
      let weights =
        isLinear
        ? [0, 32 * (4 - t), 32 * t, 0]
        : [
          -16 * t + 8 * t * t - t * t * t, 128 - 20 * t * t + 3 * t * t * t,
          16 * t + 16 * t * t - 3 * t * t * t, -4 * t * t + t * t * t,
        ]
      let sum = weights.enumerated().reduce(0) { sum, weight in
        sum + weight.element * row[min(max(before - 1 + weight.offset, 0), row.count - 1)]
      }
      return min(max(rounded(sum, over: 128), 0), maximum)
    }
  }
}
