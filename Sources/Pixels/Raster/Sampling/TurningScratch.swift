/// The rows that drawing a turned layer needs on its way, kept from one row of the result to the
/// next.
public struct TurningScratch: ~Copyable {
  /// Places in the layer, in half luma samples with 16 fractional bits.
  var us: [Int64] = []
  var vs: [Int64] = []
  /// Places in a plane of a level, in 1/256 of a sample from the centre of its first one.
  var xs: [Int32] = []
  var ys: [Int32] = []
  /// Shares of the next level, of 256.
  var shares: [Int16] = []
  /// Samples of 14 bits: a level's, and what comes of all.
  var level: [Int16] = []
  var first: [Int16] = []
  var second: [Int16] = []
  var alpha: [Int16] = []

  /// Without rows; they grow as they are needed.
  public init() {}

  /// Makes room for a row of the result.
  mutating func reserve(_ count: Int) {
    Self.extend(&us, to: count)
    Self.extend(&vs, to: count)
    Self.extend(&xs, to: count)
    Self.extend(&ys, to: count)
    Self.extend(&shares, to: count)
    Self.extend(&level, to: count)
    Self.extend(&first, to: count)
    Self.extend(&second, to: count)
    Self.extend(&alpha, to: count)
  }

  private static func extend<Number: FixedWidthInteger>(_ row: inout [Number], to count: Int) {
    if row.count < count { row += repeatElement(0, count: count - row.count) }
  }
}
