extension Kernels {
  // Factors for components of 0…65535. For greys the differences add up to exactly nothing.
  private static let lumaBits = 24
  private static let redToLuma = factor(219 * 0.2126, lumaBits)
  private static let greenToLuma = factor(219 * 0.7152, lumaBits)
  private static let blueToLuma = factor(219 * 0.0722, lumaBits)
  private static let differenceBits = 23
  private static let redToCb = factor(-224 * 0.2126 / 1.8556, differenceBits)
  private static let greenToCb = factor(-224 * 0.7152 / 1.8556, differenceBits)
  private static let greenToCr = factor(-224 * 0.7152 / 1.5748, differenceBits)
  private static let blueToCr = factor(-224 * 0.0722 / 1.5748, differenceBits)

  private static func factor(_ codes: Double, _ bits: Int) -> Int32 {
    Int32((codes / 65535 * Double(1 << bits)).rounded())
  }

  /// BT.709 luma codes of R′G′B′ (0…65535): within 0.01 of the exact code, then rounded.
  ///
  /// - Precondition: the rows have the same length.
  /// - Note: `Reference.luma` is the exact code.
  public static func luma(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>, _ rounding: Rounding = .nearest,
    into result: inout MutableSpan<UInt8>
  ) {
    let count = result.count
    precondition(
      red.count == count && green.count == count && blue.count == count, "rows of unequal length")
    let (r, g, b) = (UInt32(redToLuma), UInt32(greenToLuma), UInt32(blueToLuma))
    let base = UInt32(16) << lumaBits
    let fraction = UInt32(32 - lumaBits)
    for x in result.indices {
      let sum =
        base &+ r &* UInt32(red[x]) &+ g &* UInt32(green[x]) &+ b &* UInt32(blue[x])
        &+ rounding.threshold(x) &>> fraction
      result[x] = UInt8(truncatingIfNeeded: sum >> UInt32(lumaBits))
    }
  }

  /// BT.709 colour difference codes of R′G′B′ (0…65535): within 0.02 of the exact codes, then
  /// rounded.
  ///
  /// - Precondition: the rows have the same length.
  /// - Note: `Reference.differences` are the exact codes.
  public static func differences(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>,
    cbRounding: Rounding = .nearest, crRounding: Rounding = .nearest, cb: inout MutableSpan<UInt8>,
    cr: inout MutableSpan<UInt8>
  ) {
    let count = cb.count
    precondition(
      red.count == count && green.count == count && blue.count == count && cr.count == count,
      "rows of unequal length")
    let (rb, gb) = (redToCb, greenToCb)
    let bb = -(rb + gb)
    let (gr, br) = (greenToCr, blueToCr)
    let rr = -(gr + br)
    let base = Int32(128) << differenceBits
    let fraction = UInt32(32 - differenceBits)
    for x in cb.indices {
      let (r, g, b) = (Int32(red[x]), Int32(green[x]), Int32(blue[x]))
      let blueThreshold = Int32(truncatingIfNeeded: cbRounding.threshold(x) &>> fraction)
      let redThreshold = Int32(truncatingIfNeeded: crRounding.threshold(x) &>> fraction)
      let blueSum = base &+ rb &* r &+ gb &* g &+ bb &* b &+ blueThreshold
      let redSum = base &+ rr &* r &+ gr &* g &+ br &* b &+ redThreshold
      cb[x] = UInt8(truncatingIfNeeded: blueSum >> Int32(differenceBits))
      cr[x] = UInt8(truncatingIfNeeded: redSum >> Int32(differenceBits))
    }
  }

  /// Halves two rows to one of chroma's size, sited at the left as in H.264: each result is the
  /// mean of both rows at columns 2i − 1, 2i, 2i + 1 with weights ¼, ½, ¼, rounded to nearest, ties
  /// up. Beyond the ends the last column counts again.
  ///
  /// - Precondition: both rows have the same length, the result half of it, rounded up.
  /// - Note: bit-exact with `Reference.halveLeft`.
  public static func halveLeft(
    _ upper: Span<UInt16>, _ lower: Span<UInt16>, into result: inout MutableSpan<UInt16>
  ) {
    precondition(
      upper.count == lower.count && result.count == upper.count / 2 + upper.count % 2,
      "rows of unequal length")
    let last = upper.count - 1
    for i in result.indices {
      let middle = 2 &* i
      let (before, after) = (max(0, middle &- 1), min(last, middle &+ 1))
      let sum =
        UInt32(upper[before]) &+ 2 &* UInt32(upper[middle]) &+ UInt32(upper[after])
        &+ UInt32(lower[before]) &+ 2 &* UInt32(lower[middle]) &+ UInt32(lower[after])
      result[i] = UInt16(truncatingIfNeeded: (sum &+ 4) >> 3)
    }
  }
}
