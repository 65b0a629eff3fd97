import BaseValues

/// How much alike two planes look: SSIM, 1 for equal ones.
///
/// Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility to
/// Structural Similarity", IEEE Transactions on Image Processing 13 (4), 2004, equation 13, with
/// K₁ = 0.01, K₂ = 0.03 and L = 255 (of 10 bits 1023), over plain windows of 8 × 8 samples, one every 4 samples in
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
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func mean<Sample: PixelSample>(
    _ a: Image, _ b: Image, plane: Int, in rect: Rect, as sample: Sample.Type
  ) -> Double {
    guard !rect.isEmpty else { return 1 }
    let columns = starts(rect.columns)
    let rows = starts(rect.rows)
    let width = min(window, rect.width)
    let height = min(window, rect.height)
    var sum = 0.0
    for y in rows {
      var sums = Array(repeating: WindowSums(), count: columns.count)
      for line in y..<y + height {
        let (rowA, rowB) = (a.row(plane, line, as: sample), b.row(plane, line, as: sample))
        for index in columns.indices {
          let x = columns[index]
          sums[index].add(rowA.extracting(x..<x + width), rowB.extracting(x..<x + width))
        }
      }
      for window in sums {
        sum += window.similarity(count: width * height, peak: Double(Sample.maximum))
      }
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

/// Sums over the samples of one window; at most 64 · 1023² each.
private struct WindowSums {
  private var a: Int32 = 0
  private var b: Int32 = 0
  private var aa: Int32 = 0
  private var bb: Int32 = 0
  private var ab: Int32 = 0

  @inline(__always)
  mutating func add<Sample: PixelSample>(_ rowA: Span<Sample>, _ rowB: Span<Sample>) {
    for i in rowA.indices {
      let (x, y) = (Int32(bitPattern: rowA[i].code), Int32(bitPattern: rowB[i].code))
      a &+= x
      b &+= y
      aa &+= x &* x
      bb &+= y &* y
      ab &+= x &* y
    }
  }

  func similarity(count: Int, peak: Double) -> Double {
    // Everything times count², so that means, variances and covariance are integers. An integer
    // below 2^53 is exact as a Double.
    let n = Double(count)
    let (a, b) = (Double(a), Double(b))
    // (0.01 · 255)² and (0.03 · 255)² in 8 bits.
    let c1 = (peak == 255 ? 6.5025 : 1e-4 * peak * peak) * n * n
    let c2 = (peak == 255 ? 58.5225 : 9e-4 * peak * peak) * n * n
    let variances = n * (Double(aa) + Double(bb)) - a * a - b * b
    let covariance = n * Double(ab) - a * b
    return ((2 * a * b + c1) * (2 * covariance + c2)) / ((a * a + b * b + c1) * (variances + c2))
  }
}
