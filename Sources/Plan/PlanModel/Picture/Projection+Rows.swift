package import BaseValues

extension Projection {
  /// A map in whatever integers, scaled to what a projection's may be over a canvas; `nil` where the
  /// plane lies behind the eye or is seen from its edge.
  ///
  /// - Parameter rows: (a, b, c), (d, e, f) and (g, h, i), below 2^100.
  package init?(rows: [[Int128]], over canvas: Size) {
    let denominators = Self.corners(rows[2], of: canvas)
    guard denominators.contains(where: { $0 > 0 }) else { return nil }
    let largestDenominator = denominators.map(\.magnitude).max() ?? 0
    let numerators = Self.corners(rows[0], of: canvas) + Self.corners(rows[1], of: canvas)
    let largestNumerator = numerators.map(\.magnitude).max() ?? 0
    // A margin for the rounding of the nine integers, at most 2^15 in a sum.
    let shift = max(
      Self.bitWidth(largestDenominator + largestDenominator >> 12) - 30,
      Self.bitWidth(largestNumerator + largestNumerator >> 12) - 46)
    func integer(_ value: Int128) -> Int64 {
      if shift <= 0 { return Int64(clamping: value << Int128(-shift)) }
      return Int64(clamping: (value + (1 << Int128(shift - 1))) >> Int128(shift))
    }
    let integers = rows.map { row in row.map(integer) }
    // Thinner than a thirtieth of a pixel, or too far aslant to be told from that.
    guard
      Self.corners(integers[2].map { Int128($0) }, of: canvas).contains(where: { $0 >= 1 << 12 })
    else { return nil }
    self.init(
      a: integers[0][0], b: integers[0][1], c: integers[0][2],
      d: integers[1][0], e: integers[1][1], f: integers[1][2],
      g: integers[2][0], h: integers[2][1], i: integers[2][2])
  }

  /// The values of a row at the four corner pixels of a canvas; nothing within is larger.
  private static func corners(_ row: [Int128], of canvas: Size) -> [Int128] {
    let right = Int128(2 * canvas.width - 1)
    let bottom = Int128(2 * canvas.height - 1)
    return [
      row[0] + row[1] + row[2], row[0] * right + row[1] + row[2],
      row[0] + row[1] * bottom + row[2], row[0] * right + row[1] * bottom + row[2],
    ]
  }

  private static func bitWidth(_ value: UInt128) -> Int { 128 - value.leadingZeroBitCount }
}
