/// Frames per second, exactly: 30 is 30/1, NTSC's 29.97 is 30000/1001.
///
/// Above 0 and at most 1000 frames a second; both numbers in lowest terms and at most 1,000,000,
/// which is what keeps every conversion between a time and a frame inside 128 bits.
public struct FrameRate: Hashable, Sendable {
  /// Number of frames in ``seconds``.
  public let frames: Int64

  /// The time ``frames`` take, in seconds.
  public let seconds: Int64

  /// The rate of `frames` per `seconds`, reduced.
  ///
  /// `nil` unless the rate is in range and both reduced numbers are at most 1,000,000.
  public init?(_ frames: Int64, per seconds: Int64 = 1) {
    guard let rational = Rational(frames, seconds) else { return nil }
    self.init(rational: rational)
  }

  /// The rate of `rational` frames per second.
  ///
  /// `nil` unless the rate is in range and both of its numbers are at most 1,000,000. The value is
  /// taken as it is: 2997/100 is not 30000/1001. ``parse(_:)`` knows what people mean by 29.97.
  public init?(rational: Rational) {
    guard rational > .zero, rational <= Rational(1000),
      rational.numerator <= 1_000_000, rational.denominator <= 1_000_000
    else { return nil }
    frames = rational.numerator
    seconds = rational.denominator
  }

  /// Frames per second.
  public var rational: Rational { fraction(frames, seconds) }

  /// The time from one frame to the next, in seconds.
  public var frameDuration: Rational { fraction(seconds, frames) }

  /// The whole number people name the rate by, which is also the number of frames a timecode
  /// counts to a second: 30 for 30000/1001. Elsewhere the nearest one, ties up, at least 1.
  public var nominal: Int {
    if let count = timecodeCount { return Int(count) }
    return max(1, Int(rational.rounded()))
  }

  /// Whether the rate is a whole number or a whole number times 1000/1001: the rates SMPTE 12M
  /// timecode can count.
  public var isTimecodeCapable: Bool { timecodeCount != nil }

  /// `n` where the rate is `n` or `n · 1000/1001`.
  private var timecodeCount: Int64? {
    if seconds == 1 { return frames }
    // In lowest terms the 1001 may have lost a 7, 11 or 13.
    guard 1001 % seconds == 0 else { return nil }
    let thousandfold = frames * (1001 / seconds)
    return thousandfold % 1000 == 0 ? thousandfold / 1000 : nil
  }

  /// Whether drop-frame timecode is defined for the rate: 30000/1001 and 60000/1001.
  public var isDropFrameCapable: Bool {
    seconds == 1001 && (frames == 30_000 || frames == 60_000)
  }

  // The fields are positive, so the fraction always exists.
  private func fraction(_ numerator: Int64, _ denominator: Int64) -> Rational {
    Rational(numerator, denominator) ?? .one
  }
}

extension FrameRate: CustomStringConvertible {
  /// The exact rate: `"30"`, `"30000/1001"`. ``parse(_:)`` reads it back.
  public var description: String { rational.description }

  /// The rate as people say it, to at most three places: `"30"`, `"29.97"`, `"23.976"`.
  public var shortDescription: String { rational.decimalApproximation(places: 3) }
}

// MARK: - Parsing

extension FrameRate {
  /// The rate a text stands for: `"30"`, `"12.5"`, `"30000/1001"`, `"29.97"`.
  ///
  /// A decimal of two or more places that is a rate of the 1001 family, rounded or cut off to the
  /// places written, is that rate: 23.976, 23.98, 29.97, 47.952, 59.94, 119.88. Everything else is
  /// taken exactly. `nil` when the text is no number or the rate is out of range.
  public static func parse(_ text: some StringProtocol) -> FrameRate? {
    let bytes = Array(text.utf8)
    if let slash = bytes.firstIndex(of: .slash) {
      guard let frames = wholeNumber(bytes[..<slash]),
        let seconds = wholeNumber(bytes[(slash + 1)...])
      else { return nil }
      return FrameRate(frames, per: seconds)
    }
    guard let value = Rational.decimal(text) else { return nil }
    return snapped(value) ?? FrameRate(rational: value)
  }

  /// The rate `n · 1000/1001` that `value` abbreviates, `n` a multiple of 24 or 30, or 15.
  private static func snapped(_ value: Rational) -> FrameRate? {
    guard value > .zero, value <= Rational(1000) else { return nil }
    // At most 1001, because the value is at most 1000.
    let nominal = Int64(
      clamping: divide(
        Int128(value.numerator) * 1001, by: Int128(value.denominator) * 1000, .nearest))
    guard nominal > 0, nominal % 24 == 0 || nominal % 30 == 0 || nominal == 15,
      let exact = Rational(nominal * 1000, 1001)
    else { return nil }
    for places in 2...9 {
      let power = powerOfTen(places)
      guard let rounded = value.wholeMultiple(power) else { continue }
      let nearest = divide(
        Int128(exact.numerator) * Int128(power), by: Int128(exact.denominator), .nearest)
      let cut = divide(
        Int128(exact.numerator) * Int128(power), by: Int128(exact.denominator), .down)
      if Int128(rounded) == nearest || Int128(rounded) == cut {
        return FrameRate(rational: exact)
      }
    }
    return nil
  }

  private static func powerOfTen(_ exponent: Int) -> Int64 {
    var power: Int64 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// The value of one or more ASCII digits, `nil` for anything else or above 18 digits.
  private static func wholeNumber(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard (1...18).contains(bytes.count) else { return nil }
    var value: Int64 = 0
    for byte in bytes {
      guard let digit = byte.decimalDigit else { return nil }
      value = value * 10 + Int64(digit)
    }
    return value
  }
}

extension Rational {
  /// `self · factor` when that is whole and fits.
  fileprivate func wholeMultiple(_ factor: Int64) -> Int64? {
    let product = Int128(numerator) * Int128(factor)
    guard product % Int128(denominator) == 0 else { return nil }
    return Int64(exactly: product / Int128(denominator))
  }
}
