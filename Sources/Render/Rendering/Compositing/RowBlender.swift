import Raster

/// Blends one or two weighted rows over a row of the result.
///
/// ```
/// from   ├─┼────────────┤
/// to                  ├─┼───────────┤
///        │ │ one      │ │ one       │     each stretch with the kernel that suits it
/// ```
enum RowBlender {
  /// Which of a weighted row's samples are blended.
  enum Component {
    /// Luma or the blue difference.
    case first
    /// The red difference.
    case second
    /// Their alpha, over that of a canvas.
    case alpha
  }

  /// Makes two rows that share columns fit for `blend`.
  ///
  /// - Parameter hasAlpha: whether their alpha is blended too.
  static func match<Sample>(
    _ from: inout WeightedRow<Sample>, _ to: inout WeightedRow<Sample>, hasAlpha: Bool
  ) {
    let shared = from.columns.clamped(to: to.columns)
    guard !shared.isEmpty else { return }
    if from.hasAlpha || to.hasAlpha || hasAlpha {
      from.expandAlpha()
      to.expandAlpha()
    }
    let uniform = from.uniformColumns.clamped(to: to.uniformColumns)
    if uniform.clamped(to: shared) != shared {
      from.expandWeights(in: shared)
      to.expandWeights(in: shared)
    }
  }

  /// Blends two rows, matched before, over `row`.
  ///
  /// - Precondition: `row` is as wide as the canvas's plane; at no sample do the weights add up to
  ///   more than 32768.
  private static func blend<Sample>(
    _ from: borrowing WeightedRow<Sample>, _ to: borrowing WeightedRow<Sample>,
    _ component: Component, _ rounding: Rounding, into row: inout MutableSpan<Sample>
  ) {
    let all = union(from.columns, to.columns)
    var start = all.lowerBound
    while start < all.upperBound {
      // Up to the next place where something begins or ends.
      var end = all.upperBound
      from.cut(&end, after: start)
      to.cut(&end, after: start)
      let stretch = start..<end
      switch (from.columns.contains(start), to.columns.contains(start)) {
      case (true, true): blend(from, to, component, rounding, stretch, into: &row)
      case (true, false): blend(from, component, rounding, stretch, into: &row)
      case (false, true): blend(to, component, rounding, stretch, into: &row)
      case (false, false): break
      }
      start = end
    }
  }

  /// Lays two luma rows over row `y` of a canvas.
  static func layLuma<Sample>(
    _ from: inout WeightedRow<Sample>, _ to: inout WeightedRow<Sample>, y: Int,
    _ isDithered: Bool, on canvas: inout MutableImage
  ) {
    match(&from, &to, hasAlpha: canvas.format.hasAlpha)
    lay(from, to, .first, Plane.luma, y, isDithered, on: &canvas)
    if canvas.format.hasAlpha { lay(from, to, .alpha, Plane.alpha, y, isDithered, on: &canvas) }
  }

  /// Lays two chroma rows over row `y` of a canvas's chroma.
  static func layChroma<Sample>(
    _ from: inout WeightedRow<Sample>, _ to: inout WeightedRow<Sample>, y: Int,
    _ isDithered: Bool, on canvas: inout MutableImage
  ) {
    match(&from, &to, hasAlpha: canvas.format.hasAlpha)
    lay(from, to, .first, Plane.cb, y, isDithered, on: &canvas)
    lay(from, to, .second, Plane.cr, y, isDithered, on: &canvas)
    if canvas.format.hasAlpha {
      lay(from, to, .alpha, Plane.chromaAlpha, y, isDithered, on: &canvas)
    }
  }

  private static func lay<Sample>(
    _ from: borrowing WeightedRow<Sample>, _ to: borrowing WeightedRow<Sample>,
    _ component: Component, _ plane: Int, _ y: Int, _ isDithered: Bool,
    on canvas: inout MutableImage
  ) {
    var row = canvas.mutableRow(plane, y, as: Sample.self)
    blend(from, to, component, rounding(plane, y, isDithered), into: &row)
  }

  /// How opaque pictures are rounded that are seen through or mixed: dithered on the frame, so that
  /// slow changes show no bands. On a group's canvas colours have to stay below their alpha.
  static func rounding(_ plane: Int, _ y: Int, _ isDithered: Bool) -> Rounding {
    isDithered ? .dithered(row: y, plane: plane) : .nearest
  }

