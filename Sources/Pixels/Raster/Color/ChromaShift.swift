/// Moves chroma along a line by a part of a sample, to where another siting has it.
///
/// A chroma sample k lies at luma 2k + p, p being 0, ½ or 1; where it should lie at 2k + q, its value
/// is that between the samples at k + (q − p) / 2. Beyond the ends the last sample counts again.
public struct ChromaShift: Hashable, Sendable {
  /// How far the new samples lie behind the old ones, in quarters of the distance between these:
  /// −2…2.
  public let quarters: Int

  /// - Parameters:
  ///   - from: where samples lie, in halves of a luma sample; differs from `to` by 2 at most.
  ///   - to: where they should.
  public init(from: Int, to: Int) { quarters = min(max(to - from, -2), 2) }

  /// Weights of the samples at −1, 0, 1 and 2 from the one before, in 128ths.
  ///
  /// Catmull and Rom's cubic; straight lines where no result may leave what it comes from, as for
  /// premultiplied colours and alpha.
  func weights(isLinear: Bool) -> (first: Int, InlineArray<4, Int32>) {
    // A shift back lies between the sample before and the sample itself.
    let first = quarters < 0 ? -1 : 0
    let weights: InlineArray<4, Int32> =
      switch (quarters & 3, isLinear) {
      case (0, _): [0, 128, 0, 0]
      case (1, true): [0, 96, 32, 0]
      case (1, false): [-9, 111, 29, -3]
      case (2, true): [0, 64, 64, 0]
      case (2, false): [-8, 72, 72, -8]
      case (_, true): [0, 32, 96, 0]
      default: [-3, 29, 111, -9]
      }
    return (first, weights)
  }
}

extension Kernels {
  /// Moves the samples of a row.
  ///
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.shifted`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func shift<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ source: Span<Sample>, _ shift: ChromaShift, isLinear: Bool,
    into result: inout MutableSpan<Sample>
  ) {
    precondition(source.count == result.count, "rows of unequal length")
    let (first, weights) = shift.weights(isLinear: isLinear)
    let last = source.count - 1
    for x in result.indices {
      let before = x &+ first
      result[x] = mix(
        source[min(max(before &- 1, 0), last)], source[min(max(before, 0), last)],
        source[min(max(before &+ 1, 0), last)], source[min(max(before &+ 2, 0), last)], weights)
    }
  }

  /// One row between rows one above the other: `rows` are those at −1, 0, 1 and 2 from the one before.
  ///
  /// - Precondition: all rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func mixRows<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ a: Span<Sample>, _ b: Span<Sample>, _ c: Span<Sample>, _ d: Span<Sample>,
    _ shift: ChromaShift, isLinear: Bool, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      a.count == result.count && b.count == result.count && c.count == result.count
        && d.count == result.count, "rows of unequal length")
    let weights = shift.weights(isLinear: isLinear).1
    for x in result.indices { result[x] = mix(a[x], b[x], c[x], d[x], weights) }
  }

  @inline(__always)
  private static func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ a: Sample, _ b: Sample, _ c: Sample, _ d: Sample, _ weights: InlineArray<4, Int32>
  ) -> Sample {
    let upper =
      Int32(truncatingIfNeeded: a) &* weights[0] &+ Int32(truncatingIfNeeded: b) &* weights[1]
    let lower =
      Int32(truncatingIfNeeded: c) &* weights[2] &+ Int32(truncatingIfNeeded: d) &* weights[3]
    let sum = (upper &+ lower &+ 64) &>> 7
    return Sample(truncatingIfNeeded: min(max(sum, 0), Int32(truncatingIfNeeded: Sample.max)))
  }
}

/// A plane of chroma in memory, whose samples are moved across and down.
public struct ChromaResiting: Hashable, Sendable {
  private let across: ChromaShift
  private let down: ChromaShift

  /// - Parameters:
  ///   - column: luma column of the first sample, in halves; output has it at 0.
  ///   - row: luma row of the first sample, in halves; output has it at 1.
  public init(column: Int, row: Int) {
    across = ChromaShift(from: column, to: 0)
    down = ChromaShift(from: row, to: 1)
  }

  /// Whether everything is where output has it.
  public var isNothing: Bool { across.quarters == 0 && down.quarters == 0 }

  /// Moves the samples of a plane, row by row from the upper left.
  ///
  /// - Parameter isLinear: for premultiplied colours and alpha.
  /// - Precondition: `width` divides the number of samples.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func apply<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    to plane: inout [Sample], width: Int, isLinear: Bool = false
  ) {
    precondition(width > 0 && plane.count % width == 0, "rows of \(width)")
    let height = plane.count / width
    func columns(_ row: Int) -> Range<Int> {
      let row = min(max(row, 0), height - 1)
      return row * width..<(row + 1) * width
    }
    if across.quarters != 0 {
      let old = plane
      var new = plane.mutableSpan
      for y in 0..<height {
        var row = new._mutatingExtracting(columns(y))
        Kernels.shift(old.span.extracting(columns(y)), across, isLinear: isLinear, into: &row)
      }
    }
    if down.quarters != 0 {
      let old = plane
      let first = down.weights(isLinear: isLinear).first
      var new = plane.mutableSpan
      for y in 0..<height {
        var row = new._mutatingExtracting(columns(y))
        Kernels.mixRows(
          old.span.extracting(columns(y + first - 1)), old.span.extracting(columns(y + first)),
          old.span.extracting(columns(y + first + 1)), old.span.extracting(columns(y + first + 2)),
          down, isLinear: isLinear, into: &row)
      }
    }
  }
}
