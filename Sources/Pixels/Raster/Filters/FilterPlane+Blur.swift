extension FilterPlane {
  /// Blurs along both axes with a Gaussian; beyond the edges their samples go on. Deviations up to 0.01
  /// leave an axis alone.
  mutating func blur(deviation across: Double, _ down: Double) {
    if down > 0.01 { filterColumns(ColumnFilter(deviation: down)) }
    if across > 0.01 { filterRows(ColumnFilter(deviation: across)) }
  }

  /// Replaces samples by the means of boxes around them; beyond the edges their samples go on.
  ///
  /// - Parameters: widths in samples, at least 1, fractions counting as parts of the outermost ones.
  mutating func average(width across: Double, _ down: Double) {
    if down > 1.01 { filterColumns(ColumnFilter(boxWidth: down, count: 1)) }
    if across > 1.01 { filterRows(ColumnFilter(boxWidth: across, count: 1)) }
  }

  /// Filters columns where they are.
  package mutating func filterColumns(_ filter: ColumnFilter) {
    var strip = ColumnStrip(height: height, margin: filter.margin)
    let width = width
    var samples = samples.mutableSpan
    for left in stride(from: 0, to: width, by: ColumnStrip.width) {
      let columns = left..<min(left + ColumnStrip.width, width)
      strip.load(columns: columns, of: samples.span, width: width)
      strip.apply(filter)
      strip.store(columns: columns, into: &samples, width: width)
    }
  }

  /// Filters rows where they are.
  package mutating func filterRows(_ filter: ColumnFilter) {
    var strip = ColumnStrip(height: width, margin: filter.margin)
    let (width, height) = (width, height)
    var samples = samples.mutableSpan
    for top in stride(from: 0, to: height, by: ColumnStrip.width) {
      let rows = top..<min(top + ColumnStrip.width, height)
      strip.load(rows: rows, of: samples.span, width: width)
      strip.apply(filter)
      strip.store(rows: rows, into: &samples, width: width)
    }
  }

  /// Where a row lies; beyond the edges the nearest one.
  func row(_ y: Int) -> Range<Int> {
    let row = min(max(y, 0), height - 1)
    return row * width..<(row + 1) * width
  }
}
