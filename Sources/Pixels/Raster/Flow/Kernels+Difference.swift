extension Kernels {
  /// How far two rows of 8 bits are apart: the sum of `|a − b|`.
  ///
  /// - Precondition: both have the same length, at most 65536.
  /// - Note: bit-exact with `Reference.difference`.
  static func difference(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    precondition(a.count == b.count, "rows of unequal length")
    var sum: UInt32 = 0
    for i in a.indices {
      let distance = Int16(a[i]) &- Int16(b[i])
      sum &+= UInt32(UInt16(bitPattern: distance < 0 ? 0 &- distance : distance))
    }
    return Int(sum)
  }

  /// How far a row is from what lies between the samples of another plane: the sum of `|a − m|`,
  /// where `m` is the mean of four neighbours by their nearness, rounded to nearest, ties up.
  ///
  /// - Parameters:
  ///   - upper: the samples left above, and one more.
  ///   - lower: those below them.
  ///   - right: how far right of the left sample, in quarters, 0…3.
  ///   - down: how far below the upper one, in quarters, 0…3.
  /// - Precondition: the two rows have one sample more than the first.
  /// - Note: bit-exact with `Reference.difference`.
  static func difference(
    _ a: Span<UInt8>, upper: Span<UInt8>, lower: Span<UInt8>, right: Int, down: Int
  ) -> Int {
    precondition(
      upper.count == a.count + 1 && lower.count == a.count + 1, "rows of unequal length")
    let x = UInt16(truncatingIfNeeded: right)
    let y = UInt16(truncatingIfNeeded: down)
    let (one, two) = ((4 &- x) &* (4 &- y), x &* (4 &- y))
    let (three, four) = ((4 &- x) &* y, x &* y)
    var sum: UInt32 = 0
    for i in a.indices {
      let between =
        (UInt16(upper[i]) &* one &+ UInt16(upper[i &+ 1]) &* two
          &+ UInt16(lower[i]) &* three &+ UInt16(lower[i &+ 1]) &* four &+ 8) &>> 4
      let distance = Int16(a[i]) &- Int16(bitPattern: between)
      sum &+= UInt32(UInt16(bitPattern: distance < 0 ? 0 &- distance : distance))
    }
    return Int(sum)
  }
}
