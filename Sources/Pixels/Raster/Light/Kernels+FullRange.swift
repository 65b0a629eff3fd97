/// What makes Y′C′bC′r codes of components of 0…65535. For greys the differences add up to exactly nothing.
public struct CodeFactors: Hashable, Sendable {
  static let lumaBits = 24
  static let differenceBits = 23
  let redToLuma: Int32
  let greenToLuma: Int32
  let blueToLuma: Int32
  let redToCb: Int32
  let greenToCb: Int32
  let greenToCr: Int32
  let blueToCr: Int32

  /// ITU-R BT.709-6, items 3.2 to 3.4.
  public static let bt709 = CodeFactors(LumaShares709.self)
  /// ITU-R BT.2020-2, table 4, non-constant luminance.
  public static let bt2020 = CodeFactors(LumaShares2020.self)

  private init(_ shares: any LumaShares.Type) {
    func factor(_ codes: Double, _ bits: Int) -> Int32 {
      Int32((codes / 65535 * Double(1 << bits)).rounded())
    }
    let red = Double(shares.red) / 10_000
    let green = Double(shares.green) / 10_000
    let blue = Double(shares.blue) / 10_000
    let (cb, cr) = (Double(shares.cbUnit) / 10_000, Double(shares.crUnit) / 10_000)
    redToLuma = factor(219 * red, Self.lumaBits)
    greenToLuma = factor(219 * green, Self.lumaBits)
    blueToLuma = factor(219 * blue, Self.lumaBits)
    redToCb = factor(-224 * red / cb, Self.differenceBits)
    greenToCb = factor(-224 * green / cb, Self.differenceBits)
    greenToCr = factor(-224 * green / cr, Self.differenceBits)
    blueToCr = factor(-224 * blue / cr, Self.differenceBits)
  }
}

extension Kernels {
  private static var lumaBits: Int { CodeFactors.lumaBits }
  private static var differenceBits: Int { CodeFactors.differenceBits }

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
    let factors = CodeFactors.bt709
    let (r, g, b) = (
      UInt32(factors.redToLuma), UInt32(factors.greenToLuma), UInt32(factors.blueToLuma)
    )
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
    let factors = CodeFactors.bt709
    let (rb, gb) = (factors.redToCb, factors.greenToCb)
    let bb = -(rb + gb)
    let (gr, br) = (factors.greenToCr, factors.blueToCr)
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

  /// Codes of a colour (0…65535), exact but for the factors, in parts of 2²⁴.
  @inline(__always)
  static func codes(
    red: UInt16, green: UInt16, blue: UInt16, by factors: CodeFactors = .bt709
  ) -> (
    y: UInt32, cb: UInt32, cr: UInt32
  ) {
    let (r, g, b) = (Int32(red), Int32(green), Int32(blue))
    let y =
      UInt32(16) << lumaBits &+ UInt32(factors.redToLuma) &* UInt32(red)
      &+ UInt32(factors.greenToLuma) &* UInt32(green)
      &+ UInt32(factors.blueToLuma) &* UInt32(blue)
    let (redToCb, greenToCb) = (factors.redToCb, factors.greenToCb)
    let (greenToCr, blueToCr) = (factors.greenToCr, factors.blueToCr)
    let blueSum = redToCb &* r &+ greenToCb &* g &- (redToCb &+ greenToCb) &* b
    let redSum = greenToCr &* g &+ blueToCr &* b &- (greenToCr &+ blueToCr) &* r
    let base = Int32(128) << differenceBits
    return (
      y, UInt32(bitPattern: base &+ blueSum) &<< 1, UInt32(bitPattern: base &+ redSum) &<< 1
    )
  }

  /// The same rounded to 14 bits, ties up.
  @inline(__always)
  private static func fineCodes(
    red: UInt16, green: UInt16, blue: UInt16, by factors: CodeFactors
  ) -> (
    y: UInt32, cb: UInt32, cr: UInt32
  ) {
    let codes = codes(red: red, green: green, blue: blue, by: factors)
    let half: UInt32 = 1 << 17
    return ((codes.y &+ half) >> 18, (codes.cb &+ half) >> 18, (codes.cr &+ half) >> 18)
  }

  /// Codes of 14 bits of R′G′B′ of 8 bits, full range: 64 times the exact codes of 8 bits, within 0.6.
  ///
  /// - Parameters:
  ///   - pixels: R, G and B bytes of as many pixels as each row of the result has samples.
  ///   - factors: those of BT.709 unless said otherwise.
  /// - Precondition: the rows have the length that is said.
  public static func separate(
    _ pixels: Span<UInt8>, luma: inout MutableSpan<UInt16>, cb: inout MutableSpan<UInt16>,
    cr: inout MutableSpan<UInt16>, by factors: CodeFactors = .bt709
  ) {
    let count = luma.count
    precondition(
      pixels.count == 3 * count && cb.count == count && cr.count == count,
      "rows of unequal length")
    for x in 0..<count {
      let codes = fineCodes(
        red: 257 &* UInt16(pixels[3 &* x]), green: 257 &* UInt16(pixels[3 &* x &+ 1]),
        blue: 257 &* UInt16(pixels[3 &* x &+ 2]), by: factors)
      luma[x] = UInt16(truncatingIfNeeded: codes.y)
      cb[x] = UInt16(truncatingIfNeeded: codes.cb)
      cr[x] = UInt16(truncatingIfNeeded: codes.cr)
    }
  }

