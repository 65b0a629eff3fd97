import Raster

/// A row of a picture as it lies in the output, with the share that each sample has in the result.
///
/// A chroma row holds both colour differences: they have the same alpha and the same weights.
struct WeightedRow: ~Copyable {
  /// Luma, or the blue difference. All rows are as wide as the output; only `columns` are valid.
  var first: [UInt8]
  /// The red difference.
  var second: [UInt8]
  /// Counts if `hasAlpha`, or after `expandAlpha()`.
  var alpha: [UInt8]
  /// 0…32768; count where there is no `uniformWeight`, or after `expandWeights()`.
  var weights: [UInt16]
  /// The columns that hold anything.
  var columns: Range<Int> = 0..<0
  /// Whether samples are premultiplied by `alpha`.
  var hasAlpha = false
  /// The weight of all columns where it is the same; 0…32768.
  var uniformWeight: Int?

  init(width: Int) {
    first = Array(repeating: 0, count: width)
    second = first
    alpha = first
    weights = Array(repeating: 0, count: width)
  }

  /// Forgets the row.
  mutating func clear() {
    columns = 0..<0
    hasAlpha = false
    uniformWeight = 0
  }

  /// Multiplies all weights by `weight` / 32768, rounded to nearest, ties up.
  mutating func scale(by weight: Int) {
    guard weight != Weight.one, !columns.isEmpty else { return }
    if let uniform = uniformWeight {
      uniformWeight = Weight.product(uniform, weight)
      return
    }
    let share = UInt32(truncatingIfNeeded: weight)
    let columns = columns
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    for x in weights.indices {
      weights[x] = UInt16(truncatingIfNeeded: (UInt32(weights[x]) &* share &+ 16384) &>> 15)
    }
  }

  /// Writes a uniform weight to every column of `weights`.
  mutating func expandWeights() {
    guard let uniformWeight else { return }
    let columns = columns
    var whole = weights.mutableSpan
    var weights = whole._mutatingExtracting(columns)
    weights.update(repeating: UInt16(truncatingIfNeeded: uniformWeight))
  }

  /// Writes the alpha of opaque samples to every column of `alpha`.
  mutating func expandAlpha() {
    guard !hasAlpha else { return }
    let columns = columns
    var whole = alpha.mutableSpan
    var alpha = whole._mutatingExtracting(columns)
    alpha.update(repeating: 255)
  }
}

/// 1.15 fixed-point shares.
enum Weight {
  static let one = 32768

  /// `a · b`, rounded to nearest, ties up.
  static func product(_ a: Int, _ b: Int) -> Int { (a &* b &+ 16384) &>> 15 }
}
