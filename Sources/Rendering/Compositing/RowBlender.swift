import Raster

/// Blends one or two weighted rows over a row of the result.
///
/// ```
/// from   ├──────────────┤
/// to              ├───────────┤
///        │ one at │both │ one │     each stretch with the kernel that suits it
/// ```
enum RowBlender {
  /// Which of a weighted row's samples are blended.
  enum Component {
    /// Luma or the blue difference.
    case first
    /// The red difference.
    case second
  }

  /// Makes two rows that share columns fit for `blend`.
  static func match(_ from: inout WeightedRow, _ to: inout WeightedRow) {
    guard from.columns.overlaps(to.columns) else { return }
    if from.hasAlpha || to.hasAlpha {
      from.expandAlpha()
      to.expandAlpha()
    }
    if from.uniformWeight == nil || to.uniformWeight == nil {
      from.expandWeights()
      to.expandWeights()
    }
  }

  /// Blends two rows, matched before, over `row`.
  ///
  /// - Precondition: `row` is as wide as the output's plane; at no sample do the weights add up to
  ///   more than 32768.
  static func blend(
    _ from: borrowing WeightedRow, _ to: borrowing WeightedRow, _ component: Component,
    into row: inout MutableSpan<UInt8>
  ) {
    let (a, b) = (from.columns, to.columns)
    let shared = a.clamped(to: b)
    if shared.isEmpty {
      blend(from, component, a, into: &row)
      blend(to, component, b, into: &row)
      return
    }
    // Of the two, what lies before and after the shared columns.
    blend(from, component, a.lowerBound..<shared.lowerBound, into: &row)
    blend(to, component, b.lowerBound..<shared.lowerBound, into: &row)
    blend(from, component, shared.upperBound..<a.upperBound, into: &row)
    blend(to, component, shared.upperBound..<b.upperBound, into: &row)
    blend(from, to, component, shared, into: &row)
  }

  /// Blends one row over `row`.
  static func blend(
    _ source: borrowing WeightedRow, _ component: Component,
    into row: inout MutableSpan<UInt8>
  ) {
    blend(source, component, source.columns, into: &row)
  }

  private static func blend(
    _ source: borrowing WeightedRow, _ component: Component, _ columns: Range<Int>,
    into row: inout MutableSpan<UInt8>
  ) {
    guard !columns.isEmpty else { return }
    var target = row._mutatingExtracting(columns)
    let samples = source.samples(component).extracting(columns)
    if let weight = source.uniformWeight {
      if source.hasAlpha {
        Kernels.over(
          samples, alpha: source.alpha.span.extracting(columns), weight: weight, into: &target)
      } else {
        Kernels.blend(samples, weight: weight, into: &target)
      }
    } else {
      let weights = source.weights.span.extracting(columns)
      if source.hasAlpha {
        Kernels.over(
          samples, alpha: source.alpha.span.extracting(columns), weights: weights, into: &target)
      } else {
        Kernels.blend(samples, weights: weights, into: &target)
      }
    }
  }

  private static func blend(
    _ from: borrowing WeightedRow, _ to: borrowing WeightedRow, _ component: Component,
    _ columns: Range<Int>, into row: inout MutableSpan<UInt8>
  ) {
    var target = row._mutatingExtracting(columns)
    let fromSamples = from.samples(component).extracting(columns)
    let toSamples = to.samples(component).extracting(columns)
    let hasAlpha = from.hasAlpha || to.hasAlpha
    if let fromWeight = from.uniformWeight, let toWeight = to.uniformWeight {
      if hasAlpha {
        Kernels.accumulatePremultiplied(
          from: fromSamples, alpha: from.alpha.span.extracting(columns), weight: fromWeight,
          to: toSamples, alpha: to.alpha.span.extracting(columns), weight: toWeight, into: &target)
      } else if fromWeight + toWeight == Weight.one {
        Kernels.merge(fromSamples, toSamples, weight: toWeight, into: &target)
      } else {
        Kernels.accumulate(
          from: fromSamples, weight: fromWeight, to: toSamples, weight: toWeight, into: &target)
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
        from: fromSamples, weights: fromWeights, to: toSamples, weights: toWeights, into: &target)
    }
  }
}

extension WeightedRow {
  @_lifetime(borrow self)
  fileprivate func samples(_ component: RowBlender.Component) -> Span<UInt8> {
    switch component {
    case .first: first.span
    case .second: second.span
    }
  }
}
