import BaseValues

/// How much alike two planes look: SSIM, 1 for equal ones.
///
/// Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to
/// Structural Similarity", IEEE Transactions on Image Processing 13 (4), 2004, equation 13, with
/// K₁ = 0.01, K₂ = 0.03 and L = 255, over plain windows of 8 × 8 samples, one every 4 samples in
/// both directions and one at each end, in place of the paper's Gaussian ones of 11 × 11. Sums within
/// a window are integers, and windows are added up in one order, so the result is the same on every
/// machine.
enum StructuralSimilarity {
  static let window = 8
  static let step = 4

  /// The mean over all windows of the rectangle; 1 where it is empty. A rectangle that is smaller
  /// than a window is one window.
  ///
  /// - Precondition: the rectangle lies in the plane of both pictures.
  static func mean(_ a: Image, _ b: Image, plane: Int, in rect: Rect) -> Double {
    guard !rect.isEmpty else { return 1 }
    let columns = starts(rect.columns)
    let rows = starts(rect.rows)
    let width = min(window, rect.width)
    let height = min(window, rect.height)
    var sum = 0.0
    for y in rows {
      var sums = Array(repeating: WindowSums(), count: columns.count)
      for line in y..<y + height {
        let (rowA, rowB) = (a.row(plane, line), b.row(plane, line))
        for index in columns.indices {
          let x = columns[index]
          sums[index].add(rowA.extracting(x..<x + width), rowB.extracting(x..<x + width))
        }
      }
      for window in sums { sum += window.similarity(count: width * height) }
    }
    return sum / Double(rows.count * columns.count)
  }

  /// Where windows begin along one side.
  private static func starts(_ range: Range<Int>) -> [Int] {
    let last = range.upperBound - window
    guard last > range.lowerBound else { return [range.lowerBound] }
    var starts = Array(stride(from: range.lowerBound, through: last, by: step))
    if starts.last != last { starts.append(last) }
    return starts
  }
}

/// Sums over the samples of one window; at most 64 · 255² each.
private struct WindowSums {
  private var a: Int32 = 0
  private var b: Int32 = 0
  private var aa: Int32 = 0
  private var bb: Int32 = 0
  private var ab: Int32 = 0

  mutating func add(_ rowA: Span<UInt8>, _ rowB: Span<UInt8>) {
    for i in rowA.indices {
      let (x, y) = (Int32(rowA[i]), Int32(rowB[i]))
      a &+= x
      b &+= y
      aa &+= x &* x
      bb &+= y &* y
      ab &+= x &* y
    }
  }

  func similarity(count: Int) -> Double {
    // Everything times count², so that means, variances and covariance are integers. An integer
    // below 2^53 is exact as a Double.
    let n = Double(count)
    let (a, b) = (Double(a), Double(b))
    let c1 = 6.5025 * n * n
    let c2 = 58.5225 * n * n
    let variances = n * (Double(aa) + Double(bb)) - a * a - b * b
    let covariance = n * Double(ab) - a * b
    return ((2 * a * b + c1) * (2 * covariance + c2)) / ((a * a + b * b + c1) * (variances + c2))
  }
}
