public import BaseValues

/// A colour as 8-bit BT.709 limited-range codes.
public typealias YCbCr = ColorCodes<UInt8>

/// A colour as BT.709 limited-range codes of a depth; those of 10 bits are four times as large.
public struct ColorCodes<Sample: PixelSample>: Hashable, Sendable {
  /// Luma, 16 (black) … 235 (white).
  public var y: Sample
  /// Blue difference, 16…240, neutral at 128.
  public var cb: Sample
  /// Red difference, 16…240, neutral at 128.
  public var cr: Sample

  /// A colour by its codes.
  public init(y: Sample, cb: Sample, cr: Sample) {
    self.y = y
    self.cb = cb
    self.cr = cr
  }

  /// The codes of this depth for those of 8 bits.
  public init(_ color: YCbCr) {
    self.init(
      y: Sample(color.y) << Self.unit, cb: Sample(color.cb) << Self.unit,
      cr: Sample(color.cr) << Self.unit)
  }

  /// The codes times alpha, rounded to nearest.
  func premultiplied(by alpha: Sample) -> Self {
    func times(_ code: Sample) -> Sample { Sample(code: Sample.product(code.code, alpha.code)) }
    return Self(y: times(y), cb: times(cb), cr: times(cr))
  }

  /// Black, 16/128/128.
  public static var black: Self { Self(YCbCr(y: 16, cb: 128, cr: 128)) }

  /// White, 235/128/128.
  public static var white: Self { Self(YCbCr(y: 235, cb: 128, cr: 128)) }

  /// The code of no colour difference.
  static var neutral: Sample { Sample(128) << unit }

  /// How far codes of 8 bits are shifted for this depth.
  @inline(__always)
  static var unit: Int { Sample.depth - 8 }

  /// Converts gamma-coded R′G′B′ to codes: ITU-R BT.709-6, items 3.2, 3.3 and 3.4, in exact
  /// integers, rounded to nearest, ties up.
  ///
  /// - Parameters:
  ///   - red: 0…`maximum`; values outside are taken as the nearer end, as for the other two.
  ///   - green: 0…`maximum`.
  ///   - blue: 0…`maximum`.
  ///   - maximum: the value of full intensity, 255 for bytes; 1…65535.
  public init(red: Int, green: Int, blue: Int, maximum: Int = 255) {
    let full = min(max(maximum, 1), 65535)
    func component(_ value: Int) -> Int { min(max(value, 0), full) << Self.unit }
    let color = WeightedRGB<LumaShares709>(
      red: component(red), green: component(green), blue: component(blue),
      weight: full << Self.unit)
    self.init(color, full: full)
  }

  /// Converts gamma-coded R′G′B′, each 0…65535, of a movie's primaries and transfer function to its codes.
  public init(red: UInt16, green: UInt16, blue: UInt16, of color: PictureColor) {
    func component(_ value: UInt16) -> Int { Int(value) << Self.unit }
    let (r, g, b) = (component(red), component(green), component(blue))
    let full = 65535
    let weight = full << Self.unit
    if color.isHighDynamicRange {
      self.init(
        WeightedRGB<LumaShares2020>(red: r, green: g, blue: b, weight: weight), full: full)
    } else {
      self.init(
        WeightedRGB<LumaShares709>(red: r, green: g, blue: b, weight: weight), full: full)
    }
  }

  private init<Shares: LumaShares>(_ color: WeightedRGB<Shares>, full: Int) {
    self.init(
      y: Sample(truncatingIfNeeded: color.luma(scale: full)),
      cb: Sample(truncatingIfNeeded: color.cb(scale: full)),
      cr: Sample(truncatingIfNeeded: color.cr(scale: full)))
  }
}

/// How much of red, green and blue is in luma, and what differences are divided by, in ten-thousandths.
protocol LumaShares: Sendable {
  static var red: Int { get }
  static var green: Int { get }
  static var blue: Int { get }
}

extension LumaShares {
  /// 2 · (1 − blue): the range of B′ − Y′.
  @inline(__always)
  static var cbUnit: Int { 2 &* (10_000 &- blue) }
  /// 2 · (1 − red): the range of R′ − Y′.
  @inline(__always)
  static var crUnit: Int { 2 &* (10_000 &- red) }
}

/// ITU-R BT.709-6, item 3.2.
enum LumaShares709: LumaShares {
  @inline(__always) static var red: Int { 2126 }
  @inline(__always) static var green: Int { 7152 }
  @inline(__always) static var blue: Int { 722 }
}

/// ITU-R BT.2020-2, table 4, non-constant luminance; BT.2100 has the same.
enum LumaShares2020: LumaShares {
  @inline(__always) static var red: Int { 2627 }
  @inline(__always) static var green: Int { 6780 }
  @inline(__always) static var blue: Int { 593 }
}

/// R′G′B′ values that are summed or premultiplied: `weight` is what white's components would be.
///
/// The codes are affine in R′G′B′, so a premultiplied code and a mean of premultiplied codes come
/// from the sums with a single rounding.
struct WeightedRGB<Shares: LumaShares> {
  var red: Int
  var green: Int
  var blue: Int
  var weight: Int

  @inline(__always)
  init(red: Int, green: Int, blue: Int, weight: Int) {
    self.red = red
    self.green = green
    self.blue = blue
    self.weight = weight
  }

  @inline(__always)
  static func += (sum: inout Self, term: Self) {
    sum.red &+= term.red
    sum.green &+= term.green
    sum.blue &+= term.blue
    sum.weight &+= term.weight
  }

  // With BT.709's Kr = 0.2126, Kg = 0.7152, Kb = 0.0722, and for others in the same way:
  //   Y  = 16 + 219 (Kr R + Kg G + Kb B)
  //   Cb = 128 + 224 (B - Y') / 1.8556 = 128 + 224 (0.9278 B - 0.2126 R - 0.7152 G) / 1.8556
  //   Cr = 128 + 224 (R - Y') / 1.5748 = 128 + 224 (0.7874 R - 0.7152 G - 0.0722 B) / 1.5748
  // for R, G, B in 0…1. Here they are in 0…`weight`, so the code times `weight` is
  // offset · weight + gain · (…). All dividends are at least zero.

  /// Luma code times `weight / scale`, rounded to nearest, ties up.
  @inline(__always)
  func luma(scale: Int) -> Int {
    let primary = Shares.red &* red &+ Shares.green &* green &+ Shares.blue &* blue
    return Self.rounded(160_000 &* weight &+ 219 &* primary, 10_000, scale)
  }

  /// Blue difference code times `weight / scale`, rounded to nearest, ties up.
  @inline(__always)
  func cb(scale: Int) -> Int {
    let primary =
      (10_000 &- Shares.blue) &* blue &- Shares.red &* red &- Shares.green &* green
    return Self.rounded(
      128 &* Shares.cbUnit &* weight &+ 224 &* primary, Shares.cbUnit, scale)
  }

  /// Red difference code times `weight / scale`, rounded to nearest, ties up.
  @inline(__always)
  func cr(scale: Int) -> Int {
    let primary =
      (10_000 &- Shares.red) &* red &- Shares.green &* green &- Shares.blue &* blue
    return Self.rounded(
      128 &* Shares.crUnit &* weight &+ 224 &* primary, Shares.crUnit, scale)
  }

  @inline(__always)
  private static func rounded(_ dividend: Int, _ unit: Int, _ scale: Int) -> Int {
    let divisor = unit &* scale
    return (2 &* dividend &+ divisor) / (2 &* divisor)
  }
}
