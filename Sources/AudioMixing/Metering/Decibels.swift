/// Decibels and factors, computed without libm so that every machine gives the same bits.
public enum Decibels {
  /// The factor of amplitude for a number of decibels: 10^(decibels / 20).
  ///
  /// The relative error is below 1e-13 within ±200 dB. Below −6000 dB it is 0, above 6000 dB
  /// infinite.
  public static func amplitude(_ decibels: Double) -> Double {
    guard decibels.isFinite, decibels.magnitude <= 6000 else { return decibels > 0 ? .infinity : 0 }
    return powerOfTwo(decibels * (log2Of10 / 20))
  }

  /// The factor of power for a number of decibels: 10^(decibels / 10).
  public static func power(_ decibels: Double) -> Double { amplitude(decibels * 2) }

  /// Decibels of an amplitude, 20 · log10; −infinity for 0 and less.
  public static func ofAmplitude(_ factor: Double) -> Double { 20 * log10(factor) }

  /// Decibels of a power, 10 · log10; −infinity for 0 and less.
  public static func ofPower(_ factor: Double) -> Double { 10 * log10(factor) }

  private static let log2Of10 = 3.321_928_094_887_362_3
  private static let ln2 = 0.693_147_180_559_945_3
  private static let ln10 = 2.302_585_092_994_045_7

  /// From the number's own exponent and the series of artanh for its significand.
  private static func log10(_ x: Double) -> Double {
    guard x > 0 else { return -.infinity }
    guard x.isFinite else { return .infinity }
    var significand = x.significand
    var exponent = Double(x.exponent)
    if significand > 1.414_213_562_373_095 {
      significand /= 2
      exponent += 1
    }
    let t = (significand - 1) / (significand + 1)
    let s = t * t
    var sum = 0.0
    for n in stride(from: 21, through: 1, by: -2) { sum = sum * s + 1 / Double(n) }
    return (exponent * ln2 + 2 * t * sum) / ln10
  }

  private static func powerOfTwo(_ x: Double) -> Double {
    let whole = Int(x)
    let t = (x - Double(whole)) * ln2
    var sum = 1.0
    for n in stride(from: 18, through: 1, by: -1) { sum = 1 + sum * t / Double(n) }
    return Double(sign: .plus, exponent: whole, significand: sum)
  }
}
