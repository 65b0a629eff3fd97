/// Decibels and factors, computed without libm so that every machine gives the same bits.
package enum Decibels {
  /// The factor of amplitude for a number of decibels: 10^(decibels / 20).
  ///
  /// The relative error is below 1e-13 within ±200 dB. Below −6000 dB it is 0, above 6000 dB
  /// infinite.
  package static func amplitude(_ decibels: Double) -> Double {
    guard decibels.isFinite, decibels.magnitude <= 6000 else { return decibels > 0 ? .infinity : 0 }
    return Exponential.two(decibels * (log2Of10 / 20))
  }

  /// The factor of power for a number of decibels: 10^(decibels / 10).
  package static func power(_ decibels: Double) -> Double { amplitude(decibels * 2) }

  /// Decibels of an amplitude, 20 · log10; −infinity for 0 and less.
  package static func ofAmplitude(_ factor: Double) -> Double { 20 * log10(factor) }

  /// Decibels of a power, 10 · log10; −infinity for 0 and less.
  package static func ofPower(_ factor: Double) -> Double { 10 * log10(factor) }

  private static let log2Of10 = 3.321_928_094_887_362_3
  private static func log10(_ x: Double) -> Double {
    guard x > 0 else { return -.infinity }
    guard x.isFinite else { return .infinity }
    return Exponential.logarithm(x) / log2Of10
  }
}
