import RowKernels
import WideRowKernels

// What is done to rows of a depth in the registers that the processor has.

extension UInt8 {
  /// Rounds sums of a resampling to codes of 8 bits.
  public static func cut(_ sums: Span<Int32>, into result: inout MutableSpan<UInt8>) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.cut(sums, into: &result)
    } else {
      RowKernels.ResampledRows.cut(sums, into: &result)
    }
  }

  /// Rounds premultiplied samples of a resampling to codes of 8 bits that alpha allows.
  public static func limit(
    _ samples: Span<Int16>, alpha: Span<Int16>, into result: inout MutableSpan<UInt8>
  ) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.limit(samples, alpha: alpha, into: &result)
    } else {
      RowKernels.ResampledRows.limit(samples, alpha: alpha, into: &result)
    }
  }

  /// Lays premultiplied codes of 8 bits over others.
  public static func over(
    _ source: Span<UInt8>, alpha: Span<UInt8>, share: UInt32, into below: inout MutableSpan<UInt8>
  ) {
    if WideVectors.areUsed {
      WideRowKernels.PremultipliedRows.over(source, alpha: alpha, share: share, into: &below)
    } else {
      RowKernels.PremultipliedRows.over(source, alpha: alpha, share: share, into: &below)
    }
  }
}

extension UInt16 {
  /// Rounds sums of a resampling to codes of 10 bits.
  public static func cut(_ sums: Span<Int32>, into result: inout MutableSpan<UInt16>) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.cut(sums, into: &result)
    } else {
      RowKernels.ResampledRows.cut(sums, into: &result)
    }
  }

  /// Rounds premultiplied samples of a resampling to codes of 10 bits that alpha allows.
  public static func limit(
    _ samples: Span<Int16>, alpha: Span<Int16>, into result: inout MutableSpan<UInt16>
  ) {
    if WideVectors.areUsed {
      WideRowKernels.ResampledRows.limit(samples, alpha: alpha, into: &result)
    } else {
      RowKernels.ResampledRows.limit(samples, alpha: alpha, into: &result)
    }
  }

  /// Lays premultiplied codes of 10 bits over others: their sums take 64 bits, which narrow and wide registers
  /// multiply alike.
  public static func over(
    _ source: Span<UInt16>, alpha: Span<UInt16>, share: UInt32,
    into below: inout MutableSpan<UInt16>
  ) {
    precondition(
      source.count == below.count && alpha.count == below.count, "rows of unequal length")
    var below = below._mutatingExtracting(source.indices)
    for i in source.indices where alpha[i] != 0 {
      below[i] =
        share == 32768
        ? over(source[i], alpha: alpha[i], below: below[i])
        : UInt16(
          code: mix(
            colour: source[i].code &* share, cover: alpha[i].code &* share, below: below[i].code))
    }
  }
}
