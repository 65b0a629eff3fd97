/// A sample of a picture: 8 bits in a byte, or 10 bits in the low end of a 16-bit word.
///
/// Pictures and kernels are written once over this. What is done to a sample is said in 32-bit
/// numbers; the operations that a depth's own arithmetic makes fast are requirements.
public protocol PixelSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Bits that codes have: 8 or 10.
  static var depth: Int { get }
  /// The largest code and full alpha, 2^depth − 1.
  static var maximum: UInt32 { get }
  /// The sample as a number.
  var code: UInt32 { get }
  /// The sample of a code, 0…`maximum`.
  init(code: UInt32)

  /// `a · b / maximum`, rounded to nearest; both 0…`maximum`.
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32

  /// `source + below · (1 − alpha / maximum)`, rounded to nearest and cut to `maximum`.
  static func over(_ source: Self, alpha: Self, below: Self) -> Self

  /// `colour + below · (1 − cover / maximum)` for weighted sums, computed exactly, rounded once to
  /// nearest, ties up, and cut to `maximum`.
  ///
  /// - Parameters:
  ///   - colour: samples times weights (1.15), in all at most `maximum` · 32768.
  ///   - cover: alphas times the same weights.
  ///   - below: the sample below.
  static func mix(colour: UInt32, cover: UInt32, below: UInt32) -> UInt32

  /// Lays premultiplied codes over others; see `Kernels.over`.
  ///
  /// - Parameter share: 1…32768.
  /// - Precondition: the three rows have the same length.
  static func over(
    _ source: Span<Self>, alpha: Span<Self>, share: UInt32, into below: inout MutableSpan<Self>)

  /// Rounds sums of a resampling to nearest, ties up, and cuts them to codes; see `Kernels.cutSums`.
  ///
  /// - Precondition: both rows have the same length.
  static func cut(_ sums: Span<Int32>, into result: inout MutableSpan<Self>)

  /// Rounds premultiplied samples of a resampling and cuts them to what alpha allows; see `Kernels.limit`.
  ///
  /// - Precondition: the three rows have the same length.
  static func limit(
    _ samples: Span<Int16>, alpha: Span<Int16>, into result: inout MutableSpan<Self>)

  /// Writes codes of 16 bits as those of the depth, rounded.
  ///
  /// - Precondition: both rows have the same length.
  static func narrow(
    _ source: Span<UInt16>, _ rounding: Rounding, into result: inout MutableSpan<Self>)
}

extension UInt8: PixelSample {
  /// 8: all codes of a byte.
  public static var depth: Int { 8 }
  /// 255.
  public static var maximum: UInt32 { 255 }
  /// 0…255.
  public var code: UInt32 { UInt32(self) }
  /// The low eight bits of a code.
  public init(code: UInt32) { self = UInt8(truncatingIfNeeded: code) }

  /// Rounded without a division: multiplied by 1/255 in fixed point, exact for all codes.
  public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    UInt32(quotient(UInt16(truncatingIfNeeded: a &* b &+ 127)))
  }

  /// In 16 bits throughout, so that a vector holds as many samples as it can.
  public static func over(_ source: UInt8, alpha: UInt8, below: UInt8) -> UInt8 {
    let rest = quotient(UInt16(below) &* (255 &- UInt16(alpha)) &+ 127)
    return UInt8(truncatingIfNeeded: Swift.min(UInt16(source) &+ rest, 255))
  }

  /// `dividend / 255`, rounded down, exact for all of 16 bits: lanes that narrow make the kernels
  /// fast.
  @inline(__always)
  private static func quotient(_ dividend: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(dividend) &* 0x8081) &>> 23)
  }

  /// In 32 bits throughout: sums of 8-bit codes times 1.15 weights, times 255, still fit.
  public static func mix(colour: UInt32, cover: UInt32, below: UInt32) -> UInt32 {
    let one: UInt32 = 255 << 15
    let sum = colour &* 255 &+ below &* (one &- cover) &+ one / 2
    // Exact while the quotient is at most 257, and at least 255 above that.
    return Swift.min(((sum &>> 15) &* 0x8081) &>> 23, 255)
  }
}

extension UInt16: PixelSample {
  /// 10: the low bits of a word, the others are 0.
  public static var depth: Int { 10 }
  /// 1023.
  public static var maximum: UInt32 { 1023 }
  /// The whole word; 0…1023 where it holds a code.
  public var code: UInt32 { UInt32(self) }
  /// The low sixteen bits of a code.
  public init(code: UInt32) { self = UInt16(truncatingIfNeeded: code) }

  /// Rounded without a division, exact for all codes.
  public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    divided(a &* b &+ 511)
  }

  /// In 32 bits: products of two 10-bit codes take 20.
  public static func over(_ source: UInt16, alpha: UInt16, below: UInt16) -> UInt16 {
    let rest = product(below.code, 1023 &- alpha.code)
    return UInt16(truncatingIfNeeded: Swift.min(source.code &+ rest, 1023))
  }

  /// The sum is computed in 64 bits: 10-bit codes times 1.15 weights do not fit 32.
  public static func mix(colour: UInt32, cover: UInt32, below: UInt32) -> UInt32 {
    let one: UInt64 = 1023 << 15
    let sum = UInt64(colour) &* 1023 &+ UInt64(below) &* (one &- UInt64(cover)) &+ one / 2
    return Swift.min(divided(UInt32(truncatingIfNeeded: sum &>> 15)), 1023)
  }

  /// `value / 1023`, rounded down; exact while the quotient is at most 1023, and at least 1023
  /// above that.
  @inline(__always)
  private static func divided(_ value: UInt32) -> UInt32 {
    (value &+ (value &>> 10) &+ 1) &>> 10
  }
}
