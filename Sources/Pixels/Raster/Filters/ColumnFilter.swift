/// What is done with the columns of a plane, and with its rows as columns.
package enum ColumnFilter: Sendable {
  /// Sums by a kernel's taps.
  case kernel(GaussianKernel)
  /// Means over boxes of a width of 1…`longestBox` samples, so many times in turn.
  case boxes(width: Double, count: Int)

  /// Sums of as many samples stay below 2³¹.
  static let longestBox = 16384.0

  /// A Gaussian.
  ///
  /// Up to a deviation of 4 samples its taps are exact to 1/65536. Above, three boxes are done in turn
  /// whose widths have fractions (P. Gwosdek and others, *Theoretical Foundations of Gaussian Convolution by
  /// Extended Box Filtering*, 2011): they have the Gaussian's deviation, and an edge from black to white is
  /// nowhere more than an eightieth of that off.
  init(deviation: Double) {
    if deviation <= 4 {
      self = .kernel(GaussianKernel(deviation: deviation))
    } else {
      // The variance of a box of width w is (w² − 1) / 12.
      self.init(boxWidth: (4 * deviation * deviation + 1).squareRoot(), count: 3)
    }
  }

  /// Boxes of a width that is brought to 1…`longestBox`.
  package init(boxWidth: Double, count: Int) {
    self = .boxes(width: min(max(boxWidth, 1), Self.longestBox), count: count)
  }

  /// How many rows beyond an edge one pass makes that the next one reads.
  var margin: Int {
    switch self {
    case .kernel, .boxes(_, count: 1): 0
    case .boxes(let width, _): 2 * (Int(width / 2) + 1)
    }
  }
}
