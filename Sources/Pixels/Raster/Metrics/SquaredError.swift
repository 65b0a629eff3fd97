/// The squared differences of two sets of samples, added up exactly.
public struct SquaredError: Hashable, Sendable {
  /// The sum of the squares of all differences.
  public var sum: UInt64
  /// How many samples were compared.
  public var sampleCount: UInt64
  /// The largest code: 255 of 8 bits, 1023 of 10.
  public var peak: UInt32

  /// A sum over so many samples.
  public init(sum: UInt64 = 0, sampleCount: UInt64 = 0, peak: UInt32 = 255) {
    self.sum = sum
    self.sampleCount = sampleCount
    self.peak = peak
  }

  /// Both sets of samples together, which are of one depth.
  public static func + (a: SquaredError, b: SquaredError) -> SquaredError {
    SquaredError(
      sum: a.sum &+ b.sum, sampleCount: a.sampleCount &+ b.sampleCount, peak: a.peak)
  }

  /// The mean of the squared differences; 0 for no samples.
  public var mean: Double { sampleCount == 0 ? 0 : Double(sum) / Double(sampleCount) }

  /// The peak signal-to-noise ratio in decibels, 10 · log₁₀(peak² / mean); infinite where all
  /// samples are equal.
  ///
  /// The peak is that of the depth, 255 or 1023, also for limited-range codes, as most programs have it. The
  /// same on every machine.
  public var psnr: Double {
    guard sum > 0 else { return .infinity }
    return 10 * Power.ln(Double(peak) * Double(peak) / mean) / Power.ln(10)
  }
}
