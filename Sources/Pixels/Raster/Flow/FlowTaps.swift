/// Weights of four neighbouring samples for places between the two in the middle.
///
/// ```
///   samples   0      1      2      3
///                     ├─x──┤               x in 1/32
/// ```
struct FlowTaps {
  /// What the weights of a place add up to.
  static let one: Int32 = 128
  /// Places between two samples.
  static let phases = 32

  private var weights: [Int32]

  /// Those of the cubic spline of Catmull and Rom, "A class of local interpolating splines" (1974), in
  /// 1/128, rounded so that they add up; or of the straight line, which leads to nothing that is beyond
  /// its ends.
  init(isLinear: Bool) {
    weights = (0..<Self.phases).flatMap { phase -> [Int32] in
      let x = Int32(phase)
      if isLinear { return [0, Self.one - 4 * x, 4 * x, 0] }
      // In 1/65536: 2 · 32³.
      let (square, cube) = (32 * x * x, x * x * x)
      let exact = [
        -cube + 2 * square - 1024 * x, 3 * cube - 5 * square + 2 * 32768,
        -3 * cube + 4 * square + 1024 * x, cube - square,
      ]
      var rounded = exact.map { ($0 + 256) >> 9 }
      rounded[x < 16 ? 1 : 2] += Self.one - rounded.reduce(0, +)
      return rounded
    }
  }

  /// The four weights of a place.
  func weights(_ phase: Int) -> (Int32, Int32, Int32, Int32) {
    let index = 4 &* (phase & 31)
    return (weights[index], weights[index &+ 1], weights[index &+ 2], weights[index &+ 3])
  }
}

extension Kernels {
  /// Weighs four samples in a row each: `Σ weight · sample`.
  ///
  /// - Precondition: there are three samples more than results.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func weigh<Sample: PixelSample>(
    _ samples: Span<Sample>, _ weights: (Int32, Int32, Int32, Int32),
    into result: inout MutableSpan<Int32>
  ) {
    precondition(samples.count == result.count + 3, "rows of unequal length")
    for i in result.indices {
      result[i] =
        Int32(bitPattern: samples[i].code) &* weights.0
        &+ Int32(bitPattern: samples[i &+ 1].code) &* weights.1
        &+ Int32(bitPattern: samples[i &+ 2].code) &* weights.2
        &+ Int32(bitPattern: samples[i &+ 3].code) &* weights.3
    }
  }

  /// Weighs four sums below each other: to 1/16 of codes, rounded to nearest, ties up.
  ///
  /// - Precondition: all rows have the same length.
  static func weigh(
    _ one: Span<Int32>, _ two: Span<Int32>, _ three: Span<Int32>, _ four: Span<Int32>,
    _ weights: (Int32, Int32, Int32, Int32), into result: inout MutableSpan<Int32>
  ) {
    precondition(
      one.count == result.count && two.count == result.count && three.count == result.count
        && four.count == result.count, "rows of unequal length")
    for i in result.indices {
      result[i] =
        (one[i] &* weights.0 &+ two[i] &* weights.1 &+ three[i] &* weights.2
          &+ four[i] &* weights.3 &+ 512) &>> 10
    }
  }

  /// Mixes two rows in 1/16 of codes: `(a · share + b · otherShare) / 32768`, rounded to nearest.
  ///
  /// - Precondition: all rows have the same length.
  static func mix(
    _ a: Span<Int32>, _ share: Int32, _ b: Span<Int32>, _ otherShare: Int32,
    into result: inout MutableSpan<Int32>
  ) {
    precondition(a.count == result.count && b.count == result.count, "rows of unequal length")
    for i in result.indices {
      result[i] = (a[i] &* share &+ b[i] &* otherShare &+ 16384) &>> 15
    }
  }

  /// Adds a row, each number times its weight and that of all.
  ///
  /// - Precondition: all rows have the same length.
  static func add(
    _ row: Span<Int32>, _ weights: Span<Int32>, times factor: Int32,
    to sums: inout MutableSpan<Int32>
  ) {
    precondition(
      row.count == sums.count && weights.count == sums.count, "rows of unequal length")
    for i in sums.indices { sums[i] &+= row[i] &* weights[i] &* factor }
  }

  /// Sums in `1 << bits` parts of a code as samples, rounded to nearest, ties up, and cut to what
  /// there is.
  ///
  /// - Precondition: both rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func round<Sample: PixelSample>(
    _ sums: Span<Int32>, bits: Int32, into result: inout MutableSpan<Sample>
  ) {
    precondition(sums.count == result.count, "rows of unequal length")
    let half: Int32 = 1 &<< (bits &- 1)
    let maximum = Int32(bitPattern: Sample.maximum)
    for i in sums.indices {
      let code = min(max((sums[i] &+ half) &>> bits, 0), maximum)
      result[i] = Sample(code: UInt32(bitPattern: code))
    }
  }
}
