/// The squared differences of two sets of samples, added up exactly.
public struct SquaredError: Hashable, Sendable {
  /// The sum of the squares of all differences.
  public var sum: UInt64
  /// How many samples were compared.
  public var sampleCount: UInt64

  /// A sum over so many samples.
  public init(sum: UInt64 = 0, sampleCount: UInt64 = 0) {
    self.sum = sum
    self.sampleCount = sampleCount
  }

  /// Both sets of samples together.
  public static func + (a: SquaredError, b: SquaredError) -> SquaredError {
    SquaredError(sum: a.sum &+ b.sum, sampleCount: a.sampleCount &+ b.sampleCount)
  }

  /// The mean of the squared differences; 0 for no samples.
  public var mean: Double { sampleCount == 0 ? 0 : Double(sum) / Double(sampleCount) }

  /// The peak signal-to-noise ratio in decibels, 10 · log₁₀(255² / mean); infinite where all
  /// samples are equal.
  ///
  /// The peak is that of 8 bits, 255, also for limited-range codes, as most programs have it. The
  /// same on every machine.
  public var psnr: Double {
    guard sum > 0 else { return .infinity }
    return 10 * Power.ln(65025 / mean) / Power.ln(10)
  }
}
