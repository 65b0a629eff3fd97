/// Rows of premultiplied codes laid over others.
public enum PremultipliedRows {
  /// Samples that are looked at together to leave out transparent stretches.
  private static let block = 64

  /// Lays codes of 8 bits over those below:
  /// `source · w + below · (1 − alpha/255 · w)`, computed exactly, rounded once to nearest, ties up.
  ///
  /// - Parameter share: `w` in 1/32768, 1…32768.
  /// - Precondition: the three rows have the same length; no sample is above its alpha.
  public static func over(
    _ source: Span<UInt8>, alpha: Span<UInt8>, share: UInt32,
    into below: inout MutableSpan<UInt8>
  ) {
    precondition(
      source.count == below.count && alpha.count == below.count, "rows of unequal length")
    var start = 0
    while start < alpha.count {
      let columns = start..<min(start &+ block, alpha.count)
      start = columns.upperBound
      let alpha = alpha.extracting(columns)
      if isZero(alpha) { continue }
      var part = below._mutatingExtracting(columns)
      if share == 32768 {
        overWhole(source.extracting(columns), alpha, &part)
      } else {
        over(source.extracting(columns), alpha, share, &part)
      }
    }
  }

  @inline(__always)
  private static func isZero(_ row: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for i in row.indices { all |= row[i] }
    return all == 0
  }

  @inline(__always)
  private static func over(
    _ source: Span<UInt8>, _ alpha: Span<UInt8>, _ share: UInt32,
    _ below: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == below.count && alpha.count == below.count)
    // Sums of codes of 8 bits times shares, times 255, fit into 32.
    let one: UInt32 = 255 << 15
    for i in source.indices {
      let cover = UInt32(alpha[i]) &* share
      let sum = UInt32(source[i]) &* share &* 255 &+ UInt32(below[i]) &* (one &- cover) &+ one / 2
      below[i] = UInt8(truncatingIfNeeded: min(((sum &>> 15) &* 0x8081) &>> 23, 255))
    }
  }

  /// The same where the share is one, in 16 bits throughout.
  @inline(__always)
  private static func overWhole(
    _ source: Span<UInt8>, _ alpha: Span<UInt8>, _ below: inout MutableSpan<UInt8>
  ) {
    precondition(source.count == below.count && alpha.count == below.count)
    for i in source.indices {
      let dividend = UInt16(below[i]) &* (255 &- UInt16(alpha[i])) &+ 127
      let rest = UInt16(truncatingIfNeeded: (UInt32(dividend) &* 0x8081) &>> 23)
      below[i] = UInt8(truncatingIfNeeded: min(UInt16(source[i]) &+ rest, 255))
    }
  }
}