  /// The smallest range that holds both; an empty one counts for nothing.
  static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  /// Blends a stretch of one row.
  private static func blend<Sample>(
    _ source: borrowing WeightedRow<Sample>, _ component: Component, _ rounding: Rounding,
    _ columns: Range<Int>, into row: inout MutableSpan<Sample>
  ) {
    let rounding = rounding.advanced(by: columns.lowerBound)
    var target = row._mutatingExtracting(columns)
    if component == .alpha && !source.hasAlpha {
      if source.uniformColumns.contains(columns.lowerBound) {
        Kernels.cover(&target, weight: source.uniformWeight)
      } else {
        Kernels.cover(&target, weights: source.weights.span.extracting(columns))
      }
      return
    }
    let samples = source.samples(component).extracting(columns)
    if source.uniformColumns.contains(columns.lowerBound) {
      let weight = source.uniformWeight
      if source.hasAlpha {
        Kernels.over(
          samples, alpha: source.alpha.span.extracting(columns), weight: weight, into: &target)
      } else if weight == Weight.one {
        Kernels.copy(samples, into: &target)
      } else {
        Kernels.blend(samples, weight: weight, rounding, into: &target)
      }
      return
    }
    let weights = source.weights.span.extracting(columns)
    if source.hasAlpha {
      Kernels.over(
        samples, alpha: source.alpha.span.extracting(columns), weights: weights, into: &target)
    } else {
      Kernels.blend(samples, weights: weights, rounding, into: &target)
    }
  }

  /// Blends a stretch that both rows share.
  private static func blend<Sample>(
    _ from: borrowing WeightedRow<Sample>, _ to: borrowing WeightedRow<Sample>,
    _ component: Component, _ rounding: Rounding, _ columns: Range<Int>,
    into row: inout MutableSpan<Sample>
  ) {
    let rounding = rounding.advanced(by: columns.lowerBound)
    var target = row._mutatingExtracting(columns)
    let fromSamples = from.samples(component).extracting(columns)
    let toSamples = to.samples(component).extracting(columns)
    let hasAlpha = from.hasAlpha || to.hasAlpha || component == .alpha
    let start = columns.lowerBound
    if from.uniformColumns.contains(start) && to.uniformColumns.contains(start) {
      let (fromWeight, toWeight) = (from.uniformWeight, to.uniformWeight)
      if hasAlpha {
        Kernels.accumulatePremultiplied(
          from: fromSamples, alpha: from.alpha.span.extracting(columns), weight: fromWeight,
          to: toSamples, alpha: to.alpha.span.extracting(columns), weight: toWeight, into: &target)
      } else if fromWeight + toWeight == Weight.one {
        Kernels.merge(fromSamples, toSamples, weight: toWeight, rounding, into: &target)
      } else {
        Kernels.accumulate(
          from: fromSamples, weight: fromWeight, to: toSamples, weight: toWeight, rounding,
          into: &target)
      }
      return
    }
    let fromWeights = from.weights.span.extracting(columns)
    let toWeights = to.weights.span.extracting(columns)
    if hasAlpha {
      Kernels.accumulatePremultiplied(
        from: fromSamples, alpha: from.alpha.span.extracting(columns), weights: fromWeights,
        to: toSamples, alpha: to.alpha.span.extracting(columns), weights: toWeights, into: &target)
    } else {
      Kernels.accumulate(
        from: fromSamples, weights: fromWeights, to: toSamples, weights: toWeights, rounding,
        into: &target)
    }
  }
}

extension WeightedRow {
  /// Brings `end` down to the first place after `start` where the row or its weight changes.
  @inline(__always)
  fileprivate func cut(_ end: inout Int, after start: Int) {
    func cut(_ edge: Int) { if edge > start && edge < end { end = edge } }
    cut(columns.lowerBound)
    cut(columns.upperBound)
    cut(uniformColumns.lowerBound)
    cut(uniformColumns.upperBound)
  }

  @_lifetime(borrow self)
  fileprivate func samples(_ component: RowBlender.Component) -> Span<Sample> {
    switch component {
    case .first: first.span
    case .second: second.span
    case .alpha: alpha.span
    }
  }
}
