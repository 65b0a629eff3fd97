/// The rows that resampling needs on its way, kept from one row of the result to the next.
public struct ResamplingScratch: ~Copyable {
  /// Rows of the picture mixed into one.
  var mixed: [Int16] = []
  /// The taps of rows, two in each number.
  var taps: [Int32] = []
  /// What rows and samples add up to.
  var sums: [Int32] = []
  /// Samples and alpha before they are cut to codes.
  var fine: [Int16] = []
  var fineAlpha: [Int16] = []

  /// Without rows; they grow as they are needed.
  public init() {}

  /// Makes room for rows of a plane and of the result.
  mutating func reserve(source: Int, result: Int) {
    let source = source + ResamplingAxis.group
    Self.extend(&mixed, to: source)
    Self.extend(&sums, to: max(source, result))
    Self.extend(&fine, to: result)
    Self.extend(&fineAlpha, to: result)
  }

  private static func extend<Number: FixedWidthInteger>(_ row: inout [Number], to count: Int) {
    if row.count < count { row += repeatElement(0, count: count - row.count) }
  }
}
