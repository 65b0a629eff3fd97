/// A 3 × 3 matrix in fixed point, row by row.
struct Matrix3: Sendable {
  private var entries: InlineArray<9, Int128>

  init(_ entries: InlineArray<9, Int128>) { self.entries = entries }

  subscript(row: Int, column: Int) -> Int128 { entries[3 * row + column] }

  /// The product, each entry rounded once. - Precondition: entries multiply to below 2^124.
  func times(_ other: Matrix3) -> Matrix3 {
    var result = InlineArray<9, Int128>(repeating: 0)
    for row in 0..<3 {
      for column in 0..<3 {
        var sum: Int128 = 1 << 43
        for k in 0..<3 { sum += self[row, k] * other[k, column] }
        result[3 * row + column] = sum >> 44
      }
    }
    return Matrix3(result)
  }

  func times(_ vector: AnimatedValue) -> AnimatedValue {
    func row(_ r: Int) -> Int128 {
      (self[r, 0] * vector.x + self[r, 1] * vector.y + self[r, 2] * vector.z + (1 << 43)) >> 44
    }
    return AnimatedValue(x: row(0), y: row(1), z: row(2))
  }

  /// The inverse times a positive number, entries below 2^62; `nil` where there is none.
  ///
  /// A homogeneous map needs its inverse only up to a factor, so the adjugate will do; the
  /// determinant's sign keeps the factor positive.
  func positiveInverse() -> Matrix3? {
    let m = Matrix3(Self.bounded(entries, bits: 60))
    func minor(_ r0: Int, _ c0: Int, _ r1: Int, _ c1: Int) -> Int128 {
      m[r0, c0] * m[r1, c1] - m[r0, c1] * m[r1, c0]
    }
    let adjugate = Self.bounded(
      [
        minor(1, 1, 2, 2), -minor(0, 1, 2, 2), minor(0, 1, 1, 2),
        -minor(1, 0, 2, 2), minor(0, 0, 2, 2), -minor(0, 0, 1, 2),
        minor(1, 0, 2, 1), -minor(0, 0, 2, 1), minor(0, 0, 1, 1),
      ], bits: 62)
    let determinant = m[0, 0] * adjugate[0] + m[0, 1] * adjugate[3] + m[0, 2] * adjugate[6]
    if determinant == 0 { return nil }
    if determinant > 0 { return Matrix3(adjugate) }
    return Matrix3(InlineArray { -adjugate[$0] })
  }

  /// The entries shifted down together until all are below 2^bits.
  private static func bounded(
    _ entries: InlineArray<9, Int128>, bits: Int
  ) -> InlineArray<9, Int128> {
    var largest: UInt128 = 0
    for index in entries.indices { largest = max(largest, entries[index].magnitude) }
    let shift = 128 - largest.leadingZeroBitCount - bits
    if shift <= 0 { return entries }
    return InlineArray { (entries[$0] + (1 << Int128(shift - 1))) >> Int128(shift) }
  }
}
