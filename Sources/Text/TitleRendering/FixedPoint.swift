internal import BaseValues

/// Positions of text: 1/65536 of an output pixel (not of a raster pixel).
///
/// Layout happens in these units, so that lines break at the same places at every raster scale.
typealias LayoutUnit = Int

/// One output pixel in layout units.
let layoutUnitsPerPixel = 65536

/// What is said in pixels by a style, kept where nothing can overflow.
public enum StyleLimits {
  /// Scalars of a text.
  public static let textLength = 20_000
  /// Pixels an em.
  static let size = 1...4096
  /// Pixels of an outline, a padding or a blur.
  static let length = 0...2048
  /// Pixels of a shadow's offset.
  static let offset = -8192...8192
  /// Lines of a style's text apart, in the font's own distances.
  static let lineSpacing = 0...64
}

extension Rational {
  /// The number in units of `1/unitsPerOne`, rounded to nearest; outside `range` (in ones) the
  /// nearer end.
  func fixed(_ unitsPerOne: Int, in range: ClosedRange<Int>) -> Int {
    let low = range.lowerBound * unitsPerOne
    let high = range.upperBound * unitsPerOne
    do throws(TimeOverflow) {
      return min(max(Int(try scaled(by: Int64(unitsPerOne))), low), high)
    } catch {
      return isNegative ? low : high
    }
  }
}

/// `value · numerator / denominator`, rounded to nearest, ties up.
///
/// - Precondition: `denominator > 0` and the product fits in 64 bits.
func scale(_ value: Int, by numerator: Int, over denominator: Int) -> Int {
  floorDivide(2 &* value &* numerator &+ denominator, by: 2 &* denominator)
}
