/// Rows of a resampled picture that are made together, and the stored ones that they need.
public struct ResamplingBand: Hashable, Sendable {
  /// Luma rows of the result, in pairs.
  public var rows: Range<Int>
  /// Luma rows of the picture, from a whole chroma sample on.
  public var source: Range<Int>

  /// Parts of a result in 4:2:0 that need some hundred stored rows, or as few as can be.
  ///
  /// - Parameters:
  ///   - chromaShift: from one row of stored chroma to the next it is 2 to this power of luma rows.
  ///   - sourceHeight: luma rows of the stored picture.
  ///   - height: those of the result.
  public static func bands(
    luma: borrowing PlaneResampler, chroma: borrowing PlaneResampler, chromaShift: Int,
    sourceHeight: Int, height: Int
  ) -> [ResamplingBand] {
    var pairs: [ResamplingBand] = []
    for row in 0..<(height + 1) / 2 {
      let rows = 2 * row..<min(2 * row + 2, height)
      let (near, far) = (luma.sourceRows(for: rows), chroma.sourceRows(for: row..<row + 1))
      let low = min(near.lowerBound >> chromaShift, far.lowerBound) << chromaShift
      let high = max(near.upperBound, far.upperBound << chromaShift)
      pairs.append(ResamplingBand(rows: rows, source: low..<min(high, sourceHeight)))
    }
    let most = max(256, pairs.map(\.source.count).max() ?? 0)
    var bands: [ResamplingBand] = []
    for pair in pairs {
      if let last = bands.last {
        let low = min(last.source.lowerBound, pair.source.lowerBound)
        let high = max(last.source.upperBound, pair.source.upperBound)
        if high - low <= most {
          bands[bands.count - 1] = ResamplingBand(
            rows: last.rows.lowerBound..<pair.rows.upperBound, source: low..<high)
          continue
        }
      }
      bands.append(pair)
    }
    return bands
  }
}
