/// Divides by four numbers that follow each other on a line with one division in place of eight.
///
/// Inverses of the two ends are found by division in floating point, which IEEE 754 defines to the last bit, and those between on the line through them; a step
/// of Newton's iteration makes them good to 2^-38, and the remainder tells whether a quotient is off
/// by one. So quotients are exact wherever they are below 2^37.
struct DivisionGroup {
  /// Numbers of a group.
  static let count = 4

  private let first: Int64
  private let step: Int64
  /// 2^(61 + bits) over the first number, and what it changes by; 0 where numbers are too small or
  /// too far apart for this.
  private let inverse: Int64
  private let inverseStep: Int64
  /// Bits of the largest number.
  private let bits: Int64

  /// - Parameter first: all four numbers that are used are greater than 0.
  init(from first: Int64, step: Int64) {
    self.first = first
    self.step = step
    let last = first &+ step &* Int64(Self.count)
    let (least, most) = (min(first, last), max(first, last))
    bits = 64 &- Int64(truncatingIfNeeded: most.leadingZeroBitCount)
    guard least > 1 << 12, (most &- least) <= least >> 8 else {
      (inverse, inverseStep) = (0, 0)
      return
    }
    inverse = Self.inverse(of: first, bits)
    inverseStep = (Self.inverse(of: last, bits) &- inverse) &>> 2
  }

  private static func inverse(of number: Int64, _ bits: Int64) -> Int64 {
    // 2^(61 + bits), by its exponent.
    let power = Double(bitPattern: UInt64(truncatingIfNeeded: 1023 &+ 61 &+ bits) &<< 52)
    return Int64(power / Double(number))
  }

  /// A number of the group and its inverse.
  @inline(__always)
  func divisor(_ index: Int) -> (number: Int64, inverse: Int64) {
    let index = Int64(truncatingIfNeeded: index)
    let number = first &+ step &* index
    guard inverse != 0 else { return (max(number, 1), 0) }
    let guess = inverse &+ inverseStep &* index
    // 2^59 where the guess is right.
    let product = guess.multipliedFullWidth(by: number &<< (62 &- bits)).high
    let correction = ((1 &<< 60) &- product) &<< 3
    return (number, guess.multipliedFullWidth(by: correction).high &<< 2)
  }

  /// `dividend / number`, rounded down; anything beyond ±2^37 where it is.
  @inline(__always)
  func quotient(_ dividend: Int64, _ number: Int64, _ inverse: Int64) -> Int64 {
    guard inverse != 0 else { return floorDivide(dividend, number) }
    let guess = dividend.multipliedFullWidth(by: inverse).high &>> (bits &- 3)
    let rest = dividend &- guess &* number
    return guess &+ (rest >= number ? 1 : 0) &- (rest < 0 ? 1 : 0)
  }
}
