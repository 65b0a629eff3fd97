extension Kernels {
  /// Differences that noise makes as well.
  static let combingNoise: Int16 = 8

  /// How far a row stands out between two others that are alike, as rows of one field do between those
  /// of another time: of each sample how much it differs from both, the smaller of the two, less how
  /// much they differ from one another and less noise; the sum of what is above 0.
  ///
  /// - Precondition: the three rows have the same length, of less than 2²³ samples.
  /// - Note: bit-exact with `Reference.combing`.
  public static func combing(_ above: Span<UInt8>, _ row: Span<UInt8>, _ below: Span<UInt8>) -> Int
  {
    precondition(
      above.count == row.count && below.count == row.count && row.count < 1 << 23,
      "rows of unequal length")
    var sum: Int32 = 0
    for x in row.indices {
      let (a, r, b) = (Int16(above[x]), Int16(row[x]), Int16(below[x]))
      let (upper, lower, outer) = (size(a &- r), size(b &- r), size(a &- b))
      let excess = (upper < lower ? upper : lower) &- outer &- combingNoise
      sum &+= Int32(excess > 0 ? excess : 0)
    }
    return Int(sum)
  }

  private static func size(_ value: Int16) -> Int16 { value < 0 ? 0 &- value : value }
}
