package import Raster

extension Reference {
  /// Twin of `Kernels.combine`.
  package static func combine(
    _ mask: Int, _ combination: PictureMask.Combination, with coverage: Int
  ) -> Int {
    switch combination {
    case .intersect: rounded(coverage * mask, over: 32768)
    case .add: min(coverage + mask, 32768)
    case .subtract: rounded(coverage * (32768 - mask), over: 32768)
    }
  }

  /// Twin of `Kernels.settle`.
  package static func settle(_ coverage: Int, isInverted: Bool, share: Int) -> Int {
    rounded((isInverted ? 32768 - coverage : coverage) * share, over: 32768)
  }

  /// Twin of `Kernels.cut`.
  package static func cut<Sample: PixelSample>(_ alpha: Sample, coverage: Int) -> Sample {
    Sample(rounded(Int(alpha) * coverage, over: 32768))
  }

  /// Twin of `Kernels.lay`.
  package static func lay<Sample: PixelSample>(
    _ color: Sample, alpha: Sample, kept: Sample, total: Sample, over code: Sample
  ) -> Sample {
    let full = full(Sample.self)
    let rest = rounded(Int(code) * (Int(total) - Int(kept)), over: full)
    if alpha == 0 { return Sample(rest) }
    let product = Int(color) * Int(kept)
    let own = (product / Int(alpha), product % Int(alpha))
    let isUp = 2 * own.1 > Int(alpha) || 2 * own.1 == Int(alpha) && own.0 % 2 == 1
    return Sample(own.0 + (isUp ? 1 : 0) + rest)
  }

  /// Twin of `DiscDilation`, of a plane row by row; what is beyond it does not count.
  package static func dilated<Sample: PixelSample>(
    _ rows: [[Sample]], radius: Double
  ) -> [[Sample]] {
    let reach = Int(radius) + 1
    let full = Double(full(Sample.self))
    return rows.indices.map { y in
      rows[y].indices.map { x in
        var largest: Sample = 0
        for row in max(0, y - reach)...min(rows.count - 1, y + reach) {
          for column in max(0, x - reach)...min(rows[y].count - 1, x + reach) {
            let (across, down) = (column - x, row - y)
            let distance = Double(across * across + down * down).squareRoot()
            let limit = min(max(0, ((radius + 1 - distance) * full).rounded()), full)
            largest = max(largest, min(rows[row][column], Sample(Int(limit))))
          }
        }
        return largest
      }
    }
  }
}
