internal import BaseValues
internal import TimelineModel

/// Positions of text: 1/65536 of an output pixel (not of a raster pixel).
///
/// Layout happens in these units, so that lines break at the same places at every raster scale.
typealias LayoutUnit = Int

/// One output pixel in layout units.
let layoutUnitsPerPixel = 65536

/// What a style may say in pixels of the movie; 64 bits hold all that is computed with it.
package enum StyleLimits {
  /// Scalars of a text.
  package static let textLength = 20_000
  /// Pixels an em; FreeType draws nothing smaller than one.
  static let size = Rational.one...TextStyle.drawn(TextStyle.sizes).upperBound
  /// Pixels of an outline, a padding or a blur.
  static let length = TextStyle.drawn(TextStyle.lengths)
  /// Pixels between letters.
  static let letterSpacing = TextStyle.drawn(TextStyle.letterSpacings)
  /// Pixels of a shadow's offset.
  static let offset = TextStyle.drawn(TextStyle.offsets)
  /// Pixels of a dash.
  static let dash = TextStyle.drawn(ShapeStyle.dashLengths)
  /// Pixels of the head of an arrow.
  static let head = TextStyle.drawn(ShapeStyle.headSizes)
}

extension Rational {
  /// The number in units of `1/unitsPerOne`, rounded to nearest; outside `range` the nearer end, which
  /// fits in so many of them.
  func fixed(_ unitsPerOne: Int, in range: ClosedRange<Rational>) -> Int {
    let kept = min(max(self, range.lowerBound), range.upperBound)
    return (try? kept.scaled(by: Int64(unitsPerOne))).map(Int.init) ?? unitsPerOne
  }
}

/// `value · numerator / denominator`, rounded to nearest, ties up.
///
/// - Precondition: `denominator > 0` and the result fits in 64 bits.
func scale(_ value: Int, by numerator: Int, over denominator: Int) -> Int {
  let product = 2 * Int128(value) * Int128(numerator) + Int128(denominator)
  return Int(floorDivide(product, by: 2 * Int128(denominator)))
}
