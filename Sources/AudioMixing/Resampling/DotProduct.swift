internal import CSampleSums

/// The sum of products of rows with weights, always in the same order: eight sums of every eighth
/// product, added in pairs.
enum DotProduct {
  /// - Precondition: both rows have the same length, a multiple of 8.
  @inline(__always)
  static func sum(_ row: Span<Double>, _ weights: Span<Double>) -> Double {
    precondition(
      row.count == weights.count && row.count % 8 == 0, "rows of \(row.count), \(weights.count)")
    return unsafe row.withUnsafeBufferPointer { row in
      unsafe weights.withUnsafeBufferPointer { weights in
        // Safe: both have `count` values, of which no more are read.
        guard let x = row.baseAddress, let y = weights.baseAddress else { return 0 }
        return unsafe cutlist_sum(x, y, row.count)
      }
    }
  }

  /// The same for two rows at once, which reads the weights once.
  ///
  /// - Precondition: the three rows have the same length, a multiple of 8.
  @inline(__always)
  static func sums(
    _ first: Span<Double>, _ second: Span<Double>, _ weights: Span<Double>
  ) -> SIMD2<Double> {
    precondition(
      first.count == weights.count && second.count == weights.count && weights.count % 8 == 0,
      "rows of \(first.count), \(second.count), \(weights.count)")
    return unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        unsafe weights.withUnsafeBufferPointer { weights in
          // Safe: as above.
          guard let x = first.baseAddress, let z = second.baseAddress, let y = weights.baseAddress
          else { return .zero }
          let found = unsafe cutlist_sum_pair(x, z, y, weights.count)
          return SIMD2(found.first, found.second)
        }
      }
    }
  }
}
