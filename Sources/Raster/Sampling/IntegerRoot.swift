/// The largest integer whose square is at most `value`, by Newton's iteration from above.
func squareRoot(_ value: UInt128) -> UInt64 {
  guard value > 0 else { return 0 }
  var root: UInt128 = 1 << UInt128((129 - value.leadingZeroBitCount) / 2)
  while true {
    let next = (root + value / root) / 2
    if next >= root { return UInt64(truncatingIfNeeded: root) }
    root = next
  }
}

/// `numerator / denominator` rounded to nearest; `denominator` is positive.
func roundedQuotient(_ numerator: Int128, _ denominator: Int128) -> Int128 {
  let half = denominator / 2
  return numerator >= 0
    ? (numerator &+ half) / denominator : -((-numerator &+ half) / denominator)
}
