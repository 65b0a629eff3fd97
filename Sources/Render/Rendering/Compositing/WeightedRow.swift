import Raster

/// A row of a picture as it lies on the canvas, with the share that each sample has in the result.
///
/// A chroma row holds both colour differences: they have the same alpha and the same weights.
struct WeightedRow<Sample: PixelSample>: ~Copyable {
  /// Luma, or the blue difference. All rows are as wide as the canvas; only `columns` are valid.
  var first: [Sample]
  /// The red difference.
  var second: [Sample]
  /// Counts if `hasAlpha`, or after `expandAlpha()`.
  var alpha: [Sample]
  /// 0…32768; count outside of `uniformColumns`, or after `expandWeights(in:)`.
  var weights: [UInt16]
  /// The columns that hold anything.
  var columns: Range<Int> = 0..<0
  /// Those of the columns that have one weight, `uniformWeight`: often all, or all but the ends.
  var uniformColumns: Range<Int> = 0..<0
  /// 0…32768
  var uniformWeight = 0
  /// Whether samples are premultiplied by `alpha`.
  var hasAlpha = false
  /// What resampling writes on its way.
  var scratch = ResamplingScratch()
  /// The same for turned layers.
  var turning = TurningScratch()

  init(width: Int) {
    first = Array(repeating: 0, count: width)
    second = first
    alpha = first
    weights = Array(repeating: 0, count: width)
  }

  /// Forgets the row.
  mutating func clear() {
    columns = 0..<0
    uniformColumns = 0..<0
    hasAlpha = false
  }

  /// Gives all columns one weight.
  mutating func setWeight(_ weight: Int) {
    uniformColumns = columns
    uniformWeight = weight
  }

  /// Gives each column the share of its sample that a layer covers: the product of its column's
  /// and its row's.
  mutating func cover(_ across: AxisCoverage, _ down: Int) {
    let whole = across.whole.clamped(to: columns)
    uniformColumns = whole.isEmpty ? 0..<0 : whole
    uniformWeight = down
    let before = columns.lowerBound..<(whole.isEmpty ? columns.upperBound : whole.lowerBound)
    let after = (whole.isEmpty ? columns.upperBound : whole.upperBound)..<columns.upperBound
    for part in [before, after] {
      for x in part { weights[x] = UInt16(truncatingIfNeeded: Weight.product(across[x], down)) }
    }
  }

  /// Multiplies the weights of chroma samples by the share of them that is in a window.
  mutating func cut(by share: (_ column: Int) -> UInt16) {
    expandWeights(in: columns)
    uniformColumns = 0..<0
    for x in columns {
      weights[x] = UInt16(truncatingIfNeeded: Weight.product(Int(weights[x]), Int(share(x))))
    }
  }

  /// Multiplies all weights by `weight` / 32768, rounded to nearest, ties up.
  mutating func scale(by weight: Int) {
    guard weight != Weight.one else { return }
    uniformWeight = Weight.product(uniformWeight, weight)
    if uniformColumns.isEmpty {
      scaleWeights(in: columns, by: weight)
    } else {
      scaleWeights(in: columns.lowerBound..<uniformColumns.lowerBound, by: weight)
      scaleWeights(in: uniformColumns.upperBound..<columns.upperBound, by: weight)
    }
  }

  private mutating func scaleWeights(in columns: Range<Int>, by weight: Int) {
    let share = UInt32(truncatingIfNeeded: weight)
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    for x in weights.indices {
      weights[x] = UInt16(truncatingIfNeeded: (UInt32(weights[x]) &* share &+ 16384) &>> 15)
    }
  }

  /// Multiplies the weights of luma samples by a row of a mask.
  mutating func mask<Share: PixelSample>(_ coverage: Span<Share>) {
    expandWeights(in: columns)
    uniformColumns = 0..<0
    let columns = columns
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    Kernels.mask(coverage.extracting(columns), weights: &weights)
  }

  /// Multiplies the weights of chroma samples by the mean of a mask's two rows of luma there.
  mutating func mask<Share: PixelSample>(upper: Span<Share>, lower: Span<Share>) {
    guard !columns.isEmpty else { return }
    expandWeights(in: columns)
    uniformColumns = 0..<0
    let columns = columns
    let luma = 2 * columns.lowerBound..<min(2 * columns.upperBound, upper.count)
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    Kernels.maskChroma(upper.extracting(luma), lower.extracting(luma), weights: &weights)
  }

  /// Writes the uniform weight to those of `columns` in `weights` that have it.
  mutating func expandWeights(in columns: Range<Int>) {
    let columns = columns.clamped(to: uniformColumns)
    let weight = UInt16(truncatingIfNeeded: uniformWeight)
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    weights.update(repeating: weight)
  }

  /// Writes the alpha of opaque samples to every column of `alpha`.
  mutating func expandAlpha() {
    guard !hasAlpha else { return }
    let columns = columns
    var whole = alpha.mutableSpan
    var alpha = whole._mutatingExtracting(columns)
    alpha.update(repeating: Sample(code: Sample.maximum))
  }
}

/// 1.15 fixed-point shares.
enum Weight {
  static let one = 32768

  /// `a · b`, rounded to nearest, ties up.
  static func product(_ a: Int, _ b: Int) -> Int { (a &* b &+ 16384) &>> 15 }
}
