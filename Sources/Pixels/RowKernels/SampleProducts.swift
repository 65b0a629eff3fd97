/// The sum of products of rows with weights, always in the same order: eight sums of every eighth
/// product, ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)). No product is fused with a sum, so that the
/// results are the same bits on every machine.
public enum SampleProducts {
  private typealias Four = SIMD4<Double>

  /// - Precondition: both rows have the same length, a multiple of 8.
  public static func sum(_ row: Span<Double>, _ weights: Span<Double>) -> Double {
    precondition(
      row.count == weights.count && row.count % 8 == 0)
    var (low, high) = (Four.zero, Four.zero)
    var index = 0
    while index < row.count {
      low += four(row, index) * four(weights, index)
      high += four(row, index &+ 4) * four(weights, index &+ 4)
      index &+= 8
    }
    return added(low, high)
  }

  /// The same for two rows at once, which reads the weights once.
  ///
  /// - Precondition: the three rows have the same length, a multiple of 8.
  public static func sums(
    _ first: Span<Double>, _ second: Span<Double>, _ weights: Span<Double>
  ) -> SIMD2<Double> {
    precondition(
      first.count == weights.count && second.count == weights.count && weights.count % 8 == 0)
    var (a, b, c, d) = (Four.zero, Four.zero, Four.zero, Four.zero)
    var index = 0
    while index < weights.count {
      let (low, high) = (four(weights, index), four(weights, index &+ 4))
      a += four(first, index) * low
      b += four(first, index &+ 4) * high
      c += four(second, index) * low
      d += four(second, index &+ 4) * high
      index &+= 8
    }
    return SIMD2(added(a, b), added(c, d))
  }

  /// Four samples from an index on, of which the caller knows that they are there.
  @inline(__always)
  private static func four(_ row: Span<Double>, _ index: Int) -> Four {
    // Safe: rows are a multiple of 8 long, and so are the steps through them.
    unsafe Four(
      row[unchecked: index], row[unchecked: index &+ 1], row[unchecked: index &+ 2],
      row[unchecked: index &+ 3])
  }

  /// (s0 + s4) + (s2 + s6) + …
  @inline(__always)
  private static func added(_ low: Four, _ high: Four) -> Double {
    let pairs = low + high
    return (pairs[0] + pairs[2]) + (pairs[1] + pairs[3])
  }
}
