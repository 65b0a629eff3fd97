/// The rows that resampling needs on its way, kept from one row of the result to the next.
public struct ResamplingScratch: ~Copyable {
  /// Rows of the picture mixed into one.
  var mixed: [Int16] = []
  var sums: [Int32] = []
  /// Samples and alpha before they are cut to codes.
  var fine: [Int16] = []
  var fineAlpha: [Int16] = []

  /// Without rows; they grow as they are needed.
  public init() {}

  /// Makes room for rows of a plane and of the result.
  mutating func reserve(source: Int, result: Int) {
    let source = source + ResamplingAxis.group
    if mixed.count < source {
      mixed += repeatElement(0, count: source - mixed.count)
      sums += repeatElement(0, count: source - sums.count)
    }
    if fine.count < result {
      fine += repeatElement(0, count: result - fine.count)
      fineAlpha += repeatElement(0, count: result - fineAlpha.count)
    }
  }
}
