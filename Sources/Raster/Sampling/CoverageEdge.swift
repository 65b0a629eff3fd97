/// One side of a layer seen in the output: a line with the layer on its positive side.
///
/// The value at an output place is its distance from the line, 2^31 for each half luma sample. The
/// sides of the layer are straight in the output whatever the perspective, because `U ≥ 0` is
/// `a·X + b·Y + c ≥ 0` and `U ≤ 2w` is `(2wg - a)·X + (2wh - b)·Y + (2wi - c) ≥ 0` where D > 0.
struct CoverageEdge: Hashable, Sendable {
  /// Change of the value for each half sample to the right; the unit vector times 2^31.
  let p: Int64
  /// Change of the value for each half sample downwards.
  let q: Int64
  /// Value at the output's top left corner, cut to ±2^48, beyond which no output place can change
  /// the sign.
  let r: Int64

  private static let farAway: Int64 = 1 << 48

  /// The line `a·X + b·Y + c = 0`, with numbers up to 2^47, 2^47 and 2^62.
  init(a: Int128, b: Int128, c: Int128) {
    let squares = UInt128((a * a + b * b).magnitude)
    guard squares > 0 else {
      p = 0
      q = 0
      r = c > 0 ? Self.farAway : -Self.farAway
      return
    }
    // Scale up so that the integer square root keeps 61 to 63 bits.
    let scale = (squares.leadingZeroBitCount - 2) / 2
    let length = Int128(squareRoot(squares << UInt128(2 * scale)))
    p = Int64(truncatingIfNeeded: roundedQuotient(a << Int128(scale + 31), length))
    q = Int64(truncatingIfNeeded: roundedQuotient(b << Int128(scale + 31), length))
    // |a| + |b| is at least the length of (a, b), so this is at least 2^18 half samples away.
    if c.magnitude >= (a.magnitude + b.magnitude) << UInt128(18) {
      r = c > 0 ? Self.farAway : -Self.farAway
    } else {
      let distance = roundedQuotient(c << Int128(scale + 31), length)
      r = Int64(
        truncatingIfNeeded: min(max(distance, -Int128(Self.farAway)), Int128(Self.farAway)))
    }
  }

  /// Distance of an output place, in half luma samples.
  @inline(__always)
  func value(x: Int64, y: Int64) -> Int64 { p &* x &+ q &* y &+ r }

  /// Share of a cell that is inside, 0…32768, from the value at its centre: a ramp as wide as the
  /// cell. `shift` is 17 for a cell of one luma sample and 18 for one of two.
  @inline(__always)
  static func coverage(_ value: Int64, shift: Int64) -> Int64 {
    min(max((value &>> shift) &+ 16384, 0), 32768)
  }

  /// Cells of a row with coverage above 0, among `cells`: cell k has its centre at `x + k · step`.
  func cells(
    _ cells: Range<Int>, x: Int64, step: Int64, y: Int64, shift: Int64
  ) -> Range<Int> {
    // value >> shift > -16384
    let needed = -16383 &<< shift
    let first = value(x: x, y: y) &- needed
    let slope = p &* step
    if slope == 0 { return first >= 0 ? cells : cells.lowerBound..<cells.lowerBound }
    if slope > 0 {
      // k ≥ -first / slope
      let start = Int(truncatingIfNeeded: -floorDivide(first, slope))
      let lower = min(max(start, cells.lowerBound), cells.upperBound)
      return lower..<cells.upperBound
    }
    let last = Int(truncatingIfNeeded: floorDivide(first, -slope))
    let upper = min(max(last &+ 1, cells.lowerBound), cells.upperBound)
    return cells.lowerBound..<upper
  }
}

/// `numerator / denominator` rounded to nearest; `denominator` is positive.
private func roundedQuotient(_ numerator: Int128, _ denominator: Int128) -> Int128 {
  let half = denominator / 2
  return numerator >= 0
    ? (numerator &+ half) / denominator : -((-numerator &+ half) / denominator)
}

/// The largest integer whose square is at most `value`, by Newton's iteration from above.
private func squareRoot(_ value: UInt128) -> UInt64 {
  var root: UInt128 = 1 << UInt128((129 - value.leadingZeroBitCount) / 2)
  while true {
    let next = (root + value / root) / 2
    if next >= root { return UInt64(truncatingIfNeeded: root) }
    root = next
  }
}
