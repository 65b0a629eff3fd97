/// Which columns or rows of the output an upright layer covers, and how much of those at its edges.
public struct AxisCoverage: Hashable, Sendable {
  /// Those that it touches.
  public let touched: Range<Int>
  /// Those that it covers wholly.
  public let whole: Range<Int>
  /// Of each of `touched`, 0…32768.
  private let shares: [UInt16]

  /// Maps are rounded: nearer than this to nothing or everything is meant to be it. An eighth of
  /// a code of 10 bits.
  private static let tolerance: Int64 = 4

  /// - Parameter share: the covered share of a column or row, 0…32768: more towards the middle.
  init(count: Int, share: (Int) -> Int64) {
    let shares = (0..<count).map { index in
      let share = share(index)
      return share <= Self.tolerance
        ? 0 : share >= 32768 - Self.tolerance ? 32768 : UInt16(truncatingIfNeeded: share)
    }
    guard let first = shares.firstIndex(where: { $0 > 0 }),
      let last = shares.lastIndex(where: { $0 > 0 })
    else {
      touched = 0..<0
      whole = 0..<0
      self.shares = []
      return
    }
    touched = first..<last + 1
    let start = shares.firstIndex { $0 == 32768 }
    let end = shares.lastIndex { $0 == 32768 }
    if let start, let end { whole = start..<end + 1 } else { whole = first..<first }
    self.shares = Array(shares[touched])
  }

  /// The share of one of `touched`.
  public subscript(index: Int) -> Int { Int(shares[index - touched.lowerBound]) }
}
