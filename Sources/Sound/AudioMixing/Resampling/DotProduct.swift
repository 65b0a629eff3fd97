import RowKernels
import WideRowKernels

/// Sums of products in the widest registers there are; see `SampleProducts`.
enum DotProduct {
  /// - Precondition: both rows have the same length, a multiple of 8.
  @inline(__always)
  static func sum(_ row: Span<Double>, _ weights: Span<Double>) -> Double {
    WideVectors.areUsed
      ? WideRowKernels.SampleProducts.sum(row, weights)
      : RowKernels.SampleProducts.sum(row, weights)
  }

  /// The same for two rows at once, which reads the weights once.
  ///
  /// - Precondition: the three rows have the same length, a multiple of 8.
  @inline(__always)
  static func sums(
    _ first: Span<Double>, _ second: Span<Double>, _ weights: Span<Double>
  ) -> SIMD2<Double> {
    WideVectors.areUsed
      ? WideRowKernels.SampleProducts.sums(first, second, weights)
      : RowKernels.SampleProducts.sums(first, second, weights)
  }
}
