/// Rows of stored components turned into R′G′B′ of 0…65535.
public enum ComponentRows {
  private static let neutral: Float = 32768

  /// Rows of Y′, C′b, C′r, two bytes a sample, the lower first.
  ///
  /// - Parameters:
  ///   - black: the code of black.
  ///   - luma: what luma is multiplied by; the other factors are those of the differences.
  /// - Precondition: rows of R′, G′ and B′ have the same length, the stored ones at least that.
  public static func convert(
    luma first: RawSpan, cb second: RawSpan, cr third: RawSpan, black: Float, luma: Float,
    redByCr: Float, greenByCb: Float, greenByCr: Float, blueByCb: Float,
    red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>
  ) {
    let count = red.count
    precondition(green.count == count && blue.count == count, "rows of unequal length")
    precondition(
      first.byteCount >= 2 &* count && second.byteCount >= 2 &* count
        && third.byteCount >= 2 &* count, "stored rows are too short")
    for x in 0..<count {
      let y = (sample(first, x) - black) * luma
      let cb = sample(second, x) - neutral
      let cr = sample(third, x) - neutral
      red[x] = code(y + cr * redByCr)
      green[x] = code(y + cb * greenByCb + cr * greenByCr)
      blue[x] = code(y + cb * blueByCb)
    }
  }

  /// A row of R′, G′ or B′, two bytes a sample, the lower first, times a factor.
  ///
  /// - Precondition: the stored row is at least as long.
  public static func scale(
    _ stored: RawSpan, by factor: Float, into result: inout MutableSpan<UInt16>
  ) {
    precondition(stored.byteCount >= 2 &* result.count, "stored row is too short")
    for x in 0..<result.count { result[x] = code(sample(stored, x) * factor) }
  }

  @inline(__always)
  private static func sample(_ row: RawSpan, _ x: Int) -> Float {
    // Safe: there are two bytes for each sample.
    let stored = unsafe row.unsafeLoadUnaligned(
      fromUncheckedByteOffset: 2 &* x, as: UInt16.self)
    return Float(UInt16(littleEndian: stored))
  }

  /// The nearest whole number of 0…65535, ties to even: the lowest bit of what is added stands for 1.
  @inline(__always)
  private static func code(_ sum: Float) -> UInt16 {
    let code = sum < 65535 ? sum : 65535
    return UInt16(truncatingIfNeeded: ((code > 0 ? code : 0) + 0x1.8p23).bitPattern)
  }
}
