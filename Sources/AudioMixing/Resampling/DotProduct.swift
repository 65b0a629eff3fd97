/// The sum of products of two rows, always in the same order: eight sums of every eighth product,
/// added in pairs.
enum DotProduct {
  /// - Precondition: both rows have the same length, a multiple of 8.
  @inline(__always)
  static func sum(_ a: Span<Double>, _ b: Span<Double>) -> Double {
    precondition(a.count == b.count && a.count % 8 == 0, "rows of \(a.count) and \(b.count)")
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        // Safe: both have `count` values, and the loop ends before them.
        guard let x = a.baseAddress, let y = b.baseAddress else { return 0 }
        return unsafe sum(x, y, a.count)
      }
    }
  }

  @inline(__always)
  private static func sum(
    _ x: UnsafePointer<Double>, _ y: UnsafePointer<Double>, _ count: Int
  ) -> Double {
    var s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0
    var s4 = 0.0, s5 = 0.0, s6 = 0.0, s7 = 0.0
    var i = 0
    while i < count {
      unsafe s0 += x[i] * y[i]
      unsafe s1 += x[i &+ 1] * y[i &+ 1]
      unsafe s2 += x[i &+ 2] * y[i &+ 2]
      unsafe s3 += x[i &+ 3] * y[i &+ 3]
      unsafe s4 += x[i &+ 4] * y[i &+ 4]
      unsafe s5 += x[i &+ 5] * y[i &+ 5]
      unsafe s6 += x[i &+ 6] * y[i &+ 6]
      unsafe s7 += x[i &+ 7] * y[i &+ 7]
      i &+= 8
    }
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
  }
}
