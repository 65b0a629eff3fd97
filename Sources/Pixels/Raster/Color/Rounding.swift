import RowKernels
import WideRowKernels

/// How numbers between samples become samples: to nearest, or dithered.
///
/// A threshold between 0 and 1 is added and the fraction dropped. What is whole stays as it is under
/// every threshold, and over a few samples the mean of what was rounded is what was to be rounded.
public struct Rounding: Hashable, Sendable {
  /// The threshold at column 0, and what is added at each further one: parts of 2³², which wrap.
  fileprivate let first: UInt32
  fileprivate let step: UInt32

  /// To nearest, ties up.
  public static let nearest = Rounding(first: 1 << 31, step: 0)

  /// Thresholds that depend on the position alone: the R₂ sequence (M. Roberts, *The Unreasonable
  /// Effectiveness of Quasirandom Sequences*, 2018). Those of neighbours are far apart, so that noise
  /// is fine, and a row repeats none.
  ///
  /// - Parameters:
  ///   - row: of the plane.
  ///   - plane: planes begin at different thresholds.
  public static func dithered(row: Int, plane: Int) -> Rounding {
    let start =
      UInt32(truncatingIfNeeded: row) &* downStep &+ UInt32(truncatingIfNeeded: plane) &* planeStep
    return Rounding(first: start, step: acrossStep)
  }

  /// The same for what begins at a column further on.
  public func advanced(by columns: Int) -> Rounding {
    Rounding(first: first &+ UInt32(truncatingIfNeeded: columns) &* step, step: step)
  }

  /// What to add to parts of 32768 at a column before they are dropped.
  package func part(_ column: Int) -> Int32 {
    var walk = self.walk
    walk.threshold &+= UInt16(truncatingIfNeeded: column) &* walk.step
    return walk.part
  }

  /// Thresholds from column 0 on, in 16 bits.
  struct Walk {
    var threshold: UInt16
    let step: UInt16

    /// What to add to parts of 32768.
    @inline(__always)
    var part: Int32 { Int32(threshold &>> 1) }

    @inline(__always)
    mutating func advance() { threshold &+= step }
  }

  @inline(__always)
  var walk: Walk {
    Walk(
      threshold: UInt16(truncatingIfNeeded: first &>> 16),
      step: UInt16(truncatingIfNeeded: step &>> 16))
  }

  /// 1/p and 1/p² of 2³², p³ = p + 1; and the golden ratio's: their upper 16 bits, so that nothing is
  /// lost where thresholds are of 16 bits.
  private static let acrossStep: UInt32 = 0xC13F_0000
  private static let downStep: UInt32 = 0x91E1_0000
  private static let planeStep: UInt32 = 0x9E37_0000

  /// The threshold of a column, as parts of 2³²: from 1/64 to 63/64, so that what is whole but for the
  /// error of some sums stays as it is.
  @inline(__always)
  func threshold(_ column: Int) -> UInt32 {
    let whole = first &+ UInt32(truncatingIfNeeded: column) &* step
    return whole &- whole &>> 5 &+ 1 &<< 26
  }
}

extension Kernels {
  /// Codes of 16 bits as those of a depth.
  ///
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func narrow<Sample: PixelSample>(
    _ source: Span<UInt16>, _ rounding: Rounding, into result: inout MutableSpan<Sample>
  ) {
    Sample.narrow(source, rounding, into: &result)
  }
}

extension UInt8 {
  /// As the protocol says.
  public static func narrow(
    _ source: Span<UInt16>, _ rounding: Rounding, into result: inout MutableSpan<UInt8>
  ) {
    if WideVectors.areUsed {
      WideRowKernels.RowNarrowing.narrow(
        source, first: rounding.first, step: rounding.step, into: &result)
    } else {
      RowKernels.RowNarrowing.narrow(
        source, first: rounding.first, step: rounding.step, into: &result)
    }
  }
}

extension UInt16 {
  /// As the protocol says.
  public static func narrow(
    _ source: Span<UInt16>, _ rounding: Rounding, into result: inout MutableSpan<UInt16>
  ) {
    if WideVectors.areUsed {
      WideRowKernels.RowNarrowing.narrow(
        source, first: rounding.first, step: rounding.step, into: &result)
    } else {
      RowKernels.RowNarrowing.narrow(
        source, first: rounding.first, step: rounding.step, into: &result)
    }
  }
}
