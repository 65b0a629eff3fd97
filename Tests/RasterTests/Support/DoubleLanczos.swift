import Foundation

/// Lanczos with three lobes in double precision, as the books have it.
enum DoubleLanczos {
  static func window(_ x: Double) -> Double {
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    return abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
  }

  /// What a row of samples is worth at a place, in samples from the first one's centre.
  ///
  /// - Parameter scale: samples of the row for one of the result: the window is widened by more than one.
  static func value(of row: [Double], at place: Double, scale: Double) -> Double {
    let wide = max(1, scale)
    var (sum, weights) = (0.0, 0.0)
    for k in Int((place - 3 * wide).rounded(.down))...Int((place + 3 * wide).rounded(.up)) {
      let weight = window((Double(k) - place) / wide)
      sum += weight * row[min(max(k, 0), row.count - 1)]
      weights += weight
    }
    return sum / weights
  }
}