  /// The same of R′G′B′ of 16 bits.
  ///
  /// - Parameter pixels: R, G and B as little-endian words.
  /// - Precondition: the rows have the length that is said.
  public static func separateDeep(
    _ pixels: Span<UInt8>, luma: inout MutableSpan<UInt16>, cb: inout MutableSpan<UInt16>,
    cr: inout MutableSpan<UInt16>, by factors: CodeFactors = .bt709
  ) {
    let count = luma.count
    precondition(
      pixels.count == 6 * count && cb.count == count && cr.count == count,
      "rows of unequal length")
    let bytes = unsafe pixels.bytes
    @inline(__always)
    func word(_ index: Int) -> UInt16 {
      // Safe: there are six bytes for each sample.
      UInt16(
        littleEndian: unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 2 &* index, as: UInt16.self))
    }
    for x in 0..<count {
      let codes = fineCodes(
        red: word(3 &* x), green: word(3 &* x &+ 1), blue: word(3 &* x &+ 2), by: factors)
      luma[x] = UInt16(truncatingIfNeeded: codes.y)
      cb[x] = UInt16(truncatingIfNeeded: codes.cb)
      cr[x] = UInt16(truncatingIfNeeded: codes.cr)
    }
  }

  /// The same of pixels with alpha, multiplied by it: 64 times the exact codes of 8 bits, within 1.2.
  ///
  /// - Parameters:
  ///   - pixels: R, G, B and A of 8 bits, or of 16 for samples of 10.
  ///   - isPremultiplied: whether R, G and B are multiplied by alpha already; those that are greater
  ///     than alpha count as alpha.
  ///   - alpha: receives 0…16320, or 0…16368 for samples of 10 bits.
  /// - Precondition: the rows have the length that is said.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func separate<Sample: PixelSample>(
    _ pixels: Span<Sample>, isPremultiplied: Bool, luma: inout MutableSpan<UInt16>,
    cb: inout MutableSpan<UInt16>, cr: inout MutableSpan<UInt16>, alpha: inout MutableSpan<UInt16>,
    by factors: CodeFactors = .bt709
  ) {
    let count = luma.count
    precondition(
      pixels.count == 4 * count && cb.count == count && cr.count == count && alpha.count == count,
      "rows of unequal length")
    // What black, and grey, have less where they are covered less.
    let (black, grey): (UInt32, UInt32) = (16 << 6, 128 << 6)
    // From a component of 8 bits to one of 16.
    let wide = UInt16(65535 / UInt32(Sample.max))
    for x in 0..<count {
      let stored = pixels[4 &* x &+ 3]
      let a = UInt32(stored) &* UInt32(wide)
      let most = isPremultiplied ? stored : Sample.max
      let (y, b, r) = fineCodes(
        red: wide &* UInt16(min(pixels[4 &* x], most)),
        green: wide &* UInt16(min(pixels[4 &* x &+ 1], most)),
        blue: wide &* UInt16(min(pixels[4 &* x &+ 2], most)), by: factors)
      alpha[x] =
        Sample.depth == UInt8.depth
        ? UInt16(truncatingIfNeeded: UInt32(stored) << 6)
        : UInt16(truncatingIfNeeded: (a &* 16368 &+ 32767) / 65535)
      if isPremultiplied {
        let (blackLess, greyLess) = (black &- times(black, a), grey &- times(grey, a))
        luma[x] = UInt16(truncatingIfNeeded: y &- min(y, blackLess))
        cb[x] = UInt16(truncatingIfNeeded: b &- min(b, greyLess))
        cr[x] = UInt16(truncatingIfNeeded: r &- min(r, greyLess))
      } else {
        luma[x] = UInt16(truncatingIfNeeded: times(y, a))
        cb[x] = UInt16(truncatingIfNeeded: times(b, a))
        cr[x] = UInt16(truncatingIfNeeded: times(r, a))
      }
    }
  }

  /// A code of 14 bits times alpha / 65535, within ½ and 2^-16 of it.
  @inline(__always)
  private static func times(_ code: UInt32, _ alpha: UInt32) -> UInt32 {
    (code &* alpha &+ 1 << 15) >> 16
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
    @inline(__always)
    func halved(_ before: Int, _ middle: Int, _ after: Int) -> UInt16 {
      let sum =
        UInt32(upper[before]) &+ 2 &* UInt32(upper[middle]) &+ UInt32(upper[after])
        &+ UInt32(lower[before]) &+ 2 &* UInt32(lower[middle]) &+ UInt32(lower[after])
      return UInt16(truncatingIfNeeded: (sum &+ 4) >> 3)
    }
    let last = upper.count - 1
    if last < 0 { return }
    result[0] = halved(0, 0, min(1, last))
    let (above, below) = unsafe (upper.bytes, lower.bytes)
    // Columns 2i and 2i + 1 are the halves of a word, of which vectors are made.
    for i in 1..<max(1, upper.count / 2) {
      // Safe: the word's last column is 2i + 1 < count.
      let here = unsafe (
        UInt32(
          littleEndian: above.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* i, as: UInt32.self)),
        UInt32(
          littleEndian: below.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* i, as: UInt32.self))
      )
      let before = unsafe (
        UInt32(
          littleEndian: above.unsafeLoadUnaligned(
            fromUncheckedByteOffset: 4 &* i &- 4, as: UInt32.self)),
        UInt32(
          littleEndian: below.unsafeLoadUnaligned(
            fromUncheckedByteOffset: 4 &* i &- 4, as: UInt32.self))
      )
      let sum =
        before.0 &>> 16 &+ before.1 &>> 16 &+ 2 &* (here.0 & 0xFFFF &+ here.1 & 0xFFFF)
        &+ here.0 &>> 16 &+ here.1 &>> 16
      result[i] = UInt16(truncatingIfNeeded: (sum &+ 4) &>> 3)
    }
    if last > 0, last % 2 == 0 { result[last / 2] = halved(last - 1, last, last) }
  }
}
