import Raster

extension Reference {
  /// Twin of one pass of `ColumnFilter.boxes`.
  package static func averagedColumns(
    _ samples: [UInt16], width: Int, boxWidth: Double
  ) -> [UInt16] {
    let half = (boxWidth - 1) / 2
    let whole = Int(half)
    return columns(samples, width) { sample in
      let inner = (-whole...whole).reduce(0) { $0 + sample($1) }
      let ends = sample(-whole - 1) + sample(whole + 1)
      let sum = Float(inner) + Float(half - Double(whole)) * Float(ends)
      return UInt16((sum * Float(1 / boxWidth)).rounded(.toNearestOrEven))
    }
  }

  /// Twin of `ColumnFilter.kernel`.
  package static func convolvedColumns(
    _ samples: [UInt16], width: Int, _ taps: [UInt32]
  ) -> [UInt16] {
    columns(samples, width) { sample in
      var sum = Int(taps[0]) * sample(0)
      for (distance, tap) in taps.enumerated().dropFirst() {
        sum += Int(tap) * (sample(-distance) + sample(distance))
      }
      return UInt16((sum + 32768) / 65536)
    }
  }

  /// - Parameter body: from the samples at distances below a sample, the last ones going on.
  private static func columns(
    _ samples: [UInt16], _ width: Int, _ body: ((Int) -> Int) -> UInt16
  ) -> [UInt16] {
    let height = samples.count / width
    return samples.indices.map { index in
      body { distance in
        let y = min(max(index / width + distance, 0), height - 1)
        return Int(samples[y * width + index % width])
      }
    }
  }
}
