extension FilterPlane {
  /// Blurs along both axes with a Gaussian; beyond the edges their samples go on.
  ///
  /// Up to a deviation of 4 samples its taps are exact to 1/65536. Above, three boxes are done in turn
  /// whose widths have fractions (P. Gwosdek and others, *Theoretical Foundations of Gaussian Convolution by
  /// Extended Box Filtering*, 2011): they have the Gaussian's deviation, and an edge from black to white is
  /// nowhere more than an eightieth of that off.
  mutating func blur(deviation across: Double, _ down: Double) {
    filter(across, down) { plane, deviation in
      if deviation <= 4 {
        plane.convolveColumns(GaussianKernel(deviation: deviation))
      } else {
        // The variance of a box of width w is (w² − 1) / 12.
        let width = (4 * deviation * deviation + 1).squareRoot()
        // What a box makes beyond an edge is wanted by the next one.
        let margin = 2 * (Int(min(width, Self.longestBox) / 2) + 1)
        plane = plane.extended(by: margin)
        for _ in 0..<3 { plane.averageColumns(width: width) }
        plane = plane.extended(by: -margin)
      }
    }
  }

  /// Replaces samples by the means of boxes around them; beyond the edges their samples go on.
  ///
  /// - Parameters: widths in samples, at least 1, fractions counting as parts of the outermost ones.
  mutating func average(width across: Double, _ down: Double) {
    filter(across - 1, down - 1) { plane, width in plane.averageColumns(width: width + 1) }
  }

  /// Filters columns, and rows as columns. Sizes that are not above 0 leave an axis alone.
  private mutating func filter(
    _ across: Double, _ down: Double, _ body: (inout FilterPlane, Double) -> Void
  ) {
    if down > 0.01 { body(&self, down) }
    if across > 0.01 {
      self = transposed()
      body(&self, across)
      self = transposed()
    }
  }

  /// Columns by a kernel, rounded to nearest, ties up.
  package mutating func convolveColumns(_ kernel: GaussianKernel) {
    let own = samples
    let source = own.span
    var result = [UInt16](repeating: 0, count: samples.count)
    var target = result.mutableSpan
    var sums = [UInt32](repeating: 0, count: width)
    var sum = sums.mutableSpan
    for y in 0..<height {
      for x in sum.indices { sum[x] = 1 << 15 }
      for (distance, tap) in kernel.taps.enumerated() {
        let above = source.extracting(row(y - distance))
        if distance == 0 {
          for x in sum.indices { sum[x] &+= tap &* UInt32(above[x]) }
          continue
        }
        let below = source.extracting(row(y + distance))
        for x in sum.indices { sum[x] &+= tap &* (UInt32(above[x]) &+ UInt32(below[x])) }
      }
      var row = target._mutatingExtracting(y * width..<(y + 1) * width)
      for x in sum.indices { row[x] = UInt16(truncatingIfNeeded: sum[x] &>> 16) }
    }
    samples = result
  }

  /// Sums of as many samples stay below 2³¹.
  private static let longestBox = 16384.0

  /// Means over a column's neighbours: `width` is 2 · whole + 1 + 2 · part of the next ones.
  ///
  /// - Parameter size: 1 to `longestBox`; others count as the nearer end.
  package mutating func averageColumns(width size: Double) {
    let size = min(max(size, 1), Self.longestBox)
    let whole = Int((size - 1) / 2)
    let part = Float((size - 1) / 2 - Double(whole))
    let scale = Float(1 / size)
    let own = samples
    let source = own.span
    var result = [UInt16](repeating: 0, count: samples.count)
    var target = result.mutableSpan
    var sums = [UInt32](repeating: 0, count: width)
    var sum = sums.mutableSpan
    for y in -whole...whole {
      let next = source.extracting(row(y))
      for x in sum.indices { sum[x] &+= UInt32(next[x]) }
    }
    for y in 0..<height {
      let above = source.extracting(row(y - whole - 1))
      let below = source.extracting(row(y + whole + 1))
      let last = source.extracting(row(y - whole))
      var row = target._mutatingExtracting(y * width..<(y + 1) * width)
      for x in row.indices {
        let ends = Int32(above[x]) &+ Int32(below[x])
        let mean = (Float(Int32(truncatingIfNeeded: sum[x])) + part * Float(ends)) * scale
        row[x] = UInt16(truncatingIfNeeded: (mean + 0x1.8p23).bitPattern)
        sum[x] = sum[x] &+ UInt32(below[x]) &- UInt32(last[x])
      }
    }
    samples = result
  }

  /// The same with more rows above and below, like the outermost ones, or with fewer.
  private func extended(by rows: Int) -> FilterPlane {
    var result = FilterPlane(width: width, height: height + 2 * rows)
    for y in 0..<result.height {
      result.samples.replaceSubrange(
        y * width..<(y + 1) * width, with: samples[row(y - rows)])
    }
    return result
  }

  /// Where a row lies; beyond the edges the nearest one.
  func row(_ y: Int) -> Range<Int> {
    let row = min(max(y, 0), height - 1)
    return row * width..<(row + 1) * width
  }
}
